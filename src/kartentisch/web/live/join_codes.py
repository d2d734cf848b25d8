"""Codes of five to seven letters that lead to a table, for those who can neither click a link nor scan its picture."""

from __future__ import annotations

import structlog

from kartentisch.engine.reasons import Reason
from kartentisch.store import Store, StoreFailed, written
from kartentisch.web.live.tasks import lasting
from kartentisch.web.live.world import CODE, CODE_LENGTHS, World

log = structlog.get_logger()
TRIES = 50
GUESSES = 18_895
"""The number of guesses that it takes to hit one table: 100 tables have codes of five letters, 1,800 more of six."""


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


class JoinCode:
    """The code of one table, as the store has it. A table that can be joined has one; any other gives its code back."""

    def __init__(self, table_id: str, store: Store, world: World) -> None:
        self._table_id, self._store, self._world = table_id, store, world
        self.letters = store.code(table_id)
        """"" if there is none."""

    async def follow(self, joinable: bool) -> bool:
        """Take a code or give it back, even if the caller is cancelled meanwhile. True: there is a new one to show."""
        if joinable == bool(self.letters):
            return False
        try:
            await lasting(self._take() if joinable else self._give_back())
        except StoreFailed as error:
            log.warning("codes cannot be written", table=self._table_id, code=error.code)
        return bool(self.letters)

    async def _take(self) -> None:
        """If no code is free, the table can be joined without one all the same."""
        for _ in range(TRIES):
            code = self._world.new_code(length(self._store))
            if await written(self._store.set_code(self._table_id, code, self._world.clock())):
                self.letters = code
                return

    async def _give_back(self) -> None:
        await written(self._store.free_code(self._table_id, self._world.clock()))
        self.letters = ""
