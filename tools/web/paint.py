"""Pictures of food that the tests paint themselves, so that no photo of a cook is needed: a table, a dish, what is in it."""
import io
import math
import random

from PIL import Image

# Table, dish and sauce, each from light to dark; the shapes of what lies in it, with colour and number.
dishes = {
    "nasi-goreng": (("#966a4a", "#6e4a31"), ("#d3dde6", "#a9bccb"), ("#d08a3e", "#a8622a"),
                    [("grain", "#f2dfb0", 240), ("grain", "#e3b25c", 160), ("dot", "#d9452b", 26), ("leaf", "#4d8a3a", 34),
                     ("ring", "#fff6e4", 14), ("egg", "#fffdf5", 1)]),
    "shakshuka": (("#515a5c", "#333a3d"), ("#4a4442", "#1d1a19"), ("#d4502a", "#9c2a14"),
                  [("dot", "#e2673c", 70), ("dot", "#8f2412", 60), ("egg", "#fffdf5", 4), ("leaf", "#3f7a35", 46)]),
    "pea-soup": (("#d9d2c2", "#b4aa95"), ("#f3efe6", "#cfc6b4"), ("#86b04a", "#557f2c"),
                 [("dot", "#a9cc6a", 90), ("dot", "#4f7d2a", 60), ("leaf", "#2f6b39", 26), ("swirl", "#fdf9ec", 3)]),
    "stuffed-aubergines": (("#dcd3c4", "#b9ac99"), ("#c9805a", "#6d3620"), ("#b8402a", "#7d2416"),
                           [("half", "#4c2d4f", 5), ("dot", "#e0603a", 50), ("leaf", "#4d8a3a", 40), ("grain", "#f3e4c2", 60)]),
    "dan-dan": (("#3f464b", "#2a2f33"), ("#c4d4e2", "#8fa8bd"), ("#a8552c", "#7a3418"),
                [("noodle", "#f0d9a0", 46), ("dot", "#7c3a20", 50), ("leaf", "#5b9a3f", 44), ("dot", "#d9452b", 14)]),
    "pancakes": (("#e6d8c8", "#c6b29c"), ("#ffffff", "#d8d8dc"), ("#e0a659", "#b9772e"),
                 [("dot", "#c98a3f", 40), ("berry", "#3c4a86", 26), ("berry", "#b3243c", 18), ("swirl", "#fff4dc", 2)]),
    "salad": (("#8d9c86", "#66755f"), ("#f6f4ee", "#d4cfc2"), ("#8fbf5a", "#5b8c33"),
              [("leaf", "#6aa83f", 120), ("leaf", "#3f7f31", 90), ("dot", "#d9452b", 24), ("ring", "#d9a7c0", 14), ("dot", "#f2dfb0", 30)]),
    "stew": (("#7b4f36", "#563421"), ("#7d8f9b", "#4d5d68"), ("#8a4a25", "#5c2c14"),
             [("half", "#e08a3c", 9), ("dot", "#b06a34", 60), ("half", "#c9a56a", 7), ("leaf", "#4d8a3a", 40)]),
}


def spot(draw, reach):
    """A place in the dish, evenly over its area."""
    angle, far = draw.uniform(0, math.tau), reach * math.sqrt(draw.random())
    return 600 + far * math.cos(angle), 450 + far * math.sin(angle), math.degrees(angle)


def piece(draw, shape, colour, index):
    x, y, _ = spot(draw, 285)
    turn = draw.uniform(0, 360)
    at = f'transform="translate({x:.0f} {y:.0f}) rotate({turn:.0f})"'
    if shape == "grain":
        return f'<ellipse {at} rx="{draw.uniform(9, 14):.1f}" ry="4" fill="{colour}"/>'
    if shape == "dot":
        size = draw.uniform(7, 17)
        return f'<g {at}><circle r="{size:.0f}" fill="{colour}"/><circle cx="{-size / 3:.0f}" cy="{-size / 3:.0f}" r="{size / 4:.0f}" fill="#fff" opacity=".28"/></g>'
    if shape == "berry":
        return f'<g {at}><circle r="21" fill="{colour}"/><circle cx="-7" cy="-7" r="5" fill="#fff" opacity=".35"/></g>'
    if shape == "leaf":
        long = draw.uniform(16, 27)
        return f'<path {at} d="M{-long:.0f} 0Q0 {-long * .6:.0f} {long:.0f} 0Q0 {long * .6:.0f} {-long:.0f} 0" fill="{colour}"/>'
    if shape == "ring":
        return f'<circle {at} r="{draw.uniform(14, 25):.0f}" fill="none" stroke="{colour}" stroke-width="6"/>'
    if shape == "half":
        return f'<g {at}><path d="M-62 0A62 46 0 0 0 62 0A62 20 0 0 0-62 0" fill="{colour}"/><path d="M-50 2A50 14 0 0 1 50 2" fill="#fff" opacity=".16"/></g>'
    if shape == "noodle":
        return (f'<path {at} d="M-150 {draw.uniform(-30, 30):.0f}C-70 {draw.uniform(-110, 110):.0f} 70 {draw.uniform(-110, 110):.0f} 150 '
                f'{draw.uniform(-30, 30):.0f}" fill="none" stroke="{colour}" stroke-width="11" stroke-linecap="round"/>')
    if shape == "swirl":
        return f'<path {at} d="M-90 0C-60-60 60-60 90 0S40 60 0 20" fill="none" stroke="{colour}" stroke-width="12" stroke-linecap="round" opacity=".85"/>'
    # Eggs lie apart.
    angle = 0.9 + index * math.tau / 4
    x, y = 600 + 165 * math.cos(angle), 450 + 165 * math.sin(angle)
    return (f'<g transform="translate({x:.0f} {y:.0f}) rotate({turn:.0f})"><path d="M-78 6C-74-66 10-88 58-46S84 62 24 76-82 60-78 6" fill="{colour}"/>'
            '<circle r="36" fill="#f6a81c"/><ellipse cx="-12" cy="-13" rx="10" ry="6" fill="#fff" opacity=".7"/></g>')


def drawing(name):
    """SVG of 1,200 × 900 pixels."""
    table, dish, sauce, pieces = dishes[name]
    draw = random.Random(name)
    boards = "".join(
        f'<path d="M0 {y:.0f}C300 {y + draw.uniform(-8, 8):.0f} 800 {y + draw.uniform(-8, 8):.0f} 1200 {y + draw.uniform(-6, 6):.0f}" '
        f'stroke="#000" stroke-width="{draw.uniform(.8, 2.6):.1f}" fill="none" opacity="{draw.uniform(.05, .16):.2f}"/>'
        for y in (draw.uniform(0, 900) for _ in range(26)))
    inside = "".join(piece(draw, shape, colour, index) for shape, colour, number in pieces for index in range(number))
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900" width="1200" height="900">
        <defs><linearGradient id="t" x2="1" y2="1"><stop stop-color="{table[0]}"/><stop offset="1" stop-color="{table[1]}"/></linearGradient>
        <radialGradient id="d" cx=".4" cy=".34" r=".8"><stop stop-color="{dish[0]}"/><stop offset=".8" stop-color="{dish[1]}"/></radialGradient>
        <radialGradient id="s" cx=".45" cy=".4" r=".7"><stop stop-color="{sauce[0]}"/><stop offset="1" stop-color="{sauce[1]}"/></radialGradient>
        <clipPath id="c"><circle cx="600" cy="450" r="318"/></clipPath></defs><rect width="1200" height="900" fill="url(#t)"/>{boards}
        <path d="M0 0H430L170 560 0 640Z" fill="#fff" opacity=".2"/><circle cx="622" cy="484" r="388" fill="#1a0f08" opacity=".3"/>
        <circle cx="600" cy="450" r="386" fill="url(#d)"/><circle cx="600" cy="450" r="346" fill="none" stroke="#000" opacity=".16" stroke-width="4"/>
        <circle cx="600" cy="450" r="318" fill="url(#s)"/><g clip-path="url(#c)">{inside}</g></svg>"""


def photograph(browser, name):
    """The drawing as JPEG."""
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing(name)}")
    picture = page.screenshot(type="jpeg", quality=88)
    page.close()
    return picture


def plain(width, height, colour="#b85c38"):
    """A small PNG of one colour."""
    file = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(file, "PNG")
    return file.getvalue()
