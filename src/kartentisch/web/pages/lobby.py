"""The tables of this server that are open to everybody, on the home page and on a page of their own with filters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import TypeVar
from urllib.parse import urlencode

import structlog
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kartentisch import words
from kartentisch.play.games import games
from kartentisch.table.settings import PACES
from kartentisch.web import scenes
from kartentisch.web.live import people
from kartentisch.web.live.glimpse import Glimpse
from kartentisch.web.live.listing import every, inviting, to_watch
from kartentisch.web.live.room import Room
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.my_tables import MiniSeat, few, going, mini_seats
from kartentisch.web.pages.preview import preview
from kartentisch.web.pages.request import language_of, render
from kartentisch.words.language import Language

log = structlog.get_logger()
T = TypeVar("T", bound=Room | Glimpse)
ADDRESS = "/lobby"
WATCH = "watch"
SEATS = ("1", "2", "3")
"""The numbers of free seats that can be asked for."""


@dataclass(frozen=True)
class Listed:
    """A table in a list."""

    address: str
    title: str
    emblem: tuple[str, ...]
    people: str
    state: str
    seats: tuple[MiniSeat, ...]


@dataclass(frozen=True)
class Wanted:
    """The filters, by the names that they have in links; "" is for everything."""

    game: str = ""
    seats: str = ""
    """The fewest free seats, or WATCH: tables to watch."""
    pace: str = ""

    @property
    def link(self) -> str:
        """The query of the link: the same filters always have the same one."""
        return urlencode({one.name: value for one in fields(self) if (value := getattr(self, one.name))})

    def fits(self, room: Room | Glimpse) -> bool:
        table = room.table
        free = sum(chair.open for chair in table.chairs)
        return (
            self.game in ("", table.game.name)
            and self.pace in ("", table.pace)
            and free >= int(self.seats if self.seats in SEATS else 0)
        )


@dataclass(frozen=True)
class Chip:
    """A value of a filter."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True)
class Filter:
    name: str
    label: str
    chips: tuple[Chip, ...]
    others: tuple[tuple[str, str], ...]
    """The other filters, which stay as they are."""


async def show(context: AppContext, request: Request) -> Response:
    """The page of open tables. A link that is written otherwise leads to the one with these filters."""
    t, given = language_of(request), dict(request.query_params)
    offered = _offered(t)
    wanted, problem = _read(t, offered, given)
    if not problem and wanted.link != request.url.query:
        return RedirectResponse(f"{ADDRESS}{'?' * bool(wanted.link)}{wanted.link}", 303)
    title = t.say("Open tables")
    return render(
        request,
        "lobby.html",
        400 if problem else 200,
        preview=preview(context.public_address, title, _lead(t), ADDRESS),
        title=title,
        lead=_lead(t),
        problem_said=problem,
        filters=[_filter(name, label, texts, wanted) for name, (label, texts) in offered.items()],
        filtered=bool(wanted.link),
        public=[] if wanted.seats == WATCH else await public(context, t, wanted.fits),
        watch=[] if wanted.seats in SEATS else watched(context, t, wanted.fits),
    )


def _lead(t: Language) -> str:
    return t.say("On this server. A table is here only if its host has put it here.")


def _offered(t: Language) -> dict[str, tuple[str, dict[str, str]]]:
    """Each filter with its label, and its values in words."""
    each = {"calm": t.say("calm"), "quick": t.say("quick"), "step": t.say("step by step")}
    return {
        "game": (t.say("Game"), {"": t.say("Any"), **{name: words.of(name).title for name in games()}}),
        "seats": (t.say("Free seats"), {"": t.say("Any"), **{n: f"{n}+" for n in SEATS}, WATCH: t.say("To watch")}),
        "pace": (t.say("Pace"), {"": t.say("Any"), **{pace: each[pace] for pace in PACES}}),
    }


def _read(
    t: Language, offered: Mapping[str, tuple[str, dict[str, str]]], given: Mapping[str, str]
) -> tuple[Wanted, str]:
    """The filters of a link, and a sentence about one that cannot be; then there are none."""
    wanted = Wanted()
    for name, (_, texts) in offered.items():
        value = given.get(name, "")
        if value not in texts:
            said = t.say(
                "“{value}” is nothing that “{name}” can be. It can be: {allowed}.",
                value=value[:40],
                name=name,
                allowed=" ".join(filter(None, texts)),
            )
            return Wanted(), said
        wanted = replace(wanted, **{name: value})
    return wanted, ""


def _filter(name: str, label: str, texts: Mapping[str, str], wanted: Wanted) -> Filter:
    chips = tuple(Chip(value, text, value == getattr(wanted, name)) for value, text in texts.items())
    others = ((one.name, getattr(wanted, one.name)) for one in fields(wanted) if one.name != name)
    return Filter(name, label, chips, tuple((other, value) for other, value in others if value))


# ---- Lists ----------------------------------------------------------------------------------------------------------


async def public(context: AppContext, t: Language, fits: Callable[[Room | Glimpse], bool] = every) -> list[Listed]:
    """The tables with a free seat that are open to everybody."""
    return list(_each(partial(_public, t), await inviting(context.rooms, fits)))


def watched(context: AppContext, t: Language, fits: Callable[[Room], bool] = every) -> list[Listed]:
    """The tables that everybody may watch."""
    return list(_each(partial(_watched, t), to_watch(context.rooms, fits)))


def _each(listed: Callable[[T], Listed], rooms: Sequence[T]) -> Iterator[Listed]:
    """The tables of a list. A table that cannot be shown is left out; the others remain."""
    for room in rooms:
        try:
            yield listed(room)
        except Exception as error:
            log.exception("table cannot be listed", table=room.id, error=repr(error))


def _public(t: Language, room: Room | Glimpse) -> Listed:
    table = room.table
    names = people.names(t, room.id, table, room.names)
    seated = [name for name, chair in zip(names, table.chairs, strict=True) if not chair.open]
    free = sum(chair.open for chair in table.chairs)
    state = t.many("{n} seat is still free.", "{n} seats are still free.", free)
    said = t.listing(seated) if seated else ""
    return _row(t, room, f"/t/{room.id}", said, [state, _paces(t)[table.pace]])


def _watched(t: Language, room: Room) -> Listed:
    said = t.listing(few(t, people.names(t, room.id, room.table, room.names)))
    watching = room.audience.watching
    state = [going(t, room.table.phase)] + [t.many("{n} is watching", "{n} are watching", watching)] * bool(watching)
    return _row(t, room, f"/t/{room.id}/watch", said, state)


def _row(t: Language, room: Room | Glimpse, address: str, people: str, state: list[str]) -> Listed:
    game = room.table.game.name
    seats = mini_seats(t, room)
    said = " · ".join(one.removesuffix(".") for one in state) if len(state) > 1 else state[0]
    return Listed(address, words.of(game).title, scenes.of(game).emblem, people, said, seats)


def _paces(t: Language) -> dict[str, str]:
    """The pace of a table's bots, in words."""
    return {"calm": t.say("calm pace"), "quick": t.say("quick pace"), "step": t.say("step by step")}
