"""Dealing what a seat cannot see, prepared once for a view and then done in compiled code as often as wanted.

What depends on the view alone is worked out beforehand: which bags lie face down, how many cards each of them lacks,
which kinds may lie there and of which at least one must, and which cards are unseen. One deal then costs about as much
as dealing a round.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kartentisch.engine import bags, hidden
from kartentisch.engine.compiled import at, borrowed, rule
from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.layout import Records
from kartentisch.engine.packs import fill

if TYPE_CHECKING:
    from kartentisch.engine.game import Game

PLANES = 8
"""Room for the binary digits of the number of cards of one kind."""

# Columns of a place: where its bag begins in the record (in words of eight bytes), its planes, cards that it lacks,
# kinds that may lie there (-1: all), kinds of which at least one must (0: none), number of its pack.
START, DIGITS, LACKS, MAY, MUST, PACK = range(6)


def settle(s: Any, viewer: Any) -> None:
    """Stands for the verb of a game."""
    raise NotImplementedError("a template runs only after compiled.bind")


@dataclass(frozen=True, eq=False)
class Dealing:
    """What is the same in every deal behind one view."""

    template: Records
    """The view's record, in which the unseen bags hold only what is known to lie there."""
    viewer: int
    places: NDArray[np.int64]
    """The face-down bags in the order in which they are filled; of each pack the last one takes what is left."""
    wants: NDArray[np.int64]
    """Numbers of the places that must hold a card of certain kinds, the scarcest first."""
    unseen: NDArray[np.int64]
    """For each pack the unseen cards as a bag, and behind its planes their number."""

    def deal(self, game: Game, records: Records, luck: Any) -> None:
        """Make record 0 a truth that may be behind the view."""
        rest = np.zeros_like(self.unseen)
        game.run.imagine(records, words_of(records), 0, *self.plan, rest, luck)

    @property
    def plan(self) -> tuple[Any, ...]:
        """What `imagine` in compiled code is handed: template, viewer, places, wants, unseen."""
        return self.template, self.viewer, self.places, self.wants, self.unseen


def words_of(records: Records) -> NDArray[np.int64]:
    """The same memory as words of eight bytes, one row a record."""
    return records.view(np.ndarray).view(np.int64).reshape(len(records), -1)


def dealing(game: Game, records: Records, seat: int | None) -> Dealing:
    """Prepare the deals behind the view of a seat; raises ValueError for a bystander's."""
    if seat is None or seat == BYSTANDER:
        raise ValueError("a bystander's view cannot be imagined: it belongs to no seat")
    template = game.layout.copy(records)
    s = template[0]
    rows: list[list[int]] = []
    scarce: list[tuple[int, int]] = []
    unseen = np.zeros((max(1, len(game.layout.packs)), PLANES + 1), np.int64)
    for number, pack in enumerate(game.layout.packs):
        bag = unseen[number, : pack.planes]
        fill(bag, hidden.unseen(game, s, pack))
        unseen[number, PLANES] = hidden.cards_in(bag)
        open_places = [place for place in hidden.places(game, s, pack, seat) if place.room > 0]
        for place in sorted(open_places, key=lambda place: (place.allowed == -1, place.room)):
            choice = hidden.cards_in(bag, place.allowed & place.must)
            if choice:
                scarce.append((choice, len(rows)))
            must = place.allowed & place.must if choice else 0
            rows.append([_start(game, place), pack.planes, place.room, place.allowed, must, number])
    places = np.array(rows, np.int64).reshape(len(rows), PACK + 1)
    wants = np.array([place for _, place in sorted(scarce)], np.int64)
    return Dealing(template, seat, places, wants, unseen)


def _start(game: Game, place: hidden.Place) -> int:
    offset = int(game.layout.dtype.fields[place.field.name][1])  # type: ignore[index]
    return offset // 8 + place.index * len(place.bag)


@rule
def deal_one(words: Any, places: Any, k: Any, rest: Any, may: Any, luck: Any) -> None:
    """One unseen card of the kinds `may` to place `k`."""
    pack = places[at(k), PACK]
    start = places[at(k), START]
    digits = places[at(k), DIGITS]
    unseen = rest[at(pack)][:digits]
    kind = bags.pick(unseen, rest[at(pack), PLANES], luck) if may == -1 else bags.pick_among(unseen, may, luck)
    rest[at(pack), PLANES] -= 1
    bags.put(words[start : start + digits], kind)


@rule
def deal_rest(words: Any, places: Any, k: Any, rest: Any) -> Any:
    """If an empty place lacks as many cards as are left, it gets them all; else False."""
    pack = places[at(k), PACK]
    start = places[at(k), START]
    if rest[at(pack), PLANES] != places[at(k), LACKS]:
        return False
    for plane in range(places[at(k), DIGITS]):
        if words[at(start + plane)] != 0:
            return False
    for plane in range(places[at(k), DIGITS]):
        words[at(start + plane)] = rest[at(pack), at(plane)]
    return True


def imagine(s: Any, words: Any, viewer: Any, places: Any, wants: Any, unseen: Any, rest: Any, luck: Any) -> None:
    """Make `s`, a copy of the template, a truth that may be behind the view; `words` is its memory, `rest` scratch.

    First each place gets the card that it must have, the ones with the least choice before the others.
    """
    for pack in range(unseen.shape[0]):
        for plane in range(PLANES + 1):
            rest[at(pack), at(plane)] = unseen[at(pack), at(plane)]
    for k in range(wants.shape[0]):
        place = wants[at(k)]
        deal_one(words, places, place, rest, places[at(place), MUST], luck)
    for k in range(places.shape[0]):
        if not deal_rest(words, places, k, rest):
            for _ in range(places[at(k), LACKS] - (places[at(k), MUST] != 0)):
                deal_one(words, places, k, rest, places[at(k), MAY], luck)
    settle(s, viewer)


def imagine_at(
    a: Any,
    words: Any,
    i: Any,
    template: Any,
    viewer: Any,
    places: Any,
    wants: Any,
    unseen: Any,
    rest: Any,
    luck: Any,
) -> None:
    """Make record `i` a truth that may be behind the view of `template`."""
    a[i] = template[0]
    imagine(a[i], borrowed(words[i]), viewer, borrowed(places), borrowed(wants), borrowed(unseen), borrowed(rest), luck)
