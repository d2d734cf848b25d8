"""SWUP: a woven band across paper, one weave per colour, a pair for two values, and green stars for star points."""

from __future__ import annotations

from scripts.faces import ink, marks
from scripts.faces.ink import Hue
from scripts.faces.pen import Drawing, Letters, Shape, circle, extent, moved, polygon, rect, stroke, union, without

HUES = (ink.BLACK, ink.RED, ink.BLUE, ink.YELLOW)
PAIRS = {"k1": 14, "r1": 14, "b1": 14, "y1": 14, "k2": 15, "r10": 16}
STARS = {"k1": 1, "r1": 1, "b1": 1, "y1": 1, "k2": 1, "r10": 2}
SWEPT = "k5"
HEIGHT = 28


def sheet(letters: Letters) -> dict[str, Drawing]:
    """All faces of the game by symbol id."""
    faces: dict[str, Drawing] = {}
    for hue in HUES:
        for value in range(1, 14):
            name = f"{hue.letter}{value}"
            faces[name] = full(letters, hue, name, value)
            faces[f"{name}-small"] = small(letters, hue, name, value)
    faces["back"] = marks.back("swup", tile(), 4, 6)
    faces["back-small"] = marks.back("swup", tile(), 3, 5)
    return faces


def full(letters: Letters, hue: Hue, name: str, value: int) -> Drawing:
    face = marks.card().place(band(hue, 56).clip(marks.INNER))
    if name == SWEPT:
        face.place(sweep(0).clip(marks.INNER))
    corner = Drawing()
    if name in PAIRS:
        for shape, colour in (
            (rect(5.7, 46.7, 88.6, 46.6, 23.3), hue.deep),
            (rect(8.3, 49.3, 83.4, 41.4, 20.7), ink.PAPER),
        ):
            face.fill(shape, colour)
        other, size = PAIRS[name], 30 if value > 9 else 36
        figures = pair(letters, value, other, size)
        left, _, right, _ = extent(figures)
        face.fill(moved(figures, 50 - (left + right) / 2, 70 + size * 0.334), hue.deep)
        corner.fill(moved(pair(letters, value, other, 25 if value > 9 else 30), 6, 29), hue.deep)
        corner.place(marks.on_paper(hue, 14, 40, 6))
    else:
        face.fill(circle(50, 70, 28.3), hue.deep).fill(circle(50, 70, 25.7), ink.PAPER)
        size = 42 if value < 10 else 38
        face.fill(letters.at(str(value), size, 50, 70 + size * 0.334), hue.deep)
        figures = letters.at(str(value), 36, 6, 32, left=True) if value > 9 else letters.at(str(value), 36, 17, 32)
        corner.fill(figures, hue.deep).place(marks.on_paper(hue, 17, 42, 6.4))
    for number in range(STARS.get(name, 0)):
        corner.fill(moved(star(), 87, 18 + 19 * number, 8.6), ink.STAR)
    return face.place(corner).place(marks.turned(corner, 0.74 if name in PAIRS else 0.7))


def small(letters: Letters, hue: Hue, name: str, value: int) -> Drawing:
    face = marks.card().place(band(hue, 99, 1.25).clip(marks.INNER))
    if name == SWEPT:
        face.place(sweep(36).clip(marks.INNER))
    if name not in PAIRS:
        figures = letters.at(str(value), 58, 6, 47, left=True) if value > 9 else letters.at(str(value), 60, 24, 49)
        return face.fill(figures, hue.deep).place(marks.on_paper(hue, 24, 70, 12.5))
    two = STARS[name] > 1
    face.fill(letters.at(str(value), 54, 6, 44, left=True), hue.deep)
    face.fill(letters.at(str(PAIRS[name]), 48, 6, 84, left=True), hue.deep)
    face.place(marks.on_paper(hue, 84 if two else 76, 26, 10 if two else 12))
    for number in range(STARS[name]):
        x, y = (84, 59 + 21 * number) if two else (76, 68)
        face.fill(moved(star(), x, y, 9.6 if two else 12), ink.STAR)
    return face


def pair(letters: Letters, one: int, other: int, size: float) -> Shape:
    """Two values and a light slash, beginning at x = 0 with the baseline at y = 0."""
    first = letters.at(str(one), size, 0, 0, left=True)
    edge = extent(first)[2]
    slash = stroke(f"M{edge + size * 0.07} {size * 0.07}L{edge + size * 0.31} {-size * 0.74}", size * 0.065)
    return union(first, slash, letters.at(str(other), size, edge + size * 0.37, 0, left=True))


def star() -> Shape:
    """Eight petals around the origin."""
    kite = polygon((0, 0), (-0.3, -0.5), (0, -1), (0.3, -0.5))
    return union(*[moved(kite, turn=45 * k) for k in range(8)])


def band(hue: Hue, top: float, scale: float = 1) -> Drawing:
    """The woven band with its borders and teeth. `scale` makes the weave coarser."""
    drawing = Drawing()
    bottom = top + HEIGHT
    if hue in (ink.BLUE, ink.YELLOW, ink.RED):
        drawing.fill(rect(0, top, 100, HEIGHT), hue.fill)
    threads = {"k": herringbone, "r": lozenges, "b": stars, "y": basket}[hue.letter](top, scale)
    drawing.fill(threads, {"k": ink.BLACK.fill, "y": hue.deep}.get(hue.letter, ink.PAPER))
    drawing.clip(rect(0, top, 100, HEIGHT))
    teeth = [polygon((x, top - 2.4), (x + 2.5, top - 6), (x + 5, top - 2.4)) for x in range(0, 100, 5)]
    teeth += [polygon((x, bottom + 2.4), (x + 2.5, bottom + 6), (x + 5, bottom + 2.4)) for x in range(0, 100, 5)]
    return drawing.fill(union(rect(0, top - 2.6, 100, 2.6), rect(0, bottom, 100, 2.6), *teeth), hue.deep)


def herringbone(top: float, scale: float) -> Shape:
    lines, step = [], 7 * scale
    for k in range(-1, int(HEIGHT / step) + 2):
        points = [f"{x * step} {top + k * step + (0 if x % 2 else 6 * scale)}" for x in range(-1, int(100 / step) + 3)]
        lines.append(stroke("M" + "L".join(points), 3 * scale, blunt=True))
    return union(*lines)


def lozenges(top: float, scale: float) -> Shape:
    """Paper lozenges on red. Each has a red lozenge inside, with a paper heart."""
    width, y, parts = 20 * scale, top + HEIGHT / 2, []

    def lozenge(x: float, share: float) -> Shape:
        w, h = width / 2 * share, 13.4 * share
        return polygon((x, y - h), (x + w, y), (x, y + h), (x - w, y))

    for k in range(-3, 4):
        x = 50 + width * k
        parts.append(union(without(lozenge(x, 0.92), lozenge(x, 0.56)), lozenge(x, 0.2)))
    return union(*parts)


def stars(top: float, scale: float) -> Shape:
    width = 26 * scale
    parts = [moved(star(), 50 + width * (k + 0.5), top + HEIGHT / 2, 12.4) for k in range(-3, 3)]
    dots = [moved(star(), 50 + width * k, top + y, 3.4) for k in range(-2, 3) for y in (5, HEIGHT - 5)]
    return union(*parts, *dots) if scale == 1 else union(*parts)


def basket(top: float, scale: float) -> Shape:
    """Three threads over, three under."""
    size, bars = 9.33 * scale, []
    for row in range(int(HEIGHT / size) + 1):
        for column in range(int(100 / size) + 1):
            for k in range(3):
                x, y = column * size, top + row * size
                near, far, thick = size * (0.1 + 0.3 * k), size * 0.06, size * 0.19
                bars.append(
                    rect(x + far, y + near, size - 2 * far, thick)
                    if (row + column) % 2
                    else rect(x + near, y + far, thick, size - 2 * far)
                )
    return union(*bars)


def sweep(down: float) -> Drawing:
    """A broom that sweeps the weave away."""
    clean = stroke("M-8 112C34 106 76 88 108 44", 27)
    lines = ("M-6 104C32 100 70 80 106 35", "M-6 113C36 108 76 89 106 49", "M-4 123C36 115 78 98 106 63")
    bristles = union(*[stroke(line, 2.8) for line in lines])
    short = union(stroke("M68 23C79 21 88 14 93 5", 2.8), stroke("M73 30C85 27 95 18 99 9", 2.8))
    drawing = Drawing().fill(moved(clean, y=down), ink.PAPER).fill(moved(bristles, y=down), ink.BLACK.fill)
    return drawing.fill(moved(short, y=down / 4), ink.BLACK.fill)


def tile() -> Shape:
    """A star and a lozenge, in a box of 1 x 1."""
    lozenge = polygon((0, -0.1), (0.1, 0), (0, 0.1), (-0.1, 0))
    corners = [moved(lozenge, x, y) for x in (0, 1) for y in (0, 1)]
    return union(moved(star(), 0.5, 0.5, 0.43), *corners)
