"""Plots as SVG, made of a few shapes and words. The same data gives the same text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from kartentisch.bots.certainty import Estimate

WIDTH, LEFT, RIGHT, TOP, FOOT = 640, 190, 30, 44, 40
LINE = 26
INK, SOFT, FILL, PAPER = "#2b2622", "#6b625a", "#b4553a", "#fffdf8"


@dataclass(frozen=True)
class Bar:
    """A row of a plot. `chance`: the value if only luck counted, which gets a mark; None for no mark."""

    label: str
    value: Estimate
    chance: float | None = None


def _svg(title: str, height: float, shapes: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img" '
        f'font-family="sans-serif" font-size="13" fill="{INK}">'
    )
    paper = f'<rect width="{WIDTH}" height="{height:g}" fill="{PAPER}"/>'
    heading = f'<text x="16" y="26" font-size="15" font-weight="bold">{escape(title)}</text>'
    return "\n".join([head, f"<title>{escape(title)}</title>", paper, heading, *shapes, "</svg>"]) + "\n"


def _text(x: float, y: float, said: str, anchor: str = "middle", fill: str = SOFT) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}">{escape(said)}</text>'


def _rule(x1: float, y1: float, x2: float, y2: float, stroke: str = SOFT, more: str = "") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{stroke}"{more}/>'


def shares(title: str, bars: Sequence[Bar]) -> str:
    """A plot of shares from 0 to 100 %, each with its interval and a dashed mark for the value by chance."""
    bottom = TOP + LINE * len(bars)

    def across(share: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * min(1.0, max(0.0, share))

    shapes = []
    for percent in range(0, 101, 20):
        x = across(percent / 100)
        shapes += [_rule(x, TOP, x, bottom, "#e4dccf"), _text(x, bottom + 18, f"{percent} %")]
    for row, bar in enumerate(bars):
        y = TOP + LINE * row + LINE / 2
        shapes.append(_text(LEFT - 10, y + 4, bar.label, "end", INK))
        shapes.append(
            f'<rect x="{LEFT}" y="{y - 8:.1f}" width="{across(bar.value.mean) - LEFT:.1f}" height="16" fill="{FILL}" '
            'fill-opacity="0.55"/>'
        )
        shapes.append(_rule(across(bar.value.low), y, across(bar.value.high), y, INK, ' stroke-width="2"'))
        if bar.chance is not None:
            x = across(bar.chance)
            shapes.append(_rule(x, y - 12, x, y + 12, INK, ' stroke-dasharray="3 3"'))
    return _svg(title, bottom + FOOT, shapes)


def _step(most: int) -> int:
    """The step between the figures under a plot, chosen so that there are at most six."""
    round_ones = (digit * int(f"1{'0' * power}") for power in range(12) for digit in (1, 2, 5))
    return next(step for step in round_ones if step * 5 >= most)


@dataclass(frozen=True)
class Heap:
    """Numbers under one heading."""

    label: str
    numbers: Sequence[int]


def histograms(title: str, heaps: Sequence[Heap], unit: str) -> str:
    """Histograms, one below the other on the same scale. The largest hundredth of the numbers is left out."""
    tall, bins = 74, 40
    most = max(sorted(heap.numbers)[int(0.99 * (len(heap.numbers) - 1))] for heap in heaps)
    wide = max(1, -(-(most + 1) // bins))
    bins = most // wide + 1
    bottom = TOP + tall * len(heaps)
    each = (WIDTH - LEFT - RIGHT) / bins
    shapes = []
    for row, heap in enumerate(heaps):
        ground = TOP + tall * (row + 1) - 8
        counts = [0] * bins
        for number in heap.numbers:
            if number <= most:
                counts[number // wide] += 1
        for k, count in enumerate(counts):
            high = (tall - 16) * count / max(counts)
            if count:
                shapes.append(
                    f'<rect x="{LEFT + k * each:.1f}" y="{ground - high:.1f}" width="{max(1.0, each - 1):.1f}" '
                    f'height="{high:.1f}" fill="{FILL}" fill-opacity="0.55"/>'
                )
        shapes += [_rule(LEFT, ground, WIDTH - RIGHT, ground), _text(LEFT - 10, ground - 4, heap.label, "end", INK)]
    for number in range(0, most + 1, _step(most)):
        shapes.append(_text(LEFT + (number / wide) * each, bottom + 12, str(number)))
    shapes.append(_text((LEFT + WIDTH - RIGHT) / 2, bottom + 30, unit))
    return _svg(title, bottom + FOOT, shapes)
