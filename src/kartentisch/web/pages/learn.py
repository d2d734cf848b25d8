"""Learning a game by playing it: the page of the lesson, and the page at its end."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from kartentisch import words
from kartentisch.web import scenes
from kartentisch.web.lessons.course import Course, course_of, lesson_of, missing
from kartentisch.web.lessons.lesson import Lesson
from kartentisch.web.live.compilation import not_ready
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.home import with_bots
from kartentisch.web.pages.preview import preview
from kartentisch.web.pages.request import PageError, language_of, render
from kartentisch.web.pages.texts import texts


async def course(game: str) -> Course:
    """The course of a game with a lesson. The first use searches its luck, in a thread."""
    return await asyncio.to_thread(course_of, game)


async def show(context: AppContext, request: Request) -> Response:
    lesson = _lesson(context, request)
    t, said = language_of(request), words.of(lesson.game)
    return render(
        request,
        "learn.html",
        preview=preview(
            context.public_address, t.say("Learn {game}", game=said.title), said.goal(t), f"/learn/{lesson.game}"
        ),
        table=f"lesson {lesson.game}",
        seat=0,
        title=said.title,
        game=lesson.game,
        socket=f"/learn/{lesson.game}/socket",
        texts=texts(t.code, "learn"),
    )


async def done(context: AppContext, request: Request) -> Response:
    """What was taught and what was left out, and the ways on."""
    lesson = _lesson(context, request)
    t, said = language_of(request), words.of(lesson.game)
    bots = with_bots(context, lesson.game)
    return render(
        request,
        "learned.html",
        title=said.title,
        game=lesson.game,
        emblem_of=scenes.of(lesson.game).emblem,
        taught=[(t.say(one.name), one.moment) for one in lesson.teaches],
        left=[(t.say(one.name), one.paragraph) for one in lesson.leaves_out],
        own=[
            t.many("You found one of these things yourself.", "You found {n} of these things yourself.", number)
            for number in range(1, len(lesson.teaches))
        ]
        + [t.say("You found all of these things yourself.")],
        bots=bots,
        opponents=sum(value.startswith("bot:") for _, value in bots),
        last=lesson.moments[-1].id,
        of=len(lesson.moments),
    )


def _lesson(context: AppContext, request: Request) -> Lesson:
    """The lesson in the address. Raises PageError."""
    game = request.path_params["game"]
    if reason := missing(game):
        raise PageError(404, reason.code, **reason.args)
    if waits := not_ready(context.rooms.compilation, game):
        raise PageError(503, waits.code, **waits.args)
    found = lesson_of(game)
    assert found is not None
    return found
