"""A review in words: the page of a finished match that says where points were lost, to luck or to decisions."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from kartentisch import words
from kartentisch.bots.reviewing import Decision, Estimate, Review, SeatReview, Split, Stroke
from kartentisch.engine.fields import BYSTANDER
from kartentisch.web.access.tokens import path
from kartentisch.web.live import people
from kartentisch.web.live.history import Perspective, perspective_of
from kartentisch.web.live.record import finished
from kartentisch.web.live.reviews import AskedReview
from kartentisch.web.live.room import Room
from kartentisch.web.pages import plots
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.replay import Look, frame, number_in, reader_of
from kartentisch.web.pages.request import PageError, language_of, render
from kartentisch.words.language import Language

AGAIN = "again"
"""The query key that restarts a failed review."""
TOLD = 3
"""The most sentences told about one moment."""
SEEN = 0.05
"""Values up to this are not shown."""
POINTS = 240
"""The most points in one line of the plot."""


@dataclass(frozen=True)
class Item:
    """An item of a list, and the moment that shows it."""

    text: str
    more: str
    moment: int
    """The number of a fact."""


async def _asked(context: AppContext, request: Request, what: str) -> tuple[Room, int, AskedReview | None] | Response:
    """The room, its reader, and the review of its newest finished match. Raises PageError if no match is over."""
    room = await context.room(request)
    reader = await reader_of(context, request, room, what)
    if isinstance(reader, Response):
        return reader
    if not finished(room.table):
        raise PageError(404, "not_over")
    asked = await context.reviews.get(room.id, finished(room.table)[-1], AGAIN in request.query_params)
    return room, reader, asked


def address(request: Request, **more: str) -> str:
    """The address of this page again, for the same seat and the same reader."""
    asked = {key: value for key, value in request.query_params.items() if key in ("of", "as")} | more
    return f"{request.url.path}?{urlencode(asked)}" if asked else request.url.path


async def progress(context: AppContext, request: Request) -> Response:
    """The progress of the review, for the page that waits."""
    found = await _asked(context, request, "review/progress")
    if isinstance(found, Response):
        return found
    _, _, job = found
    said = {"done": job.done, "of": job.of, "ready": not job.runs} if job else {"done": 0, "of": 0, "ready": False}
    return JSONResponse(said, headers={"Cache-Control": "no-store"})


async def show(context: AppContext, request: Request) -> Response:
    found = await _asked(context, request, "review")
    if isinstance(found, Response):
        return found
    room, reader, job = found
    if AGAIN in request.query_params:  # else each reload of the waiting page would restart the review
        return RedirectResponse(address(request), 303)
    t, table = language_of(request), room.table
    here = f"/t/{room.id}" if reader == BYSTANDER else path(room.id, reader)
    names = people.names(t, room.id, table, room.names)
    called = [t.say("You") if seat == reader else name for seat, name in enumerate(names)]
    seat = min(number_in(request, "of", max(reader, 0)), table.seats - 1)
    common: dict[str, Any] = {
        "title": words.of(table.game.name).title,
        "table": room.id,
        "here": here,
        "home": f"{here}/watch" if reader == BYSTANDER else here,
        "seat": seat,
        "names": called,
        "own": seat == reader,
        "match": finished(table)[-1],
        "record": f"/t/{room.id}/record?match={finished(table)[-1]}",
    }
    if job is None or job.review is None:
        state = "busy" if job is None else "failed" if job.failed else "runs"
        done, of = (job.done, job.of) if job else (0, 0)
        common |= {"same": address(request), "anew": address(request, again="yes")}
        return render(request, "reviewing.html", state=state, done=done, of=of, **common)
    history = await context.rooms.histories.of(room)
    moments = [place for place in history.moments if history.tables[place].matches == common["match"]]
    look = Looking(room, perspective_of(room, history, reader, seat), t, names, moments, seat, seat == reader)
    said = await asyncio.to_thread(look.page, job.review, called)
    return render(request, "review.html", **said, **common)


@dataclass(frozen=True)
class Looking:
    """What the page says about one seat."""

    room: Room
    perspective: Perspective
    t: Language
    names: list[str]
    moments: list[int]
    seat: int
    own: bool
    """The seat is the reader's own."""

    def page(self, review: Review, called: Sequence[str]) -> dict[str, Any]:
        """`called`: the names as a heading says them, "You" for the reader."""
        t, own = self.t, review.seats[self.seat]
        lines = [_line(review, seat) for seat in range(len(review.seats))]
        seen = [(float(one.place - 1), one.chance.value) for one in own.decisions]
        title = t.say("Chances of winning over the match, in percent; the table below has the same figures.")
        return {
            "result": self.result(own.split),
            "luck": self.luck(own),
            "theirs": t.say("The others {value}", value=self.signed(own.split.others)),
            "decisions": self.decisions(own),
            "place": self.place(own.split),
            "plot": Markup(plots.chances(lines, self.seat, review.moments, title, t.say("moves of the match"), seen)),
            "legend": [(Markup(plots.sample(seat, self.seat)), name) for seat, name in enumerate(called)],
            "thin": Markup(plots.SEEN) if seen else "",
            "chances": [
                (one.place + 1, self.percent(one.chance), self.share(review, one.place), self.fact(one.place))
                for one in own.decisions
            ],
            "costliest": [self.costly(one) for one in own.costliest],
            "luckiest": [self.lucky(one) for one in own.luckiest],
            "many": len(own.decisions),
        }

    def fact(self, place: int) -> int:
        """The number of the fact that is the moment at this place of the record."""
        return self.perspective.history.facts[self.moments[place]].number

    # ---- The result in parts ----

    def result(self, split: Split) -> str:
        t, n = self.t, self.t.decimal(abs(split.result))
        name = self.names[self.seat]
        if abs(split.result) < 0.05:
            return (
                t.say("You got as many points as the average of all seats.")
                if self.own
                else t.say("{name} got as many points as the average of all seats.", name=name)
            )
        if split.result > 0:
            if self.own:
                return t.say("You are {n} points better than the average of all seats.", n=n)
            return t.say("{name} is {n} points better than the average of all seats.", n=n, name=name)
        if self.own:
            return t.say("You are {n} points worse than the average of all seats.", n=n)
        return t.say("{name} is {n} points worse than the average of all seats.", n=n, name=name)

    def luck(self, own: SeatReview) -> str:
        split = own.split
        if all(one.dealt for one in own.strokes):
            return self.t.say(
                "Luck {luck}: dealt {dealt}, hidden cards {hidden}",
                luck=self.signed(own.luck),
                dealt=self.signed(split.dealt),
                hidden=self.signed(split.hidden),
            )
        return self.t.say(
            "Luck {luck}: dealt {dealt}, drawn {drawn}, hidden cards {hidden}",
            luck=self.signed(own.luck),
            dealt=self.signed(split.dealt),
            drawn=self.signed(split.drawn),
            hidden=self.signed(split.hidden),
        )

    def decisions(self, own: SeatReview) -> str:
        value, n = self.signed(own.split.own), len(own.decisions)
        if self.own:
            return self.t.many(
                "Your decisions {value}: {n} was judged", "Your decisions {value}: {n} were judged", n, value=value
            )
        return self.t.many(
            "Decisions of {name} {value}: {n} was judged",
            "Decisions of {name} {value}: {n} were judged",
            n,
            value=value,
            name=self.names[self.seat],
        )

    def place(self, split: Split) -> str:
        """The part that the place at the table had in the result; "" if it is close to 0."""
        if abs(split.place.value) <= SEEN:
            return ""
        return self.t.say("The place at the table {value}", value=self.signed(split.place))

    # ---- Moments ----

    def costly(self, one: Decision) -> Item:
        t = self.t
        said = words.of(self.room.table.game.name)
        played, best = (said.move(t, move.split(), self.names) for move in (one.played, one.best))
        cost = self.plain(one.loss)
        text = t.say("Move {n}: {played}", n=one.place + 1, played=played)
        more = t.say("It cost {points} points compared with: {best}", points=cost, best=best)
        return Item(text, more, self.fact(one.place))

    def lucky(self, one: Stroke) -> Item:
        t, n, points = self.t, one.place + 1, self.signed(one.points)
        if one.dealt:
            text = t.say("Move {n}, the deal: {points} points", n=n, points=points)
        else:
            text = t.say("Move {n}: {points} points", n=n, points=points)
        return Item(text, " ".join(self.told(one.place)[-TOLD:]), self.fact(one.place))

    def told(self, place: int) -> list[str]:
        shown = frame(Look(self.perspective, self.t, self.names, self.names, self.names, self.moments[place]))
        return [line.text for line in shown.log]

    # ---- Numbers ----

    def signed(self, one: Estimate) -> str:
        """A signed estimate, such as +7.9 ± 2.8."""
        return f"{'−' if one.value < -0.05 else '+' if one.value >= 0.05 else ''}{self.plain(one)}"

    def plain(self, one: Estimate) -> str:
        return f"{self.t.decimal(abs(one.value))} ± {self.t.decimal(one.error)}".replace(" ", "\N{NO-BREAK SPACE}")

    def percent(self, one: Estimate) -> str:
        return f"{100 * one.value:.0f} ± {100 * one.error:.0f}\N{NO-BREAK SPACE}%"

    def share(self, review: Review, place: int) -> str:
        """The true chance before a move, as a percentage."""
        return f"{100 * review.chances[place - 1][self.seat]:.0f}\N{NO-BREAK SPACE}%"


def _line(review: Review, seat: int) -> list[tuple[float, float]]:
    """The course of a seat's chance: after each deal and move, and then the outcome."""
    last = review.moments - 1
    every = -(-review.moments // POINTS)
    points = [(float(place), review.chances[place][seat]) for place in range(0, last, every)]
    return [*points, (float(last), review.seats[seat].won)]
