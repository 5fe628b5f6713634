"""Runs the checks of the web app in a few processes, and prints one line for each failure. tools/web-test starts it."""
import argparse
import functools
import multiprocessing
import os
import pathlib
import signal
import sys
import time
import traceback
from collections import Counter

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here))

import stories  # noqa: E402
from kitchen import Kitchen, Service  # noqa: E402
from person import Person, Late  # noqa: E402

style_path = here.parent.parent / "Sources/Web/Assets/Source/look.css"
chromium = "/usr/bin/chromium"


def launch(playwright, options=(), **more):
    return playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", *options], **more)


class Work:
    """What a check gets: a browser, the community, and how the run is."""

    def __init__(self, browser, kitchen, is_long, style, launch):
        self.browser, self.kitchen, self.is_long, self.style, self.launch = browser, kitchen, is_long, style, launch

    def person(self, **options):
        options = {"scripts": True, "width": 1280, "keys": False, "style": self.style, **options}
        return Person(self.browser, self.kitchen, **options)


# --- The list of checks: name and function ---

def told(story, scripts, width, keys):
    def run(work):
        cook = work.person(scripts=scripts, width=width, keys=keys)
        work.kitchen.appended()
        try:
            story(cook, work.kitchen)
            if cook.complaints:
                raise AssertionError(cook.complaints[0])
        finally:
            cook.close()
        return work.kitchen.appended()
    return run


def story_checks(is_long):
    answer = []
    for number, (name, story) in enumerate(stories.load().items()):
        ways = [(scripts, width) for scripts in (True, False) for width in (390, 1280)] if is_long else [(True, 390), (False, 1280)]
        for index, (scripts, width) in enumerate(ways):
            if story.only_scripts and not scripts:
                continue
            # Half of them by keyboard alone.
            keys = (number + index + index // 2) % 2 == 0
            how = f"{'with' if scripts else 'without'} scripts, {width} px, {'by keys' if keys else 'by mouse'}"
            answer.append((f"{name} ({how})", told(story, scripts, width, keys)))
    return answer


def all_checks(is_long):
    import axe
    import budgets
    import live
    import look
    import proofs
    import security
    answer = story_checks(is_long) + [("table of the seeds", lambda work: seeds())]
    for module in (axe, security, live, look, proofs, budgets):
        answer += module.checks(is_long)
    return answer


def seeds():
    """Every id of the seeds has a story, or a reason why it has none."""
    def table(name):
        lines = (here / name).read_text().splitlines()
        return dict(line.split(None, 1) for line in lines if line and not line.startswith("#"))
    wanted, missing = table("seeds.txt"), table("missing.txt")
    shown = {id for name in stories.load() for id in stories.ids(name)}
    faults = [f"{id} has neither a story nor a line in missing.txt: {wanted[id]}" for id in wanted if id not in shown and id not in missing]
    faults += [f"{id} has a story and a line in missing.txt" for id in missing if id in shown]
    faults += [f"{id} of missing.txt is not in seeds.txt" for id in missing if id not in wanted]
    if faults:
        raise AssertionError("; ".join(faults))


# --- Workers ---

def begin(url, data, elsewhere, is_long, style):
    """Starts the browser of a worker; it ends with the process."""
    global work, checks
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from playwright.sync_api import sync_playwright
    number = multiprocessing.current_process()._identity[0]
    start = functools.partial(launch, sync_playwright().start())
    work = Work(start(), Kitchen(url, data, str(number), elsewhere), is_long, style, start)
    checks = dict(all_checks(is_long))


def run(name):
    """Seconds, what is wrong, if anything, and for a story the events that it appended."""
    began, fault, events = time.monotonic(), None, None
    try:
        events = checks[name](work)
    except Late as late:
        fault = f"waited in vain: {first_lines(str(late))} ({place(late)})"
    except AssertionError as error:
        fault = f"{first_lines(str(error))} ({place(error)})"
    except Exception as error:
        fault = f"{type(error).__name__}: {first_lines(str(error))} ({place(error)})"
    return name, time.monotonic() - began, fault, events


def first_lines(text):
    """One line of what Playwright says over many."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith(("- ", "Call log"))]
    return " · ".join(lines[:4])[:600]


def place(error):
    """The line of the check in which it happened."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if str(here) in frame.filename]
    frames = [frame for frame in frames if pathlib.Path(frame.filename).name not in ("main.py", "person.py")] or frames
    return f"{pathlib.Path(frames[-1].filename).relative_to(here)}:{frames[-1].lineno}" if frames else "?"


def main():
    if sys.argv[1:2] == ["--speed"]:
        import speed
        return speed.main(sys.argv[2:], launch)
    options = argparse.ArgumentParser(prog="tools/web-test", add_help=False)
    options.add_argument("--long", action="store_true")
    options.add_argument("--only", default="")
    options.add_argument("--list", action="store_true")
    options.add_argument("--pictures", type=pathlib.Path)
    options.add_argument("--accept", action="store_true")
    options.add_argument("--readme-picture", action="store_true")
    options.add_argument("--demo-pictures", action="store_true")
    options.add_argument("--style", action="store_true")
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    chosen = options.parse_args()
    style = style_path.read_text() if chosen.style else None
    names = [name for name, _ in all_checks(chosen.long) if chosen.only.lower() in name.lower()]
    if chosen.list:
        print("\n".join(names))
        return 0
    if not names:
        raise SystemExit(f"tools/web-test: no check has «{chosen.only}» in its name: see --list")
    if chosen.demo_pictures:
        import paint
        from playwright.sync_api import sync_playwright
        with sync_playwright() as playwright:
            paint.draw_all(launch(playwright), here.parent / "demo-pictures")
        return 0
    if chosen.pictures or chosen.accept or chosen.readme_picture:
        import look
        from playwright.sync_api import sync_playwright
        with sync_playwright() as playwright:
            work = Work(None, None, False, style, functools.partial(launch, playwright))
            if chosen.pictures:
                look.take(work, chosen.pictures)
            if chosen.accept:
                look.accept(work)
            if chosen.readme_picture:
                look.readme_picture(work, here.parent.parent / "docs/images/web.png")
        return 0
    with Service() as service:
        if any(name.startswith(("axe", "budgets")) for name in names):
            Kitchen(service.url, service.data).add_pictures()
        return report(names, service, chosen, style)


def differences(ways):
    """A story appends the same events with scripts and without, on a phone and on a desktop."""
    (first, expected), *others = ways
    for name, events in others:
        if events != expected:
            lost, more = Counter(expected) - Counter(events), Counter(events) - Counter(expected)
            yield name, f"appends other events than «{first}»: {sum(lost.values())} fewer {list(lost)[:2]}, {sum(more.values())} more {list(more)[:2]}"


def report(names, service, chosen, style):
    began, failed, slow, stories_told = time.monotonic(), [], [], {}

    def note(name, seconds, fault, events):
        slow.append((seconds, name))
        if events is not None and not fault:
            stories_told.setdefault(name.split(" (")[0], []).append((name, events))
        return fault
    jobs = min(chosen.jobs, len(names))
    with multiprocessing.get_context("spawn").Pool(jobs, begin, (service.url, service.data, service.elsewhere, chosen.long, style)) as pool:
        first = [(name, note(name, *rest)) for name, *rest in pool.imap_unordered(run, names)]
        # A busy machine makes a browser late: what failed is repeated while nothing else runs. What passes then is said, too.
        for name, fault in first:
            if fault and (again := note(*pool.apply(run, (name,)))):
                failed.append((name, again))
            elif fault:
                print(f"REPEATED {name}: passed alone, but first: {fault}", flush=True)
    failed += [fault for ways in stories_told.values() for fault in differences(ways)]
    print("slowest: " + "; ".join(f"{name} {seconds:.1f} s" for seconds, name in sorted(slow, reverse=True)[:3]))
    for name, fault in sorted(failed):
        which = name.split(" (")[0]
        print(f"FAILED  {name}: {fault}; repeat it: tools/web-test {'--long ' if chosen.long else ''}--only \"{which}\"")
    print(f"{len(names) - len(failed)} of {len(names)} checks passed in {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
