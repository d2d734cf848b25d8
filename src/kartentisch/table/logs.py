"""Reading the log of a table: whether this program can read it, and the table that its facts give.

An unreadable log stays as it is, byte for byte. A newer version of the program may be able to read it, or a game that
is registered later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from kartentisch.engine.game import Game
from kartentisch.engine.luck import MAPPING
from kartentisch.engine.reasons import Reason
from kartentisch.engine.states import digest
from kartentisch.table.after import after
from kartentisch.table.contents import ALL_KINDS, UnknownContent
from kartentisch.table.facts import Fact
from kartentisch.table.settings import Settings, read_settings
from kartentisch.table.table import Table, opened


class UnreadableLog(Exception):  # noqa: N818 - named by what was found
    """This program cannot continue from this log. `number`: the unreadable fact, 0 for none in particular."""

    def __init__(self, code: str, number: int = 0, **args: object) -> None:
        super().__init__(f"{code} at fact {number} {args}" if number else f"{code} {args}")
        self.reason = Reason(code, dict(args))
        self.number = number


def settings_of(first: Fact) -> Settings:
    """The settings with which a table was opened. Raises UnreadableLog."""
    try:
        return read_settings(first.text)
    except ValueError as error:
        raise UnreadableLog("log_newer", first.number) from error


def game_of(facts: Sequence[Fact], find: Callable[[str], Game]) -> Game:
    """The rule sheet for this log, found without folding any fact. Raises UnreadableLog if there is none.

    `find` returns the rule sheet of a name and raises ValueError for an unknown game.
    """
    settings = settings_of(facts[0])
    try:
        game = find(settings.game)
    except ValueError as error:
        raise UnreadableLog("game_missing", game=settings.game) from error
    if settings.rules not in game.editions:
        raise UnreadableLog("rules_unknown", game=game.name, rules=settings.rules, played=game.played)
    if settings.mapping != MAPPING:
        raise UnreadableLog("log_newer", facts[0].number)
    for fact in facts[1:]:
        if not _known(fact):
            raise UnreadableLog("log_newer", fact.number)
    return game


def _known(fact: Fact) -> bool:
    """Whether this program knows the kind of a fact and the form of its text."""
    if fact.kind not in ALL_KINDS:
        return False
    try:
        fact.content  # noqa: B018 - parsed on access
    except UnknownContent:
        return False
    except ValueError:  # it is not newer, it is wrong: folding says so
        return True
    return True


def fold(game: Game, facts: Sequence[Fact], every_digest: bool = False) -> Iterator[tuple[Fact, Table]]:
    """Yield each fact with the table after it. Raises UnreadableLog at a fact that does not fit the facts before it.

    The last digest of the log is compared with the truth that the facts give; with `every_digest`, each digest is.
    """
    table: Table | None = None
    last = max((fact.number for fact in facts if fact.digest), default=0)
    for fact in facts:
        try:
            table = opened(game, fact) if table is None else after(table, fact)
            compared = fact.digest and (every_digest or fact.number == last)
            fits = not compared or (table.records is not None and digest(game, table.records) == fact.digest)
        except UnknownContent as error:
            raise UnreadableLog("log_newer", fact.number) from error
        except (ValueError, LookupError, TypeError, AssertionError, msgspec.MsgspecError) as error:
            raise UnreadableLog("log_unfit", fact.number) from error
        if not fits:
            raise UnreadableLog("log_unfit", fact.number)
        yield fact, table
