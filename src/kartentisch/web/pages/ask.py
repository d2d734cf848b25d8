"""The desk, "May I?": a question put together at /ask/<game>, and its answer behind a link. See docs/ask.md."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kartentisch import words
from kartentisch.play.games import games
from kartentisch.web import scenes
from kartentisch.web.access.addresses import address_of
from kartentisch.web.desk import answering, reading, telling
from kartentisch.web.desk.answering import Answer
from kartentisch.web.desk.answering import answer as answer_to
from kartentisch.web.live.compilation import not_ready
from kartentisch.web.pages.ask_form import form
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.preview import preview
from kartentisch.web.pages.request import PageError, language_of, render
from kartentisch.web.pages.rules_passage import Passage, passage
from kartentisch.web.pages.sub_path import base_of
from kartentisch.words.language import Language
from kartentisch.words.question import Desk, Impossible, Question

QUESTION = "q"
"""The parameter that says which question the form puts together."""


@dataclass(frozen=True)
class Tab:
    """A game to ask about."""

    name: str
    title: str
    face: str


def desk_of(request: Request) -> tuple[str, Desk]:
    """The game in the address, and its questions. Raises PageError."""
    game = request.path_params["game"]
    if game not in games():
        raise PageError(404, "game_unknown", game=game[:40], allowed=", ".join(games()))
    desk = words.desk(game)
    if desk is None:
        raise PageError(404, "no_questions", game=words.of(game).title)
    return game, desk


def question_of(desk: Desk, name: str) -> Question:
    for question in desk.questions:
        if question.name == name:
            return question
    allowed = ", ".join(question.name for question in desk.questions)
    raise PageError(404, "question_unknown", name=name[:40], allowed=allowed)


async def show(context: AppContext, request: Request) -> Response:
    """The form, with what the link has already said."""
    game, desk = desk_of(request)
    name = request.query_params.get(QUESTION, "")
    question = question_of(desk, name) if name else desk.questions[0]
    given = {key: text for key, text in request.query_params.items() if key != QUESTION}
    return _form(context, request, game, desk, question, given)


def _form(
    context: AppContext,
    request: Request,
    game: str,
    desk: Desk,
    question: Question,
    given: Mapping[str, str],
    problem: str = "",
    status: int = 200,
) -> Response:
    t = language_of(request)
    try:
        values = reading.read(question, given)
    except Impossible as error:
        problem, status, values = telling.impossible(t, game, error), 400, {}
    if not given:
        values = reading.read(question, {slot.name: slot.usual for slot in question.slots if slot.usual})
    return render(
        request,
        "ask.html",
        status,
        preview=preview(
            context.public_address,
            t.say("May I?"),
            t.say("Ask at your own table, with real cards."),
            f"/ask/{game}",
        ),
        game=game,
        tabs=_tabs(),
        problem_said=problem,
        **form(t, game, desk, question, values),
    )


def _tabs() -> list[Tab]:
    return [
        Tab(name, words.of(name).title, scenes.of(name).emblem[0]) for name in games() if words.desk(name) is not None
    ]


async def answer(context: AppContext, request: Request) -> Response:
    """The answer to the question in the link. A link that is written otherwise leads to the one that is kept."""
    game, desk = desk_of(request)
    question = question_of(desk, request.path_params["question"])
    given = dict(request.query_params)
    t = language_of(request)
    try:
        values = reading.read(question, given)
    except Impossible as error:
        said = telling.impossible(t, game, error)
        return _form(context, request, game, desk, question, {}, said, 400)
    link = reading.write(question, values)
    if link != request.url.query:
        return RedirectResponse(f"/ask/{game}/{question.name}{'?' * bool(link)}{link}", 303)
    if waits := not_ready(context.rooms.compilation, game):
        raise PageError(503, waits.code, **waits.args)
    if not context.questions.take(address_of(request), 1, context.rooms.world.steady() / 1000):
        raise PageError(429, "questions_often")
    found = await asyncio.to_thread(answer_to, game, question.name, link)
    if isinstance(found, Impossible):
        return _form(context, request, game, desk, question, given, telling.impossible(t, game, found), 400)
    return _answered(context, request, game, desk, question, found, link)


def _answered(
    context: AppContext, request: Request, game: str, desk: Desk, question: Question, found: Answer, link: str
) -> Response:
    t = language_of(request)
    label, address = t.say(question.label), f"/ask/{game}/{question.name}?{link}"
    said = telling.sentence(t, game, desk, found.verdict) if found.verdict else ""
    return render(
        request,
        "answer.html",
        preview=preview(context.public_address, f"{label} {telling.word(t, found.word)}", said or label, address),
        game=game,
        title=words.of(game).title,
        label=label,
        shown=telling.shown(t, game, question, found.values),
        asked=telling.asked(t, game, question, found.values),
        word=telling.word(t, found.word),
        said=said,
        rule=_rule(t, game, desk, found, base_of(request)),
        asks=t.say(found.slot.label) if found.slot else "",
        asks_for=found.slot.name if found.slot else "",
        unsaid=answering.lifting(question, found),
        choices=_choices(t, game, question, found),
        moves=telling.moves(t, game, found),
        cards=[telling.card(t, game, token) for token in found.instead_cards],
        again=f"/ask/{game}?q={question.name}{'&' * bool(link)}{link}",
        link=context.public_address.link(address),
    )


def _rule(t: Language, game: str, desk: Desk, found: Answer, base: str) -> Passage | None:
    """The paragraph that the answer follows from, in the reader's language, else in English."""
    number = found.verdict.paragraph(desk) if found.verdict else ""
    for code in dict.fromkeys((t.code, "en")) if number else ():
        with suppress(LookupError):
            return passage(game, code, number, f"{base}/rules/{game}")
    return None


@dataclass(frozen=True)
class Choice:
    """A value that decides, as a button."""

    address: str
    text: str
    card: telling.Card | None
    word: str


def _choices(t: Language, game: str, question: Question, found: Answer) -> list[Choice]:
    slot = found.slot
    if slot is None:
        return []
    made = []
    for way in found.ways:
        link = reading.write(question, {**found.values, slot.name: way.value})
        text = telling.value(t, game, slot, way.value)
        card = telling.card(t, game, way.value) if slot.kind == "card" else None
        made.append(
            Choice(
                f"/ask/{game}/{question.name}?{link}",
                text[:1].upper() + text[1:],
                card,
                telling.word(t, way.word) if way.word else "",
            )
        )
    return made
