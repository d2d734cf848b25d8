"""The places where cards lie face down for a reader, and the cards that may and must lie there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kartentisch.engine.fields import Field
from kartentisch.engine.game import Game
from kartentisch.engine.packs import Pack


@dataclass(frozen=True)
class Place:
    """A hand or bag in which a reader does not see all cards."""

    field: Field
    index: int
    bag: Any
    """The cards there that the reader knows, writable."""
    number: int
    """The number of all cards there."""
    allowed: int
    """The kinds that may lie there, as a word (-1: all)."""
    must: int
    """The kinds of which at least one must lie there, as a word (0: none)."""

    @property
    def room(self) -> int:
        """The number of cards there that the reader does not know."""
        return self.number - cards_in(self.bag)

    def __str__(self) -> str:
        return f"{self.field.name} of seat {self.index}" if self.field.per_seat else self.field.name


def places(game: Game, record: Any, pack: Pack, viewer: int) -> list[Place]:
    """All places where cards of this pack lie face down for `viewer`."""
    return [
        Place(field, index, field.bag(record, index), number, *game.limits(record, viewer, field, index))
        for field, index, number in game.layout.face_down(record, pack, viewer)
    ]


def cards_in(bag: Any, kinds: int = -1) -> int:
    """The number of cards in a bag of the kinds in this word (-1: all)."""
    return sum((int(word) & kinds).bit_count() << plane for plane, word in enumerate(bag))


def unseen(game: Game, record: Any, pack: Pack) -> list[int]:
    """The number of cards of each kind whose faces are not written in the record."""
    lying = game.layout.lying(record, pack)
    return [total - there for total, there in zip(pack.totals(record), lying, strict=True)]


def undealable(open_places: list[Place], counts: list[int]) -> str:
    """Why these cards (numbers by kind) cannot lie face down in these places; empty if they can.

    The sets of kinds that two places must hold are equal, nested or disjoint. So the place with the least choice comes
    first.
    """
    left = [*counts]

    def take(kinds: int, number: int) -> bool:
        for kind in range(len(left)):
            if (kinds >> kind) & 1:
                taken = min(number, left[kind])
                left[kind] -= taken
                number -= taken
        return number == 0

    def choice(place: Place) -> int:
        return sum(count for kind, count in enumerate(counts) if (place.must >> kind) & 1)

    for place in sorted((place for place in open_places if place.must), key=choice):
        if not cards_in(place.bag, place.must) and not (place.room and take(place.must & place.allowed, 1)):
            return f"{place} cannot hold a card that must lie there"
    for place in open_places:
        if place.allowed != -1 and not take(place.allowed, place.room):
            return f"too few cards may lie in {place}"
    return ""
