"""Codes of five to seven letters that lead to a table, for people who can neither click a link nor scan a QR code."""

from __future__ import annotations

import structlog

from kartentisch.engine.reasons import Reason
from kartentisch.store import Lease, Store, StoreFailed, written
from kartentisch.web.live.tasks import run_to_end
from kartentisch.web.live.world import CODE, CODE_LENGTHS, World

log = structlog.get_logger()
TRIES = 50
GUESSES = 18_895
"""The average number of guesses that hit one table. So 100 tables have codes of five letters, and 1,800 more of six."""


def read(text: str) -> str | Reason:
    """Read a code as somebody typed it, in any case and with spaces, or say what is wrong with it."""
    code = "".join(sign for sign in text.upper() if sign.isalnum())
    if len(code) not in CODE_LENGTHS:
        example = CODE[: 2 * CODE_LENGTHS.start : 2]
        return Reason("code_form", {"example": example, "low": CODE_LENGTHS.start, "high": CODE_LENGTHS.stop - 1})
    if wrong := [sign for sign in code if sign not in CODE]:
        return Reason("code_letter", {"letter": wrong[0], "allowed": " ".join(CODE)})
    return code


async def length(store: Store) -> int:
    """The length of the next code: the shortest at which guessing is hopeless."""
    for letters in CODE_LENGTHS[:-1]:
        if await store.join_codes(letters) < len(CODE) ** letters // GUESSES:
            return letters
    return CODE_LENGTHS[-1]


class JoinCode:
    """The code of one table, as the store has it. A table has a code as long as somebody can join it."""

    def __init__(self, lease: Lease, store: Store, world: World, letters: str) -> None:
        self._lease, self._store, self._world = lease, store, world
        self.letters = letters
        """"" if the table has no code."""

    async def follow(self, joinable: bool) -> bool:
        """Take a code or give it back, even if the caller is cancelled meanwhile. True: there is a new code to show."""
        if joinable == bool(self.letters):
            return False
        try:
            await run_to_end(self._take() if joinable else self._give_back())
        except StoreFailed as error:
            log.warning("codes cannot be written", table=self._lease.log_id, code=error.code)
        return bool(self.letters)

    async def _take(self) -> None:
        """Take a free code. If none is found, people can still join by the link."""
        for _ in range(TRIES):
            code = self._world.new_join_code(await length(self._store))
            if await written(self._store.set_join_code(self._lease, code, self._world.clock())):
                self.letters = code
                return

    async def _give_back(self) -> None:
        await written(self._store.free_join_code(self._lease, self._world.clock()))
        self.letters = ""
