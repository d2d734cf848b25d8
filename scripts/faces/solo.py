"""Solo: halves cut at a slant, a huge number, action signs as plain geometry, black cards with coloured edges."""

from __future__ import annotations

from scripts.faces import ink, marks, signs
from scripts.faces.ink import Hue
from scripts.faces.pen import Drawing, Letters, Shape, moved, path, polygon, rect, stroke, union, within, without

HUES = (ink.RED, ink.GREEN, ink.BLUE, ink.YELLOW)
PANEL = rect(4, 4, 92, 132, 5)
SIGNS = {"S": signs.skip(), "R": signs.reverse(), "X": signs.swap(), "G": signs.gift()}


def sheet(letters: Letters) -> dict[str, Drawing]:
    """All faces of the game by symbol id."""
    faces: dict[str, Drawing] = {}
    for hue in HUES:
        for value in (*"123456789", "+2"):
            faces[f"{hue.letter}{value}"] = number(letters, hue, value)
            faces[f"{hue.letter}{value}-small"] = small_number(letters, hue, value)
        for name, sign in SIGNS.items():
            faces[f"{hue.letter}{name}"] = action(hue, sign)
            faces[f"{hue.letter}{name}-small"] = small_action(hue, sign)
    faces["C"], faces["C-small"] = choose(), small_choose()
    faces["+4"], faces["+4-small"] = draw_four(letters), small_draw_four(letters)
    faces["A"], faces["A-small"] = all_swap(), small_all_swap()
    for hue in HUES:
        faces[f"P{hue.letter}"], faces[f"P{hue.letter}-small"] = protection(hue), small_protection(hue)
    faces["back"] = marks.back("solo", tile(), 4, 5)
    faces["back-small"] = marks.back("solo", tile(), 3, 4)
    return faces


def coloured(hue: Hue) -> Drawing:
    lower = polygon((0, 102), (100, 40), (100, 140), (0, 140))
    cut = stroke("M-4 104.5L104 37.5", 1.6, blunt=True)
    panel = Drawing().fill(PANEL, hue.fill).fill(lower, hue.shade).fill(cut, ink.PAPER)
    return marks.card().place(panel.clip(PANEL))


def black() -> Drawing:
    panel = (
        Drawing().fill(PANEL, ink.BLACK.fill).fill(polygon((0, 100), (100, 44), (100, 140), (0, 140)), ink.BLACK.shade)
    )
    for row in range(4):
        panel.fill(rect(4, 4 + 33 * row, 7, 33), HUES[row].fill)
        panel.fill(rect(89, 4 + 33 * row, 7, 33), HUES[3 - row].fill)
    return marks.card().place(panel.clip(PANEL))


def mark(hue: Hue, x: float, y: float, r: float) -> Shape:
    return moved(marks.shape(hue.mark, r), x, y)


def number(letters: Letters, hue: Hue, value: str) -> Drawing:
    two = len(value) > 1
    index = letters.at(value, 33, 8, 34, left=True) if two else letters.at(value, 38, 20, 35)
    corner = Drawing().fill(union(index, mark(hue, 20, 49, 8)), hue.text)
    figure = letters.at(value, 52, 53, 90) if two else letters.at(value, 80, 53, 100)
    return coloured(hue).fill(figure, hue.text).place(corner).place(marks.turned(corner))


def small_number(letters: Letters, hue: Hue, value: str) -> Drawing:
    two = len(value) > 1
    index = letters.at(value, 45, 9, 46, left=True) if two else letters.at(value, 60, 26, 50)
    figure = letters.at(value, 34, 72, 127) if two else letters.at(value, 44, 76, 127)
    return coloured(hue).fill(union(index, mark(hue, 26, 72, 12.5), figure), hue.text)


def action(hue: Hue, sign: Shape) -> Drawing:
    corner = Drawing().fill(union(moved(sign, 24, 23.5, 0.5), mark(hue, 20, 49, 8)), hue.text)
    return coloured(hue).fill(moved(sign, 51, 73, 0.84), hue.text).place(corner).place(marks.turned(corner))


def small_action(hue: Hue, sign: Shape) -> Drawing:
    return coloured(hue).fill(
        union(moved(sign, 34, 33, 0.8), mark(hue, 26, 73, 12.5), moved(sign, 71, 111, 0.58)), hue.text
    )


def four(x: float, y: float, step: float, r: float, width: float) -> Drawing:
    """The four marks, two by two."""
    drawing = Drawing()
    for hue, (column, row) in zip(HUES, ((-1, -1), (1, -1), (-1, 1), (1, 1)), strict=True):
        drawing.place(marks.outlined(hue, x + column * step, y + row * step, r, width))
    return drawing


def row(y: float, r: float, width: float) -> Drawing:
    """The four marks side by side."""
    drawing = Drawing()
    for hue, x in zip(HUES, (24.5, 41.5, 58.5, 75.5), strict=True):
        drawing.place(marks.outlined(hue, x, y, r, width))
    return drawing


def choose() -> Drawing:
    corner = four(25.5, 22.5, 8, 5.2, 1.3)
    return black().place(four(50, 76, 17, 11.4, 2.4)).place(corner).place(marks.turned(corner))


def small_choose() -> Drawing:
    return black().place(four(38, 38, 15, 10.6, 2.6)).place(four(64, 107, 12, 7.8, 2.2))


def draw_four(letters: Letters) -> Drawing:
    corner = Drawing().fill(letters.at("+4", 33, 14, 34, left=True), ink.PAPER)
    face = black().fill(letters.at("+4", 54, 50, 83), ink.PAPER).place(row(99, 6.4, 1.8))
    return face.place(corner).place(marks.turned(corner))


def small_draw_four(letters: Letters) -> Drawing:
    return black().fill(letters.at("+4", 48, 14, 50, left=True), ink.PAPER).place(four(50, 96, 16.5, 11, 2.6))


def all_swap() -> Drawing:
    corner = Drawing().fill(moved(signs.all_swap(), 28, 25, 0.46), ink.PAPER)
    face = black().fill(moved(signs.all_swap(), 50, 75, 1.02), ink.PAPER)
    return face.place(corner).place(marks.turned(corner))


def small_all_swap() -> Drawing:
    sign = signs.all_swap()
    return black().fill(union(moved(sign, 41, 38, 0.78), moved(sign, 64, 107, 0.56)), ink.PAPER)


def bolt(hue: Hue, x: float, y: float, scale: float, width: float) -> Drawing:
    form = moved(signs.BOLT, x, y, scale)
    return Drawing().fill(union(form, stroke(form, 2 * width)), ink.PAPER).fill(form, hue.fill)


def protection(hue: Hue) -> Drawing:
    corner = bolt(hue, 24.5, 24, 0.5, 1.7).place(marks.outlined(hue, 24, 51, 7.4, 1.6))
    return black().place(bolt(hue, 52, 75, 1.3, 3.8)).place(corner).place(marks.turned(corner))


def small_protection(hue: Hue) -> Drawing:
    return (
        black()
        .place(bolt(hue, 33, 35, 0.82, 3))
        .place(marks.outlined(hue, 30, 77, 10.6, 2.6))
        .place(bolt(hue, 69, 106, 0.66, 2.6))
    )


def tile() -> Shape:
    """A card cut at a slant, in a box of 1 x 1."""
    outline = without(rect(0.12, 0.07, 0.76, 0.86), rect(0.17, 0.11, 0.66, 0.78))
    lower = within(path("M0.1 0.72L0.9 0.33V1H0.1z"), rect(0.12, 0.07, 0.76, 0.86))
    return union(outline, lower)
