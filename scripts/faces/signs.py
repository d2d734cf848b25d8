"""The action signs of Solo: plain geometry around the origin, about 60 units wide."""

from __future__ import annotations

import math

from scripts.faces.pen import Shape, circle, moved, path, polygon, rect, stroke, union, without

BOLT = polygon((8, -30), (-18, 5), (-3, 5), (-10, 30), (18, -7), (3, -7), (14, -30))


def head(x: float, y: float, turn: float, size: float = 1) -> Shape:
    """The head of an arrow with its tip at x/y. It points to the right before it is turned."""
    return moved(path("M0 0L-15 -10.5Q-13.4 0 -15 10.5z"), x, y, size, turn)


def skip() -> Shape:
    """A leap from one dot to another, over the one in between."""
    ring = without(circle(0, 20, 6.6), circle(0, 20, 3))
    leap = stroke("M-25 6C-23 -28 16 -32 23 -5", 6.4)
    return union(circle(-25, 20, 6.6), ring, circle(25, 20, 6.6), leap, head(25.4, 9, 81, 1.06))


def reverse() -> Shape:
    """Two hooked arrows that pass each other."""
    hook = union(stroke("M-28 2V-4Q-28 -16 -16 -16H14", 6.4), head(30, -16, 0, 1.02))
    return moved(union(hook, moved(hook, turn=180)), turn=-24)


def swap() -> Shape:
    """Two cards, one of each player, and the ways between them."""
    outline = without(rect(-23, -13, 19, 26, 3.4), rect(-18.4, -8.4, 9.8, 16.8, 0.6))
    there = union(stroke("M-23 -23H14", 5.6), head(25, -23, 0, 0.9))
    return union(outline, rect(4, -13, 19, 26, 3.4), there, moved(there, turn=180))


def gift() -> Shape:
    """A box with a lid and a bow."""
    loop = without(
        path("M-2 -14C-8 -34 -26 -32 -23 -20C-21.5 -14.5 -10 -14 -2 -14z"),
        path("M-6 -17.6C-10 -27 -18.5 -26.5 -17.6 -21.4C-17 -18.2 -11 -17.8 -6 -17.6z"),
    )
    bow = union(loop, loop.transform(-1, 0, 0, 1, 0, 0), rect(-4.6, -18, 9.2, 6, 2))
    lid, box = rect(-29, -13.5, 58, 13, 2.4), rect(-25, 3, 50, 27, 2.4)
    return union(bow, without(union(lid, box), rect(-1.8, -13.5, 3.6, 44)))


def all_swap() -> Shape:
    """Three arrows around a card."""
    r, third = 26.0, Shape()
    start, end = math.radians(-112), math.radians(-34)
    third = stroke(
        f"M{r * math.cos(start)} {r * math.sin(start)}A{r} {r} 0 0 1 {r * math.cos(end)} {r * math.sin(end)}", 6
    )
    tip = math.radians(-8)
    third = union(third, head(r * math.cos(tip) + 0.6, r * math.sin(tip), 78, 0.98))
    return union(third, moved(third, turn=120), moved(third, turn=240), rect(-8, -11.5, 16, 23, 2.6))
