"""Codes of five to seven letters that lead to a table, for those who can neither click a link nor scan its picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog

from kartentisch.engine.reasons import Reason
from kartentisch.store import Store, StoreFailed, written
from kartentisch.web.live.tasks import lasting
from kartentisch.web.live.world import CODE, CODE_LENGTHS

if TYPE_CHECKING:
    from kartentisch.web.live.room import Room

log = structlog.get_logger()
TRIES = 50
GUESSES = 18_895
"""So many guesses it takes to hit one table: a hundred tables have codes of five letters, 1,800 more of six."""


def read(text: str) -> str | Reason:
    """A code as it was typed in, in any case and with gaps."""
    code = "".join(sign for sign in text.upper() if sign.isalnum())
    if len(code) not in CODE_LENGTHS:
        example = CODE[: 2 * CODE_LENGTHS.start : 2]
        return Reason("code_form", {"example": example, "low": CODE_LENGTHS.start, "high": CODE_LENGTHS.stop - 1})
    if wrong := [sign for sign in code if sign not in CODE]:
        return Reason("code_letter", {"letter": wrong[0], "allowed": " ".join(CODE)})
    return code


def length(store: Store) -> int:
    """How long the next code is: the shortest with which a guess hits often enough no table."""
    short = (letters for letters in CODE_LENGTHS if store.codes(letters) < len(CODE) ** letters // GUESSES)
    return next(short, CODE_LENGTHS.stop - 1)


async def follow(room: Room) -> None:
    """A table that can be joined has a code; any other gives its code back. Also if whoever asked is gone meanwhile."""
    if room.table.joinable == bool(room.code):
        return
    try:
        await lasting(_give(room) if room.table.joinable else _take(room))
    except StoreFailed as error:
        log.warning("codes cannot be written", table=room.id, code=error.code)


async def _give(room: Room) -> None:
    """It may be joined without a code all the same."""
    for _ in range(TRIES):
        code = room.world.new_code(length(room.store))
        if await written(room.store.set_code(room.id, code, room.world.clock())):
            room.code = code
            room.touch()
            return


async def _take(room: Room) -> None:
    await written(room.store.free_code(room.id, room.world.clock()))
    room.code = ""
