"""Seats, score pads, settings and lessons of a browser on another device: by a link that works once, for ten minutes.

The link's secret is behind the `#` and comes to the server in the body of a post alone. Nothing is taken by opening
the link, so a preview of it uses nothing up.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kartentisch.engine.reasons import Reason
from kartentisch.store import Parcel, parcel_id, written
from kartentisch.web.access import parcel_secrets
from kartentisch.web.access.addresses import address_of, neighborhood
from kartentisch.web.access.budgets import PARCELS
from kartentisch.web.access.public_address import drawn
from kartentisch.web.live.glimpse import Glimpse
from kartentisch.web.live.people import checked_name
from kartentisch.web.live.room import Room
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.cookies import remember, remember_person
from kartentisch.web.pages.json_answers import answer, answered, read, refused
from kartentisch.web.pages.my_tables import listed
from kartentisch.web.pages.parcel import MINUTES, MOST_BYTES, ROOM, Contents, contents, kept, known
from kartentisch.web.pages.request import LANGUAGE_COOKIE, figure_of, language_of, name_of, render
from kartentisch.web.pages.seats import MOST_SEATS, Entry, entries, keep
from kartentisch.web.pages.texts import texts
from kartentisch.words.language import LANGUAGES

LASTS = MINUTES * 60 * 1000
SPARE = 64 * 1024
"""Bytes of a request beside those that go along: signs that JSON escapes, the secret of the link before."""
Held = tuple[Room | Glimpse, int]
"""A seat, and its room."""


class _Make(msgspec.Struct):
    browser: dict[str, str]
    instead: str = ""
    """The secret of a link that this one replaces."""


class _Shown(msgspec.Struct):
    secret: str
    only_state: bool = False
    """Whether the link can still be used; not what it brings."""


async def show(context: AppContext, request: Request) -> Response:
    """The page, for the device that gives and for the one that gets: its code knows by the `#` which one it is."""
    t = language_of(request)
    seats = await _held(context, entries(request))
    return render(
        request,
        "take.html",
        seats=len(seats),
        name=name_of(request),
        keys=json.dumps(sorted(known(room.id for room, _ in seats))),
        most=MOST_BYTES,
        alone="" if context.public_address.base else context.public_address.invite(t, "").text,
        texts=texts(t.code, "take"),
    )


# ---- The device that gives -------------------------------------------------------------------------------------------


async def make(context: AppContext, request: Request) -> Response:
    """Keep a parcel, and answer with its link."""
    return await answered(request, partial(_make, context, request))


async def _make(context: AppContext, request: Request) -> Response:
    large = Reason("parcel_large", {"size": f"{MOST_BYTES // 1024} kB"})
    given = await read(request, context.public_address, _Make, MOST_BYTES + SPARE, large)
    seats = await _held(context, entries(request))
    browser = kept(given.browser, [room.id for room, _ in seats])
    if isinstance(browser, Reason):
        raise refused(browser, 413)
    signed = [str(_entry(context, one)) for one in seats]
    language = request.cookies.get(LANGUAGE_COOKIE, "")
    packing = Contents(signed, name_of(request), figure_of(request), language, browser)
    if packing.empty:
        raise refused(Reason("parcel_empty"))
    now = context.rooms.world.steady() / 1000
    if not context.parcels.take(address_of(request), 1, now):
        raise refused(Reason("parcels_often", {"n": PARCELS, "minutes": 60 // PARCELS}), 429)
    text = parcel_secrets.new()
    secret = _secret(text)
    parcel = Parcel(packing.packed(secret), context.rooms.world.clock() + LASTS)
    if not await written(context.rooms.store.keep_parcel(parcel_id(secret), parcel, ROOM)):
        raise refused(Reason("parcels_full", {"minutes": MINUTES}), 503)
    if given.instead:
        await written(context.rooms.store.drop_parcel(parcel_id(_secret(given.instead))))
    link = f"{context.public_address.base or f'{request.url.scheme}://{request.url.netloc}'}/take#{text}"
    qr = drawn(link) if context.public_address.base else ""
    return answer(200, {"link": link, "qr": qr, "left": LASTS, "told": packing.told()})


async def back(context: AppContext, request: Request) -> Response:
    """Delete a parcel that nobody has taken yet."""

    async def work() -> Response:
        secret, _ = await _shown(context, request)
        await _there(context, request, secret)
        await written(context.rooms.store.drop_parcel(parcel_id(secret)))
        return answer(200, {})

    return await answered(request, work)


# ---- The device that gets --------------------------------------------------------------------------------------------


async def look(context: AppContext, request: Request) -> Response:
    """What a parcel would bring, and for how long; it stays where it is."""

    async def work() -> Response:
        secret, only_state = await _shown(context, request)
        parcel = await _there(context, request, secret)
        left = parcel.until - context.rooms.world.clock()
        return answer(200, {"left": left} if only_state else {"left": left, **_told(secret, parcel)})

    return await answered(request, work)


def _told(secret: bytes, parcel: Parcel) -> dict[str, object]:
    return {"told": contents(secret, parcel.sealed).told()}


async def over(context: AppContext, request: Request) -> Response:
    """Take a parcel: its seats come as cookies, the rest as an answer."""
    return await answered(request, partial(_over, context, request))


async def _over(context: AppContext, request: Request) -> Response:
    secret, _ = await _shown(context, request)
    parcel = await _there(context, request, secret)
    found = contents(secret, parcel.sealed)
    seats = await _held(context, found.entries)
    t = language_of(request)
    tables = [listed(t, room, seat) for room, seat in seats]
    mine = [_entry(context, one) for one in seats]
    others = [one for one in entries(request) if one[:2] not in {entry[:2] for entry in mine}]
    if not await written(context.rooms.store.take_parcel(parcel_id(secret), context.rooms.world.clock())):
        raise refused(Reason("parcel_used"), 410)
    response = answer(
        200,
        {
            "told": found.told() | {"seats": len(seats)},
            "lost": len(found.entries) - len(seats),
            "unlisted": max(0, len(mine) + len(others) - MOST_SEATS),
            "tables": [{"title": one.title, "state": one.state, "address": one.address} for one in tables],
            "browser": found.merges,
        },
    )
    for room, seat in seats:
        context.tokens.give(response, request.url, room.token(seat))
    if mine:
        keep(request, response, [*mine, *others])
    _become(request, response, found)
    return response


def _become(request: Request, response: Response, found: Contents) -> None:
    """The name, figure and language of this browser are now those of the other one."""
    name = checked_name(found.name)
    remember_person(request, response, name if isinstance(name, str) else "", found.figure)
    if found.language in LANGUAGES:
        remember(response, LANGUAGE_COOKIE, found.language, request.url.scheme == "https")


# ---- Both ------------------------------------------------------------------------------------------------------------


async def _held(context: AppContext, found: Iterable[Entry]) -> list[Held]:
    """The seats of a list that its browser has held since their links were last renewed."""
    seats = []
    for entry in found:
        room = await context.rooms.look(entry.table)
        if room is None or entry.seat >= room.table.seats or not room.table.chairs[entry.seat].person:
            continue
        if context.tokens.listed(entry.sign, room.token(entry.seat)):
            seats.append((room, entry.seat))
    return seats


def _entry(context: AppContext, held: Held) -> Entry:
    room, seat = held
    return Entry(room.id, seat, context.tokens.list_sign(room.token(seat)))


def _secret(text: str) -> bytes:
    """Raises PageError."""
    found = parcel_secrets.read(text[:500])
    if isinstance(found, Reason):
        raise refused(found)
    return found


async def _shown(context: AppContext, request: Request) -> tuple[bytes, bool]:
    """The secret that a page shows, and whether it only wants to know how it stands. Raises PageError."""
    large = Reason("parcel_damaged")
    given = await read(request, context.public_address, _Shown, 4096, large)
    return _secret(given.secret), given.only_state


async def _there(context: AppContext, request: Request, secret: bytes) -> Parcel:
    """The parcel of a secret, if it can be taken now. Raises PageError."""
    client = request.client
    address = neighborhood(client.host if client else "")
    if not await context.parcel_guesses.may(address):
        raise refused(Reason("parcel_guesses"), 429)
    parcel = await context.rooms.store.parcel(parcel_id(secret))
    if parcel is None:
        await context.parcel_guesses.wrong(address)
        raise refused(Reason("parcel_unknown"), 404)
    if not parcel.sealed:
        raise refused(Reason("parcel_used"), 410)
    if parcel.until <= context.rooms.world.clock():
        raise refused(Reason("parcel_old", {"minutes": MINUTES}), 410)
    return parcel
