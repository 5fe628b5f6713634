"""Accessibility and layout of every page: axe, one heading of the first level, reflow at 320 px, sizes of targets, the order
of Tab, a focus that nothing covers, no message of the CSP."""
from axe_playwright_python.sync_playwright import Axe

import scene

tags = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]
themes = ["warm", "mint", "ocean"]

# Controls below 24 px in one direction. A link within a sentence may be.
small_targets = """
() => [...document.querySelectorAll('button, input:not([type=hidden]), select, textarea, summary, nav a, .btn, .chip')]
    .filter(element => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.hide') && !element.matches('.hide, .skip'))
    .map(element => [element.closest('label') ?? element, element])
    .filter(([box]) => { const { width, height } = box.getBoundingClientRect(); return width > 1 && (width < 24 || height < 24); })
    .map(([, element]) => element.outerHTML.slice(0, 90))
"""

# What is wider than the window.
too_wide = """
() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return null;
    const inScroller = element => {
        for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
            if (/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflowX)) return true;
        }
    };
    return document.documentElement.scrollWidth + ' px: ' + [...document.querySelectorAll('body *')]
        .filter(element => element.getBoundingClientRect().right > width + 0.5 && !inScroller(element))
        .slice(0, 3).map(element => element.outerHTML.slice(0, 90)).join(' | ');
}
"""


# Ids that several elements have.
twice = """
() => Object.entries(Object.groupBy([...document.querySelectorAll('[id]')], element => element.id))
    .filter(([, elements]) => elements.length > 1).map(([id]) => id)
"""

# What Tab can come to.
stops = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]"

# Where Tab leads against the reading order: a positive tabindex, or neighbours of which the later one stands above or left of the earlier one.
out_of_order = """
selector => {
    const stops = [...document.querySelectorAll(selector)]
        .filter(element => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }));
    const faults = stops.filter(element => element.tabIndex > 0).map(element => 'tabindex: ' + element.outerHTML.slice(0, 90));
    const around = new Set();
    for (const stop of stops) for (let up = stop; up.parentElement; up = up.parentElement) around.add(up.parentElement);
    for (const parent of around) {
        const parts = [...parent.children].filter(part => (around.has(part) || stops.includes(part))
            && part.checkVisibility() && !/absolute|fixed|sticky/.test(getComputedStyle(part).position));
        parts.slice(1).forEach((part, index) => {
            const [before, box] = [parts[index].getBoundingClientRect(), part.getBoundingClientRect()];
            const isAbove = box.bottom <= before.top + 1, isLeft = box.right <= before.left + 1 && box.top < before.bottom - 1;
            if (isAbove || isLeft) faults.push((isAbove ? 'above' : 'left of') + ' its predecessor: ' + part.outerHTML.slice(0, 90));
        });
    }
    return faults;
}
"""

# What something else covers when the focus comes to it.
covered = """
selector => {
    const stops = [...document.querySelectorAll(selector)]
        .filter(element => element.tabIndex >= 0 && !element.disabled && element.checkVisibility({ visibilityProperty: true }));
    return stops.filter(element => {
        element.focus({ focusVisible: true });
        if (document.activeElement !== element) return false;
        // A link over several lines has a box for each.
        const box = (element.closest('label') ?? element).getClientRects()[0];
        const [x, y] = [(Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2, (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2];
        const shown = document.elementFromPoint(x, y);
        return !shown || !(element.contains(shown) || shown.contains(element) || element.closest('label')?.contains(shown)
            || [...(element.labels ?? [])].some(label => label.contains(shown)));
    }).map(element => element.outerHTML.slice(0, 90));
}
"""


def violations(page, only=None):
    run = {"type": "rule", "values": only} if only else {"type": "tag", "values": tags}
    found = Axe().run(page, options={"runOnly": run, "resultTypes": ["violations"]}).response["violations"]
    return [f"{one['id']}: {node['target'][0]} ({' '.join(node.get('failureSummary', '').split())[:200]})"
            for one in found for node in one["nodes"][:3]]


def order_and_focus(page):
    return [f"Tab leaves the reading order: {one}" for one in page.evaluate(out_of_order, stops)[:3]] + [
        f"the focus is covered: {one}" for one in page.evaluate(covered, stops)[:3]]


def check_page(entry):
    name, template, who, status = (*entry, 200)[:4]

    def run(work):
        reader = scene.reader(work, who)
        page = reader.page
        page.set_viewport_size({"width": 1280, "height": 860})
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        answer = reader.go(scene.of(work).path(template))
        faults = [] if answer.status == status else [f"status {answer.status}"]
        faults += [f"light, {fault}" for fault in violations(page)]
        faults += order_and_focus(page)
        faults += [f"several elements have the id {id}" for id in page.evaluate(twice)[:3]]
        headings = page.locator("h1").count()
        if headings != 1:
            faults.append(f"{headings} headings of the first level")
        page.set_viewport_size({"width": 390, "height": 844})
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        faults += [f"dark, phone, {fault}" for fault in violations(page, ["color-contrast", "target-size", "link-in-text-block"])]
        faults += [f"smaller than 24 px: {one}" for one in page.evaluate(small_targets)[:3]]
        faults += [f"phone, {fault}" for fault in order_and_focus(page)]
        page.set_viewport_size({"width": 320, "height": 640})
        wide = page.evaluate(too_wide)
        if wide:
            faults.append(f"at 320 px the page is {wide}")
        faults += reader.complaints
        if faults:
            raise AssertionError("; ".join(faults))
    return f"axe: {name}", run


def check_theme(entry, theme, mode):
    name, template, who = entry[:3]

    def run(work):
        reader = scene.reader(work, who, color_scheme=mode)
        reader.context.add_cookies([{"name": "larder_look", "value": theme, "url": work.kitchen.url}])
        reader.go(scene.of(work).path(template))
        faults = violations(reader.page)
        if faults:
            raise AssertionError("; ".join(faults))
    return f"axe: {name} (theme {theme}, {mode})", run


def checks(is_long):
    answer = [check_page(entry) for entry in scene.routes]
    if is_long:
        answer += [check_theme(entry, theme, mode) for entry in scene.routes for theme in themes for mode in ("light", "dark")]
    return answer
