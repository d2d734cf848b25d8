"""The asks of a connection. Most go to the room; asks that leave no fact are answered here."""

from __future__ import annotations

from collections.abc import Awaitable

from msgspec import UNSET

from kartentisch.engine.reasons import Reason
from kartentisch.store import StoreFailed
from kartentisch.table.facts import Ask
from kartentisch.web import scenes
from kartentisch.web.access.tokens import path as seat_path
from kartentisch.web.live import advisor
from kartentisch.web.live.answers import Answer
from kartentisch.web.live.record import finished
from kartentisch.web.live.rematch import address, rematch
from kartentisch.web.phrases import refusals
from kartentisch.web.socket.explaining import explained
from kartentisch.web.socket.talk import forget, speak
from kartentisch.web.socket.telling import told_at, untold
from kartentisch.web.table_scene.reader import Reader
from kartentisch.web.table_scene.spoken import QUESTIONS
from kartentisch.web.wire import Done, Refused
from kartentisch.words.language import LANGUAGES


async def answer(at: Reader, ask: Ask, path: list[str]) -> Done | Refused | None:
    """The answer to send; None if the outcome is unknown, so that the page asks again."""
    number = at.table.number
    match ask.do:
        case "why":
            if too_early := _too_early(at, path):
                return Done(ask.id, number, too_early)
            why = _why(at, ask, path)
            return (
                Done(ask.id, number)
                if why is None
                else Done(ask.id, number, _sentence(at, why), why.paragraph or UNSET)
            )
        case "what":
            return explained(at, ask, path)
        case "tell" if ask.arg in QUESTIONS:
            return Done(ask.id, number, told_at(at, ask.arg))
        case "tell":
            return _refused(at, ask, untold(ask.arg))
        case "sit" if at.watching:
            return Done(ask.id, number, f"/t/{at.room.id}?seat={ask.arg[:3]}")
        case "sit":
            return _refused(at, ask, Reason("sit_first"))
        case "language" if ask.arg in LANGUAGES:
            page = f"/t/{at.room.id}/watch" if at.watching else seat_path(at.room.id, at.reader)
            return Done(ask.id, number, f"/language/{ask.arg}?back={page}")
        case "device" if not at.watching:
            return Done(ask.id, number, f"{seat_path(at.room.id, at.reader)}/link")
        case "screen" if not at.watching:
            return Done(ask.id, number, f"{seat_path(at.room.id, at.reader)}/show")
        case "name" if not at.watching:
            return Done(ask.id, number, f"{seat_path(at.room.id, at.reader)}/name")
        case "give" | "program" if at.is_host and ask.arg.isascii() and ask.arg.isdigit():
            return Done(ask.id, number, f"{seat_path(at.room.id, at.reader)}/{ask.do}/{ask.arg[:3]}")
        case "give" | "program":
            return _refused(at, ask, Reason("host_only"))
        case "again" if at.watching and at.table.next_table:
            return Done(ask.id, number, address(at.room, at.reader))
        case "stay" if not at.watching:
            return said(at, ask, await rematch(at.room, ask))
        case "again":
            done = said(at, ask, await rematch(at.room, ask))
            return Done(done.id, done.n, address(at.room, at.reader)) if isinstance(done, Done) else done
        case "record" if at.table.matches in finished(at.table):
            return Done(ask.id, number, f"/t/{at.room.id}/record?match={at.table.matches}")
        case "replay" | "review" if at.table.records is not None:
            here = f"/t/{at.room.id}" if at.watching else seat_path(at.room.id, at.reader)
            return Done(ask.id, number, f"{here}/{ask.do}")
        case "step" if not at.watching:
            return Done(ask.id, number) if at.scheduler.step() else _refused(at, ask, Reason("no_step"))
        case "read" if not at.watching:
            _read(at, ask.arg == "yes")
            return Done(ask.id, number)
        case "hint":
            return said(at, ask, await advisor.ask(at.room, at.scheduler, at.reader, ask))
        case "say" | "react":
            return await _settled(at, ask, speak(at, ask))
        case "forget":
            return await _settled(at, ask, forget(at))
        case "delete" if at.is_host:
            return Done(ask.id, number, f"{seat_path(at.room.id, at.reader)}/delete")
        case "delete":
            return _refused(at, ask, Reason("host_only"))
        case "play" if not at.watching and at.table.chairs[at.reader].program:
            await at.scheduler.patience.wait(at.reader, ask.since)
            return said(at, ask, await at.room.ask(ask))
        case _:
            return said(at, ask, await at.room.ask(ask))


def _read(at: Reader, reads: bool) -> None:
    """The reader has opened, or closed, how the round was scored."""
    reading, presence, now = at.scheduler.reading, at.room.presence, at.room.now()
    if reads:
        reading.begin(at.room.table, presence, at.reader, now)
    else:
        reading.end(presence, now)
    at.room.mark_changed(frozenset({at.reader}))


async def _settled(at: Reader, ask: Ask, work: Awaitable[Reason | None]) -> Done | Refused | None:
    """The answer to an ask that leaves no fact, but changes something in the store."""
    try:
        why = await work
    except StoreFailed as error:
        return said(at, ask, at.room.failed(error))
    return Done(ask.id, at.room.table.number) if why is None else _refused(at, ask, why)


def said(at: Reader, ask: Ask, answered: Answer) -> Done | Refused | None:
    """An answer of the room as a message."""
    if answered.unknown:
        return None
    if answered.failed:
        return Refused(ask.id, "store", refusals.store_failed(at.t, answered.failed))
    if answered.reason is not None:
        return _refused(at, ask, answered.reason)
    return Done(ask.id, answered.number)


def _why(at: Reader, ask: Ask, path: list[str]) -> Reason | None:
    """Why the picked elements, or the move, cannot be played; None if they can."""
    view = at.room.view(at.reader)
    if at.watching:
        return Reason("watching")
    if at.table.phase == "paused":
        return Reason("paused")
    if at.table.chairs[at.reader].bot:
        return Reason("bot_plays")
    if view is None:
        return Reason("not_dealt")
    shown = scenes.of(at.table.game.name)
    if begun := at.table.prefix(at.reader):
        path = [*shown.draw(view, at.t, at.names, begun).picked, *path]
    move = ask.moves[0] if ask.moves else shown.move_for(view, path)
    if move is None:
        return view.refusal("") if not at.table.actors() or at.reader not in at.table.actors() else Reason("pick_first")
    return view.refusal(move)


def _too_early(at: Reader, path: list[str]) -> str:
    """The sentence of a button that is not a step yet."""
    view, table = at.room.view(at.reader), at.table
    if at.watching or view is None or not path or table.phase != "playing" or table.chairs[at.reader].bot:
        return ""
    drawn = scenes.of(table.game.name).draw(view, at.t, at.names, table.prefix(at.reader))
    return next((button.says for button in drawn.buttons if button.id == path[-1]), "")


def _sentence(at: Reader, why: Reason) -> str:
    return refusals.sentence(at.t, at.table.game.name, why, at.names)


def _refused(at: Reader, ask: Ask, why: Reason) -> Refused:
    return Refused(ask.id, why.code, _sentence(at, why), why.paragraph or UNSET)
