"""Lines over the course of a match, as SVG in the page. The caller adds a table with the same figures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

Points = Sequence[tuple[float, float]]

WIDE, HIGH = 360, 216
LEFT, RIGHT, TOP, BOTTOM = 40, 8, 10, 26
DASHES = ("6 4", "2 3", "9 3 2 3", "12 4", "1 4", "4 2 1 2", "8 2", "3 6", "5 1", "14 3 2 3 2 3")
"""One dash pattern for each seat: as many as the largest number of seats in any game."""


SEEN = '<svg class="plot sample" viewBox="0 0 36 10" aria-hidden="true"><path class="seen" d="M1 5H35"/></svg>'
"""A sample of the thin line, for the list of names."""


def chances(lines: Sequence[Points], chosen: int, moments: int, title: str, below: str, seen: Points = ()) -> str:
    """Chances from 0 to 1 over the moments of a match, one line a seat. The line of `chosen` stands out.

    `seen`: a second, thin line for `chosen`.
    """

    def x(moment: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * moment / max(1, moments - 1)

    def y(chance: float) -> float:
        return TOP + (HIGH - TOP - BOTTOM) * (1 - chance)

    parts = [f'<svg class="plot" viewBox="0 0 {WIDE} {HIGH}" font-size="11" role="img" aria-label="{escape(title)}">']
    for share in (0, 25, 50, 75, 100):
        at = y(share / 100)
        parts.append(f'<path class="grid" d="M{LEFT} {at:.1f}H{WIDE - RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{share}\N{NO-BREAK SPACE}%</text>')
    order = [seat for seat in range(len(lines)) if seat != chosen] + [chosen]

    def drawn(line: Points) -> str:
        return "L".join(f"{x(moment):.1f} {y(chance):.1f}" for moment, chance in line)

    if seen:
        parts.append(f'<path class="seen" d="M{drawn(seen)}"/>')
    for seat in order:
        if path := drawn(lines[seat]):
            parts.append(f'<path class="{"own" if seat == chosen else "line"}" {dashed(seat, chosen)}d="M{path}"/>')
    parts.append(f'<text x="{(LEFT + WIDE) / 2:.0f}" y="{HIGH - 6}" text-anchor="middle">{escape(below)}</text></svg>')
    return "".join(parts)


def sample(seat: int, chosen: int) -> str:
    """A sample of a seat's line, for the list of names."""
    kind = "own" if seat == chosen else "line"
    return (
        f'<svg class="plot sample" viewBox="0 0 36 10" aria-hidden="true"><path class="{kind}" '
        f'{dashed(seat, chosen)}d="M1 5H35"/></svg>'
    )


def dashed(seat: int, chosen: int) -> str:
    """The dash attribute of a line. Lines differ by their dashes, not by colour."""
    return "" if seat == chosen else f'stroke-dasharray="{DASHES[seat % len(DASHES)]}" '
