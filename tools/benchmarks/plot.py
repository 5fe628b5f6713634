"""Draws what an event costs as the log grows: plot.py REPORT.json… > growth.svg

Each report is what `larder bench --json` says of a synthetic community of one size. Both axes are logarithmic; time runs up in
microseconds for each event, or for each question.
"""
import json
import math
import sys

# What is drawn, how it is called, in which colour. Rates become costs: microseconds for each event.
LINES = [
    ("populate", "decide, seal, append: an event", "#b5482f"),
    ("views", "fold all views: an event", "#d58b1b"),
    ("boards", "fold all boards: an event", "#5a8f3c"),
    ("query.profile", "ask for a profile", "#2b7a9b"),
    ("query.recipe", "ask for a recipe", "#3f5fbf"),
    ("query.feed", "ask for a feed's page", "#7a4fa3"),
    ("query.around", "ask for one's place on a board", "#9b3f7a"),
]
WIDTH, HEIGHT = 860, 470
LEFT, RIGHT, TOP, BOTTOM = 70, 600, 50, 410


def microseconds(figure):
    return figure["value"] * 1000 if figure["unit"] == "ms" else 1e6 / figure["value"]


def words(count):
    return f"{count / 1e6:g} M" if count >= 1e6 else f"{count / 1e3:g} k"


def main():
    reports = []
    for path in sys.argv[1:]:
        with open(path) as text:
            reports.append(json.load(text))
    reports.sort(key=lambda report: report["events"])
    lines = []
    for name, label, colour in LINES:
        points = [(report["members"] * 100, microseconds(figure)) for report in reports
                  for figure in report["figures"] if figure["name"] == name]
        if points:
            lines.append((label, colour, points))
    counts = sorted({count for _, _, points in lines for count, _ in points})
    costs = [cost for _, _, points in lines for _, cost in points]
    low, high = math.floor(math.log10(min(costs))), math.ceil(math.log10(max(costs)))
    first, last = math.log10(counts[0]), math.log10(counts[-1])

    def x(count):
        return LEFT + (RIGHT - LEFT) * (math.log10(count) - first) / max(last - first, 1e-9)

    def y(cost):
        return BOTTOM - (BOTTOM - TOP) * (math.log10(cost) - low) / max(high - low, 1)

    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
          'font-family="system-ui, sans-serif" font-size="13">')
    print(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>')
    print(f'<text x="{LEFT}" y="26" font-size="16" fill="#222">What an event and a question cost as the log grows</text>')
    for power in range(low, high + 1):
        cost = 10.0 ** power
        label = f"{cost:g} µs" if cost < 1000 else f"{cost / 1000:g} ms"
        print(f'<path d="M{LEFT} {y(cost):.1f}H{RIGHT}" stroke="#ddd"/>')
        print(f'<text x="{LEFT - 8}" y="{y(cost) + 4:.1f}" text-anchor="end" fill="#555">{label}</text>')
    for count in counts:
        print(f'<path d="M{x(count):.1f} {TOP}V{BOTTOM}" stroke="#eee"/>')
        print(f'<text x="{x(count):.1f}" y="{BOTTOM + 20}" text-anchor="middle" fill="#555">{words(count)}</text>')
    print(f'<text x="{(LEFT + RIGHT) / 2}" y="{BOTTOM + 44}" text-anchor="middle" fill="#555">events in the log</text>')
    # Labels stand beside the last points, as far apart as they must be.
    labelled = sorted(lines, key=lambda line: line[2][-1][1], reverse=True)
    lowest = TOP - 20.0
    for label, colour, points in labelled:
        path = " ".join(f"{x(count):.1f},{y(cost):.1f}" for count, cost in points)
        print(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for count, cost in points:
            print(f'<circle cx="{x(count):.1f}" cy="{y(cost):.1f}" r="3" fill="{colour}"/>')
        place = max(y(points[-1][1]) + 4, lowest + 17)
        lowest = place
        print(f'<text x="{RIGHT + 12}" y="{place:.1f}" fill="{colour}">{label}</text>')
    print("</svg>")


if __name__ == "__main__":
    main()
