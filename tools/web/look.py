"""Pictures of pages, to look at, and the picture of the README."""
import io

from PIL import Image, ImageDraw

import scene

twenty = [
    "feed", "discover", "search with results", "recipe", "own recipe", "cook a step", "cook the end", "comments", "history", "new recipe",
    "profile", "own profile", "points", "board of a week", "activity", "saved", "plan", "shopping", "cookbooks", "settings of the look",
]


def shot(work, template, who, width, mode):
    """A picture of a page's first screen."""
    reader = scene.reader(work, who, width=width, color_scheme=mode)
    reader.go(scene.of(work).path(template))
    reader.page.wait_for_timeout(300)
    return reader.page.screenshot(timeout=60_000)


def pictures(work, folder):
    folder.mkdir(parents=True, exist_ok=True)
    work.kitchen.add_pictures()
    pages = {name: (template, who) for name, template, who, *_ in scene.routes}
    for number, name in enumerate(twenty, 1):
        for width, device in ((390, "phone"), (1280, "desktop")):
            for mode in ("light", "dark"):
                file = folder / f"{number:02}-{name.replace(' ', '-')}-{device}-{mode}.png"
                file.write_bytes(shot(work, *pages[name], width, mode))
    print(f"{len(twenty) * 4} pictures are in {folder}")


def readme_picture(work, path):
    """The feed at desktop width beside a recipe at phone width, at most 150 kB."""
    work.kitchen.add_pictures()
    # The sample community ends in its own time: a few members do something now, for the side column.
    for cook, recipe, text in [
        ("rae", "imam-bayildi", "With lemon at the end."), ("rae", "dan-dan", "Twice this week."), ("rae", "goulash", "Four onions, really."),
        ("elin", "imam-bayildi", "Better the next day."), ("elin", "nasi-goreng", "The egg makes it."), ("nok", "dan-dan", "More chilli oil."),
    ]:
        work.kitchen.run("comment", work.kitchen.demo_recipe(recipe), text, "--as", f"@{cook}")
    ada = work.kitchen.member("ada")
    work.kitchen.post("/members/@elin/follow", None, ada)
    screens = []
    for page, width in (("/?mode=everyone&sort=hot", 1280), (f"/{work.kitchen.demo_recipe('shakshuka')}", 390)):
        reader = work.person(member=ada, width=width, color_scheme="light")
        reader.go(page)
        reader.page.wait_for_timeout(300)
        screens.append(rounded(reader.page.screenshot(timeout=60_000)))
        reader.close()
    feed, phone = screens
    canvas = Image.new("RGB", (feed.width + phone.width + 150, 980), "#e9e1d3")
    canvas.paste(feed, (50, 60), feed)
    canvas.paste(phone, (feed.width + 100, 68), phone)
    for width in range(1240, 700, -40):
        small = canvas.resize((width, round(canvas.height * width / canvas.width)), Image.LANCZOS)
        file = io.BytesIO()
        small.quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
        if file.tell() <= 150_000:
            path.write_bytes(file.getvalue())
            print(f"{path.name}: {small.width} × {small.height}, {file.tell():,} bytes")
            return
    raise SystemExit("the picture does not fit into 150 kB")


def rounded(png):
    picture = Image.open(io.BytesIO(png)).convert("RGBA")
    mask = Image.new("L", picture.size)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, *picture.size), 18, fill=255)
    picture.putalpha(mask)
    return picture
