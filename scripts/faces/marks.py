"""The mark of each colour, a bare card, and the patterned back."""

from __future__ import annotations

import math

from scripts.faces import ink
from scripts.faces.ink import Hue
from scripts.faces.pen import FINE, Drawing, Shape, circle, moved, polygon, rect, stroke, union, within


def shape(kind: str, r: float = 1) -> Shape:
    """The outline of a mark of radius r around the origin."""
    match kind:
        case "circle":
            return circle(0, 0, 0.92 * r)
        case "triangle":
            return polygon((0, -1.02 * r), (1.12 * r, 0.88 * r), (-1.12 * r, 0.88 * r))
        case "square":
            return rect(-0.86 * r, -0.86 * r, 1.72 * r, 1.72 * r)
        case "diamond":
            return polygon((0, -1.25 * r), (0.92 * r, 0), (0, 1.25 * r), (-0.92 * r, 0))
        case "hexagon":
            turns = [math.radians(60 * k) for k in range(6)]
            return polygon(*[(1.06 * r * math.cos(a), 1.06 * r * math.sin(a)) for a in turns])
        case _:
            bar = rect(-1.02 * r, -0.36 * r, 2.04 * r, 0.72 * r)
            return union(moved(bar, turn=45), moved(bar, turn=-45))


def on_paper(hue: Hue, x: float, y: float, r: float) -> Drawing:
    """A mark in its colour. The yellow one has an outline, as it is too light on bare paper."""
    form = moved(shape(hue.mark, r), x, y)
    mark = Drawing().fill(form, hue.fill)
    if hue is ink.YELLOW:
        mark.fill(within(stroke(form, 0.32 * r, blunt=True), form), hue.deep)
    return mark


def outlined(hue: Hue, x: float, y: float, r: float, width: float) -> Drawing:
    """A mark in its colour with a paper outline, for dark grounds."""
    form = moved(shape(hue.mark, r), x, y)
    return Drawing().fill(union(form, stroke(form, 2 * width, blunt=True)), ink.PAPER).fill(form, hue.fill)


OUTER = rect(0, 0, 100, 140, 8.6)
INNER = rect(1.2, 1.2, 97.6, 137.6, 7.4)


def card(ground: str = ink.PAPER, edge: str = ink.EDGE) -> Drawing:
    """An empty card."""
    return Drawing().fill(OUTER, edge).fill(INNER, ground)


def turned(corner: Drawing, scale: float = 0.7) -> Drawing:
    """The drawing of the top left corner for the bottom right one: smaller and upside down."""
    inset = 10 * (1 - scale)
    return Drawing().place(corner, 100 - inset, 140 - inset, scale, 180)


def back(game: str, tile: Shape, columns: int, rows: int) -> Drawing:
    """A back: one tile repeated over a field in the game's ink."""
    colour = ink.BACKS[game]
    return card().place(field(ink.FIELD, colour)).fill(repeated(tile, columns, rows), colour)


def field(ground: str, rim: str) -> Drawing:
    """The ground below the pattern of a back."""
    return Drawing().fill(rect(6, 6, 88, 128, 5), rim).fill(rect(8, 8, 84, 124, 3), ground)


def repeated(tile: Shape, columns: int, rows: int) -> Shape:
    """A tile of 1 x 1, repeated over the field and clipped at its edge."""
    left, top, width, height = 10, 10, 80 / columns, 120 / rows
    tiles = Shape()
    for row in range(rows):
        for column in range(columns):
            tiles.addPath(
                tile.transform(width, 0, 0, height, (left + column * width) * FINE, (top + row * height) * FINE)
            )
    return within(tiles, rect(9, 9, 82, 122, 2.4))


def spray(*drops: tuple[float, float, float]) -> Shape:
    return union(*[circle(x, y, r) for x, y, r in drops])
