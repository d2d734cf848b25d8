"""The form that opens a table: who sits where, and the options that the game declares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kartentisch import words
from kartentisch.engine.game import Game
from kartentisch.engine.options import Choice, Count, Option, Split, Switch
from kartentisch.engine.reasons import Reason
from kartentisch.play.games import games, sheet
from kartentisch.store import FIRST_VERSION, HeldElsewhere, OutOfStep, StoreFailed
from kartentisch.table.clocks import KINDS, ZEROS
from kartentisch.table.facts import Ask
from kartentisch.table.settings import PACES, WINDOW, WINDOWS, Settings, checked_settings
from kartentisch.web.access.addresses import address_of
from kartentisch.web.access.tokens import path
from kartentisch.web.live.compilation import not_ready
from kartentisch.web.live.glimpse import Glimpse
from kartentisch.web.live.people import FIGURES, checked_name, figure_words
from kartentisch.web.live.room import Room
from kartentisch.web.pages.context import AppContext
from kartentisch.web.pages.request import (
    PageError,
    figure_of,
    language_of,
    name_before,
    name_of,
    render,
)
from kartentisch.web.pages.seats import seated
from kartentisch.web.pages.submissions import Submission
from kartentisch.web.phrases import clocks, refusals
from kartentisch.words.language import Language
from kartentisch.words.shared import level

NOBODY = "none"
MOST_DIGITS = 30


@dataclass(frozen=True)
class Field:
    """An option as fields of the form. `kind`: choice, switch, count or split."""

    name: str
    kind: str
    label: str
    meaning: str
    values: list[tuple[str, str, str]]
    """(name of the field, value, words): the values to choose from, or the numbers to fill in."""
    value: str = ""


def game_of(request: Request) -> Game:
    name = request.path_params["game"]
    if name not in games():
        raise PageError(404, "game_unknown", game=name[:40], allowed=", ".join(games()))
    return sheet(name)


def ready(context: AppContext, game: Game) -> None:
    """Raise PageError while the rules of a game are being compiled."""
    if reason := not_ready(context.rooms.compilation, game.name):
        raise PageError(503, reason.code, **reason.args)


async def show(context: AppContext, request: Request) -> Response:
    game = game_of(request)
    ready(context, game)
    given: dict[str, str] = {"seat-0": "you", "lot": "on"}
    alone = "alone" in request.query_params
    for seat in range(1, game.seats.stop - 1):
        default = f"bot:{context.rooms.bot_pool.stand_in}" if alone else "open"
        given[f"seat-{seat}"] = default if seat < max(game.seats.start, 3 if alone else 2) else NOBODY
    given |= {"name": name_of(request), "figure": figure_of(request)}
    return filled(context, request, game, given)


def filled(
    context: AppContext, request: Request, game: Game, given: Mapping[str, str], error: str = "", status: int = 400
) -> Response:
    """The form with the given values; after a mistake, with a sentence and a status."""
    t = language_of(request)
    choices = [("you", t.say("You")), ("open", t.say("Free, for anyone who comes"))]
    choices += [(f"bot:{name}", t.say("Bot, {level}", level=level(t, name))) for name in context.rooms.bot_pool.offered]
    seats = [
        (
            number,
            given.get(f"seat-{number}", NOBODY),
            choices + [(NOBODY, t.say("no seat"))] * (number >= game.seats.start),
        )
        for number in range(game.seats.stop - 1)
    ]
    return render(
        request,
        "open.html",
        status if error else 200,
        game=game.name,
        title=words.of(game.name).title,
        goal=words.of(game.name).goal(t),
        given=given,
        error=error,
        seats=seats,
        least=game.seats.start,
        bot=f"bot:{context.rooms.bot_pool.stand_in}",
        figures=list(figure_words(t).items()),
        figure=given.get("figure") or FIGURES[0],
        watchers=[
            ("anyone", t.say("anyone: the table is on the home page")),
            ("link", t.say("anyone with the link")),
            ("nobody", t.say("nobody")),
        ],
        fields=[as_field(t, game, option, given) for option in game.layout.options],
        paces=[("calm", t.say("calm")), ("quick", t.say("quick")), ("step", t.say("step by step"))],
        windows=[(str(window), _window(t, window)) for window in WINDOWS] if game.windows else [],
        window=given.get("window", str(WINDOW)),
        clocks=clocks.kinds(t),
        zeros=clocks.zeros(t),
        ask_id=given.get("ask") or context.rooms.world.new_id(),
    )


def _window(t: Language, window: int) -> str:
    return t.many("{n} second", "{n} seconds", window // 1000) if window else t.say("no limit")


def as_field(t: Language, game: Game, option: Option, given: Mapping[str, str]) -> Field:
    said, name = words.of(game.name), option.name
    label, meaning = said.option(t, name)
    key = f"option-{name}"
    if isinstance(option, Choice):
        values = [(key, word, said.option_value(t, name, word)) for word in option.words]
        return Field(key, "choice", label, meaning, values, given.get(key, option.default))
    if isinstance(option, Switch):
        on = given.get(key, "on" if option.default and f"{key}-asked" not in given else "") == "on"
        return Field(key, "switch", label, meaning, [], "on" if on else "")
    if isinstance(option, Split):
        values = [
            (f"{key}-{kind}", given.get(f"{key}-{kind}", str(option.default[kind])), _kind(t, game, name, kind))
            for kind in option.kinds
        ]
        return Field(key, "split", label, meaning, values)
    return Field(key, "count", label, meaning, [], given.get(key, str(option.default)))


def _kind(t: Language, game: Game, name: str, kind: str) -> str:
    """A kind in words: the text before its number."""
    return words.of(game.name).option_value(t, name, {kind: 1}).rpartition(":")[0] or kind


# ---- What comes back -------------------------------------------------------------------------------------------------


def read_options(game: Game, given: Mapping[str, str]) -> dict[str, Any] | Reason:
    """The options given in the form, or why they cannot be read. Whether they are allowed is checked later."""
    found: dict[str, Any] = {}
    for option in game.layout.options:
        key = f"option-{option.name}"
        if isinstance(option, Switch):
            if f"{key}-asked" in given:
                found[option.name] = {"": False, "on": True}.get(given.get(key, ""), given.get(key))
        elif isinstance(option, Split):
            counts = {kind: whole(given[f"{key}-{kind}"]) for kind in option.kinds if f"{key}-{kind}" in given}
            if counts:
                found[option.name] = counts
        elif key in given:
            found[option.name] = whole(given[key]) if isinstance(option, Count) else given[key]
    unknown = [name[7:] for name in given if name.startswith("option-") and _owner(game, name[7:]) is None]
    if unknown:
        return Reason("option_unknown", {"option": unknown[0][:40], "allowed": ", ".join(game.options)})
    return found


def _owner(game: Game, name: str) -> Option | None:
    return next(
        (option for option in game.layout.options if name == option.name or name.startswith(f"{option.name}-")), None
    )


def whole(text: str) -> int | str:
    """A whole number; else the text itself, which no option accepts as a number."""
    text = text.strip()
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS else text


def read_settings(context: AppContext, game: Game, given: Mapping[str, str]) -> Settings | Reason:
    plan = [given.get(f"seat-{seat}", NOBODY) for seat in range(game.seats.stop - 1)]
    plan = [what for what in plan if what != NOBODY]
    options = read_options(game, given)
    if isinstance(options, Reason):
        return options
    if given.get("lot") == "on":
        plan = context.rooms.world.shuffled(plan)
    alone = "you" in plan and "open" not in plan  # with bots: nobody else has to wait
    window = whole(given.get("window", "0" if alone else str(WINDOW)))
    pace = given.get("pace", "quick" if alone else PACES[0])
    more = {"public": given.get("public") == "on", "pace": pace, "window": window}
    more |= {key: given.get(key, known[0]) for key, known in (("clock", KINDS), ("zero", ZEROS))}
    more["watchers"] = given.get("watchers", "link")
    more["friendly"] = given.get("friendly") == "on" or "friendly-asked" not in given
    return checked_settings(game, tuple(plan), options, context.rooms.bot_pool.levels, **more)


async def open_table(context: AppContext, request: Request) -> Response:
    game = game_of(request)
    given = await context.form(request)
    ready(context, game)
    submission = await context.submission(f"open {game.name}", given)
    async with submission.lock:
        room = await context.opened(submission)
        if room is None:
            try:
                opened = await _opened(context, request, game, given, submission)
            except (HeldElsewhere, OutOfStep):
                opened = await context.opened_elsewhere(submission)
            if isinstance(opened, Response):
                return opened
            room = opened
        if isinstance(room, Room):
            await _to_its_end(request, room, given)
    host = room.table.host
    if host < 0:
        return RedirectResponse(f"/t/{room.id}/watch", 303)
    response = RedirectResponse(path(room.id, host), 303)
    if room.versions.of(host) == FIRST_VERSION:  # the seat may be somebody else's by now
        figure = given.get("figure") or figure_of(request)
        seated(context.tokens, request, response, room.token(host), room.names.get(host, ""), figure)
    return response


async def _to_its_end(request: Request, room: Room, given: Mapping[str, str]) -> None:
    """Complete a new table: name the host and, with no open seat, start the match. After a crash, resending does so."""
    if room.table.number > 1:
        return
    host, plan = room.table.host, room.table.settings.plan
    if host >= 0 and not room.names.get(host):
        name = checked_name(_name(request, given))
        await room.admission.rename(
            host, name if isinstance(name, str) else "", given.get("figure") or figure_of(request)
        )
    if "open" not in plan:
        await room.ask(Ask("start", host))


def _name(request: Request, given: Mapping[str, str]) -> str:
    """The name of the person who opens the table."""
    return given.get("name", "") or (name_before(request) if "quick" in given else "")


async def _opened(
    context: AppContext, request: Request, game: Game, given: Mapping[str, str], submission: Submission
) -> Room | Glimpse | Response:
    """A new table; if there is none, the form with a sentence.

    Raises HeldElsewhere or OutOfStep if the same form has come to another server.
    """
    t = language_of(request)
    settings = read_settings(context, game, given)
    name = checked_name(_name(request, given))
    if isinstance(name, Reason) and not isinstance(settings, Reason) and "you" not in settings.plan:
        name = ""
    for reason in (settings, name):
        if isinstance(reason, Reason):
            return filled(context, request, game, given, refusals.sentence(t, game.name, reason))
    assert isinstance(settings, Settings)
    assert isinstance(name, str)
    address = address_of(request)
    try:
        if too_many := await context.table_limits.refusal(address):
            return filled(context, request, game, given, refusals.sentence(t, game.name, too_many), 429)
        async with context.table_limits.opening(address) as opened:
            figure = given.get("figure") or figure_of(request)
            room = await context.rooms.open(settings, name, figure, submission.table, submission.ask)
            opened.table = room.id
    except HeldElsewhere:
        raise
    except StoreFailed as error:
        return render(request, "message.html", 503, title=None, text=refusals.store_failed(t, error.code))
    return room
