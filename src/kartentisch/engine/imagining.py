"""Deals of the cards that a seat cannot see: prepared once for a view, then made in compiled code, any number of times.

`dealing` computes what depends on the view alone: the face-down bags, the number of cards that each one lacks, the
kinds that may lie there, those of which at least one must, and the unseen cards. A deal then costs about as much as the
deal of a round. `kernels.imagine` makes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kartentisch.engine import hidden
from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.game import Game
from kartentisch.engine.kernels.imagine import PACK, PLANES
from kartentisch.engine.layout import Records
from kartentisch.engine.packs import fill


@dataclass(frozen=True, eq=False)
class Dealing:
    """What is the same for every deal behind one view."""

    template: Records
    """The record of the view, in which a face-down bag holds only the cards that are known to lie there."""
    viewer: int
    """The seat of the view."""
    places: NDArray[np.int64]
    """The face-down bags in the order in which they are filled, as rows (see `kernels.imagine` for the columns). Of
    each pack, the last one takes what is left."""
    wants: NDArray[np.int64]
    """The indices of the places that must hold a card of certain kinds, the scarcest first."""
    unseen: NDArray[np.int64]
    """For each pack the unseen cards: a row with the planes of a bag and, after PLANES columns, the number of cards."""

    def deal(self, game: Game, records: Records, luck: Any) -> None:
        """Turn record 0 into a truth that may be behind the view."""
        rest = np.zeros_like(self.unseen)
        game.run.imagine(records, words_of(records), 0, *self.plan, rest, luck)

    @property
    def plan(self) -> tuple[Any, ...]:
        """The arguments of the compiled `imagine`: template, viewer, places, wants, unseen."""
        return self.template, self.viewer, self.places, self.wants, self.unseen


def words_of(records: Records) -> NDArray[np.int64]:
    """The same memory as words of eight bytes, one row per record."""
    return records.view(np.ndarray).view(np.int64).reshape(len(records), -1)


def dealing(game: Game, records: Records, seat: int | None) -> Dealing:
    """Prepare the deals behind the view of a seat. Raises ValueError for the view of a bystander."""
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
