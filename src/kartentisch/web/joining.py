"""The pages of one table: joining, a seat, its link for other devices, watching, records of finished matches."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response

from kartentisch import words
from kartentisch.engine.reasons import Reason
from kartentisch.store import StoreFailed
from kartentisch.web import clockwords, people, refusals
from kartentisch.web.opening import seated
from kartentisch.web.people import checked_name
from kartentisch.web.reach import picture
from kartentisch.web.record import record
from kartentisch.web.room import Room
from kartentisch.web.site import Site
from kartentisch.web.telling import BYSTANDER
from kartentisch.web.tokens import path
from kartentisch.web.visit import Rejected, name_of, page, refusal, seats_of, speaks, texts


def seat_in(request: Request, room: Room) -> int:
    """The seat in the address."""
    seat = int(request.path_params["seat"])
    if seat >= room.table.seats:
        raise Rejected(404, "seat_unknown", seat=seat, seats=room.table.seats)
    return seat


# ---- Joining ---------------------------------------------------------------------------------------------------------


async def arrive(site: Site, request: Request) -> Response:
    """The address that is sent around: to one's own seat, a free one, or to watch."""
    room = await site.room(request)
    wanted = request.query_params.get("seat", "")
    if not wanted:
        mine = [seat for table, seat in seats_of(request) if table == room.id and seat < room.table.seats]
        if mine and room.table.chairs[mine[0]].person:
            return RedirectResponse(path(room.id, mine[0]), 303)
        if room.table.closed or not any(chair.open for chair in room.table.chairs):
            return RedirectResponse(f"/t/{room.id}/watch", 303)
    return form(site, request, room, {"name": name_of(request), "seat": wanted})


def form(
    site: Site, request: Request, room: Room, given: dict[str, str], error: str = "", status: int = 400
) -> Response:
    t, table = speaks(request), room.table
    names = people.names(t, room.id, table, room.names)
    seats = [(names[seat], people.figure(room.id, seat), chair.open) for seat, chair in enumerate(table.chairs)]
    seat = given.get("seat", "")
    bot = (
        names[int(seat)]
        if seat.isascii() and seat.isdigit() and int(seat) < table.seats and not table.chairs[int(seat)].open
        else ""
    )
    return page(
        request,
        "join.html",
        status if error else 200,
        table=room.id,
        game=table.game.name,
        title=words.of(table.game.name).title,
        options=[*words.changed(t, table.game, table.settings.options), *clockwords.said(t, table)],
        seats=seats,
        bot=bot,
        given=given,
        error=error,
        ask_id=given.get("ask") or site.rooms.world.new_id(),
    )


async def join(site: Site, request: Request) -> Response:
    room = await site.room(request)
    given = await site.form(request)
    t = speaks(request)
    name = checked_name(given.get("name", ""))
    if isinstance(name, Reason):
        return form(site, request, room, given, refusals.sentence(t, "", name))
    text = given.get("seat", "")
    if text and not (text.isascii() and text.isdigit() and len(text) < 3 and int(text) < room.table.seats):
        reason = Reason("seat_unknown", {"seat": text[:8], "seats": room.table.seats})
        return form(site, request, room, given, refusals.sentence(t, "", reason))
    answer = await room.sit(name, f"join-{given.get('ask', '')[:20]}", int(text) if text else None)
    if answer.failed:
        return form(site, request, room, given, refusals.store_failed(t, answer.failed), 503)
    if answer.reason is not None:
        names = people.names(t, room.id, room.table, room.names)
        return form(site, request, room, given, refusals.sentence(t, room.table.game.name, answer.reason, names), 409)
    response = RedirectResponse(path(room.id, answer.seat), 303)
    seated(site, request, response, room.id, answer.seat, name)
    return response


# ---- At the table ----------------------------------------------------------------------------------------------------


def table_page(request: Request, room: Room, seat: int, socket: str) -> Response:
    t = speaks(request)
    return page(
        request,
        "table.html",
        table=room.id,
        seat=seat,
        socket=socket,
        title=words.of(room.table.game.name).title,
        texts=texts(t.code),
    )


async def sit_at(site: Site, request: Request) -> Response:
    """The page of a seat; without its cookie a page that trades the secret behind the `#` for it."""
    room = await site.room(request)
    seat = seat_in(request, room)
    if not site.holds(request, room, seat):
        return page(request, "seat.html", 403, table=room.id, seat=seat)
    return table_page(request, room, seat, f"{path(room.id, seat)}/socket")


async def trade(site: Site, request: Request) -> Response:
    """A secret for a cookie."""
    room = await site.room(request)
    seat = seat_in(request, room)
    given = await site.form(request)
    if not room.table.chairs[seat].person or not site.tokens.opens(given.get("secret", "")[:500], room.id, seat):
        t = speaks(request)
        return JSONResponse({"text": refusals.sentence(t, "", Reason("token_bad"))}, 403)
    response = JSONResponse({"text": ""})
    seated(site, request, response, room.id, seat, "")
    return response


async def watch(site: Site, request: Request) -> Response:
    room = await site.room(request)
    return table_page(request, room, BYSTANDER, f"/t/{room.id}/watch/socket")


# ---- The seat on other devices ---------------------------------------------------------------------------------------


async def link(site: Site, request: Request) -> Response:
    room = await site.room(request)
    seat = seat_in(request, room)
    if not site.holds(request, room, seat):
        return refusal(request, 403, Reason("token_bad"))
    return _link(site, request, room, seat)


def _link(site: Site, request: Request, room: Room, seat: int, renewed: bool = False) -> Response:
    base = site.reach.base or f"{request.url.scheme}://{request.url.netloc}"
    address = f"{base}{path(room.id, seat)}#{site.tokens.secret(room.id, seat)}"
    return page(
        request,
        "link.html",
        table=room.id,
        seat=seat,
        link=address,
        qr=picture(address) if site.reach.base else "",
        renewed=renewed,
    )


async def renew(site: Site, request: Request) -> Response:
    """A new link; the old one, and all other devices, lose the seat."""
    room = await site.room(request)
    seat = seat_in(request, room)
    await site.form(request)
    if not site.holds(request, room, seat):
        return refusal(request, 403, Reason("token_bad"))
    try:
        await room.renew(seat)
    except StoreFailed as error:
        text = refusals.store_failed(speaks(request), error.code)
        return page(request, "message.html", 503, title=None, text=text)
    response = _link(site, request, room, seat, renewed=True)
    site.tokens.give(response, request.url, room.id, seat)
    return response


# ---- Records ---------------------------------------------------------------------------------------------------------


async def get_record(site: Site, request: Request) -> Response:
    room = await site.room(request)
    number = request.query_params.get("match", "1")
    text = record(room, int(number)) if number.isascii() and number.isdigit() and len(number) < 6 else None
    if text is None:
        t = speaks(request)
        return page(
            request, "message.html", 404, title=None, text=t.say("There is no record yet: the match is not over.")
        )
    name = f"{room.table.game.name}-{room.id}-{number}.txt"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})
