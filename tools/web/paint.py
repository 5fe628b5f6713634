"""The pictures of the sample community, drawn so that no photo is needed: a table, a dish, what is in it."""
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
    "fork-shakshuka": (("#d9d2c2", "#b4aa95"), ("#4a4442", "#1d1a19"), ("#6f9a3c", "#3f6b22"),
                       [("leaf", "#7fae48", 110), ("leaf", "#35602a", 90), ("egg", "#fffdf5", 4), ("crumb", "#fdf9ec", 40), ("dot", "#d9452b", 12)]),
    "imam-bayildi": (("#dcd3c4", "#b9ac99"), ("#c9805a", "#6d3620"), ("#b8402a", "#7d2416"),
                     [("half", "#4c2d4f", 5), ("dot", "#e0603a", 50), ("leaf", "#4d8a3a", 40), ("grain", "#f3e4c2", 60)]),
    "dan-dan": (("#3f464b", "#2a2f33"), ("#c4d4e2", "#8fa8bd"), ("#a8552c", "#7a3418"),
                [("noodle", "#f0d9a0", 46), ("dot", "#7c3a20", 50), ("leaf", "#5b9a3f", 44), ("dot", "#d9452b", 14)]),
    "pancakes": (("#e6d8c8", "#c6b29c"), ("#ffffff", "#d8d8dc"), ("#e0a659", "#b9772e"),
                 [("dot", "#c98a3f", 40), ("berry", "#3c4a86", 26), ("berry", "#b3243c", 18), ("swirl", "#fff4dc", 2)]),
    "quinoa-bowl": (("#8d9c86", "#66755f"), ("#f6f4ee", "#d4cfc2"), ("#e3d3a4", "#bda66c"),
                    [("crumb", "#f6ecd0", 170), ("half", "#e08a3c", 9), ("leaf", "#6aa83f", 60), ("leaf", "#3f7f31", 40), ("ring", "#d9a7c0", 12)]),
    "goulash": (("#7b4f36", "#563421"), ("#7d8f9b", "#4d5d68"), ("#a04a25", "#6c2c14"),
                [("cube", "#7a3b1e", 22), ("dot", "#c8683a", 60), ("noodle", "#c98a4e", 12), ("cube", "#8f4a26", 12), ("leaf", "#4d8a3a", 26)]),
    "chili": (("#a88d6a", "#7d6546"), ("#3f5f78", "#27404f"), ("#8f2f1c", "#5c180e"),
              [("cube", "#5f2413", 20), ("bean", "#6b1d22", 56), ("dot", "#d4502a", 30), ("swirl", "#fdf9ec", 2), ("leaf", "#5b9a3f", 22)]),
    "bacalhau-a-bras": (("#7f98a6", "#5a7280"), ("#fbf8f1", "#d9d2c4"), ("#efcf72", "#d0a63f"),
                        [("stick", "#f3d98a", 150), ("flake", "#fffaf0", 30), ("stick", "#d9a23c", 90), ("leaf", "#3f7a35", 40),
                         ("berry", "#2c2430", 12)]),
    "kheer": (("#b9764e", "#8a5334"), ("#f2efe9", "#cfc8bb"), ("#fbf3e2", "#ecdcbc"),
              [("grain", "#fffaf0", 220), ("grain", "#e8cf9c", 50), ("crumb", "#8fae52", 60), ("dot", "#c98a3f", 16), ("leaf", "#c9707f", 9)]),
    "enchiladas-verdes": (("#d8c3a5", "#b59c7a"), ("#c46a3c", "#8f4524"), ("#8fae3f", "#5f8228"),
                          [("roll", "#e2b566", 5), ("crumb", "#fffaf0", 120), ("ring", "#c9709a", 22), ("leaf", "#3f7a35", 60)]),
    "pajeon": (("#4d4540", "#312b28"), ("#5b6b62", "#39463f"), ("#e3b662", "#b98433"),
               [("dot", "#c98f42", 70), ("stalk", "#5f9a3f", 22), ("stalk", "#8fbf5a", 14), ("dot", "#d9452b", 12), ("dot", "#f0d08c", 40)]),
    "chocolate-chip-cookies": (("#e9dccb", "#c9b79f"), ("#c7c9cc", "#9a9da2"), ("#b4b7bb", "#8f9297"), [("cookie", "#c98a4b", 6)]),
    "onion-soup": (("#6b5647", "#493a2f"), ("#8c5a3c", "#573422"), ("#a8652c", "#74401a"),
                   [("noodle", "#d09a52", 22), ("toast", "#dba556", 3), ("crumb", "#fbe3a4", 90), ("leaf", "#4d7a3a", 16)]),
    "apfelkuchen": (("#93a5ad", "#6d8088"), ("#fdfbf6", "#dcd6ca"), ("#e6b768", "#c48a3a"),
                    [("dot", "#d7a050", 60), ("apple", "#f2dc9c", 7), ("crumb", "#fffdf6", 160)]),
    "tiramisu": (("#c9bcae", "#a3937f"), ("#e9eef0", "#b7c0c4"), ("#6a4128", "#452617"),
                 [("crumb", "#7d5236", 260), ("crumb", "#331a0f", 240), ("slice", "#f7ead0", 1)]),
    "cornbread": (("#a3623c", "#753f22"), ("#413c39", "#1f1b19"), ("#efc25c", "#cf9430"),
                  [("dot", "#e0ac48", 80), ("crumb", "#f8dc92", 120), ("cut", "#b57a26", 4), ("butter", "#fff1b8", 1)]),
    "fork-falafel": (("#c9b08f", "#a08666"), ("#4f7f86", "#2f575d"), ("#e9dcc0", "#cdbb95"),
                     [("leaf", "#6aa83f", 40), ("ball", "#9a6a34", 9), ("swirl", "#fffaf0", 2), ("dot", "#d9452b", 16), ("leaf", "#3f7f31", 26)]),
    "tom-yum": (("#5d7a6a", "#3f5a4c"), ("#f4f1ea", "#cbc4b6"), ("#e2793a", "#b84f1e"),
                [("dot", "#f0a05c", 60), ("prawn", "#f6b49a", 6), ("flake", "#f3e6d0", 16), ("leaf", "#3f7a35", 26), ("dot", "#c3261c", 16),
                 ("stalk", "#cfd98a", 5)]),
}
# These lie in a rectangular dish.
trays = {"enchiladas-verdes", "chocolate-chip-cookies", "tiramisu"}


def spot(draw, reach):
    """A place in the dish, evenly over its area."""
    angle, far = draw.uniform(0, math.tau), reach * math.sqrt(draw.random())
    return 600 + far * math.cos(angle), 450 + far * math.sin(angle), math.degrees(angle)


def around(index, count, far, has_middle=False):
    """The place of one of `count` pieces that lie in a circle, the first of them in its middle if it has one."""
    if has_middle and index == 0:
        return 600, 450
    angle = (0.9 + index * math.tau / count) * (count / (count - 1) if has_middle else 1)
    return 600 + far * math.cos(angle), 450 + far * math.sin(angle)


def piece(draw, shape, colour, index, count, is_tray):
    x, y, _ = spot(draw, 285)
    if is_tray:
        x, y = draw.uniform(205, 995), draw.uniform(180, 720)
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
    if shape == "crumb":
        return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{draw.uniform(2.5, 6.5):.1f}" fill="{colour}"/>'
    if shape == "stick":
        return f'<rect {at} x="-34" y="-3.5" width="{draw.uniform(46, 74):.0f}" height="7" rx="3" fill="{colour}"/>'
    if shape == "stalk":
        return f'<rect {at} x="-120" y="-7" width="{draw.uniform(150, 240):.0f}" height="14" rx="6" fill="{colour}" opacity=".9"/>'
    if shape == "flake":
        return f'<path {at} d="M-34-6Q-8-26 26-14T36 12Q6 28-24 18T-34-6" fill="{colour}"/>'
    if shape == "cube":
        return (f'<g {at}><rect x="-28" y="-24" width="56" height="48" rx="11" fill="{colour}"/>'
                '<path d="M-18-14H14" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".18"/></g>')
    if shape == "bean":
        return f'<g {at}><path d="M-21 4C-22-16-4-18 2-10S24-14 21 4 2 18-4 14-19 16-21 4" fill="{colour}"/><ellipse cx="-8" cy="-4" rx="6" ry="3" fill="#fff" opacity=".3"/></g>'
    if shape == "prawn":
        stripes = "".join(f'<path d="M{-40 + step * 22} {-52 + abs(step - 2) * 9}L{-30 + step * 15} {-14 + abs(step - 2) * 6}" stroke="#d9683c" stroke-width="6"/>' for step in range(5))
        return (f'<g {at}><path d="M-62 26C-66-46 58-66 62 14L40 24C36-22-30-18-34 22Z" fill="{colour}"/><g opacity=".55">{stripes}</g>'
                f'<path d="M62 14L84 34 56 40 40 24Z" fill="#e2673c"/></g>')
    # What follows lies apart: in rows on a tray, in a circle in a round dish.
    if shape == "roll":
        x = 262 + index * 169
        return (f'<rect x="{x - 70}" y="215" width="140" height="470" rx="62" fill="#6b3d12" opacity=".35" transform="translate(7 9)"/>'
                f'<rect x="{x - 70}" y="215" width="140" height="470" rx="62" fill="{colour}"/><path d="M{x + 34} 240V660" stroke="#a8772c" stroke-width="5" opacity=".5"/>'
                f'<path d="M{x - 70} 360C{x - 20} {330 + draw.uniform(-20, 20):.0f} {x + 30} 372 {x + 70} 342V{560 + draw.uniform(-30, 30):.0f}C{x + 20} 600 {x - 30} 540 {x - 70} 580Z" fill="#7d9f35" opacity=".92"/>')
    if shape == "cookie":
        x, y = 330 + index % 3 * 270 + draw.uniform(-12, 12), 315 + index // 3 * 270 + draw.uniform(-12, 12)
        inside = ""
        for _ in range(15):
            angle, far = draw.uniform(0, math.tau), 92 * math.sqrt(draw.random())
            size = draw.uniform(9, 19)
            inside += (f'<rect x="{far * math.cos(angle) - size:.0f}" y="{far * math.sin(angle) - size * .8:.0f}" width="{size * 2:.0f}" height="{size * 1.6:.0f}" '
                       f'rx="7" fill="#4a2a18" transform="rotate({draw.uniform(-40, 40):.0f})"/>')
        for _ in range(14):
            angle, far = draw.uniform(0, math.tau), 98 * math.sqrt(draw.random())
            inside += f'<rect x="{far * math.cos(angle):.0f}" y="{far * math.sin(angle):.0f}" width="6" height="6" fill="#fff" opacity=".9"/>'
        return (f'<g transform="translate({x:.0f} {y:.0f})"><circle cx="6" cy="10" r="119" fill="#000" opacity=".22"/><circle r="118" fill="#b3733a"/>'
                f'<circle r="106" cx="-3" cy="-4" fill="{colour}"/><circle r="70" cx="-12" cy="-14" fill="#e0ab69" opacity=".5"/>{inside}</g>')
    if shape == "slice":
        return (f'<path d="M640 470H1010V735H640Z" fill="#2a160d" opacity=".55"/><path d="M652 482H1010V735H652Z" fill="{colour}"/>'
                '<path d="M652 540H1010M652 640H1010" stroke="#c79a63" stroke-width="30"/><path d="M652 585H1010M652 690H1010" stroke="#fffaf0" stroke-width="10"/>')
    if shape == "cut":
        angle = index * math.pi / count + .2
        dx, dy = 318 * math.cos(angle), 318 * math.sin(angle)
        return f'<path d="M{600 - dx:.0f} {450 - dy:.0f}L{600 + dx:.0f} {450 + dy:.0f}" stroke="{colour}" stroke-width="7"/>'
    if shape == "butter":
        return ('<g transform="translate(560 420) rotate(-14)"><path d="M-20-20C60-60 170-10 150 60S10 150-40 90-70 10-20-20" fill="#f8d873" opacity=".75"/>'
                f'<rect x="-10" y="-10" width="98" height="82" rx="12" fill="#d9ae4a"/><rect x="-14" y="-16" width="96" height="80" rx="12" fill="{colour}"/></g>')
    if shape == "ball":
        x, y = around(index, count, 176, has_middle=True)
        rough = "".join(f'<circle cx="{draw.uniform(-42, 42):.0f}" cy="{draw.uniform(-42, 42):.0f}" r="{draw.uniform(3, 8):.0f}" fill="{draw.choice(["#6f4a20", "#b98a4c", "#5f7a2c"])}"/>' for _ in range(24))
        return f'<g transform="translate({x:.0f} {y:.0f})"><circle cx="5" cy="8" r="62" fill="#000" opacity=".2"/><circle r="61" fill="{colour}"/>{rough}<circle cx="-16" cy="-18" r="18" fill="#fff" opacity=".12"/></g>'
    if shape == "toast":
        x, y = around(index, count, 142)
        return (f'<g transform="translate({x:.0f} {y:.0f}) rotate({turn:.0f})"><ellipse cx="4" cy="8" rx="118" ry="98" fill="#3b1f0c" opacity=".35"/><ellipse rx="117" ry="97" fill="#a86a2c"/>'
                f'<ellipse rx="104" ry="84" fill="{colour}"/><path d="M-96-10C-70-86 20-92 66-62S104 26 62 66-44 92-80 56-98 20-96-10" fill="#f7d988"/>'
                '<path d="M-50-20C-20-44 20-34 34-12" stroke="#d99a3c" stroke-width="14" fill="none" stroke-linecap="round" opacity=".6"/></g>')
    if shape == "apple":
        x, y = around(index, count, 205, has_middle=True)
        scores = "".join(f'<path d="M{step * 17} {-58 + abs(step) * 5}Q{step * 19} 0 {step * 17} {58 - abs(step) * 5}" stroke="#b98433" stroke-width="4" fill="none"/>' for step in range(-4, 5))
        return f'<g transform="translate({x:.0f} {y:.0f}) rotate({turn:.0f})"><ellipse cx="3" cy="6" rx="88" ry="73" fill="#7a4a14" opacity=".4"/><ellipse rx="86" ry="70" fill="{colour}"/>{scores}</g>'
    # An egg.
    x, y = around(index, 4, 165)
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
    is_tray = name in trays
    inside = "".join(
        piece(draw, shape, colour, index, number, is_tray) for shape, colour, number in pieces for index in range(number))
    if is_tray:
        rim = """<rect x="124" y="96" width="1000" height="760" rx="60" fill="#1a0f08" opacity=".3"/><rect x="100" y="64" width="1000" height="760" rx="56" fill="url(#d)"/>
            <rect x="128" y="92" width="944" height="704" rx="40" fill="none" stroke="#000" opacity=".16" stroke-width="4"/>"""
        bed = '<rect x="152" y="116" width="896" height="656" rx="30"'
    else:
        rim = """<circle cx="622" cy="484" r="388" fill="#1a0f08" opacity=".3"/><circle cx="600" cy="450" r="386" fill="url(#d)"/>
            <circle cx="600" cy="450" r="346" fill="none" stroke="#000" opacity=".16" stroke-width="4"/>"""
        bed = '<circle cx="600" cy="450" r="318"'
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 900" width="1200" height="900">
        <defs><linearGradient id="t" x2="1" y2="1"><stop stop-color="{table[0]}"/><stop offset="1" stop-color="{table[1]}"/></linearGradient>
        <radialGradient id="d" cx=".4" cy=".34" r=".8"><stop stop-color="{dish[0]}"/><stop offset=".8" stop-color="{dish[1]}"/></radialGradient>
        <radialGradient id="s" cx=".45" cy=".4" r=".7"><stop stop-color="{sauce[0]}"/><stop offset="1" stop-color="{sauce[1]}"/></radialGradient>
        <clipPath id="c">{bed}/></clipPath></defs><rect width="1200" height="900" fill="url(#t)"/>{boards}
        <path d="M0 0H430L170 560 0 640Z" fill="#fff" opacity=".2"/>{rim}{bed} fill="url(#s)"/><g clip-path="url(#c)">{inside}</g></svg>"""


def draw_all(browser, folder):
    """Writes each drawing as WebP of 800 × 600 pixels, some 16 kB each."""
    page = browser.new_page(viewport={"width": 1200, "height": 900})
    for name in dishes:
        page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing(name)}")
        picture = Image.open(io.BytesIO(page.screenshot(type="png"))).convert("RGB")
        picture.resize((800, 600), Image.LANCZOS).save(folder / f"{name}.webp", quality=72, method=6)


def plain(width, height, colour="#b85c38"):
    """A small PNG of one colour."""
    file = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(file, "PNG")
    return file.getvalue()
