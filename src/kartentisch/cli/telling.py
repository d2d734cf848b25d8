"""Results in words."""

from __future__ import annotations

from collections.abc import Sequence

from kartentisch.words import shared
from kartentisch.words.language import Language
from kartentisch.words.shared import Names


def points(t: Language, points: Sequence[int], totals: Sequence[int], names: Names = None) -> str:
    """The points of a round, and those of the match so far, as one line."""
    said = []
    for seat, (gained, total) in enumerate(zip(points, totals, strict=True)):
        name, number, whole = shared.subject(t, seat, names), shared.points(t, gained), t.number(total)
        said.append(
            f"{name}: {number}"
            if gained == total
            else t.say("{name}: {points}, {total} in all", name=name, points=number, total=whole)
        )
    return " · ".join(said)
