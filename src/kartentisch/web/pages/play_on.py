"""Playing on from a moment of a finished match: a new table with bots, from what one seat could know then."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kartentisch.engine import states
from kartentisch.engine.luck import MAPPING, new_luck
from kartentisch.engine.views import imagine
from kartentisch.store import FIRST_VERSION, HeldElsewhere, Name, OutOfStep
from kartentisch.table.dealing import give
from kartentisch.table.facts import Ask, Fact
from kartentisch.table.settings import Settings
from kartentisch.table.table import Table, opened
from kartentisch.web.access.addresses import address_of
from kartentisch.web.access.tokens import path
from kartentisch.web.live.history import perspective_of
from kartentisch.web.live.people import figure_for
from kartentisch.web.live.room import Room
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.open_table import whole
from kartentisch.web.pages.replay import place_of, reader_of
from kartentisch.web.pages.request import PageError, figure_of, name_before
from kartentisch.web.pages.seats import seated
from kartentisch.web.pages.submissions import Submission


async def play_on(context: AppContext, request: Request) -> Response:
    """Open the table. The player gets the seat from which they looked."""
    given = await context.form(request)
    room = await context.room(request)
    reader = await reader_of(context, request, room, "replay")
    if isinstance(reader, Response):
        raise PageError(403, "token_bad")
    history = await context.rooms.histories.of(room)
    seat, number = whole(given.get("from", "")), whole(given.get("at", ""))
    if not isinstance(number, int) or not isinstance(seat, int) or not 0 <= seat < room.table.seats:
        raise PageError(400, "form_bad")
    place = place_of(history, number)
    looks = perspective_of(room, history, reader, seat)
    if not looks.open(place):
        raise PageError(409, "play_on_over")
    old = history.tables[place]
    if not old.running:
        raise PageError(409, "play_on_round")
    submission = await context.submission(f"play on {room.id}", given)
    async with submission.lock:
        new = await context.opened(submission)
        if new is None:
            try:
                new = await _opened(context, request, old, seat, submission)
            except (HeldElsewhere, OutOfStep):
                new = await context.opened_elsewhere(submission)
    response = RedirectResponse(path(new.id, seat), 303)
    if new.versions.of(seat) == FIRST_VERSION:  # the seat may be somebody else's by now
        seated(context.tokens, request, response, new.token(seat))
    return response


async def _opened(context: AppContext, request: Request, old: Table, seat: int, submission: Submission) -> Room:
    """A new table. Raises PageError if there are too many."""
    address = address_of(request)
    if too_many := await context.table_limits.refusal(address):
        raise PageError(429, too_many.code, **too_many.args)
    async with context.table_limits.opening(address) as opened_now:
        new = await _open(context, old, seat, name_before(request), figure_of(request), submission)
        opened_now.table = new.id
    return new


async def _open(context: AppContext, old: Table, seat: int, name: str, figure: str, submission: Submission) -> Room:
    """A table whose hidden cards are re-dealt from what the seat saw."""
    world, game = context.rooms.world, old.game
    seen = old.view(seat)
    assert seen is not None
    truth = imagine(seen, new_luck(world.luck(), world.luck()))
    truth[0]["rules"] = game.rules
    table_id, now = submission.table, world.clock()
    first = Fact.of(1, _settings(context, old, seat), ask=submission.ask, time=now)
    facts, table, _ = give(opened(game, first), Ask("start", seat), now, states.dump(game, truth))
    people = {seat: Name(name, figure_for(table_id, seat, figure, ()))}
    return await context.rooms.begin(table_id, table, [first, *facts], people)


def _settings(context: AppContext, old: Table, seat: int) -> Settings:
    """The old table's settings under the newest rules, with bots at all other seats, nobody invited and no clock."""
    best = context.rooms.bot_pool.stand_in
    levels = [chair.bot if chair.bot in context.rooms.bot_pool.levels else best for chair in old.chairs]
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
        luck=context.rooms.world.source,
    )
