"""Tables with a past: a match so far that bots have played, or a position, stands there before anybody moves.

The same seed gives the same past: nothing in it waits for a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from kartentisch.bots.bot import Bot
from kartentisch.bots.levels import bots
from kartentisch.bots.search.search import prepare
from kartentisch.engine import states
from kartentisch.engine.luck import seeded
from kartentisch.play.games import sheet
from kartentisch.table import settings
from kartentisch.table.deciding import MOST_MOVES, decide, tick, wants
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.settings import Settings, checked_settings
from kartentisch.table.table import Table, opened
from kartentisch.table.windows import due
from kartentisch.testing import walk
from kartentisch.web.access.public_address import PublicAddress
from kartentisch.web.access.tokens import COOKIE, Tokens, path
from kartentisch.web.app import create_app
from kartentisch.web.live.people import figure_for
from kartentisch.web.live.registry import RoomRegistry
from tests.browser.live import Running, address_of, bound, serving
from tests.plain_store import PlainTokens, plain

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

    from kartentisch.store import Store
    from kartentisch.table.verdict import Verdict

START = 1_800_000_000_000
BETWEEN = 3_000
KEY = b"k" * 32
"""Signs the seats of the tests' server."""
MOST = 3_000
"""Facts of a past: more means that it does not come to its end."""


@contextmanager
def served(rooms: RoomRegistry, bots_wait: int = 40, reached: bool = False) -> Iterator[Running]:
    """A server of these tables. Bots wait `bots_wait` milliseconds at the pace "quick". `reached`: others can come."""
    kept = settings.BOT_WAIT["quick"]
    settings.BOT_WAIT["quick"] = bots_wait
    try:
        found = bound()
        reach = PublicAddress(address_of(found) if reached else "")
        with serving(create_app(rooms, Tokens(KEY), reach), found) as running:
            yield running
    finally:
        settings.BOT_WAIT["quick"] = kept


def able_to_think(*names: str) -> None:
    """Compile their search where that has not been done yet: it takes longer than a page is waited for."""
    for name in names:
        prepare(sheet(name))


async def lay(rooms: RoomRegistry, table_id: str, state: dict[str, Any]) -> None:
    """Other cards on a table that has been dealt."""
    room = await rooms.get(table_id)
    assert room is not None
    now = room.world.clock()
    room.ledger.table = replace(room.table, records=states.load(room.table.game, state), moved=now, window_from=now)
    room.feeds.clear_views()
    room.mark_changed()


def late(game: str, seats: int, so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """A truth of a match that was played at random, the first one that is so."""
    for seed in range(100):
        for moment in walk(game, seats, {}, seed):
            state = states.dump(moment.game, moment.records)
            if so(state):
                return state
    raise AssertionError("no match comes there")


class Past:
    """A match, fact by fact: seat 0 is a person's, a bot of the greedy level thinks for everybody."""

    def __init__(self, game: str, seats: int, seed: int, options: dict[str, Any] | None = None, **more: Any) -> None:
        plan = ("you", *["bot:greedy"] * (seats - 1))
        settings = checked_settings(sheet(game), plan, options or {}, bots(), pace="step", **more)
        assert isinstance(settings, Settings), settings
        self.facts = [Fact(1, "opened", text=msgspec.json.encode(settings).decode(), time=START)]
        self.table = opened(sheet(game), self.facts[0])
        self.seed = seed
        self.now = START
        self.bots = [Bot("greedy", game, seed=seed + seat) for seat in range(seats)]
        self.take(decide(self.table, Ask("start", 0), START, self.luck(), bots()))

    def ask(self, do: str) -> Past:
        """What the person wants of the table."""
        assert self.take(decide(self.table, Ask(do, 0), self.now, self.luck(), bots()))
        return self

    def luck(self) -> Sequence[int]:
        return seeded(self.seed, len(self.facts), MOST_MOVES)

    def take(self, verdict: Verdict) -> bool:
        """Whether something happened."""
        facts, self.table, reason = verdict
        assert reason is None, reason
        self.facts += facts
        return bool(facts)

    def go_on(self, until: Callable[[Table], bool]) -> Past:
        """Play until the table is so, looked at after each fact."""
        while not until(self.table):
            assert len(self.facts) < MOST, "this past has no end"
            self.now += BETWEEN
            if self.table.phase == "result":
                self.take(decide(self.table, Ask("next", 0), self.now, self.luck(), bots()))
            elif not any(self.think(seat) for seat in self.table.actors()):
                self.now = max(self.now, due(self.table) or 0)
                assert self.take(tick(self.table, self.now, self.luck())), "nothing is due"
        return self

    def think(self, seat: int) -> bool:
        if not wants(self.table, seat):
            return False
        view = self.table.view(seat)
        assert view is not None
        by: Literal["person", "bot"] = "bot" if self.table.chairs[seat].bot else "person"
        ask = Ask("play", seat, since=self.table.since[seat], moves=(self.bots[seat].choose(view),), by=by)
        return self.take(decide(self.table, ask, self.now, self.luck(), bots()))

    def written(self, store: Store, table_id: str, name: str = "Anna") -> str:
        """Put it into the log; the address of the person's seat."""
        plain(store).append(table_id, 0, self.facts)
        plain(store).set_name(table_id, 0, name, figure_for(table_id, 0, "", ()))
        return path(table_id, 0)


def sit(context: BrowserContext, address: str, store: Store, seat_path: str) -> None:
    """Give a browser the cookie of a seat."""
    _, _, table_id, seat = seat_path.split("/")
    cookie = PlainTokens(KEY, store).cookie(table_id, int(seat))
    context.add_cookies([{"name": COOKIE, "value": cookie, "url": address + seat_path}])


def turn_of(seat: int, turns: int) -> Callable[[Table], bool]:
    """For the so-manyth time it is this seat's turn, with the match still on."""
    seen: set[int] = set()

    def so(table: Table) -> bool:
        if table.phase == "playing" and table.actors()[:1] == (seat,):
            seen.add(table.since[seat])
        return len(seen) >= turns

    return so
