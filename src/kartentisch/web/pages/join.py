"""The pages of one table: joining, a seat, its link for other devices, watching."""

from __future__ import annotations

from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from kartentisch import words
from kartentisch.engine.fields import BYSTANDER
from kartentisch.engine.reasons import Reason
from kartentisch.store import StoreFailed
from kartentisch.web.access.public_address import picture
from kartentisch.web.access.tokens import path
from kartentisch.web.lessons.course import lesson_of
from kartentisch.web.live import people
from kartentisch.web.live.admission import free_seats, no_seat
from kartentisch.web.live.people import checked_name
from kartentisch.web.live.room import Room
from kartentisch.web.pages import preview
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.request import PageError, figure_of, language_of, name_of, refusal, render
from kartentisch.web.pages.seats import seated, seats_of, sign
from kartentisch.web.pages.texts import texts
from kartentisch.web.phrases import clocks, refusals
from kartentisch.web.table_scene import hint
from kartentisch.words.language import Language


def seat_in(request: Request, room: Room) -> int:
    """The seat in the address."""
    seat = int(request.path_params["seat"])
    if seat >= room.table.seats:
        raise PageError(404, "seat_unknown", seat=seat, seats=room.table.seats)
    return seat


# ---- Joining ---------------------------------------------------------------------------------------------------------


async def arrive(context: AppContext, request: Request) -> Response:
    """Redirect from the address that people share: to one's own seat, to the form for a free seat, or to watching.

    Only the page of the seat can tell whether the seat is still one's own, because its cookie is sent to no other
    page. Anyone who has lost the seat gets from there to a free one, by `?seat=any`.
    """
    room = await context.room(request)
    wanted = request.query_params.get("seat", "")
    if wanted in ("", "any"):
        mine = [seat for table, seat in seats_of(request) if table == room.id and seat < room.table.seats]
        if not wanted and mine and room.table.chairs[mine[0]].person:
            return RedirectResponse(path(room.id, mine[0]), 303)
        if not room.table.joinable:
            if room.table.watchers == "nobody":
                code = no_seat(room.table)
                raise PageError(403, "full_unwatched" if code == "table_full" else code)
            return RedirectResponse(f"/t/{room.id}/watch", 303)
    return form(context, request, room, {"name": name_of(request), "figure": figure_of(request), "seat": wanted})


def form(
    context: AppContext, request: Request, room: Room, given: dict[str, str], error: str = "", status: int = 400
) -> Response:
    t, table = language_of(request), room.table
    names = people.names(t, room.id, table, room.names)
    shown = people.figures(room.id, table, room.figures)
    taken = [figure for figure, chair in zip(shown, table.chairs, strict=True) if chair.person]
    figures = [(figure, said) for figure, said in people.figure_words(t).items() if figure not in taken]
    wish = given.get("figure", "")
    wanted = seat_wanted(room, given.get("seat", ""))
    only = wanted if wanted >= 0 else free[0] if len(free := free_seats(room.table)) == 1 else -1
    return render(
        request,
        "join.html",
        status if error else 200,
        preview=preview.invitation(t, context.public_address, room),
        table=room.id,
        game=table.game.name,
        title=words.of(table.game.name).title,
        options=[
            *words.changed(t, table.game, table.settings.options),
            *clocks.said(t, table),
            *hint.said(t, table),
        ],
        seats=[(names[seat], shown[seat], chair.open) for seat, chair in enumerate(table.chairs)],
        places=seats_to_choose(t, room, names, wanted),
        place=str(wanted) if wanted >= 0 else "",
        bot=names[only] if only >= 0 and table.chairs[only].bot else "",
        late=table.running and not any(chair.open for chair in table.chairs),
        figures=figures,
        figure=wish if wish and wish not in taken else figures[0][0],
        watch=table.watchers != "nobody",
        given=given,
        error=error,
        ask_id=given.get("ask") or context.rooms.world.new_id(),
    )


def seat_wanted(room: Room, text: str) -> int:
    """The seat named in the address or form, if somebody could take it; else -1."""
    seat = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else -1
    return seat if 0 <= seat < room.table.seats and not room.table.chairs[seat].person else -1


def seats_to_choose(t: Language, room: Room, names: list[str], wanted: int) -> list[tuple[str, str]]:
    """The seats that a newcomer may take, as (value, words), with the lot first; empty if there is no choice."""
    chairs, free = room.table.chairs, free_seats(room.table)
    if wanted >= 0:
        free = sorted({*free, wanted})
    if len(free) < 2:
        return []
    said = [
        t.say("Seat {n}", n=seat + 1)
        if chairs[seat].open
        else t.say("Seat {n}, from {name}", n=seat + 1, name=names[seat])
        for seat in free
    ]
    return [("", t.say("Drawn by lot")), *zip(map(str, free), said, strict=True)]


async def join(context: AppContext, request: Request) -> Response:
    given = await context.form(request)
    room = await context.room(request)
    t = language_of(request)
    name, figure = checked_name(given.get("name", "")), given.get("figure") or figure_of(request)
    if isinstance(name, Reason):
        return form(context, request, room, given, refusals.sentence(t, "", name))
    text = given.get("seat", "")
    if text and not (text.isascii() and text.isdigit() and len(text) < 3 and int(text) < room.table.seats):
        reason = Reason("seat_unknown", {"seat": text[:8], "seats": room.table.seats})
        return form(context, request, room, given, refusals.sentence(t, "", reason))
    answer = await room.sit(name, f"join-{context.ask_id(given)}", int(text) if text else None, figure)
    if answer.failed:
        return form(context, request, room, given, refusals.store_failed(t, answer.failed), 503)
    if answer.reason is not None:
        if answer.reason.code == "sent_before":
            given = {**given, "ask": ""}  # the next form is a new one
        names = people.names(t, room.id, room.table, room.names)
        return form(
            context, request, room, given, refusals.sentence(t, room.table.game.name, answer.reason, names), 409
        )
    response = RedirectResponse(path(room.id, answer.seat), 303)
    seated(context.tokens, request, response, room.token(answer.seat), name, figure)
    return response


# ---- At the table ----------------------------------------------------------------------------------------------------


def table_page(request: Request, room: Room, seat: int, socket: str) -> Response:
    t = language_of(request)
    return render(
        request,
        "table.html",
        table=room.id,
        seat=seat,
        socket=socket,
        title=words.of(room.table.game.name).title,
        texts=texts(t.code),
        learn=lesson_of(room.table.game.name) is not None,
    )


async def sit_at(context: AppContext, request: Request) -> Response:
    """The page of a seat; without the seat's cookie, a page that trades the secret behind the `#` for it.

    A browser without the secret may have lost the seat: from that page, its user can take another one.
    """
    room = await context.room(request)
    seat = seat_in(request, room)
    if not context.holds(request, room, seat):
        ways = {"join": room.table.joinable, "watch": room.table.watchers != "nobody"}
        return render(request, "seat.html", 403, table=room.id, seat=seat, **ways)
    response = table_page(request, room, seat, f"{path(room.id, seat)}/socket")
    sign(request, response, context.tokens, room.token(seat))
    return response


async def trade(context: AppContext, request: Request) -> Response:
    """Trade a secret for a cookie."""
    given = await context.form(request)
    room = await context.room(request)
    seat = seat_in(request, room)
    if not room.table.chairs[seat].person or not context.tokens.opens(given.get("secret", "")[:500], room.token(seat)):
        t = language_of(request)
        return JSONResponse({"text": refusals.sentence(t, "", Reason("token_bad"))}, 403)
    # a seat that was given away has no name yet
    to = path(room.id, seat) if room.names.get(seat) else f"{path(room.id, seat)}/name"
    response = JSONResponse({"text": "", "to": to})
    seated(context.tokens, request, response, room.token(seat))
    return response


async def watch(context: AppContext, request: Request) -> Response:
    room = await context.room(request)
    if room.table.watchers == "nobody":
        raise PageError(403, "no_watching")
    return table_page(request, room, BYSTANDER, f"/t/{room.id}/watch/socket")


# ---- The seat on other devices ---------------------------------------------------------------------------------------


async def link(context: AppContext, request: Request) -> Response:
    room = await context.room(request)
    seat = seat_in(request, room)
    if not context.holds(request, room, seat):
        return refusal(request, 403, Reason("token_bad"))
    return _link(context, request, room, seat)


def _link(context: AppContext, request: Request, room: Room, seat: int, renewed: bool = False) -> Response:
    base = context.public_address.base or f"{request.url.scheme}://{request.url.netloc}"
    address = f"{base}{path(room.id, seat)}#{context.tokens.secret(room.token(seat))}"
    return render(
        request,
        "link.html",
        table=room.id,
        seat=seat,
        link=address,
        qr=picture(address) if context.public_address.base else "",
        renewed=renewed,
    )


async def renew(context: AppContext, request: Request) -> Response:
    """Issue a new link. The old link and all other devices lose the seat."""
    await context.form(request)
    room = await context.room(request)
    seat = seat_in(request, room)
    try:
        if not await room.admission.renew_if(seat, partial(context.holds, request, room, seat)):
            return refusal(request, 403, Reason("token_bad"))
    except StoreFailed as error:
        text = refusals.store_failed(language_of(request), error.code)
        return render(request, "message.html", 503, title=None, text=text)
    response = _link(context, request, room, seat, renewed=True)
    context.tokens.give(response, request.url, room.token(seat))
    sign(request, response, context.tokens, room.token(seat))
    return response
