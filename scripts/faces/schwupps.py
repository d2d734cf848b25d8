"""Schwupps: a sweep of colour on paper, dark task cards, a knot of ink for the aggravation."""

from __future__ import annotations

from scripts.faces import ink, marks
from scripts.faces.ink import Hue, between
from scripts.faces.pen import Drawing, Letters, Shape, extent, moved, path, rect, stroke, union, within

HUES = (ink.BLUE, ink.GREEN, ink.RED, ink.VIOLET, ink.YELLOW)
TASKS = ("+1", "+2", "-1", "-2", "n", "c", "nc")
QUIET = "#C9BDA8"
TASK_EDGE = "#6E675C"
FADING = ("#716B67", "#9D948A", QUIET)
"""The chevrons: 45, 72 and 100 % of the quiet tone on black."""

SWEEP = path("M-6 143C16 128 20 96 36 77C54 55 78 38 106 31V146H-6z")
BRISTLES = union(
    stroke("M-6 131C12 119 16 89 32 69C50 46 76 29 106 21.5", 3.4),
    stroke("M8 106C13 90 18 76 28 62C44 40 72 22 106 13.5", 1.7),
)
ECHO = within(stroke("M12 150C28 130 33 106 48 87C63 68 84 54 108 48", 1.5), SWEEP)
SMALL_SWEEP = path("M-14 150C22 128 46 84 116 62L116 150z")
SMALL_BRISTLE = stroke("M-14 140.5C20 119 44 75 116 52", 3.6)
KNOT = (
    "M-4 112C14 96 12 52 42 46C76 40 86 86 56 96C28 104 16 70 40 56C66 42 94 62 82 88C70 112 30 106 32 80"
    "C35 56 68 50 76 70C84 94 52 108 58 76C63 54 84 46 104 26"
)


def sheet(letters: Letters) -> dict[str, Drawing]:
    """All faces of the game by symbol id."""
    faces: dict[str, Drawing] = {}
    for hue in HUES:
        for value in range(1, 11):
            faces[f"{hue.letter}{value}"] = number(letters, hue, str(value))
            faces[f"{hue.letter}{value}-small"] = small_number(letters, hue, str(value))
    faces["!"] = aggravation(letters)
    faces["!-small"] = small_aggravation(letters)
    for kind in TASKS:
        faces[kind] = task(letters, kind, 1)
        faces[f"{kind}-small"] = task(letters, kind, 1.14)
    faces["back"] = marks.back("schwupps", tile(), 3, 7)
    faces["back-small"] = marks.back("schwupps", tile(), 2, 5)
    faces["task-back"] = task_back(6, 7)
    faces["task-back-small"] = task_back(4, 5)
    return faces


def number(letters: Letters, hue: Hue, value: str) -> Drawing:
    ten = value == "10"
    sweep = Drawing().fill(union(SWEEP, BRISTLES), hue.fill).fill(ECHO, between(hue.fill, hue.shade))
    return (
        marks.card()
        .place(sweep.clip(marks.INNER))
        .fill(index(letters, value), hue.deep)
        .place(marks.on_paper(hue, 19, 50, 8))
        .fill(letters.at(value, 46 if ten else 59, 61, 110 if ten else 113), hue.text)
        .fill(moved(marks.shape(hue.mark, 6.2), 86.5, 126), hue.text)
    )


def index(letters: Letters, value: str) -> Shape:
    """The figure in the corner, centred over its mark unless too wide for that."""
    return letters.at(value, 38, 6, 36, left=True) if len(value) > 1 else letters.at(value, 38, 19, 36)


def small_number(letters: Letters, hue: Hue, value: str) -> Drawing:
    ten = value == "10"
    sweep = Drawing().fill(union(SMALL_SWEEP, SMALL_BRISTLE), hue.fill)
    corner = letters.at(value, 57, 6, 48, left=True) if ten else letters.at(value, 61, 25, 50)
    return (
        marks.card()
        .place(sweep.clip(marks.INNER))
        .fill(corner, hue.deep)
        .place(marks.on_paper(hue, 25, 71, 12.5))
        .fill(letters.at(value, 38 if ten else 46, 71 if ten else 75, 129), hue.text)
    )


def task(letters: Letters, kind: str, size: float) -> Drawing:
    """A task; `size` enlarges its signs."""
    face = marks.card(ink.BLACK.fill, TASK_EDGE)
    for y in (16, 124):
        for tone, x in zip(FADING, (33.0, 50.0, 67.0), strict=True):
            face.line(f"M{x - 4.2} {y - 6.6}L{x + 3.8} {y}L{x - 4.2} {y + 6.6}", tone, 3.4 * size, blunt=True)
    if len(kind) == 2 and kind[1].isdigit():
        sign = letters.set(kind.replace("-", "−"), 58 * size)
        left, top, right, bottom = extent(sign)
        return face.fill(moved(sign, 50 - (left + right) / 2, 70 - (top + bottom) / 2), ink.PAPER)
    face.fill(union(rect(33, 43, 34, 7.4), rect(33, 55, 34, 7.4)), ink.PAPER)
    match kind:
        case "n":
            for figure, x in zip("123", (24.0, 50.0, 76.0), strict=True):
                face.fill(letters.at(figure, 31 * size, x, 90 + 10.3 * size), ink.PAPER)
        case "c":
            for hue, x in ((ink.BLUE, 22.5), (ink.RED, 50.0), (ink.YELLOW, 77.5)):
                face.place(marks.outlined(hue, x, 90, 9.2 * size, 2.2))
        case _:
            face.fill(letters.at("1", 34 * size, 25, 90 + 11.2 * size), ink.PAPER)
            face.line("M44 102L53 78", QUIET, 3.4)
            face.place(marks.outlined(ink.BLUE, 75, 90, 11 * size, 2.4))
    return face


def aggravation(letters: Letters) -> Drawing:
    corner = Drawing().fill(letters.at("!", 38, 16, 36), ink.INK)
    drops = marks.spray((84, 27, 2.6), (19, 119, 3.8), (29, 118.5, 1.9))
    knot = Drawing().line(KNOT, ink.INK, 6).fill(drops, ink.INK).clip(marks.INNER)
    return marks.card().place(knot).place(corner).place(marks.turned(corner))


def small_aggravation(letters: Letters) -> Drawing:
    line = moved(path(KNOT), 2, 27, 0.98)
    knot = Drawing().line(line, ink.INK, 7.4).fill(marks.spray((82, 44, 3.4)), ink.INK).clip(marks.INNER)
    return marks.card().place(knot).fill(letters.at("!", 62, 24, 51), ink.INK)


def tile() -> Shape:
    """A sweep and its bristle in a box of 1 x 1."""
    sweep = path("M0.03 0.93C0.2 0.42 0.52 0.16 1 0.08C0.64 0.3 0.37 0.55 0.24 0.93z")
    bristle = path("M0.44 0.93C0.55 0.67 0.73 0.5 0.98 0.42L0.98 0.52C0.8 0.6 0.64 0.73 0.55 0.93z")
    return union(sweep, bristle)


def task_back(columns: int, rows: int) -> Drawing:
    chevron = path("M0.2 0.12L0.45 0.12L0.8 0.5L0.45 0.88L0.2 0.88L0.55 0.5z")
    face = marks.card(ink.BLACK.fill, TASK_EDGE).place(marks.field(ink.BLACK.fill, QUIET))
    return face.fill(marks.repeated(chevron, columns, rows), FADING[0])
