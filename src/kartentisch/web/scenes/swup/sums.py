"""A begun move of SWUP, read as groups that add up: for the prompt, the marks and the name of the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from kartentisch.words.swup.cards import SECOND

STARS = {"k1": 1, "r1": 1, "b1": 1, "y1": 1, "k2": 1, "r10": 2}


def low(card: str) -> int:
    return int(card[1:])


def values(card: str) -> tuple[int, ...]:
    return (low(card), SECOND[card]) if card in SECOND else (low(card),)


@dataclass(frozen=True)
class Group:
    items: tuple[str, ...]
    """Cards, and builds as `@owner`. In the first group of a build, the played card comes first."""
    worths: tuple[int, ...]
    full: bool


@dataclass
class Begun:
    """The first tokens of a move, parsed."""

    card: str = ""
    kind: str = ""
    """`take` or `build`; empty: not chosen yet."""
    value: int = 0
    items: list[str] = field(default_factory=list)


def begun(tokens: Sequence[str]) -> Begun:
    found = Begun(tokens[0] if tokens else "")
    if len(tokens) > 1:
        found.kind, _, value = tokens[1].partition(":")
        found.value = int(value or 0)
        found.items = [token for token in tokens[2:] if token != "done"]
    return found


def groups(move: Begun, builds: dict[str, Any], loose: Iterable[str]) -> list[Group]:
    """The groups of a begun move; the last one may be open.

    Of several readings, a complete one comes first, then one that can still be completed from the table (`loose` cards,
    `builds` by `@owner`).
    """
    items = ([move.card] if move.kind == "build" else []) + move.items
    left = [card for card in loose if card not in items]
    lone = [build["value"] for name, build in builds.items() if name not in items and not build["double"]]
    reach = sums(left) | {value + more for value in lone for more in sums(left)}
    readings = list(_readings(items, builds, move.value, (), Group((), (), False)))
    complete = [reading for reading in readings if reading[-1].full]
    possible = [reading for reading in readings if move.value - sum(reading[-1].worths) in reach]
    return list(next(iter(complete or possible or readings), ()))


def sums(cards: Sequence[str]) -> set[int]:
    """All sums of some of these cards, or of none."""
    found = {0}
    for card in cards:
        found |= {known + value for known in found for value in values(card) if known + value <= 16}
    return found


def _readings(
    items: Sequence[str], builds: dict[str, Any], value: int, closed: tuple[Group, ...], open_group: Group
) -> Iterator[tuple[Group, ...]]:
    if not items:
        if closed or open_group.items:
            yield (*closed, open_group) if open_group.items else closed
        return
    first, *rest = items
    for worth in [builds[first]["value"]] if first[0] == "@" else values(first):
        total = sum(open_group.worths) + worth
        grown = Group((*open_group.items, first), (*open_group.worths, worth), total == value)
        if grown.full:
            yield from _readings(rest, builds, value, (*closed, grown), Group((), (), False))
        elif total < value:
            yield from _readings(rest, builds, value, closed, grown)


def equation(move: Begun, found: Sequence[Group]) -> str:
    """The groups in figures: 6 + 5 = 11 ✓ · 11 ✓; with a group still open: 6 + … = 11."""
    said = []
    for group in found:
        parts = [str(worth) for worth in group.worths]
        if not group.full:
            said.append(f"{' + '.join([*parts, '…'])} = {move.value}")
        elif len(parts) == 1:
            said.append(f"{parts[0]} ✓")
        else:
            said.append(f"{' + '.join(parts)} = {move.value} ✓")
    return " · ".join(said).replace(" + ", "\u00a0+ ").replace(" = ", "\u00a0=\u00a0").replace(" ✓", "\u00a0✓")


def double(move: Begun, builds: dict[str, Any]) -> bool:
    """Whether the build that is now complete is a double one. See docs/rules/swup.md, 5.7."""
    picked = [builds[item] for item in move.items if item[0] == "@"]
    cards = [move.card, *(item for item in move.items if item[0] != "@")]
    least = sum(map(low, cards)) + sum(build["value"] for build in picked)
    return any(build["double"] for build in picked) or least not in (move.value, move.value - 13)
