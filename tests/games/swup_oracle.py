"""What can be done in SWUP, once more, in plain Python from the text of its rules: groups are tried one by one.

A state is the JSON of a truth. Nothing here is shared with the rule sheet, and nothing is quick.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

State = dict[str, Any]
Item = str
"""A loose card, or a build as `@owner`."""
Items = frozenset[Item]

COLOURS = "krby"
ORDER = [
    "done",
    *(f"{colour}{value}" for colour in COLOURS for value in range(1, 14)),
    "@0",
    "@1",
    "@2",
    "@3",
    "lay",
    *(f"take:{value}" for value in range(1, 17)),
    *(f"build:{value}" for value in range(1, 17)),
]
RANK = {token: place for place, token in enumerate(ORDER)}


def values(card: str) -> set[int]:
    """What a card may be worth."""
    number = int(card[1:])
    special = {"k2": {2, 15}, "r10": {10, 16}}
    return {1, 14} if number == 1 else special.get(card, {number})


def stars(card: str) -> int:
    return {"k2": 1, "r10": 2}.get(card, 1 if card[1:] == "1" else 0)


def in_order(tokens: Any) -> list[str]:
    return sorted(tokens, key=RANK.__getitem__)


class Turn:
    """What the seat in turn can do."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seat = state["turn"]
        self.hand: list[str] = state["hands"][self.seat]
        self.loose: list[str] = state["table"]
        self.builds: dict[Item, State] = {f"@{build['owner']}": build for build in state["builds"]}
        self.mine = f"@{self.seat}" if f"@{self.seat}" in self.builds else None
        self.in_sums = state["options"]["builds_in_sums"]
        self.empty = not self.loose and not self.builds
        self._groups: dict[tuple[str, int], list[Items]] = {}

    # ---- Groups ----

    def adding_up(self, target: int, cards: list[str] | None = None) -> Iterator[Items]:
        """All sets of loose cards that can be read as adding up to the target; the empty one for 0."""
        cards = self.loose if cards is None else cards
        if target == 0:
            yield frozenset()
        for place, card in enumerate(cards):
            for value in values(card):
                if value <= target:
                    for others in self.adding_up(target - value, cards[place + 1 :]):
                        yield others | {card}

    def groups(self, value: int, kind: str) -> list[Items]:
        """All groups worth so much that may be taken, or stand beside the group of the played card."""
        key = (kind, value)
        if key not in self._groups:
            found = set(self.adding_up(value))
            for name, build in self.builds.items():
                if build["value"] == value:
                    found.add(frozenset({name}))
                elif kind == "take" and self.in_sums and not build["double"] and build["value"] < value:
                    found |= {cards | {name} for cards in self.adding_up(value - build["value"])}
            self._groups[key] = sorted(found, key=in_order)
        return self._groups[key]

    def first_groups(self, card: str, value: int) -> list[Items]:
        """All that may join the played card in its own group."""
        found: set[Items] = set()
        for reading in values(card):
            if reading > value:
                continue
            found |= set(self.adding_up(value - reading))
            for name, build in self.builds.items():
                if not build["double"] and reading + build["value"] <= value:
                    found |= {cards | {name} for cards in self.adding_up(value - reading - build["value"])}
        return sorted(found, key=in_order)

    # ---- Whole moves ----

    def keeps(self, card: str, value: int) -> bool:
        """Whether a card of this value stays in the hand."""
        return any(value in values(other) for other in self.hand if other != card)

    def aims(self, card: str) -> list[tuple[str, int]]:
        """Kinds and values that are worth trying."""
        takes = [("take", value) for value in values(card)]
        return takes + [("build", value) for value in range(1, 17) if self.keeps(card, value)]

    def needs_own(self, card: str, kind: str) -> bool:
        """Whether the own build has to be among the items."""
        if self.mine is None:
            return False
        return kind == "build" or not self.keeps(card, self.builds[self.mine]["value"])

    def fair(self, card: str, kind: str, items: Items) -> bool:
        return bool(items) and (not self.needs_own(card, kind) or self.mine in items)

    def outcomes(self, card: str, kind: str, value: int, most: int = 10**9) -> dict[Items, set[int]] | None:
        """Sets of items with the numbers of groups they can be read as (the played card's counts); None: too many."""
        starts = [(first, 1) for first in self.first_groups(card, value)] if kind == "build" else [(frozenset(), 0)]
        reached: dict[Items, set[int]] = {}
        waiting: list[tuple[Items, int]] = list(starts)
        while waiting:
            items, number = waiting.pop()
            if number in reached.setdefault(items, set()):
                continue
            reached[items].add(number)
            if len(reached) > most:
                return None
            waiting += [
                (items | group, number + 1) for group in self.groups(value, kind) if not items & group and group
            ]
        return {items: numbers for items, numbers in reached.items() if self.fair(card, kind, items)}

    def can_lay(self, card: str) -> bool:
        return self.mine is None and not (card == "k5" and not self.empty)

    def clears(self, card: str) -> bool:
        return card == "k5" and not self.empty

    # ---- Steps ----

    def offered(self, prefix: list[str]) -> list[str]:
        """The next tokens, in their order, after a beginning that some legal move has."""
        if not prefix:
            return in_order(card for card in self.hand if self.clears(card) or self.offered([card]))
        card = prefix[0]
        if self.clears(card):
            return []
        if len(prefix) == 1:
            found = ["lay"] if self.can_lay(card) else []
            for kind, value in self.aims(card):
                if any(token != "done" for token in self._items(card, kind, value, [])):
                    found.append(f"{kind}:{value}")
            return in_order(found)
        if prefix[-1] in ("lay", "done"):
            return []
        kind, _, said = prefix[1].partition(":")
        return in_order(self._items(card, kind, int(said), prefix[2:]))

    def _items(self, card: str, kind: str, value: int, picked: list[Item]) -> list[str]:
        found = []
        if any(not part and self.fair(card, kind, used) for used, part, _ in self.cuts(card, kind, value, picked)):
            found.append("done")
        for item in [*self.loose, *self.builds]:
            if item not in picked and self.can_finish(card, kind, value, [*picked, item]):
                found.append(item)
        return found

    def cuts(self, card: str, kind: str, value: int, picked: list[Item]) -> Iterator[tuple[Items, Items, bool]]:
        """All ways to read a beginning: items of closed groups, items of the open one, is that the played card's?"""
        firsts = self.first_groups(card, value) if kind == "build" else []

        def cut(start: int) -> Iterator[tuple[Items, Items, bool]]:
            yield frozenset(picked[:start]), frozenset(picked[start:]), False
            for end in range(start + 1, len(picked) + 1):
                if frozenset(picked[start:end]) in self.groups(value, kind):
                    yield from cut(end)

        if kind == "take":
            yield from cut(0)
            return
        yield frozenset(), frozenset(picked), True
        for end in range(len(picked) + 1):
            if frozenset(picked[:end]) in firsts:
                yield from cut(end)

    def can_finish(self, card: str, kind: str, value: int, picked: list[Item]) -> bool:
        """Whether some legal move begins so."""
        own = {self.mine} if self.needs_own(card, kind) else set()
        for used, part, is_first in self.cuts(card, kind, value, picked):
            wholes: list[Items] = self.first_groups(card, value) if is_first else self.groups(value, kind)
            if not part and not is_first:
                wholes = [*wholes, frozenset()]
            for whole in wholes:
                if not part <= whole or whole & used:
                    continue
                items = used | whole
                if own <= items and items:
                    return True
                if any(own <= group and not group & items for group in self.groups(value, kind)):
                    return True
        return False

    def spellings(self, card: str, kind: str, value: int) -> set[tuple[str, ...]]:
        """Every legal text of a take or a build, for small tables."""
        found: set[tuple[str, ...]] = set()

        def go_on(written: tuple[str, ...]) -> None:
            items = frozenset(written)
            if self.fair(card, kind, items):
                found.add((card, f"{kind}:{value}", *written, "done"))
            for group in self.groups(value, kind):
                if not group & items:
                    for order in permutations(group):
                        go_on((*written, *order))

        for first in self.first_groups(card, value) if kind == "build" else [frozenset[str]()]:
            for order in permutations(first):
                go_on(order)
        return found

    def smallest(self, card: str, kind: str, value: int, items: Items) -> list[str] | None:
        """The smallest way to write these items, if there is one."""

        def go_on(written: list[str]) -> list[str] | None:
            if len(written) == len(items):
                closed = any(not part for _, part, _ in self.cuts(card, kind, value, written))
                return written if closed else None
            for item in in_order(items - set(written)):
                cuts = self.cuts(card, kind, value, [*written, item])
                if any(self._open(part, first, card, kind, value) for _, part, first in cuts):
                    found = go_on([*written, item])
                    if found is not None:
                        return found
            return None

        order = go_on([])
        return None if order is None else [card, f"{kind}:{value}", *order, "done"]

    def _open(self, part: Items, is_first: bool, card: str, kind: str, value: int) -> bool:
        wholes = self.first_groups(card, value) if is_first else self.groups(value, kind)
        return not part or any(part <= whole for whole in wholes)

    def moves(self, most: int = 10**9) -> list[str] | None:
        """All outcomes, each in its smallest spelling, in order; None: too many."""
        found: list[list[str]] = []
        for card in self.hand:
            if self.clears(card):
                found.append([card])
                continue
            if self.can_lay(card):
                found.append([card, "lay"])
            seen: set[Items] = set()
            for kind, value in sorted(self.aims(card), key=lambda aim: RANK[f"{aim[0]}:{aim[1]}"]):
                reached = self.outcomes(card, kind, value, most)
                if reached is None:
                    return None
                for items in reached:
                    if kind == "build" or items not in seen:
                        move = self.smallest(card, kind, value, items)
                        assert move is not None
                        found.append(move)
                if kind == "take":
                    seen |= set(reached)
        found.sort(key=lambda move: [RANK[token] for token in move])
        return [" ".join(move) for move in found]
