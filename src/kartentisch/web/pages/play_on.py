"""Playing on from a moment of a finished match: a new table with bots, from what one seat could know then."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kartentisch.engine import states
from kartentisch.engine.luck import MAPPING, new_luck
from kartentisch.engine.views import imagine
from kartentisch.store import Name
from kartentisch.store.base import FIRST_VERSION
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.settings import Settings
from kartentisch.table.table import Table, opened
from kartentisch.table.verdict import give
from kartentisch.web.access.addresses import address_of
from kartentisch.web.access.tokens import path
from kartentisch.web.live.history import eyes
from kartentisch.web.live.people import figure_for
from kartentisch.web.live.room import Room
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.open_table import seated, whole
from kartentisch.web.pages.replay import past_of, reader_of
from kartentisch.web.pages.request import PageError, figure_of, name_before
from kartentisch.web.pages.submissions import Opening


async def play_on(site: AppContext, request: Request) -> Response:
    """Open the table. The player gets the seat from which they looked."""
    given = await site.form(request)
    room = await site.room(request)
    reader = await reader_of(site, request, room, "replay")
    if isinstance(reader, Response):
        raise PageError(403, "token_bad")
    past = await site.rooms.pasts.of(room)
    seat, number = whole(given.get("from", "")), whole(given.get("at", ""))
    if not isinstance(number, int) or not isinstance(seat, int) or not 0 <= seat < room.table.seats:
        raise PageError(400, "form_bad")
    place = past_of(past, number)
    looks = eyes(room, past, reader, seat)
    if not looks.open(place):
        raise PageError(409, "play_on_over")
    old = past.tables[place]
    if not old.running:
        raise PageError(409, "play_on_round")
    opening = site.opening(f"play on {room.id}", given)
    async with opening.lock:
        new = await site.opened(opening) or await _opened(site, request, old, seat, opening)
    response = RedirectResponse(path(new.id, seat), 303)
    if site.rooms.store.token_version(new.id, seat) == FIRST_VERSION:  # the seat may be somebody else's by now
        seated(site, request, response, new.id, seat)
    return response


async def _opened(site: AppContext, request: Request, old: Table, seat: int, opening: Opening) -> Room:
    """A new table. Raises PageError if there are too many."""
    address, now = address_of(request), site.rooms.world.steady()
    if too_many := site.gate.refusal(address, now, site.rooms.in_use):
        raise PageError(429, too_many.code, **too_many.args)
    with site.gate.opening(address, now) as opened_now:
        new = await _open(site, old, seat, name_before(request), figure_of(request), opening)
        opened_now.table = new.id
    return new


async def _open(site: AppContext, old: Table, seat: int, name: str, figure: str, opening: Opening) -> Room:
    """A table whose hidden cards are re-dealt from what the seat saw."""
    world, game = site.rooms.world, old.game
    seen = old.view(seat)
    assert seen is not None
    truth = imagine(seen, new_luck(world.luck(), world.luck()))
    truth[0]["rules"] = game.rules
    table_id, now = opening.table, world.clock()
    text = msgspec.json.encode(_settings(site, old, seat)).decode()
    first = Fact(1, "opened", ask=opening.ask, text=text, time=now)
    facts, table, _ = give(opened(game, first), Ask("start", seat), now, states.dump(game, truth))
    people = {seat: Name(name, figure_for(table_id, seat, figure, ()))}
    return await site.rooms.begin(table_id, table, [first, *facts], people)


def _settings(site: AppContext, old: Table, seat: int) -> Settings:
    """The old table's settings under the newest rules, with bots at all other seats, nobody invited and no clock."""
    best = site.rooms.crew.stand_in
    levels = [chair.bot if chair.bot in site.rooms.crew.levels else best for chair in old.chairs]
    plan = [f"bot:{level}" for level in levels]
    plan[seat] = "you"
    return msgspec.structs.replace(
        old.settings,
        plan=tuple(plan),
        rules=old.game.rules,
        renewed=old.settings.rules if old.settings.rules != old.game.rules else 0,
        options=old.game.renewed(old.settings.options),
        mapping=MAPPING,
        public=False,
        pace=old.pace,
        watchers="link",
        clock="none",
    )
