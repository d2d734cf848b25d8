"""Drawing tools. All shapes are closed paths, strokes and letters included, so that a sheet needs no references.

Clipping is done here by intersecting paths. This avoids `clipPath` and `url(#...)`, which not every browser resolves in
a sheet that another document uses.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

import pathops
from fontTools.misc.transform import Identity
from fontTools.pens.basePen import BasePen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont
from pathops import LineCap, LineJoin

Shape: TypeAlias = pathops.Path
"""Any number of closed outlines."""

FINE = 20
"""Shapes are kept larger than drawn by this factor, as the path library has a fixed tolerance."""


def path(d: str) -> Shape:
    """Read the `d` of an SVG path."""
    shape = Shape()
    parse_path(d, TransformPen(shape.getPen(allow_open_paths=True), Identity.scale(FINE)))
    return shape


def moved(shape: Shape, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0) -> Shape:
    """Scale, then turn by degrees clockwise, then move."""
    s, c = math.sin(math.radians(turn)) * scale, math.cos(math.radians(turn)) * scale
    return shape.transform(c, s, -s, c, x * FINE, y * FINE)


def mirrored(shape: Shape, axis: float) -> Shape:
    """Mirror left and right at the vertical line x = axis."""
    return shape.transform(-1, 0, 0, 1, 2 * axis * FINE, 0)


def circle(x: float, y: float, r: float) -> Shape:
    return ellipse(x, y, r, r)


def ellipse(x: float, y: float, rx: float, ry: float) -> Shape:
    k, j = rx * 0.5523, ry * 0.5523
    return path(
        f"M{x - rx} {y}C{x - rx} {y - j} {x - k} {y - ry} {x} {y - ry}C{x + k} {y - ry} {x + rx} {y - j} {x + rx} {y}"
        f"C{x + rx} {y + j} {x + k} {y + ry} {x} {y + ry}C{x - k} {y + ry} {x - rx} {y + j} {x - rx} {y}z"
    )


def polygon(*points: tuple[float, float]) -> Shape:
    return path("M" + "L".join(f"{x} {y}" for x, y in points) + "z")


def rect(x: float, y: float, w: float, h: float, r: float = 0) -> Shape:
    """A rectangle, with rounded corners where r is not 0."""
    if not r:
        return polygon((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    k = r * 0.4477
    return path(
        f"M{x + r} {y}H{x + w - r}C{x + w - k} {y} {x + w} {y + k} {x + w} {y + r}V{y + h - r}"
        f"C{x + w} {y + h - k} {x + w - k} {y + h} {x + w - r} {y + h}H{x + r}"
        f"C{x + k} {y + h} {x} {y + h - k} {x} {y + h - r}V{y + r}C{x} {y + k} {x + k} {y} {x + r} {y}z"
    )


def stroke(line: str | Shape, width: float, *, blunt: bool = False) -> Shape:
    """The outline of a line of this width, with round ends and corners unless `blunt`."""
    shape = path(line) if isinstance(line, str) else moved(line)
    cap = LineCap.BUTT_CAP if blunt else LineCap.ROUND_CAP
    join = LineJoin.MITER_JOIN if blunt else LineJoin.ROUND_JOIN
    shape.stroke(width * FINE, cap, join, 4)
    shape.convertConicsToQuads()
    return union(shape)


def union(*shapes: Shape) -> Shape:
    whole = Shape()
    for shape in shapes:
        whole = pathops.op(whole, shape, pathops.PathOp.UNION)
    return whole


def within(shape: Shape, region: Shape) -> Shape:
    """The part of a shape inside a region."""
    return pathops.op(shape, region, pathops.PathOp.INTERSECTION)


def without(shape: Shape, hole: Shape) -> Shape:
    """The part of a shape outside a hole."""
    return pathops.op(shape, hole, pathops.PathOp.DIFFERENCE)


def extent(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    left, top, right, bottom = shape.bounds
    return left / FINE, top / FINE, right / FINE, bottom / FINE


class Drawing:
    """Coloured shapes, the last one on top."""

    def __init__(self, layers: Iterable[tuple[Shape, str]] = ()) -> None:
        self.layers = list(layers)

    def fill(self, shape: Shape, colour: str) -> Drawing:
        self.layers.append((shape, colour))
        return self

    def line(self, line: str | Shape, colour: str, width: float, *, blunt: bool = False) -> Drawing:
        return self.fill(stroke(line, width, blunt=blunt), colour)

    def place(self, other: Drawing, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0) -> Drawing:
        """Put another drawing on top of this one."""
        self.layers += [(moved(shape, x, y, scale, turn), colour) for shape, colour in other.layers]
        return self

    def clip(self, region: Shape) -> Drawing:
        self.layers = [(within(shape, region), colour) for shape, colour in self.layers]
        return self

    def svg(self) -> str:
        """The SVG elements of the shapes. Neighbours of the same colour become one element."""
        parts: list[tuple[Shape, str]] = []
        for shape, colour in self.layers:
            if parts and parts[-1][1] == colour:
                parts[-1] = (union(parts[-1][0], shape), colour)
            else:
                parts.append((shape, colour))
        return "".join(f'<path fill="{colour}" d="{commands(shape)}"/>' for shape, colour in parts)


def commands(shape: Shape) -> str:
    """The `d` of an SVG path: short relative steps, in tenths of a unit."""
    pen = ShortPen()
    shape.convertConicsToQuads()
    shape.draw(pen)
    return "".join(pen.steps)


class ShortPen(BasePen):  # type: ignore[misc]
    """A pen that writes steps between points. Points are rounded first, so that no error adds up."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[str] = []
        self._at = self._start = (0, 0)

    def _step(self, letter: str, *points: tuple[float, float]) -> None:
        places = [(round(x * 10 / FINE), round(y * 10 / FINE)) for x, y in points]
        moves = [(x - self._at[0], y - self._at[1]) for x, y in places]
        self._at = places[-1]
        if letter != "m" and not any(x or y for x, y in moves):
            return
        x, y = moves[-1]
        if letter == "l" and not (x and y):
            letter, numbers = ("v", [y]) if y else ("h", [x])
        else:
            numbers = [number for move in moves for number in move]
        texts = [
            f"{number / 10:g}".replace("0.", ".", 1) if abs(number) < 10 else f"{number / 10:g}" for number in numbers
        ]
        self.steps.append(letter + texts[0] + "".join(text if text[0] == "-" else f" {text}" for text in texts[1:]))

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._step("m", point)
        self._start = self._at

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._step("l", point)

    def _qCurveToOne(self, bend: tuple[float, float], point: tuple[float, float]) -> None:  # noqa: N802
        self._step("q", bend, point)

    def _curveToOne(self, one: tuple[float, float], two: tuple[float, float], point: tuple[float, float]) -> None:  # noqa: N802
        self._step("c", one, two, point)

    def _closePath(self) -> None:  # noqa: N802
        self.steps.append("z")
        self._at = self._start


class Letters:
    """Text as shapes, from one font file."""

    def __init__(self, font: Path) -> None:
        self._font = TTFont(font)
        self._glyphs = self._font.getGlyphSet()
        self._names = self._font.getBestCmap()

    def set(self, text: str, size: float) -> Shape:
        """The text with its baseline at y = 0 and its first letter's origin at x = 0."""
        shape, x = Shape(), 0.0
        scale = size / self._font["head"].unitsPerEm
        for letter in text:
            name = self._names[ord(letter)]
            step = Identity.scale(FINE).translate(x, 0).scale(scale, -scale)
            glyph = Shape()
            self._glyphs[name].draw(TransformPen(glyph.getPen(glyphSet=self._glyphs), step))
            shape = union(shape, glyph)
            x += self._glyphs[name].width * scale
        return shape

    def at(self, text: str, size: float, x: float, y: float, *, left: bool = False) -> Shape:
        """The text with its ink centred on x, or with `left` beginning there, and its baseline at y."""
        shape = self.set(text, size)
        first, _, last, _ = extent(shape)
        return moved(shape, x - (first if left else (first + last) / 2), y)
