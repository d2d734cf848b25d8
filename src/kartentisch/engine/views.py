"""What a seat may know, derived from the layout in one place for all games.

A view is a record with the layout of the truth. Everything that its reader may not see is zero, except the numbers of
cards. Views are made here and nowhere else.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kartentisch.engine import copying, moves
from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.game import Game
from kartentisch.engine.imagining import dealing
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import Luck
from kartentisch.engine.packs import BadState, listed, whole
from kartentisch.engine.reasons import Reason
from kartentisch.engine.states import dump, load, told


class View:
    """What `seat` (None: a bystander) may know of a match. Nothing in it depends on what that reader cannot see."""

    def __init__(self, game: Game, records: Records, seat: int | None) -> None:
        self.game = game
        """The rule sheet."""
        self.records = records
        """One record, in which all that the reader may not see is zero."""
        self.seat = seat
        """The seat of the reader; None for a bystander."""

    def __copy__(self) -> View:
        return View(self.game, self.game.layout.copy(self.records), self.seat)

    def __deepcopy__(self, memo: dict[int, Any]) -> View:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.game, copying.packed(self.game, self.records), self.seat)

    @property
    def viewer(self) -> int:
        """The reader as fields take it: the seat, or BYSTANDER."""
        return BYSTANDER if self.seat is None else self.seat

    @property
    def record(self) -> Any:
        """The record, in which hidden fields are zero."""
        return self.records[0]

    def steps(self, prefix: str = "") -> list[str] | Reason:
        """The legal next tokens after these first tokens of a move, or why `prefix` is refused.

        There are none for a bystander and for a seat that may not act.
        """
        if self.seat is None:
            return []
        return moves.next_tokens(self.game, self.records, self.seat, prefix)

    def complete(self, limit: int) -> list[moves.Steps]:
        """The steps of the legal complete moves, at most `limit` + 1 of them; none for a bystander."""
        if self.seat is None:
            return []
        return moves.complete(self.game, self.records, self.seat, limit)

    def refusal(self, move: Any) -> Reason | None:
        """Why this text is not a legal complete move; None if it is."""
        found = self.checked(move)
        return found if isinstance(found, Reason) else None

    def checked(self, move: Any) -> moves.Steps | Reason:
        """The steps of a legal complete move, or why this text is none."""
        if self.seat is None:
            return Reason("watching")
        return moves.checked(self.game, self.records, self.seat, move)

    def json(self) -> dict[str, Any]:
        """The view as plain JSON values: the keys of a state, `seat`, and `moves` (the legal first tokens)."""
        state = dump(self.game, self.records, self.viewer)
        state["seat"] = self.seat
        state["moves"] = self.steps()
        return state


def _again(game: Game, pack: copying.Packed, seat: int | None) -> View:
    return View(game, copying.unpacked(game, pack), seat)


class Showing:
    """A truth as it is shown to its readers. What all of them see alike is worked out once.

    The shared part of their JSON has only fields that everyone sees, or nobody. Fields that some readers see and others
    do not (`Layout.parted`) are in no shared part: each reader's are hidden in, and read from, the view of that reader.
    """

    def __init__(self, game: Game, records: Records) -> None:
        """Raises ValueError for records with a begun move."""
        layout = game.layout
        self.game = game
        """The rule sheet."""
        self._records = layout.copy(records)
        """The truth, in which what no reader sees is already hidden."""
        s = self._records[0]
        if s["begun"]:
            raise ValueError("a view is made from a truth, not from a begun move")
        self._seats = seats = int(s["seats"])
        for field in layout.untidy:
            for index in field.places(seats):
                field.tidy(s, index)
        for field in layout.closed:
            for index in field.places(seats):
                field.hide(s, index)
        self._columns = layout.plain(self._records)
        """The columns of the shared part."""
        for name in layout.parted_columns:
            del self._columns[name]

    def to(self, seat: int | None) -> View:
        """The view of a seat, or, for None, of a bystander."""
        twin = self.game.layout.copy(self._records)
        s, viewer = twin[0], BYSTANDER if seat is None else seat
        for field in self.game.layout.parted:
            for index in field.places(self._seats):
                if not field.sees(self._columns, index, viewer):
                    field.hide_from(s, index, viewer)
        return View(self.game, twin, seat)

    @cached_property
    def shared(self) -> dict[str, Any]:
        """The JSON of a view as far as all readers have it alike, in its order. Everything else is None."""
        return told(self.game, self._columns, BYSTANDER, without=self.game.layout.parted)

    def json(self, seen: View) -> dict[str, Any]:
        """The JSON of a view that `to` has made."""
        layout, state = self.game.layout, dict(self.shared)
        columns = self._columns | layout.plain(seen.records, layout.parted_columns)
        for field in layout.parted:
            if field.name in state:
                state[field.name] = field.dump(columns, seen.viewer)
        state["seat"] = seen.seat
        state["moves"] = seen.steps()
        return state


def view(game: Game, records: Records, seat: int | None) -> View:
    """The view of a seat (None: of a bystander) from the truth. Raises ValueError for records with a begun move."""
    return Showing(game, records).to(seat)


def read_view(game: Game, state: Any) -> View:
    """A view from its JSON. Raises BadState, with a sentence, for anything that cannot be a view of this game."""
    if not isinstance(state, dict) or "seat" not in state or "moves" not in state:
        raise BadState("a view must be a JSON object with the keys seat and moves")
    bare = {key: value for key, value in state.items() if key not in ("seat", "moves")}
    if not all(isinstance(token, str) for token in listed(state["moves"], None, "moves")):
        raise BadState(f"moves must be a list of texts, not {state['moves']!r}")
    seat = state["seat"]
    if seat is not None:
        whole(seat, 0, game.seats.stop - 2, "seat")
        if seat >= whole(bare.get("seats"), game.seats.start, game.seats.stop - 1, "seats"):
            raise BadState(f"there is no seat {seat}")
    return View(game, load(game, bare, BYSTANDER if seat is None else seat), seat)


def imagine(seen: View, luck: Luck) -> Records:
    """A truth that may be behind the view of a seat: unseen cards are dealt to the places that the seat does not see.

    Raises ValueError for the view of a bystander.
    """
    behind = dealing(seen.game, seen.records, seen.seat)
    twin = seen.game.layout.new()
    behind.deal(seen.game, twin, luck)
    return twin
