"""What the checks of pages look at: one member with something on every page, and the list of all pages."""
import re

# Name, address, who reads it, and the status if it is not 200. `{…}` is a value of the scene.
routes = [
    ("feed of a guest", "/", "guest"),
    ("feed", "/", "member"),
    ("feed of a filter that leaves nothing", "/?maxMinutes=1&diet=vegan", "member"),
    ("feed of followed cooks", "/?mode=following", "member"),
    ("discover", "/discover", "member"),
    ("collection", "/discover/in/Cozy%20Breakfasts", "guest"),
    ("rising", "/discover/rising", "guest"),
    ("classics", "/discover/classics", "guest"),
    ("classics with results", "/discover/classics?q=soup", "member"),
    ("classics without results", "/discover/classics?q=xyzzy", "guest"),
    ("classics without an answer", "/discover/classics?q=silence", "guest"),
    ("a classic", "/discover/classics/themealdb/52001", "member"),
    ("tag", "/tag/dinner", "guest"),
    ("cuisine", "/cuisine/Indonesian", "guest"),
    ("search", "/find", "guest"),
    ("search with results", "/find?q=rice", "member"),
    ("search without results", "/find?q=xyzzy", "guest"),
    ("recipe of a guest", "/{nasi}", "guest"),
    ("recipe", "/{shakshuka}?servings=6", "member"),
    ("own recipe", "/{own}", "member"),
    ("cook a step", "/{shakshuka}/cook?step=2", "member"),
    ("cook the end", "/{shakshuka}/cook?step=99", "member"),
    ("comments", "/{nasi}/comments", "member"),
    ("comment", "/{comment}", "member"),
    ("likes", "/{own}/likes", "member"),
    ("history", "/{own}/history", "member"),
    ("difference", "/{own}/diff?from=1&to=2", "member"),
    ("family", "/{shakshuka}/family", "guest"),
    ("repost", "/{nasi}/repost", "member"),
    ("plan a recipe", "/{nasi}/plan", "member"),
    ("shop for a recipe", "/{nasi}/shop", "member"),
    ("put into a cookbook", "/{nasi}/book", "member"),
    ("report a recipe", "/{nasi}/report", "member"),
    ("report a member", "/@mai/report", "member"),
    ("delete a recipe", "/{own}/delete", "member"),
    ("reply", "/{comment}/reply", "member"),
    ("edit a comment", "/{comment}/edit", "member"),
    ("new recipe", "/new", "member"),
    ("edit a recipe", "/{own}/edit", "member"),
    ("own version", "/{nasi}/fork", "member"),
    ("profile", "/@mai", "member"),
    ("own profile", "/@{member}", "member"),
    ("reposts of a member", "/@margot?tab=reposts", "guest"),
    ("followers", "/@mai/followers", "member"),
    ("following", "/@mai/following", "guest"),
    ("points", "/@mai/points", "member"),
    ("points of a week", "/@mai/points?week=2026-W10", "guest"),
    ("board", "/board", "member"),
    ("board of a week", "/board/2026-W10", "guest"),
    ("activity", "/activity", "member"),
    ("saved", "/saved", "member"),
    ("plan", "/week", "member"),
    ("shopping", "/list", "member"),
    ("desk", "/desk", "judge"),
    ("reports", "/desk/reports", "judge"),
    ("report", "/{report}", "judge"),
    ("recipes at the desk", "/desk/recipes?sort=reported", "judge"),
    ("decisions of the moderators", "/desk/log", "judge"),
    ("members at the desk", "/desk/members", "judge"),
    ("dossier", "/desk/members/@pan_planet", "judge"),
    ("health", "/console", "operator"),
    ("log", "/console/log", "operator"),
    ("log of a recipe", "/console/log?thing={nasi}&kind=recipe.liked", "operator"),
    ("event", "/{event}", "operator"),
    ("why", "/console/why?question=/members/@rae/xp&field=xp", "operator"),
    ("views", "/console/views", "operator"),
    ("doctor", "/console/doctor", "operator"),
    ("backups", "/console/backups", "operator"),
    ("jobs", "/console/jobs", "operator"),
    ("what if", "/console/rules?without=@rae", "operator"),
    ("settings of the service", "/console/configuration", "operator"),
    ("audit", "/console/audit?event={event}", "operator"),
    ("check of the log", "/audit/check", "guest"),
    ("check of a leaf that is none", "/audit/check?leaf=soup", "guest", 422),
    ("recipe as it was", "/{nasi}?asOf=4000", "operator"),
    ("more of the console", "/console/more", "operator"),
    ("cookbooks", "/books", "member"),
    ("cookbook", "/{book}", "member"),
    ("settings", "/settings", "member"),
    ("settings of the profile", "/settings/profile", "member"),
    ("settings of the look", "/settings/look", "member"),
    ("settings of the password", "/settings/password", "member"),
    ("sessions", "/settings/sessions", "member"),
    ("leave", "/settings/leave", "member"),
    ("recipe from elsewhere", "/new/from?url=https://kitchen.example/soup", "member"),
    ("sign in", "/sign-in", "guest"),
    ("join", "/sign-up", "guest"),
    ("tastes", "/sign-up/tastes", "member"),
    ("new password", "/reset?link=lr_none", "guest"),
    ("gone", "/gone", "guest"),
    ("about", "/about", "guest"),
    ("docs", "/docs", "guest"),
    ("docs of an operation", "/docs/feed", "guest"),
    ("offline", "/offline", "guest"),
    ("nothing", "/@no-such-cook", "guest", 404),
    ("deleted recipe", "/{deleted}", "member", 410),
]


class Scene:
    """One member's kitchen, with something on every page. Made once in a worker."""

    def __init__(self, kitchen):
        self.kitchen = kitchen
        self.member = kitchen.join("tess")
        fan, call = kitchen.member("reader"), kitchen.post
        nasi, shakshuka = kitchen.demo_recipe("nasi-goreng"), kitchen.demo_recipe("shakshuka")
        own = kitchen.recipe(self.member, "Lentil soup with lemon", servings=4, totalMinutes=40, difficulty="easy", tags=["soup", "lentils"],
                             diet={"vegan": "yes"}, description="For every week.", cuisine="Turkish")
        kitchen.post(f"/recipes/{own}/edit", {**self.content(own), "title": "Lentil soup with much lemon", "note": "more lemon"}, self.member)
        deleted = kitchen.recipe(self.member, "A mistake")
        call(f"/recipes/{deleted}/delete", None, self.member)
        comment = kitchen.comment(nasi, "How many chillies are in yours?", self.member)
        for recipe in (nasi, shakshuka):
            call(f"/recipes/{recipe}/bookmark", None, self.member)
        call(f"/recipes/{nasi}/like", None, self.member)
        call("/members/@mai/follow", None, self.member)
        call(f"/recipes/{own}/like", None, fan)
        call(f"/recipes/{own}/repost", {"quote": "Twice a week."}, fan)
        kitchen.comment(own, "Lovely with sumac.", fan)
        call(f"/members/@{self.member.username}/follow", None, fan)
        day = kitchen.get("/plan", self.member)["from"]
        call(f"/recipes/{shakshuka}/plan", {"day": day, "meal": "dinner", "servings": 4}, self.member)
        for text in ("2 lemons", "1 kg onions", "parsley"):
            item = call("/shopping/items", {"text": text}, self.member)["id"]
        call(f"/shopping/items/{item}/check", None, self.member)
        book = call("/cookbooks", {"name": "Winter", "visibility": "public"}, self.member)["id"]
        for recipe in (nasi, shakshuka):
            call(f"/cookbooks/{book}/recipes/{recipe}/add", None, self.member)
        self.judge = kitchen.appointed("judge")
        self.operator = kitchen.appointed("operator", "admin")
        report = call(f"/recipes/{nasi}/report", {"reason": "other", "note": "Is this fried?"}, fan)["id"]
        self.values = {"report": report, "event": nasi[1:], "nasi": nasi, "shakshuka": shakshuka, "own": own, "deleted": deleted, "comment": comment, "book": book,
                       "member": self.member.username}

    def who(self, name):
        """The member whom `routes` calls so; None: a guest."""
        return {"member": self.member, "judge": self.judge, "operator": self.operator}.get(name)

    def content(self, recipe):
        return self.kitchen.get(f"/recipes/{recipe}/content", self.member)["content"]

    def path(self, template):
        return re.sub(r"\{(\w+)\}", lambda match: self.values[match[1]], template)


def of(work):
    if not hasattr(work, "scene"):
        work.scene = Scene(work.kitchen)
    return work.scene


def reader(work, who, **options):
    """A browser that stays open for all pages of a worker."""
    key = (who, *sorted(options.items()))
    if not hasattr(work, "readers"):
        work.readers = {}
    if key not in work.readers:
        work.readers[key] = work.person(member=of(work).who(who), **options)
    person = work.readers[key]
    person.complaints.clear()
    return person
