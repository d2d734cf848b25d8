"""Schweinsgalopp: a pig's head behind a hill on the race cards, food on the scoff cards, pigs for the track."""

from __future__ import annotations

from scripts.faces import food, ink, marks, pigs
from scripts.faces.ink import Hue
from scripts.faces.pen import Drawing, Letters, Shape, circle, ellipse, moved, path, stroke, union, without

HUES = (ink.BLUE, ink.GREEN, ink.RED, ink.VIOLET, ink.YELLOW)
DISC = "#F0E6D3"


def sheet(letters: Letters) -> dict[str, Drawing]:
    """All faces of the game by symbol id; `pig-b` and so on are the pigs on the track, 120 x 88."""
    faces: dict[str, Drawing] = {}
    for hue in HUES:
        faces[hue.letter] = race(hue)
        faces[f"{hue.letter}-small"] = small_race(hue)
    for name, draw in food.FOOD.items():
        faces[name] = scoff(letters, draw())
        faces[f"{name}-small"] = small_scoff(letters, draw())
    faces["back"] = marks.back("schweinsgalopp", tile(), 3, 5)
    faces["back-small"] = marks.back("schweinsgalopp", tile(), 2, 4)
    for hue in HUES:
        faces[f"pig-{hue.letter}"] = pigs.side(hue)
    return faces


def haloed(hue: Hue, x: float, y: float, r: float) -> Drawing:
    """A mark with paper around it, since it may touch an ear."""
    form = moved(marks.shape(hue.mark, r), x, y)
    return Drawing().fill(stroke(form, 6), ink.PAPER).place(marks.on_paper(hue, x, y, r))


def race(hue: Hue) -> Drawing:
    hill = Drawing().fill(path("M-4 112Q50 101 104 112V146H-4z"), hue.fill).clip(marks.INNER)
    face = marks.card().place(pigs.front(hue), 9, 32.5, 0.84).place(hill).place(haloed(hue, 18.5, 19.5, 11.5))
    return face.fill(moved(marks.shape(hue.mark, 8.5), 84, 124.5), hue.text)


def small_race(hue: Hue) -> Drawing:
    hill = Drawing().fill(path("M-4 119Q50 112 104 119V146H-4z"), hue.fill).clip(marks.INNER)
    return marks.card().place(pigs.front(hue), 10, 42, 0.86).place(hill).place(haloed(hue, 22, 22, 14))


def scoff(letters: Letters, picture: Drawing) -> Drawing:
    corner = Drawing().fill(letters.at("1", 38, 17, 36), ink.INK)
    face = marks.card().fill(circle(50, 72, 38), DISC).place(picture, 50, 72, 0.92)
    return face.place(corner).place(marks.turned(corner))


def small_scoff(letters: Letters, picture: Drawing) -> Drawing:
    face = marks.card().fill(circle(52, 89, 39), DISC).place(picture, 52, 89, 1)
    return face.fill(letters.at("1", 60, 23, 49), ink.INK)


def tile() -> Shape:
    """A snout and four dots, in a box of 1 x 1."""
    snout = union(
        without(ellipse(0.5, 0.5, 0.36, 0.3), ellipse(0.5, 0.5, 0.3, 0.235)),
        ellipse(0.39, 0.5, 0.055, 0.11),
        ellipse(0.61, 0.5, 0.055, 0.11),
    )
    return union(snout, *[ellipse(x, y, 0.06, 0.068) for x in (0, 1) for y in (0, 1)])
