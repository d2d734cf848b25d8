"""The home page, the choice of language and the way to a table by its code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import structlog
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kartentisch import words
from kartentisch.engine.reasons import Reason
from kartentisch.play.games import games, sheet
from kartentisch.web import scenes
from kartentisch.web.access.addresses import neighborhood
from kartentisch.web.live import join_codes, people
from kartentisch.web.live.compilation import not_ready
from kartentisch.web.live.listing import inviting, to_watch
from kartentisch.web.live.room import Room
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.my_tables import few, going, mine
from kartentisch.web.pages.preview import preview
from kartentisch.web.pages.request import LANGUAGE_COOKIE, PageError, page, speaks
from kartentisch.web.pages.seats import remember, remove_tables, seats_of
from kartentisch.web.phrases import compiling, refusals
from kartentisch.words.language import LANGUAGES, Language
from kartentisch.words.shared import players

log = structlog.get_logger()
_BACK = re.compile(r"/[A-Za-z0-9/_.-]*(\?[A-Za-z0-9=&_.-]*)?")


@dataclass(frozen=True)
class Card:
    """A game on the home page."""

    name: str
    title: str
    players: str
    goal: str
    emblem: tuple[str, ...]
    bots: list[tuple[str, str]]
    """Fields of a form that opens a table with bots at once."""
    compiling: str = ""
    """The progress of compiling its rules; "" once it can be played."""
    percent: int = 0


@dataclass(frozen=True)
class Listed:
    """A table in a list."""

    address: str
    title: str
    emblem: tuple[str, ...]
    people: str
    state: str


async def home(site: AppContext, request: Request) -> Response:
    return await _home(site, request)


async def _home(site: AppContext, request: Request, typed: str = "", error: str = "", status: int = 200) -> Response:
    t = speaks(request)
    mine_now, earlier = await mine(site, request, t)
    gone = {table_id for table_id, _ in seats_of(request) if site.rooms.store.deleted(table_id)}
    response = page(
        request,
        "home.html",
        status,
        preview=preview(site.reach, "Kartentisch", f"{t.say('Card games at one kitchen table.')} {lead(t)}", "/"),
        lead=lead(t),
        games=[_card(site, t, name) for name in games()],
        mine=mine_now,
        earlier=earlier,
        public=list(_each(partial(_public, t), await inviting(site.rooms))),
        watch=list(_each(partial(_watched, t), to_watch(site.rooms))),
        typed=typed,
        error=error,
        gone=len(gone),
    )
    if gone:  # say it once
        remove_tables(request, response, gone)
    return response


def lead(t: Language) -> str:
    return t.say("Open a table, send the link, and play on your phones. No account. Bots fill the empty seats.")


def _each(listed: Callable[[Room], Listed], rooms: list[Room]) -> Iterator[Listed]:
    """The tables of a list. A table that cannot be shown is left out; the others remain."""
    for room in rooms:
        try:
            yield listed(room)
        except Exception as error:
            log.exception("table cannot be listed", table=room.id, error=repr(error))


async def by_code(site: AppContext, request: Request) -> Response:
    """Redirect to the table of a code, unless this address has guessed too often."""
    t, typed = speaks(request), (await site.form(request)).get("code", "")[:40]
    now, client = site.rooms.world.steady() / 1000, request.client
    address = neighborhood(client.host if client else "")
    found = join_codes.read(typed)
    if isinstance(found, Reason):
        return await _home(site, request, typed, refusals.sentence(t, "", found), 400)
    if not site.guesses.may(address, now):
        return await _home(site, request, typed, refusals.sentence(t, "", Reason("code_often")), 429)
    room = await site.rooms.get(site.rooms.store.coded(found))
    if room is None or not room.table.joinable:
        site.guesses.wrong(address, now)
        return await _home(site, request, typed, refusals.sentence(t, "", Reason("code_unknown")), 404)
    return RedirectResponse(f"/t/{room.id}", 303)


def _card(site: AppContext, t: Language, name: str) -> Card:
    game, said = sheet(name), words.of(name)
    bots = max(game.seats.start, min(3, game.seats.stop - 1)) - 1
    level = site.rooms.crew.stand_in
    fields = [("ask", site.rooms.world.new_id()), ("quick", "on"), ("lot", "on"), ("seat-0", "you")]
    fields += [(f"seat-{seat}", f"bot:{level}") for seat in range(1, bots + 1)]
    waits = not_ready(site.rooms.compilation, name)
    card = Card(name, said.title, players(t, game.seats), said.goal(t), scenes.of(name).emblem, fields)
    return replace(card, compiling=compiling.said(t, waits.args), percent=waits.args["percent"]) if waits else card


def _public(t: Language, room: Room) -> Listed:
    table = room.table
    names = people.names(t, room.id, table, room.names)
    sitting = [name for name, chair in zip(names, table.chairs, strict=True) if not chair.open]
    free = sum(chair.open for chair in table.chairs)
    state = t.many("{n} seat is still free.", "{n} seats are still free.", free)
    said = t.listing(sitting) if sitting else ""
    return Listed(f"/t/{room.id}", words.of(table.game.name).title, scenes.of(table.game.name).emblem, said, state)


def _watched(t: Language, room: Room) -> Listed:
    said = t.listing(few(t, people.names(t, room.id, room.table, room.names)))
    game, state = room.table.game.name, going(t, room.table.phase)
    return Listed(f"/t/{room.id}/watch", words.of(game).title, scenes.of(game).emblem, said, state)


async def choose_language(site: AppContext, request: Request) -> Response:
    code = request.path_params["code"]
    if code not in LANGUAGES:
        raise PageError(404, "page_unknown")
    back = request.query_params.get("back", "/")
    if not _BACK.fullmatch(back) or back.startswith("//"):
        back = "/"
    response = RedirectResponse(back, 303)
    remember(response, LANGUAGE_COOKIE, code, request.url.scheme == "https")
    return response
