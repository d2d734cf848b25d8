"""The errors of the public API. Each one is a ValueError whose text is a sentence for people."""

from __future__ import annotations

from typing import Any, NoReturn

from kartentisch import words
from kartentisch.engine.reasons import Reason
from kartentisch.play import numbers
from kartentisch.words import shared
from kartentisch.words.language import Language, language


class RefusedError(ValueError):
    """Something that is not allowed. Its text is English; `reason` and `game` give the sentence in any language."""

    def __init__(self, sentence: str, reason: Reason, game: str = "") -> None:
        super().__init__(sentence)
        self.reason = reason
        """A code with arguments, and the paragraph of the rules."""
        self.game = game
        """The game whose words have the sentence; empty if all games share it."""

    def __reduce__(self) -> tuple[type[RefusedError], tuple[str, Reason, str]]:
        return type(self), (str(self), self.reason, self.game)


class IllegalMove(RefusedError):  # noqa: N818 - the name that others rely on
    """A move that the rules do not allow now. The match is unchanged.

    >>> import kartentisch as kt
    >>> match = kt.Match(kt.games()[1], 2, seed=1)
    >>> try:
    ...     match.play(1, "draw")
    ... except kt.IllegalMove as error:
    ...     print(error.reason.code)
    not_your_turn
    """


class TooManyMoves(ValueError):  # noqa: N818 - the name that others rely on
    """There are more complete moves than the given limit. Ask for `steps` instead."""


class RecordError(ValueError):
    """A record that cannot be replayed. The text is "line N: ...", where N counts from 1 in the whole text."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.line = line
        """N if the rules refuse the line, else 0. The refusal is then the `__cause__` of this error."""


def sentence(reason: Reason, game: str = "", code: str = "en") -> str:
    """A refusal in words. Raises ValueError for an unknown language."""
    t = language(code)
    return words.reason(t, game, reason) if game else shared.reason(t, reason)


def said(error: Exception, t: Language) -> str:
    """The text of an error, in language `t` if there is a translation, else in English."""
    if isinstance(error, RefusedError):
        return sentence(error.reason, error.game, t.code)
    if isinstance(error, RecordError) and isinstance(error.__cause__, RefusedError):
        return t.say("line {n}: {text}", n=error.line, text=said(error.__cause__, t))
    return str(error)


def refuse(reason: Reason, game: str = "") -> NoReturn:
    """Raise RefusedError with the sentence."""
    raise RefusedError(sentence(reason, game), reason, game)


def illegal(reason: Reason, game: str) -> NoReturn:
    """Raise IllegalMove with the sentence."""
    raise IllegalMove(sentence(reason, game), reason, game)


def too_many(limit: int) -> NoReturn:
    """Raise TooManyMoves."""
    raise TooManyMoves(f"There are more than {limit} complete moves; ask for the next steps instead.")


def checked_limit(limit: Any) -> int:
    """A limit on the number of moves. Raises ValueError for anything but a whole number from 0."""
    return numbers.whole("limit", limit, 0)
