"""Pictures of twenty pages: to look at, to compare with stored ones, and the picture of the README."""
import hashlib
import io
import os
import pathlib
import shutil
import subprocess
import tempfile

from PIL import Image, ImageChops, ImageDraw

import scene
from kitchen import Kitchen, Service, larder

here = pathlib.Path(__file__).parent
# What --accept stored, and what it was made with.
screens, made_with = here / "screens", here / "screens" / "made-with.txt"
# The clock of the pictures: the sample community ends before.
instant = "2026-03-16 09:00:00"
fonts = [pathlib.Path("/usr/share/fonts/truetype") / name for name in ("vollkorn/Vollkorn-SemiBold.ttf", "dejavu/DejaVuSans.ttf")]
# How many of the pixels may differ by more than how much of 255.
share_max, difference_max = 0.003, 16

twenty = [
    "feed", "discover", "search with results", "recipe", "own recipe", "cook a step", "cook the end", "comments", "history", "new recipe",
    "profile", "own profile", "points", "board of a week", "activity", "saved", "plan", "shopping", "cookbooks", "settings of the look",
]


class Studio:
    """The sample community at one time, and a browser with two fonts and a clock that stands still: a page looks the same in every run."""

    def __init__(self, work):
        self.outer = work

    def __enter__(self):
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="larder-look-"))
        program = self.place / "larder"
        # The library alone, because the command stays as a parent, which passes no signal on. In a process that is the first with it, it
        # takes the arguments away: so env comes before the program.
        library = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
        program.write_text(
            f"#!/bin/sh\nexport LD_PRELOAD='{library}' FAKETIME='@{instant}' FAKETIME_DONT_FAKE_MONOTONIC=1\nexec env '{larder}' \"$@\"\n")
        program.chmod(0o755)
        settings = self.place / "fonts.conf"
        # Whatever a page asks for beside Vollkorn is DejaVu Sans.
        families = "<match><edit name='family' mode='append' binding='strong'><string>DejaVu Sans</string></edit></match>"
        settings.write_text("<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>" + "".join(
            f"<dir>{font.parent}</dir>" for font in fonts) + f"<cachedir>{self.place}/fonts</cachedir>{families}</fontconfig>")
        self.service = Service(program=str(program))
        self.service.__enter__()
        self.browser = self.outer.launch(env={**os.environ, "FONTCONFIG_FILE": str(settings), "TZ": "UTC"})
        kitchen = Kitchen(self.service.url, self.service.data, program=str(program))
        kitchen.add_pictures()
        self.work = type(self.outer)(self.browser, kitchen, False, self.outer.style, self.outer.launch)
        return self

    def __exit__(self, *_):
        self.browser.close()
        self.service.__exit__()
        shutil.rmtree(self.place, ignore_errors=True)

    def made_with(self):
        """What decides how a page looks beside the program."""
        digests = [hashlib.sha256(font.read_bytes()).hexdigest()[:12] for font in fonts]
        return f"chromium {self.browser.version.split('.')[0]}, Vollkorn {digests[0]}, DejaVu Sans {digests[1]}\n"

    def pictures(self):
        """Name and PNG of the first screen of each page: phone and desktop, light and dark."""
        pages = {name: (template, who) for name, template, who, *_ in scene.routes}
        for number, name in enumerate(twenty, 1):
            for width, device in ((390, "phone"), (1280, "desktop")):
                for mode in ("light", "dark"):
                    yield f"{number:02}-{name.replace(' ', '-')}-{device}-{mode}", self.shot(*pages[name], width, mode)

    def shot(self, template, who, width, mode):
        reader = scene.reader(self.work, who, width=width, color_scheme=mode, timezone_id="UTC")
        reader.page.clock.set_fixed_time(f"{instant.replace(' ', 'T')}Z")
        reader.go(scene.of(self.work).path(template))
        seen = "[...document.images].filter(one => one.getBoundingClientRect().top < innerHeight).every(one => one.complete)"
        for _ in range(100):
            if reader.page.evaluate(seen):
                break
            reader.page.wait_for_timeout(100)
        return reader.page.screenshot(timeout=60_000, animations="disabled", caret="hide")


def install():
    missing = [package for package, is_there in [
        ("faketime", shutil.which("faketime")), ("fonts-vollkorn", fonts[0].exists()), ("fonts-dejavu-core", fonts[1].exists())] if not is_there]
    if missing:
        subprocess.run([here.parent / "prepare", *missing], check=True)


def take(work, folder):
    """Writes the pictures to look at."""
    install()
    folder.mkdir(parents=True, exist_ok=True)
    with Studio(work) as studio:
        for name, png in studio.pictures():
            (folder / f"{name}.png").write_bytes(png)
    print(f"{len(twenty) * 4} pictures are in {folder}")


def differing(old, new):
    """The share of pixels that differ visibly; 1 where the sizes differ."""
    if old.size != new.size:
        return 1
    channels = ImageChops.difference(old, new).split()
    most = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    return sum(most.histogram()[difference_max + 1:]) / (old.width * old.height)


def accept(work):
    """Stores the pictures that are new, or differ from the stored ones."""
    install()
    screens.mkdir(exist_ok=True)
    with Studio(work) as studio:
        is_same_place = made_with.exists() and made_with.read_text() == studio.made_with()
        wanted, written = set(), 0
        for name, png in studio.pictures():
            file, new = screens / f"{name}.webp", Image.open(io.BytesIO(png)).convert("RGB")
            wanted.add(file)
            if not (is_same_place and file.exists() and differing(Image.open(file).convert("RGB"), new) <= share_max):
                new.save(file, lossless=True, quality=100, method=6)
                written += 1
        for file in set(screens.glob("*.webp")) - wanted:
            file.unlink()
        made_with.write_text(studio.made_with())
    print(f"{written} of {len(wanted)} pictures are new")


def compare(work):
    """Twenty pages look as --accept stored them."""
    install()
    with Studio(work) as studio:
        if made_with.read_text() != studio.made_with():
            print(f"look: NOT COMPARED: the pictures were made with {made_with.read_text().strip()}; here is {studio.made_with().strip()}", flush=True)
            return
        faults, folder = [], here.parent.parent / ".build/web-test/look"
        shutil.rmtree(folder, ignore_errors=True)
        for name, png in studio.pictures():
            old, new = Image.open(screens / f"{name}.webp").convert("RGB"), Image.open(io.BytesIO(png)).convert("RGB")
            share = differing(old, new)
            if share > share_max:
                folder.mkdir(parents=True, exist_ok=True)
                both = Image.new("RGB", (old.width + new.width + 20, max(old.height, new.height)), "#c33")
                both.paste(old, (0, 0))
                both.paste(new, (old.width + 20, 0))
                both.save(folder / f"{name}.png")
                faults.append(f"{name} {share:.1%}")
    if faults:
        raise AssertionError(f"{len(faults)} pages look different: {', '.join(faults)}: see .build/web-test/look (stored, then now), or --accept them")


def checks(is_long):
    # Three minutes: too long for every commit.
    return [("look: twenty pages", compare)] if is_long else []


def readme_picture(work, path):
    """The feed at desktop width beside a recipe at phone width, at most 150 kB."""
    install()
    with Studio(work) as studio:
        draw_readme_picture(studio.work, path)


def draw_readme_picture(work, path):
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
