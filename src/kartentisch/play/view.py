"""What a seat may know: the view of the public API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kartentisch.engine import views
from kartentisch.engine.luck import new_luck, seeded
from kartentisch.engine.moves import write
from kartentisch.engine.reasons import Reason, Refused
from kartentisch.play import errors
from kartentisch.play.games import sheet

if TYPE_CHECKING:
    from kartentisch.play.match import Match


class View:
    """What `seat` may know of a match. A bystander's view has the seat None. All answers use the view alone.

    `seen` is the engine's form of the same view: a record in which everything hidden is zero.
    """

    __slots__ = ("seen",)

    def __init__(self, seen: Any) -> None:  # Any, so that help() names no class outside the public API
        self.seen: views.View = seen

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
        """All legal complete moves of this seat, in the game's order. Raises TooManyMoves above `limit`."""
        found = self.seen.complete(errors.checked_limit(limit))
        if len(found) > limit:
            errors.too_many(limit)
        return [write(self.seen.game, move) for move in found]

    def steps(self, prefix: str = "") -> list[str]:
        """The legal next tokens after the first tokens in `prefix`. Raises IllegalMove if no legal move begins so."""
        tokens = self.seen.steps(prefix)
        if isinstance(tokens, Reason):
            errors.illegal(tokens, self.game)
        return tokens

    def why_not(self, move: str, language: str = "en") -> str | None:
        """Why this is not a legal complete move of this seat, as a sentence in "en" or "de". None if it is."""
        reason = self.seen.refusal(move)
        return None if reason is None else errors.sentence(reason, self.game, language)

    def json(self) -> dict[str, Any]:
        """The view as a plain dict: the keys of a state, plus `seat` and `moves` (the legal first tokens)."""
        return self.seen.json()

    def imagine(self, seed: int) -> Match:
        """A match that could be the truth, as far as this seat knows. Raises ValueError for a bystander's view."""
        from kartentisch.play.checks import checked_seed
        from kartentisch.play.match import Match

        first, second = seeded(checked_seed(seed), 0, 2)
        return Match._from_records(self.seen.game, views.imagine(self.seen, new_luck(first, second)), seed=seed)
