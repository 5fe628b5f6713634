"""A person at a browser, who uses the app by mouse or by keyboard alone, with scripts or without."""
import re

from playwright.sync_api import Error, TimeoutError as Late, expect

# A debug build on a busy machine takes 15 s to change a password.
patience = 60_000
expect.set_options(timeout=patience)

# The part in use: an open dialog, else the page.
part_in_use = "dialog[open], body:not(:has(dialog[open]))"

# Steps of Tab from the focus to an element.
distance = """
target => {
    const around = document.querySelector('dialog[open]') ?? document;
    const all = [...around.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter(element =>
        element.tabIndex >= 0 && !element.disabled && element.type !== 'hidden' && element.checkVisibility({ visibilityProperty: true })
        && !(element.type === 'radio' && element !== target && !element.checked));
    const active = document.activeElement;
    if (active === target) return 0;
    // Tab reaches a group of radio buttons as one stop: from behind it is the last button.
    if (active.type === 'radio' && target.type === 'radio' && active.name === target.name) return 0;
    const [here, there] = [all.indexOf(active), all.indexOf(target)];
    if (there < 0) return null;
    const steps = here < 0 ? there + 1 : there - here;
    // Tab goes around: the end is near the beginning.
    return Math.abs(steps) <= all.length / 2 ? steps : steps - Math.sign(steps) * (all.length + 1);
}
"""


class Person:
    def __init__(self, browser, kitchen, *, scripts, width, keys, member=None, style=None, **options):
        self.kitchen, self.scripts, self.width, self.keys = kitchen, scripts, width, keys
        self.is_phone = width < 700
        height = 844 if self.is_phone else 860
        self.context = browser.new_context(
            base_url=kitchen.url, java_script_enabled=scripts, viewport={"width": width, "height": height},
            reduced_motion="reduce", **options)
        self.context.set_default_timeout(patience)
        if style:
            self.context.route(re.compile(r"/static/[^/]+/look\.css$"), lambda route: route.fulfill(
                body=style, content_type="text/css; charset=utf-8"))
        self.complaints = []
        self.page = self.new_page()
        if member:
            self.sign_in(member)

    def new_page(self):
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"a script failed: {error}"))
        page.on("console", lambda message: "Content Security Policy" in message.text and self.complaints.append(message.text[:200]))
        page.on("dialog", self.opened)
        return page

    def opened(self, dialog):
        # Leaving an editor with a draft may ask.
        if dialog.type != "beforeunload":
            self.complaints.append(f"a script opened a dialog: {dialog.message}")
        dialog.accept()

    def sign_in(self, member):
        """By cookie. The stories of sign-in use the form."""
        self.context.add_cookies([{"name": "larder_session", "value": member.token, "url": self.kitchen.url, "httpOnly": True}])

    def close(self):
        self.context.close()

    # --- Doing ---

    @property
    def part(self):
        return self.page.locator(part_in_use).first

    def go(self, path):
        for is_last in (False, False, True):
            try:
                answer = self.page.goto(path)
                break
            except Error as error:
                # The page behind a form that was just sent may still be on its way.
                if is_last or "interrupted by another navigation" not in str(error):
                    raise
                self.ready()
        if self.scripts:
            self.ready()
        return answer

    def ready(self):
        """The modules have begun: what was pressed before would go the plain way, which works too, but is another path."""
        self.page.wait_for_load_state("load")

    def find(self, role, name, within=None, exact=True):
        # The editor has a hidden button of the same name, for the Enter key.
        return (within or self.part).get_by_role(role, name=name, exact=exact).and_(self.page.locator(":not(.hide)")).locator("visible=true").first

    def link(self, name, within=None, exact=True):
        self.press(self.find("link", name, within, exact))

    def button(self, name, within=None, exact=True):
        self.press(self.find("button", name, within, exact))

    def press(self, target):
        if not self.keys:
            return target.click()
        self.reach(target)
        kind = target.evaluate("element => element.localName")
        self.page.keyboard.press("Enter" if kind in ("a", "summary") else "Space")

    def reach(self, target):
        """Moves the focus to an element by Tab."""
        target.wait_for(state="visible")
        for _ in range(12):
            steps = target.evaluate(distance)
            if steps == 0:
                return
            if steps is None:
                break
            key = "Tab" if steps > 0 else "Shift+Tab"
            for _ in range(abs(steps)):
                self.page.keyboard.press(key)
        raise AssertionError(f"Tab does not reach {target}")

    def field(self, label):
        return self.part.get_by_label(label, exact=True).locator("visible=true").first

    def fill(self, label, text):
        self.write(self.field(label), text)

    def write(self, field, text):
        if not self.keys or field.get_attribute("type") in ("date", "number"):
            return field.fill(text)
        self.reach(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(text)

    def choose(self, label, option):
        field = self.field(label)
        if not self.keys:
            field.select_option(label=option)
            return
        self.reach(field)
        self.page.keyboard.type(option)
        expect(field.locator("option:checked")).to_have_text(option)

    def tick(self, label):
        field = self.field(label)
        if not self.keys:
            return field.check()
        self.reach(field)
        self.page.keyboard.press("Space")
        expect(field).to_be_checked()

    def pick(self, label):
        """Chooses a radio button."""
        field = self.part.get_by_label(label, exact=True).first
        if not self.keys:
            return field.check(force=True)
        group = self.part.locator(f"input[type=radio][name='{field.get_attribute('name')}']")
        chosen = group.and_(self.page.locator(":checked"))
        self.reach(chosen if chosen.count() else group.first)
        if not chosen.count():
            self.page.keyboard.press("Space")
        for _ in range(group.count()):
            if field.is_checked():
                return
            self.page.keyboard.press("ArrowRight")
        expect(field).to_be_checked()

    def open(self, summary):
        self.press(self.part.locator("summary", has_text=summary).locator("visible=true").first)

    # --- Seeing ---

    @property
    def main(self):
        return self.page.locator("main")

    def sees(self, text, within=None):
        expect((within or self.part).get_by_text(text).locator("visible=true").first).to_be_visible()

    def sees_not(self, text, within=None):
        expect((within or self.part).get_by_text(text)).to_have_count(0)

    def told(self, text):
        """The message after a form, in the live region."""
        expect(self.page.locator("#said")).to_contain_text(text)

    def heading(self, text):
        expect(self.part.get_by_role("heading", name=text, level=1).first).to_be_visible()

    def at(self, path):
        expect(self.page).to_have_url(re.compile(re.escape(self.kitchen.url) + path))

    def card(self, recipe):
        """The card of a recipe, also of its repost."""
        return self.page.locator(f"article:has(a[href='/{recipe}'], a[href^='/{recipe}?'])").first


def eventually(page, check, expected, what):
    """Waits until `check()` answers `expected`: with scripts the page shows a result before the service has it."""
    for _ in range(50):
        found = check()
        if found == expected:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{what}: {found!r}, not {expected!r}")


def equal(found, expected, what):
    if found != expected:
        raise AssertionError(f"{what}: {found!r}, not {expected!r}")


__all__ = ["Late", "Person", "equal", "eventually", "expect"]
