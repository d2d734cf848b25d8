"""The ways on in the head of every page, and the page of each way, on which a visitor chooses a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from kartentisch import words
from kartentisch.play.games import games, sheet
from kartentisch.web import scenes
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.preview import preview
from kartentisch.web.pages.request import language_of, render
from kartentisch.words.language import say
from kartentisch.words.shared import players


@dataclass(frozen=True)
class Way:
    name: str
    """The first part of its addresses: the page of a game is `/<name>/<game>`."""
    label: str
    title: str
    lead: str


WAYS = (
    Way(
        "learn",
        say("Learn"),
        say("Learn by playing"),
        say("Two minutes at the real table, one thing at a time. Nothing is recorded or counted."),
    ),
    Way("pad", say("Score pad"), say("Score pad"), say("You play with the real cards; the pad adds up.")),
    Way("ask", say("May I?"), say("May I?"), say("Put the situation together with a few taps and get a ruling.")),
    Way(
        "rules",
        say("Rules"),
        say("Rules"),
        say("The rules as we play them, and what we decided where they are silent."),
    ),
)


def open_ways(routes: Iterable[BaseRoute]) -> tuple[Way, ...]:
    """The ways that lead somewhere: those with a page for each game."""
    known = {route.path for route in routes if isinstance(route, Route)}
    return tuple(way for way in WAYS if f"/{way.name}/{{game:str}}" in known)


async def show(context: AppContext, request: Request) -> Response:
    """The page of a way: its games."""
    t = language_of(request)
    way = next(one for one in WAYS if f"/{one.name}" == request.url.path)
    title, lead = t.say(way.title), t.say(way.lead)
    return render(
        request,
        "way.html",
        preview=preview(context.public_address, title, lead, f"/{way.name}"),
        way=way.name,
        title=title,
        lead=lead,
        games=[(name, words.of(name).title, players(t, sheet(name).seats), scenes.of(name).emblem) for name in games()],
    )
