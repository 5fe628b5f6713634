"""A server of this machine that stands in for other sites: TheMealDB, and pages with recipes."""
import http.server
import json
import threading
import urllib.parse

import paint

key = "s3cretmeal"

# What the stand-in has. The test speaks of no real recipe of TheMealDB.
meals = [
    {"idMeal": "52001", "strMeal": "Pea soup of the North", "strCategory": "Starter", "strArea": "Dutch", "picture": True,
     "strInstructions": "Soak the peas overnight.\r\nBoil them until they fall apart.\r\nSlice the sausage into the soup.",
     "strSource": "https://kitchen.example/pea", "strIngredient1": "Split peas", "strMeasure1": "500 g",
     "strIngredient2": "Smoked sausage", "strMeasure2": "1"},
    {"idMeal": "52002", "strMeal": "Leek soup", "strCategory": "Vegetarian", "strArea": "French",
     "strInstructions": "Sweat the leeks.\r\nAdd the stock.", "strIngredient1": "Leeks", "strMeasure1": "3"},
]


def pie(number):
    """A meal for each number, so that each run of a story can post one of its own."""
    return {"idMeal": number, "strMeal": f"Apple pie {number}", "strCategory": "Dessert", "strArea": "British", "picture": True,
            "strInstructions": "Bake the pie.", "strIngredient1": "Apples", "strMeasure1": "6"}


def recipe_page(**recipe):
    """A page that describes a recipe as JSON-LD."""
    data = {"@context": "https://schema.org", "@type": "Recipe", **recipe}
    return f'<!doctype html><title>A page</title><script type="application/ld+json">{json.dumps(data)}</script>'


class Elsewhere:
    """Answers at `url` until the end of the block."""

    def __enter__(self):
        place = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                status, kind, body = place.answer(self.path)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, target):
        """Status, media type and bytes."""
        path, _, query = target.partition("?")
        values = dict(urllib.parse.parse_qsl(query))
        if path == f"/api/{key}/search.php":
            if "silence" in values["s"].lower():
                return 500, "text/plain", b"out of order"
            words = values["s"].lower().split()
            if words[:2] == ["apple", "pie"]:
                return self.found([pie(words[2])])
            return self.found([meal for meal in meals if all(word in meal["strMeal"].lower() for word in words)])
        if path == f"/api/{key}/lookup.php":
            return self.found([meal for meal in meals if meal["idMeal"] == values["i"]] or [pie(values["i"])])
        if path.startswith("/picture/"):
            return 200, "image/png", paint.plain(640, 480)
        if path.startswith("/recipe"):
            return 200, "text/html; charset=utf-8", recipe_page(
                name="Barley broth", recipeYield="4", totalTime="soon", recipeIngredient=["200 g barley", "1 carrot, diced"],
                recipeInstructions=["Simmer the barley.", "Add the carrot."],
                image=f"{self.url}/picture/broth").encode()
        if path == "/untitled":
            return 200, "text/html", recipe_page(recipeIngredient=["1 egg"], recipeInstructions="Boil it.").encode()
        return 404, "text/plain", b"nothing"

    def found(self, found):
        shown = [{name: text for name, text in meal.items() if name != "picture"}
                 | ({"strMealThumb": f"{self.url}/picture/{meal['idMeal']}"} if meal.get("picture") else {}) for meal in found]
        return 200, "application/json", json.dumps({"meals": shown or None}).encode()
