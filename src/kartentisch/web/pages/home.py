"""The home page, the choice of language and the way to a table by its code."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kartentisch import words
from kartentisch.engine.reasons import Reason
from kartentisch.play.games import games, sheet
from kartentisch.web import scenes
from kartentisch.web.access.addresses import neighborhood
from kartentisch.web.lessons.course import lesson_of
from kartentisch.web.live import join_codes
from kartentisch.web.live.compilation import not_ready
from kartentisch.web.pages import lobby
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.cookies import remember
from kartentisch.web.pages.my_tables import my_tables
from kartentisch.web.pages.preview import preview
from kartentisch.web.pages.request import LANGUAGE_COOKIE, PageError, language_of, render
from kartentisch.web.pages.seats import remove_tables, seats_of
from kartentisch.web.phrases import compiling, refusals
from kartentisch.words.language import LANGUAGES, Language
from kartentisch.words.shared import players

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
    learn: bool = False
    """It has a lesson."""
    compiling: str = ""
    """The progress of compiling its rules; "" once it can be played."""
    percent: int = 0


async def home(context: AppContext, request: Request) -> Response:
    return await _home(context, request)


async def _home(context: AppContext, request: Request, typed: str = "", error: str = "", status: int = 200) -> Response:
    t = language_of(request)
    current, earlier = await my_tables(context, request, t)
    gone = {table_id for table_id, _ in seats_of(request) if await context.rooms.store.deleted(table_id)}
    response = render(
        request,
        "home.html",
        status,
        preview=preview(
            context.public_address, "Kartentisch", f"{t.say('Card games at one kitchen table.')} {lead(t)}", "/"
        ),
        lead=lead(t),
        games=[_card(context, t, name) for name in games()],
        mine=current,
        waiting=sum(one.yours for one in current),
        earlier=earlier,
        public=await lobby.public(context, t),
        watch=lobby.watched(context, t),
        typed=typed,
        error=error,
        gone=len(gone),
    )
    if gone:  # say it once
        remove_tables(request, response, gone)
    return response


def lead(t: Language) -> str:
    return t.say("Open a table, send the link, and play on your phones. No account. Bots fill the empty seats.")


async def by_code(context: AppContext, request: Request) -> Response:
    """Redirect to the table of a code, unless this address has guessed too often."""
    t, typed = language_of(request), (await context.form(request)).get("code", "")[:40]
    client = request.client
    address = neighborhood(client.host if client else "")
    found = join_codes.read(typed)
    if isinstance(found, Reason):
        return await _home(context, request, typed, refusals.sentence(t, "", found), 400)
    if not await context.guesses.may(address):
        return await _home(context, request, typed, refusals.sentence(t, "", Reason("code_often")), 429)
    room = await context.rooms.look(await context.rooms.store.table_of_join_code(found))
    if room is None or not room.table.joinable:
        await context.guesses.wrong(address)
        return await _home(context, request, typed, refusals.sentence(t, "", Reason("code_unknown")), 404)
    return RedirectResponse(f"/t/{room.id}", 303)


def with_bots(context: AppContext, name: str) -> list[tuple[str, str]]:
    """The fields of a form that opens a table of a game with bots at once."""
    seats = sheet(name).seats
    bots = max(seats.start, min(3, seats.stop - 1)) - 1
    level = context.rooms.bot_pool.stand_in
    fields = [("ask", context.rooms.world.new_id()), ("quick", "on"), ("lot", "on"), ("seat-0", "you")]
    return fields + [(f"seat-{seat}", f"bot:{level}") for seat in range(1, bots + 1)]


def _card(context: AppContext, t: Language, name: str) -> Card:
    game, said = sheet(name), words.of(name)
    waits = not_ready(context.rooms.compilation, name)
    fields = with_bots(context, name)
    card = Card(name, said.title, players(t, game.seats), said.goal(t), scenes.of(name).emblem, fields)
    card = replace(card, learn=lesson_of(name) is not None)
    return replace(card, compiling=compiling.said(t, waits.args), percent=waits.args["percent"]) if waits else card


async def choose_language(context: AppContext, request: Request) -> Response:
    chosen = request.path_params["code"]
    if chosen not in LANGUAGES:
        raise PageError(404, "page_unknown")
    back = request.query_params.get("back", "/")
    if not _BACK.fullmatch(back) or back.startswith("//"):
        back = "/"
    response = RedirectResponse(back, 303)
    remember(response, LANGUAGE_COOKIE, chosen, request.url.scheme == "https")
    return response
