"""Looking back at a match. The code that draws a live table also draws the scenes of these moments."""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import dataclass

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from kartentisch import words
from kartentisch.engine.fields import BYSTANDER
from kartentisch.table.table import Table
from kartentisch.table.windows import waited
from kartentisch.web import scenes
from kartentisch.web.access.tokens import path
from kartentisch.web.live import feed, people
from kartentisch.web.live.history import History, Perspective, perspective_of
from kartentisch.web.live.record import finished, record
from kartentisch.web.live.room import Room
from kartentisch.web.pages import static_files
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.join import seat_in
from kartentisch.web.pages.request import PageError, language_of, render
from kartentisch.web.pages.seats import seats_of
from kartentisch.web.pages.texts import texts
from kartentisch.web.phrases.proof import page_texts
from kartentisch.web.scene import Line, Prompt, Scene, Seat, Zone
from kartentisch.web.scenes import Drawn
from kartentisch.web.scorecard import Proof
from kartentisch.web.table_scene.result import result
from kartentisch.web.table_scene.scene import quiet_seat
from kartentisch.words.language import Language

AT_ONCE = 16
"""The number of moments in one response."""


class Frame(msgspec.Struct):
    """A moment: its scene, and its lines of the log."""

    scene: Scene
    log: list[Line]


class Frames(msgspec.Struct):
    """Some moments of a match, and their place among all of them."""

    numbers: list[int]
    """The numbers of the facts that are moments: all of them so far."""
    first: int
    """The place of the first of `frames` among them."""
    frames: list[Frame]
    over: bool
    """The match is over: all hands are open, and the replay can show every seat's view."""


@dataclass(frozen=True)
class Look:
    """One moment, as its reader sees it."""

    perspective: Perspective
    t: Language
    names: list[str]
    figures: list[str]
    called: list[str]
    """The names of bots, without their mark."""
    place: int

    @property
    def table(self) -> Table:
        return self.perspective.history.tables[self.place]

    @property
    def reader(self) -> int:
        """The seat addressed as "you", or BYSTANDER."""
        return self.perspective.seat(self.place) if self.perspective.own(self.place) else BYSTANDER

    @property
    def watching(self) -> bool:
        return self.reader < 0


# ---- Scenes ----------------------------------------------------------------------------------------------------------


def frames(room: Room, perspective: Perspective, t: Language, first: int, n: int) -> Frames:
    """`n` moments, starting at place `first`."""
    history, numbers = perspective.history, perspective.history.numbers()
    names = people.names(t, room.id, room.table, room.names)
    figures = people.figures(room.id, room.table, room.figures)
    called = people.bot_names(room.id, room.table, room.names)
    places = history.moments[first : min(first + n, len(numbers))]
    shown = [frame(Look(perspective, t, names, figures, called, place)) for place in places]
    return Frames(numbers, first, shown, bool(numbers) and perspective.open(history.moments[-1]))


def frame(look: Look) -> Frame:
    perspective, place, game = look.perspective, look.place, look.table.game
    seat, fact = perspective.seat(place), perspective.history.facts[place]
    before = perspective.view(place - 1) if perspective.open(place - 1) == perspective.open(place) else None
    after = perspective.view(place)
    assert after is not None
    seen = feed.change(fact, look.table, before, after)
    entry = feed.log_entry(seen)._replace(own=perspective.own(place))
    log = feed.lines(look.t, game.name, [entry], look.names, seat)
    drawn = scenes.of(game.name).draw(after, look.t, look.names)
    table = look.table
    points = None
    if table.phase in ("result", "over"):
        points = result(look, after, perspective.history.scores[place], drawn.lines, drawn.limit)
        if table.phase == "over" and table.settings.luck == "drawn":
            points = msgspec.structs.replace(points, proof=Proof(table.matches, page_texts(look.t)))
    scene = Scene(
        n=fact.number,
        since=fact.number,
        game=game.name,
        title=words.of(game.name).title,
        subtitle=drawn.subtitle,
        language=look.t.code,
        seat=seat,
        phase=table.phase,
        prompt=Prompt("", " ".join(line.text for line in log)),
        seats=[_seat(look, number, drawn) for number in range(table.seats)],
        columns=drawn.columns,
        rows=drawn.rows,
        zones=[*drawn.zones, *hands(look, drawn)],
        moved=feed.moved(seen),
        result=points,
        cheer=drawn.cheer if feed.celebrates(seen) else "",
        notice=drawn.notice if table.phase == "playing" else "",
    )
    return Frame(scene, log)


def _seat(look: Look, number: int, drawn: Drawn) -> Seat:
    return msgspec.structs.replace(
        quiet_seat(look.table, number, drawn, look.names[number], look.figures[number], look.called[number]),
        you=number == look.reader,
        turn=number in waited(look.table),
    )


def hands(look: Look, drawn: Drawn) -> list[Zone]:
    """The hands of the others, once they are open: each as its owner saw it, placed at their seat."""
    perspective, seat = look.perspective, look.perspective.seat(look.place)
    if not perspective.open(look.place):
        return []
    taken = {zone.id for zone in drawn.zones}
    module, found = scenes.of(look.table.game.name), []
    for other in range(look.table.seats):
        view = perspective.hand(look.place, other) if other != seat else None
        if view is None:
            continue
        for zone in module.draw(view, look.t, look.names).zones:
            if zone.place == "hand" and zone.cards:
                label = look.t.say("The hand of {name}", name=look.names[other])
                cards = [msgspec.structs.replace(card, says="", low=False, tag="") for card in zone.cards]
                found.append(Zone(f"open{other}", "fan", label, "seat", seat=other, cards=cards, back=zone.back))
    assert not taken & {zone.id for zone in found}
    return found


# ---- Pages -----------------------------------------------------------------------------------------------------------


async def reader_of(context: AppContext, request: Request, room: Room, what: str) -> int | Response:
    """The reader: the person at the seat in the address, else a bystander; or a redirect to one's own seat.

    A link to a moment carries no rights: anyone who does not hold the seat named in it sees what everybody may see.
    Raises PageError.
    """
    if "seat" in request.path_params:
        seat = seat_in(request, room)
        if context.holds(request, room, seat):
            return seat
        query = request.url.include_query_params(**{"as": "bystander"}).query
        return RedirectResponse(f"/t/{room.id}/{what}?{query}", 303)
    if not request.query_params.get("as"):
        for table_id, seat in seats_of(request):
            if table_id == room.id and seat < room.table.seats and room.table.chairs[seat].person:
                query = f"?{request.url.query}" if request.url.query else ""
                return RedirectResponse(f"{path(room.id, seat)}/{what}{query}", 303)
    if room.table.watchers == "nobody":
        raise PageError(403, "no_watching")
    return BYSTANDER


def number_in(request: Request, key: str, default: int) -> int:
    """A number from the query. Raises PageError if it is not a number."""
    text = request.query_params.get(key, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise PageError(400, "form_bad")
    return int(text)


async def _looking(context: AppContext, request: Request, what: str) -> tuple[Room, int] | Response:
    """The room and its reader, if there is something to look back at. Raises PageError if not."""
    room = await context.room(request)
    reader = await reader_of(context, request, room, what)
    if isinstance(reader, Response):
        return reader
    if room.table.records is None:
        raise PageError(404, "nothing_past")
    return room, reader


async def show(context: AppContext, request: Request) -> Response:
    """The page. A link to a moment is `#<number of its fact>` or `?at=`."""
    looking = await _looking(context, request, "replay")
    if isinstance(looking, Response):
        return looking
    room, reader = looking
    t, over = language_of(request), room.table.matches in finished(room.table)
    here = f"/t/{room.id}" if reader == BYSTANDER else path(room.id, reader)
    return render(
        request,
        "replay.html",
        table=room.id,
        seat=reader,
        here=here,
        home=f"{here}/watch" if reader == BYSTANDER else here,
        title=words.of(room.table.game.name).title,
        at=number_in(request, "at", 0),
        wanted=min(number_in(request, "from", max(reader, 0)), room.table.seats - 1),
        match=room.table.matches if over else 0,
        texts=texts(t.code, "replay"),
    )


async def scenes_of(context: AppContext, request: Request) -> Response:
    """Moments as JSON."""
    looking = await _looking(context, request, "replay/scenes")
    if isinstance(looking, Response):
        return looking
    room, reader = looking
    history = await context.rooms.histories.of(room)
    seen = perspective_of(room, history, reader, number_in(request, "from", 99))
    first = number_in(request, "first", -1)
    if first < 0:
        first = max(0, history.at(number_in(request, "at", 10**8)) - AT_ONCE // 2)
    found = await asyncio.to_thread(frames, room, seen, language_of(request), first, AT_ONCE)
    return sent(request, msgspec.json.encode(found), secret=not found.over)


def sent(request: Request, body: bytes, secret: bool) -> Response:
    """JSON, packed unless it holds a secret. See `request.pack`."""
    response = Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})
    if not secret and static_files.takes_gzip(request.headers.get("accept-encoding", "")):
        response.body = gzip.compress(body, 6, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.headers["Content-Length"] = str(len(response.body))
        response.headers["Vary"] = "Accept-Encoding"
    return response


def place_of(history: History, number: int) -> int:
    """The place of the moment with this fact. Raises PageError if there is none."""
    if number not in history.numbers():
        raise PageError(404, "nothing_past")
    return history.moments[history.at(number)]


async def save_record(context: AppContext, request: Request) -> Response:
    """Save a record, which shows everything that was hidden. Where nobody may watch, only people at the table may."""
    room = await context.room(request)
    if room.table.watchers == "nobody" and isinstance(
        elsewhere := await reader_of(context, request, room, "record"), Response
    ):
        return elsewhere
    number = request.query_params.get("match", "1")
    asked = number.isascii() and number.isdigit() and len(number) < 6
    text = await record(room, int(number)) if asked else None
    if text is None:
        t = language_of(request)
        return render(
            request, "message.html", 404, title=None, text=t.say("There is no record yet: the match is not over.")
        )
    name = f"{room.table.game.name}-{room.id}-{number}.txt"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})
