"""What a seat may know: derived from the layout in one place, for all games.

A view is a record of the same kind as the truth in which everything its reader may not see is face down (zeros), with
the numbers of cards left standing. It is made here and nowhere else.
"""

from __future__ import annotations

from typing import Any

from kartentisch.engine import copying, moves
from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.game import Game
from kartentisch.engine.imagining import dealing
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import Luck
from kartentisch.engine.packs import BadState, listed, whole
from kartentisch.engine.reasons import Reason
from kartentisch.engine.states import dump, load


class View:
    """What `seat` (None: a bystander) may know of a match. Nothing in it comes from what that reader cannot see."""

    def __init__(self, game: Game, records: Records, seat: int | None) -> None:
        self.game = game
        self.records = records
        self.seat = seat

    def __copy__(self) -> View:
        return View(self.game, self.game.layout.copy(self.records), self.seat)

    def __deepcopy__(self, memo: dict[int, Any]) -> View:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.game, copying.packed(self.game, self.records), self.seat)

    @property
    def viewer(self) -> int:
        """The reader as fields know it."""
        return BYSTANDER if self.seat is None else self.seat

    @property
    def record(self) -> Any:
        """The one record, with hidden fields at zero."""
        return self.records[0]

    def steps(self, prefix: str = "") -> list[str] | Reason:
        """Legal next tokens after these first tokens of a move."""
        if self.seat is None:
            return []
        return moves.next_tokens(self.game, self.records, self.seat, prefix)

    def complete(self, limit: int) -> list[moves.Steps]:
        """Every legal complete move, at most `limit` + 1."""
        if self.seat is None:
            return []
        return moves.complete(self.game, self.records, self.seat, limit)

    def refusal(self, move: Any) -> Reason | None:
        """Why this is no legal complete move; None if it is one."""
        if self.seat is None:
            return Reason("watching")
        return moves.refusal(self.game, self.records, self.seat, move)

    def json(self) -> dict[str, Any]:
        """The view as plain JSON: the keys of a state, `seat` and `moves` (the legal first tokens)."""
        state = dump(self.game, self.records, self.viewer)
        state["seat"] = self.seat
        state["moves"] = self.steps()
        return state


def _again(game: Game, pack: copying.Packed, seat: int | None) -> View:
    return View(game, copying.unpacked(game, pack), seat)


def view(game: Game, records: Records, seat: int | None) -> View:
    """The view of a seat, or of a bystander, from the truth."""
    twin = game.layout.copy(records)
    s = twin[0]
    viewer = BYSTANDER if seat is None else seat
    if s["begun"]:
        raise ValueError("a view is made of a truth, not of a begun move")
    seats = int(s["seats"])
    for field in game.layout.untidy:
        for index in field.places(seats):
            field.tidy(s, index)
    for field in game.layout.veiled:
        for index in field.places(seats):
            if field.begun or not field.sees(records[0], index, viewer):
                field.hide_from(s, index, viewer)
    return View(game, twin, seat)


def read_view(game: Game, state: Any) -> View:
    """A view from its JSON; raises BadState with a sentence."""
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
    """A truth that may be behind a seat's view: unseen cards are dealt over the places the seat does not see."""
    behind = dealing(seen.game, seen.records, seen.seat)
    twin = seen.game.layout.new()
    behind.deal(seen.game, twin, luck)
    return twin
