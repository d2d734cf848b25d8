"""`Match`, which has access to the whole truth, and `View`, which has what one seat may know; for programs, tests and
studies.

The two share a module because each makes the other: `Match.view`, `View.imagine`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from kartentisch.engine import moves, states, views
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import new_luck, seeded, set_luck
from kartentisch.engine.reasons import Reason, Refused
from kartentisch.play import copying, errors, numbers, record, texts
from kartentisch.play.checks import checked_options, checked_rules, checked_seats, checked_seed, load_state
from kartentisch.play.events import DEAL, Event
from kartentisch.play.games import sheet


class Match:
    """A match of one or more rounds, with seats 0, 1, ... The same seed and the same moves give the same match.

    Without a seed, the luck comes from the system's secure source. `rules` is a rules number, by default the newest.
    Raises ValueError with a sentence for an unknown game, for a number of seats or a rules number that the game does
    not allow, and for bad options. Methods raise ValueError with a sentence for an unknown seat.
    """

    __slots__ = (
        "_draft",
        "_game",
        "_history",
        "_luck",
        "_number",
        "_out",
        "_records",
        "_seats",
        "_seed",
        "_start",
        "_steps",
    )

    def __init__(
        self,
        game: str,
        seats: int,
        *,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        rules: int | None = None,
    ) -> None:
        known = sheet(game)
        number = checked_rules(known, rules)
        checked = checked_options(known, options, number)
        self._set(known, known.new(checked_seats(known, seats), checked, number), seed)
        self._deal()

    def _set(self, game: Game, records: Records, seed: int | None) -> None:
        self._game = game
        self._records = records
        self._seats = int(records[0]["seats"])
        self._seed = None if seed is None else checked_seed(seed)
        self._number = 0
        self._start: Records | None = None
        self._history: list[Event] = []
        self._draft = game.layout.new()
        self._out = game.buffer()
        self._luck = new_luck()
        self._steps = np.zeros(moves.LONGEST, np.int64)

    @classmethod
    def _from_records(cls, game: Game, records: Records, *, seed: int | None = None) -> Match:
        """A match that continues from the single truth in `records`. The match takes `records` over."""
        match = cls.__new__(cls)
        match._set(game, records, seed)
        match._start = game.layout.copy(records)
        return match

    @classmethod
    def from_state_json(cls, state: Any, seed: int | None = None) -> Match:
        """A match that continues from a truth as `state_json` returns it. Raises ValueError for an impossible state."""
        game = sheet(state.get("game") if isinstance(state, dict) else state)
        return cls._from_records(game, load_state(game, state), seed=seed)

    def copy(self, seed: int | None = None) -> Match:
        """An independent match with the same truth and history. Its future luck is the same, or comes from `seed`."""
        other = self.__copy__()
        other._seed = self._seed if seed is None else checked_seed(seed)
        return other

    def __copy__(self) -> Match:
        other = type(self).__new__(type(self))
        other._set(self._game, self._game.layout.copy(self._records), self._seed)
        other._number = self._number
        other._start = self._start  # shared, since nothing writes to it
        other._history = self._history.copy()
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        truths = copying.packed_truths(self._game, self._records, self._start)
        return _again, (type(self), self._game, truths, self._seed, self._number, copying.packed(self._history))

    def __repr__(self) -> str:
        s = self._records[0]
        return f"<Match of {self.game}, {self._seats} seats, round {int(s['number'])}, {int(s['steps'])} steps>"

    # ---- State ----

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._game.name

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self._seats

    @property
    def rules(self) -> int:
        """The rules number under which the match is played."""
        return int(self._records["rules"][0])

    @property
    def options(self) -> dict[str, Any]:
        """All options by name, with their values as JSON has them."""
        known = self._game.editions[self.rules].options
        return {name: option.read(self._records[0]) for name, option in known.items()}

    @property
    def round_over(self) -> bool:
        """Whether the round is over. True from the move that ends it until the next deal."""
        return bool(self._records["round_over"][0])

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self._records["over"][0])

    @property
    def points(self) -> list[int]:
        """Points of the round, one number per seat. All are 0 until the round is over."""
        points: list[int] = self._records["points"][0][: self._seats].tolist()
        return points

    @property
    def totals(self) -> list[int]:
        """Points of the match, one number per seat."""
        totals: list[int] = self._records["totals"][0][: self._seats].tolist()
        return totals

    @property
    def winners(self) -> list[int]:
        """The seats that have won the match, ascending. Empty until the match is over."""
        mask = int(self._records["winners"][0])
        return [seat for seat in range(self._seats) if (mask >> seat) & 1]

    def state_json(self) -> dict[str, Any]:
        """The whole truth as a plain dict of JSON values, for tests and tools."""
        return states.dump(self._game, self._records)

    def view(self, seat: int | None) -> View:
        """What a seat may know. With None, what a bystander may know."""
        return View(self._view(seat))

    def _view(self, seat: int | None) -> views.View:
        return views.view(self._game, self._records, None if seat is None else self._checked_seat(seat))

    def _checked_seat(self, seat: Any) -> int:
        number = numbers.index(seat)
        if number is None or not 0 <= number < self._seats:
            errors.refuse(Reason("seat_unknown", {"seat": seat, "seats": self._seats}), self.game)
        return number

    # ---- Legal moves ----

    def actors(self) -> tuple[int, ...]:
        """The seats that may act now. The seat that the game waits for comes first. Empty when the round is over."""
        mask = int(self._game.run.actors(self._records, 0))
        if mask == 0:
            return ()
        asked = int(self._game.run.asked(self._records, 0))
        return (asked, *(seat for seat in range(self._seats) if (mask >> seat) & 1 and seat != asked))

    def next_actor(self) -> int:
        """The seat to move next, for a program that plays every seat. Ask again after each move.

        Seats that may act although the game does not wait for them come first, the lowest of them before the others:
        they may lose their chance once the seat that the game waits for has moved. Raises ValueError with a sentence
        when the round is over.
        """
        actors = self.actors()
        if not actors:
            errors.refuse(Reason("match_over" if self.over else "round_over"), self.game)
        return actors[1] if len(actors) > 1 else actors[0]

    def moves(self, seat: int, limit: int = 10_000) -> list[str]:
        """All legal complete moves of a seat, one per outcome, in game order. Raises TooManyMoves above `limit`."""
        seat = self._checked_seat(seat)
        found = moves.complete(self._game, self._records, seat, errors.checked_limit(limit))
        if len(found) > limit:
            errors.too_many(limit)
        return [moves.write(self._game, move) for move in found]

    def steps(self, seat: int, prefix: str = "") -> list[str]:
        """The legal next tokens after the first tokens in `prefix`. Raises IllegalMove if no legal move begins so."""
        return self.view(seat).steps(prefix)

    def why_not(self, seat: int, move: str, language: str = "en") -> str | None:
        """Why this is not a legal complete move of a seat, as a sentence in "en" or "de". None if it is."""
        reason = self._refusal(seat, move)
        return None if reason is None else errors.sentence(reason, self.game, language)

    def _refusal(self, seat: Any, move: Any) -> Reason | None:
        """Why the move is refused, judged only by what the seat sees."""
        number = numbers.index(seat)
        if number is None or not 0 <= number < self._seats:
            return Reason("seat_unknown", {"seat": seat, "seats": self._seats})
        return self._view(number).refusal(move)

    # ---- Playing ----

    def play(self, seat: int, move: str) -> None:
        """Play one complete move, its steps in any legal order. After an IllegalMove the match is unchanged."""
        luck = self._draw(1)
        self._commit(seat, move, luck)

    def next_round(self) -> None:
        """Deal the next round. Raises ValueError with a sentence unless the round is over and the match is not."""
        if self.over:
            errors.refuse(Reason("match_over"), self.game)
        if not self.round_over:
            errors.refuse(Reason("round_running"), self.game)
        self._deal()

    def record(self, *, hashed: bool = False) -> str:
        """The match as text, with its luck and digests. It reveals hidden cards. `hashed`: add a hash of the text."""
        head = record.Head(self._game, self.rules, self._seats, self.options, self._start)
        text = record.write(head, self._history)
        return texts.hashed(text) if hashed else text

    def _draw(self, words: int) -> tuple[int, ...]:
        if self._seed is not None:
            return seeded(self._seed, self._number, words)
        return tuple(int.from_bytes(secrets.token_bytes(8)) for _ in range(words))

    def _deal(self, luck: tuple[int, ...] | None = None) -> None:
        first, second = luck = self._draw(2) if luck is None else luck
        set_luck(self._luck, first, second)
        deal = self._game.run.next_round if self._history or self._start is not None else self._game.run.deal
        deal(self._records, 0, self._luck)
        self._number += 1
        self._history.append((DEAL, "", luck))

    def _commit(self, seat: int, move: str, luck: tuple[int, ...]) -> None:
        game = self._game
        steps = self._steps
        step = game.numbers.get(move) if type(move) is str else None
        if step is not None:
            steps[0] = step
            count = 1
        else:
            read = moves.read(game, move)
            if isinstance(read, Reason):
                read = ()
            count = len(read)
            steps[:count] = read
        if type(seat) is not int and (number := numbers.index(seat)) is not None:
            seat = number
        if type(seat) is not int or not 0 <= seat < self._seats:
            self._refuse(seat, move)
        set_luck(self._luck, luck[0])
        if game.run.commit(self._records, self._draft, seat, steps, count, self._luck, self._out) != 0:
            self._refuse(seat, move)
        self._number += 1
        self._history.append((seat, move, luck))

    def _refuse(self, seat: Any, move: Any) -> None:
        reason = self._refusal(seat, move)
        if reason is None:
            raise RuntimeError(f"{move!r} is legal as seat {seat} sees it, but not in truth")
        errors.illegal(reason, self.game)


def _again(
    kind: type[Match], game: Game, truths: copying.Truths, seed: int | None, number: int, history: copying.History
) -> Match:
    """The match that a pickle holds."""
    match = kind.__new__(kind)
    records, start = copying.unpacked_truths(game, truths)
    match._set(game, records, seed)
    match._number, match._start, match._history = number, start, copying.unpacked(history)
    return match


class View:
    """What `seat` may know of a match. A bystander's view has the seat None. All answers use the view alone.

    `Match.view` makes one, and `from_json` reads one that came over the wire.

    >>> import kartentisch as kt
    >>> view = kt.Match(kt.games()[1], 2, seed=1).view(0)
    >>> view.seat, view.moves() == view.json()["moves"]
    (0, True)
    >>> view.why_not("no card")
    '“no” is no step of a move in this game.'
    """

    __slots__ = ("seen",)

    def __init__(self, seen: Any) -> None:  # Any, so that help() names no class outside the public API
        self.seen: views.View = seen
        """The engine's form of the same view: a record in which everything hidden is zero."""

    def __repr__(self) -> str:
        return f"<View of {self.game}, seat {self.seat}>"

    @classmethod
    def from_json(cls, state: Any) -> View:
        """The view in a dict that came over the wire. Raises ValueError with a sentence if it cannot be a view."""
        game = sheet(state.get("game") if isinstance(state, dict) else state)
        try:
            return cls(views.read_view(game, state))
        except Refused as error:
            errors.refuse(error.reason, game.name)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.seen.game.name

    @property
    def seat(self) -> int | None:
        """The seat whose view this is. None for a bystander's view."""
        return self.seen.seat

    def moves(self, limit: int = 10_000) -> list[str]:
        """All legal complete moves of this seat as text, in the game's order; [] where it may not act.

        Raises TooManyMoves if there are more than `limit`.
        """
        found = self.seen.complete(errors.checked_limit(limit))
        if len(found) > limit:
            errors.too_many(limit)
        return [moves.write(self.seen.game, move) for move in found]

    def steps(self, prefix: str = "") -> list[str]:
        """The legal next tokens after the first tokens in `prefix`; [] after a complete move.

        Raises IllegalMove if no legal move begins so.
        """
        tokens = self.seen.steps(prefix)
        if isinstance(tokens, Reason):
            errors.illegal(tokens, self.game)
        return tokens

    def why_not(self, move: str, language: str = "en") -> str | None:
        """Why this is not a legal complete move of this seat, as a sentence in "en" or "de". None if it is."""
        reason = self.seen.refusal(move)
        return None if reason is None else errors.sentence(reason, self.game, language)

    def json(self) -> dict[str, Any]:
        """The view as a plain dict of JSON values.

        It has the keys of a state (docs/rules/), plus `seat` and `moves` (the legal first tokens). A hidden card is
        null, and a pile that nobody has looked into is a number.
        """
        return self.seen.json()

    def imagine(self, seed: int) -> Match:
        """A match that is possible, as far as this seat knows. The same seed gives the same match.

        Hidden cards are dealt from all that fit this view. Raises ValueError for a bystander's view.
        """
        first, second = seeded(checked_seed(seed), 0, 2)
        return Match._from_records(self.seen.game, views.imagine(self.seen, new_luck(first, second)), seed=seed)
