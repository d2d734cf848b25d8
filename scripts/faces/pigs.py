"""The five pigs of Schweinsgalopp: from the side on the track, from the front on the race cards."""

from __future__ import annotations

import math

from scripts.faces import ink
from scripts.faces.ink import Hue
from scripts.faces.pen import Drawing, Shape, circle, ellipse, mirrored, moved, path, stroke, union, within, without

STRIPE = "#8FD3B4"
PATCH = "#FBE3DA"
BODY = path(
    "M14 46C14 26 34 20 54 21C66 21 74 24 80 26C88 18 106 22 109 36L116 40Q119 47 115 54Q110 57 105 55"
    "C100 62 92 64 84 62C76 70 64 71 52 71C32 71 14 66 14 46z"
)
HEAD = path("M50 16C74 16 88 32 88 52C88 74 72 88 50 88C28 88 12 74 12 52C12 32 26 16 50 16z")
LINE = 2.6


def line_of(hue: Hue) -> str:
    """The colour of a pig's outline."""
    return hue.deep if hue is ink.YELLOW else hue.shade


def lined(shape: Shape, fill: str, line: str, width: float = LINE) -> Drawing:
    """A shape with an outline, half of whose width is outside the shape."""
    return Drawing().fill(union(shape, stroke(shape, width)), line).fill(without(shape, stroke(shape, width)), fill)


def side(hue: Hue) -> Drawing:
    """A galloping pig in a box of 120 x 88, facing right."""
    line = line_of(hue)
    pig = Drawing().line("M15 42C7 42 3 35 8 31C13 28 16 35 11 38C8 40 4 39 2.5 36", line, 3.4)
    for leg in ("M40 58L50 77", "M86 54L103 69"):
        pig.place(lined(stroke(leg, 9.6), hue.shade, line)).fill(hoof(leg), ink.INK)
    ear = path("M80 26C75.5 18.5 75.5 11 78 6.5C86.5 8 94.5 15 95.5 23.5C91 27 85 28 80 26z")
    pig.place(lined(moved(ear, 27, 2, 0.82, 3), hue.shade, line))
    if hue is ink.YELLOW:
        pig.place(wool_side(line))
    near = ("M29 58L18 77", "M72 58L84 78")
    pig.place(lined(union(BODY, *[stroke(leg, 10.4) for leg in near]), hue.fill, line))
    pig.fill(union(*[hoof(leg) for leg in near]), ink.INK).place(coat_side(hue, line))
    pig.place(lined(ear, hue.shade, line))
    pig.place(lined(ellipse(113.4, 46.6, 4.6, 8.2), hue.tint, line, 2.2))
    pig.fill(union(ellipse(112.6, 43.4, 1.2, 2), ellipse(112.9, 49.6, 1.2, 2)), line)
    return pig.place(look_side(hue, line))


def hoof(leg: str) -> Shape:
    """The far end of a leg."""
    x1, y1, x2, y2 = (float(part) for part in leg[1:].replace("L", " ").split())
    turn = math.degrees(math.atan2(y2 - y1, x2 - x1))
    end = path("M-2.5 -20Q-0.5 0 -2.5 20H20V-20z")
    return within(stroke(leg, 12.2), moved(end, x2, y2, turn=turn))


def inside(shape: Shape) -> Shape:
    """The part of the body within its outline."""
    return within(shape, without(BODY, stroke(BODY, LINE)))


def curl(x: float, y: float) -> str:
    return f"M{x} {y}c1 -7 10 -6 8 0c-1 3.6 -5.4 2 -4 -1"


def coat_side(hue: Hue, line: str) -> Drawing:
    coat = Drawing()
    match hue.letter:
        case "b":
            spots = (
                (31, 38, 6.4),
                (51, 30, 5.4),
                (47, 50, 5.2),
                (67, 40, 6),
                (25, 54, 3.8),
                (64, 60, 4.2),
                (73, 28, 3),
            )
            coat.fill(inside(union(*[circle(*spot) for spot in spots])), hue.tint)
        case "g":
            bars = [stroke(f"M{x} 14Q{x - 5} 45 {x} 76", 6.2, blunt=True) for x in (31, 46, 61, 76)]
            coat.fill(inside(union(*bars)), STRIPE)
        case "r":
            back = path("M28 10C22 40 36 52 48 46C60 54 68 36 62 10z")
            coat.fill(inside(union(back, ellipse(101, 36, 8, 9.6))), PATCH)
        case "y":
            curls = [stroke(curl(x, y), 1.9) for x, y in ((29, 40), (45, 34), (41, 54), (60, 47), (72, 36), (60, 61))]
            coat.fill(union(*curls), line)
    return coat


def wool_side(line: str) -> Drawing:
    ring = [(50 + 33 * math.cos(math.radians(24 * k)), 45.5 + 22.5 * math.sin(math.radians(24 * k))) for k in range(15)]
    flock = union(*[circle(x, y, 8.6) for x, y in ring if x < 82])
    return lined(flock, ink.YELLOW.fill, line, 2.4)


def look_side(hue: Hue, line: str) -> Drawing:
    """Eye, brow and mouth from the side."""
    look = Drawing()
    match hue.letter:
        case "v":
            return look.line("M97 40Q101 44.5 105.5 40.5", ink.PAPER, 2.2).line(
                "M100 56Q105 57.5 108 53.5", ink.PAPER, 1.9
            )
        case "y":
            look.fill(circle(101, 38.5, 6), line).fill(circle(101, 38.5, 4.9), ink.PAPER).fill(
                circle(102.3, 38.7, 3.1), ink.INK
            )
            look.fill(circle(103.2, 37.4, 1), ink.PAPER)
            return look.line("M100.5 56Q105 57.5 107.5 53.5", line, 1.9)
    look.fill(circle(101, 39, 4.6), ink.PAPER).fill(circle(102.4, 39.3, 2.6), ink.INK)
    match hue.letter:
        case "b":
            look.line("M96 31.5L105 34", ink.INK, 2.4).line("M100 55.5L107 54", ink.INK, 1.9)
        case "g":
            look.line("M94 51C97 58.5 104 59.5 108.5 54", ink.PAPER, 2.2)
        case _:
            look.line("M96.5 32L106 36.5", ink.INK, 2.5).line("M100 58Q104 53.5 108 56", ink.INK, 1.9)
    return look


def front(hue: Hue) -> Drawing:
    """A head in a box of 100 x 100."""
    line = line_of(hue)
    left = path("M20 40C8 30 4 14 10 4C22 4 36 12 42 22z")
    head = Drawing()
    for ear, fill in ((left, hue.shade), (mirrored(left, 50), PATCH if hue is ink.RED else hue.shade)):
        head.place(lined(ear, fill, line))
    if hue is ink.YELLOW:
        ring = [
            (50 + 35 * math.cos(math.radians(24 * k + 6)), 52 + 33 * math.sin(math.radians(24 * k + 6)))
            for k in range(15)
        ]
        head.place(lined(union(*[circle(x, y, 8.6) for x, y in ring], HEAD), hue.fill, line))
    else:
        head.place(lined(HEAD, hue.fill, line))
    head.place(coat_front(hue, line)).place(look_front(hue, line))
    head.place(lined(ellipse(50, 64, 19, 13.5), hue.tint, line))
    return head.fill(union(ellipse(43, 64, 3.2, 5), ellipse(57, 64, 3.2, 5)), line)


def coat_front(hue: Hue, line: str) -> Drawing:
    inner = without(HEAD, stroke(HEAD, LINE))
    coat = Drawing()
    match hue.letter:
        case "b":
            spots = (
                (50, 25, 5),
                (29, 32, 5.6),
                (71, 31, 4.6),
                (22, 63, 5),
                (79, 58, 5.6),
                (72, 76, 4.4),
                (30, 78, 3.8),
            )
            coat.fill(within(union(*[circle(*spot) for spot in spots]), inner), hue.tint)
        case "g":
            bars = [stroke(f"M{x} 10V{end}", 6.6, blunt=True) for x, end in ((23, 95), (50, 56), (77, 95))]
            coat.fill(within(union(*bars), inner), STRIPE)
        case "r":
            coat.fill(within(path("M54 0C50 22 52 44 62 62C72 66 84 66 100 58V0z"), inner), PATCH)
        case "y":
            curls = [stroke(curl(x, y), 2.1) for x, y in ((36, 27), (47, 24), (57, 28))]
            coat.fill(union(*curls), line)
    return coat


def look_front(hue: Hue, line: str) -> Drawing:
    """Eyes, brows and mouth from the front."""
    look = Drawing()
    if hue is ink.VIOLET:
        lids = union(stroke("M25 44Q33 51.5 41 44.5", 3), stroke("M75 44Q67 51.5 59 44.5", 3))
        lashes = union(stroke("M26.5 46.5L23 49.5", 2), stroke("M73.5 46.5L77 49.5", 2))
        return look.fill(union(lids, lashes), ink.PAPER).line("M44 81.5Q50 85 56 81.5", ink.PAPER, 2.4)
    big = hue is ink.YELLOW
    for x, pupil in ((33, 34.4), (67, 65.6)):
        look.fill(circle(x, 44, 8.6 if big else 7.2), line).fill(circle(x, 44, 7.4 if big else 6.2), ink.PAPER)
        look.fill(circle(pupil, 44.6, 4.7 if big else 3.9), ink.INK).fill(circle(pupil + 1.4, 43, 1.3), ink.PAPER)
    match hue.letter:
        case "b":
            look.line("M24 33Q31 31.5 40 36", ink.INK, 3).line("M76 33Q69 31.5 60 36", ink.INK, 3)
            look.line("M43 81.5Q50 83.5 57 81.5", ink.INK, 2.4)
        case "g":
            look.fill(within(path("M32 75C38 89 62 89 68 75C60 81 40 81 32 75z"), HEAD), ink.PAPER)
        case "r":
            look.line("M23.5 33.5L41.5 40.5", ink.INK, 3.4).line("M76.5 33.5L58.5 40.5", ink.INK, 3.4)
            look.line("M42 84Q50 79.5 58 84", ink.INK, 2.6)
        case _:
            look.line("M42 80.5Q50 86.5 58 80.5", line, 2.6)
    return look
