"""What goes wrong at the front door, each error a ValueError whose text is a sentence for people."""

from __future__ import annotations

from typing import Any, NoReturn

from kartentisch import words
from kartentisch.engine.reasons import Reason
from kartentisch.words import shared
from kartentisch.words.language import language


class IllegalMove(ValueError):  # noqa: N818 - the name that others rely on
    """A move that the rules do not allow now; nothing has changed. `reason`: code, arguments and paragraph."""

    def __init__(self, sentence: str, reason: Reason) -> None:
        super().__init__(sentence)
        self.reason = reason

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, Reason]]:
        return IllegalMove, (str(self), self.reason)


class TooManyMoves(ValueError):  # noqa: N818 - the name that others rely on
    """More complete moves than the limit that was asked for."""


class RecordError(ValueError):
    """A record that cannot be replayed: "line N: ...", N counted from 1 in the whole text."""


def sentence(reason: Reason, game: str = "", code: str = "en") -> str:
    """A refusal in words; raises ValueError for an unknown language."""
    t = language(code)
    return words.reason(t, game, reason) if game else shared.reason(t, reason)


def refuse(reason: Reason, game: str = "") -> NoReturn:
    """Raise ValueError with the sentence."""
    raise ValueError(sentence(reason, game))


def illegal(reason: Reason, game: str) -> NoReturn:
    """Raise IllegalMove with the sentence."""
    raise IllegalMove(sentence(reason, game), reason)


def too_many(limit: int) -> NoReturn:
    """Raise TooManyMoves."""
    raise TooManyMoves(f"There are more than {limit} complete moves; ask for the next steps instead.")


def checked_limit(limit: Any) -> int:
    """A limit of moves; raises ValueError for what is no whole number from 0."""
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
        raise ValueError(f"limit must be a whole number from 0, not {limit!r}")
    return int(limit)
