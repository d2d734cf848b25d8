"""Sharing a pad: its entries, which a browser has kept so far, become the log of a shared pad."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kartentisch.engine.options import check_options
from kartentisch.engine.reasons import Reason
from kartentisch.pad.log import Opened
from kartentisch.play.games import sheet
from kartentisch.store import HeldElsewhere
from kartentisch.web.access.addresses import address_of
from kartentisch.web.access.public_address import drawn
from kartentisch.web.live.pad_messages import EntryUp, given
from kartentisch.web.live.pads import Given, token_of
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.json_answers import answer, answered, read, refused
from kartentisch.web.pages.pad import sheet_of
from kartentisch.web.pages.request import PageError
from kartentisch.words.sheet import Sheet

MOST_BYTES = 512 * 1024
TRIES, PAUSE = 20, 0.1
"""How often, and after how many seconds, to look for a pad that another server is opening at this moment."""


class _Up(msgspec.Struct):
    """A pad as a browser keeps it."""

    id: str
    options: dict[str, Any]
    people: int
    entries: list[EntryUp]
    at: int = 0


class _Key(msgspec.Struct):
    """The secret of the link that writes. It comes in the body, so that it reaches no log."""

    key: str


async def show_link(context: AppContext, request: Request) -> Response:
    """Where other devices reach a shared pad, and the picture of the link that writes; both "" if none can."""

    async def work() -> Response:
        given = await read(request, context.public_address, _Key, 1_000, Reason("malformed"))
        pad_id = request.path_params["game"]
        if not context.tokens.opens_pad(given.key, token_of(pad_id)):
            raise refused(Reason("pad_read_only"), 403)
        base = context.public_address.base
        address = f"{base}/pad/{pad_id}" if base else ""
        return answer(200, {"address": address, "qr": drawn(f"{address}#{given.key}") if base else ""})

    return await answered(request, work)


async def share(context: AppContext, request: Request) -> Response:
    """Answers with the id of the shared pad and the secret of the link that writes. The same pad is shared once."""

    async def work() -> Response:
        pad_id = await _shared(context, request)
        return answer(200, {"id": pad_id, "key": context.tokens.pad(token_of(pad_id))})

    return await answered(request, work)


async def _shared(context: AppContext, request: Request) -> str:
    """The id of the shared pad. Raises PageError, StoreFailed."""
    game = request.path_params["game"]
    score, up = sheet_of(game), await _read(context, request)
    opened = Opened(game, sheet(game).rules, _options(game, score, up.options), up.people, max(0, up.at))
    if up.people not in score.seats:
        low, high = score.seats.start, score.seats.stop - 1
        raise PageError(400, "seats_number", seats=up.people, low=low, high=high)
    entries = list[Given]()
    for one in map(given, up.entries):
        if isinstance(one, Reason):
            raise refused(one)
        entries.append(one)
    pad_id = await _id(context, game, up.id)
    for _ in range(TRIES):
        try:
            if await context.pads.get(pad_id) is None:
                await _opened(context, request, pad_id, opened, entries, f"open-{up.id[:34]}")
            return pad_id
        except HeldElsewhere:
            if await context.rooms.store.listed(pad_id):
                return pad_id
        await asyncio.sleep(PAUSE)
    raise HeldElsewhere(pad_id, "")


async def _opened(
    context: AppContext, request: Request, pad_id: str, opened: Opened, entries: list[Given], ask: str
) -> None:
    """Open a pad. Raises HeldElsewhere if the same pad is shared at another server too, PageError, StoreFailed."""
    address = address_of(request)
    if too_many := await context.pad_limits.refusal(address):
        raise PageError(429, too_many.code.replace("tables", "pads"), **too_many.args)
    async with context.pad_limits.opening(address) as opening:
        room = await context.pads.open(pad_id, opened, entries, ask)
        if isinstance(room, Reason):
            raise refused(room)
        opening.table = room.id


async def _read(context: AppContext, request: Request) -> _Up:
    """Raises PageError."""
    up = await read(request, context.public_address, _Up, MOST_BYTES, Reason("oversized", {"n": MOST_BYTES}))
    if not 8 <= len(up.id) <= 40:
        raise PageError(400, "id_bad")
    return up


def _options(game: str, score: Sheet, options: dict[str, Any]) -> dict[str, Any]:
    """The options that the sheet needs, checked. Raises PageError."""
    if unknown := next((name for name in options if name not in score.options), None):
        raise PageError(400, "option_unknown", option=unknown, allowed=", ".join(score.options))
    checked = check_options(sheet(game).options, options)
    if isinstance(checked, Reason):
        raise refused(checked)
    return {name: checked[name] for name in score.options}


async def _id(context: AppContext, game: str, own: str) -> str:
    """The id of the shared pad: the same for the same pad, unless that one was deleted."""
    again = 0
    while await context.rooms.store.deleted(found := context.rooms.world.named(json.dumps(["pad", game, own, again]))):
        again += 1
    return found
