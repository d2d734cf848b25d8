"""The luck of one table: its secrets, and the seals of those who have it open."""

from __future__ import annotations

from functools import lru_cache

from kartentisch.proof import draws
from kartentisch.table.luck import DrawnLuck, draws_next
from kartentisch.table.table import Table
from kartentisch.web.live.subscriber import Subscriber
from kartentisch.web.live.world import World


class TableLuck:
    def __init__(self, table_id: str, world: World, table: Table, new: bool) -> None:
        """`new`: the table was just opened, so nobody has been here yet.

        Nor has anybody since a restart: a deal that waited for pages waits for all of them again.
        """
        self.bind = draws.bind(table_id)
        self._world = world
        self._seals: dict[Subscriber, tuple[int, str]] = {}
        """(draw, seal) of each page, the newest last."""
        self._known = {} if new or (table.phase == "waiting" and not table.shuffling) else _people(table)
        """By seat: the person whose page has been here, named by the fact with which they came. For others, the next
        deal waits a moment, and only once."""
        self._secret = lru_cache(maxsize=2)(self._secret_of)

    # ---- Seals ------------------------------------------------------------------------------------------------------

    def next_draw(self, table: Table) -> int:
        """The number of the draw for which a page can seal a number now; 0 if luck is not drawn here."""
        return table.dealt + 1 + table.shuffling if self._world.luck_key and draws_next(table) else 0

    def seal(self, one: Subscriber, table: Table, draw: int, seal: str) -> None:
        """Keep the newest seal of a page."""
        self._seals.pop(one, None)
        self._seals[one] = draw, seal
        self._known[one.seat] = table.chairs[one.seat].sat

    def expect_no_seal(self, one: Subscriber, table: Table) -> None:
        """A client is here that takes no part in draws, so no deal waits for its seat."""
        self._known[one.seat] = table.chairs[one.seat].sat

    def closed(self, table: Table) -> None:
        """A draw was closed."""
        self._known = _people(table)

    def went(self, one: Subscriber) -> None:
        """A page has left. Its seal counts no more, as nobody else may know its number."""
        self._seals.pop(one, None)

    def drawn(self, table: Table) -> DrawnLuck:
        """The luck of the table now."""
        seals = {
            one.seat: seal
            for one, (draw, seal) in self._seals.items()
            if draw == table.dealt + 1 and table.chairs[one.seat].person and one.listens and not one.disconnected
        }
        return DrawnLuck(self.bind, self._secret, self._world.luck, seals, self.awaited)

    def awaited(self, table: Table) -> list[int]:
        """The seats of people whose page is still opening."""
        return [seat for seat in table.people if self._known.get(seat) != table.chairs[seat].sat]

    # ---- Secrets ----------------------------------------------------------------------------------------------------

    def _secret_of(self, match: int) -> str:
        key = self._world.luck_key
        return draws.secret(key, self.bind, match) if key else ""

    def bot_seed(self, table: Table, seat: int) -> int | None:
        """The chance of a bot for the decision it faces now: nothing that anyone at the table can know.

        None: the world has no key, so lots decide.
        """
        key = self._world.luck_key
        if not key:
            return None
        if table.draw is None or table.settings.luck != "drawn":
            return draws.bot_seed(key, self.bind, seat, table.number)
        secret = bytes.fromhex(self._secret(table.draw.match))
        return draws.bot_seed(secret, self.drawn(table).mix(table.draw), seat, table.number)


def _people(table: Table) -> dict[int, int]:
    return {seat: chair.sat for seat, chair in enumerate(table.chairs)}
