"""Controls for the table itself rather than for the game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from kartentisch.table.settings import BOT_WAIT, PACES, WATCHERS
from kartentisch.web.live import rematch, waits
from kartentisch.web.live.record import finished
from kartentisch.web.phrases.languages import LANGUAGE_NAMES
from kartentisch.web.scene import Control
from kartentisch.web.table_scene import hint, timers
from kartentisch.web.table_scene.reader import Reader
from kartentisch.web.table_scene.rematch import answers
from kartentisch.web.table_scene.seat_controls import seat_controls
from kartentisch.words.language import LANGUAGES, Language, once

SEATS_IN_ROW = 2


def controls(at: Reader) -> list[Control]:
    if at.table.phase == "closed":
        return [*_back(at), *_record(at), *_kept(at), *_languages(at)]
    if at.watching:
        return [*_free_seats(at), *_back(at), *_languages(at)]
    seats, watch = seat_controls(at), _watchers(at)
    return [
        *_row(at),
        *_menu(at),
        *seats,
        *watch,
        *_paces(at),
        *timers.controls(at),
        *answers(at),
        *_languages(at),
    ]


def _free_seats(at: Reader) -> Iterator[Control]:
    """Seats that a watcher can take: open ones first, then those of bots."""
    t, chairs = at.t, at.table.chairs
    if at.table.next_table:
        yield Control("again", t.say("To the next match"), where="row", lead=True)
    if not at.table.joinable:
        return
    places = [seat for seat, chair in enumerate(chairs) if chair.open]
    places += [seat for seat, chair in enumerate(chairs) if chair.bot and not chair.person]
    for number, seat in enumerate(places):
        label = t.say("Sit down") if chairs[seat].open else t.say("Take the seat of {name}", name=at.names[seat])
        yield Control("sit", label, str(seat), "row" if number < SEATS_IN_ROW else "menu", lead=number == 0)
        if chairs[seat].open:
            return


def _row(at: Reader) -> Iterator[Control]:
    t, table, me = at.t, at.table, at.table.chairs[at.reader]
    if table.phase == "waiting":
        if at.reader == table.host:
            yield Control(
                "start", t.say("Start now, bots fill the seats"), where="row", lead=not at.public_address.base
            )
        yield from _role(at)
        return
    if at.guest:
        if at.is_host and len([chair for chair in table.chairs if chair.person]) == 1:
            yield Control("in", t.say("Play at once"), str(at.reader), "row", lead=True)
    elif me.person and me.bot:
        yield Control("back", t.say("Take my seat back"), where="row", lead=True)
    if table.phase == "paused":
        yield Control("resume", t.say("Go on"), where="middle", lead=True)
    if table.phase == "result" and at.reader not in table.ready and not me.bot:
        yield Control("next", t.say("Next round"), where="row", lead=True)
    if table.phase == "over":
        label = t.say("To the next match") if table.next_table else t.say("Play again")
        if table.next_table or not (rematch.proposed(at.room, at.reader) or rematch.asks(at.room, at.reader)):
            yield Control("again", label, where="row", lead=True)
        yield from _back(at)
        yield from _record(at)
    yield from _role(at)
    if table.phase == "playing":
        if waits.step(table, at.scheduler.stepped):
            yield Control("step", t.say("Next step"), where="row", lead=at.asked != at.reader)
        if waits.skip(table, at.scheduler.stepped) and at.reader in table.people:
            yield Control("step", t.say("Do not wait for the bots"), where="board")
        if at.is_host and at.asked not in (-1, at.reader) and at.away(at.asked):
            yield Control("bot", t.say("A bot takes over now"), _bot(at, at.asked), "row")


def _role(at: Reader) -> Iterator[Control]:
    """The role of an absent host, for the reader who may take it."""
    if at.host_role_free:
        name = at.names[at.table.host]
        ask = at.t.say("Become the host? You keep the role when {name} comes back, unless you hand it over.", name=name)
        waits = at.table.phase == "waiting"
        yield Control("host", at.t.say("Become the host"), where="row", lead=waits, confirm=ask)


def _menu(at: Reader) -> Iterator[Control]:
    table, me, usual = at.table, at.table.chairs[at.reader], _usual(at.t)
    if table.phase == "playing":
        yield usual.pause
    if hint.offered(at):
        yield usual.hint
    if table.phase in ("playing", "paused") and not me.bot:
        yield _stand_in(at.t, _bot(at, at.reader))
    if table.phase != "over":
        yield from _back(at)
    if me.person:
        yield usual.name
    yield usual.device
    yield usual.screen
    if me.person:
        yield usual.leave
    if at.reader == table.host:
        yield usual.close
        yield from _kept(at)


def _back(at: Reader) -> Iterator[Control]:
    """Everything that has happened here so far, move by move."""
    if at.table.records is not None:
        yield _replay(at.t, at.table.phase in ("over", "closed"))
        if at.table.matches in finished(at.table):
            yield Control("review", at.t.say("Review"), where="row")


def _record(at: Reader) -> Iterator[Control]:
    if at.table.matches in finished(at.table):
        yield Control("record", at.t.say("Save record"), where="row")


def _kept(at: Reader) -> Iterator[Control]:
    """Deleting what is stored, even after the end."""
    usual, room = _usual(at.t), at.room
    if not at.is_host:
        return
    if room.names or room.talk.lines:
        yield usual.forget
    yield usual.delete


def _bot(at: Reader, seat: int) -> str:
    return f"{seat} {at.room.bot_pool.stand_in}"


def _paces(at: Reader) -> tuple[Control, ...]:
    """The pace of the bots, for the host or for a person alone with them."""
    table = at.table
    if not any(chair.bot for chair in table.chairs) or (len(table.people) > 1 and at.reader != table.host):
        return ()
    return _choices_of_pace(at.t, table.pace)


def _watchers(at: Reader) -> tuple[Control, ...]:
    return _choices_of_watchers(at.t, at.table.watchers) if at.is_host else ()


def _languages(at: Reader) -> tuple[Control, ...]:
    return _choices_of_language(at.t)


# ---- What is the same at all tables, made once -----------------------------------------------------------------------


class _Usual(NamedTuple):
    """The controls of every menu."""

    pause: Control
    hint: Control
    name: Control
    device: Control
    screen: Control
    leave: Control
    close: Control
    forget: Control
    delete: Control


@cache
def _usual(t: Language) -> _Usual:
    forget = t.say("Delete all names and everything that was said? The seats keep their people.")
    return _Usual(
        pause=Control("pause", t.say("Pause"), where="middle"),
        hint=Control("hint", t.say("Ask for a hint")),
        name=Control("name", t.say("Your name and figure")),
        device=Control("device", t.say("This seat on another device")),
        screen=Control("screen", t.say("Show the table on a screen")),
        leave=Control("leave", t.say("Give up this seat"), confirm=t.say("Do you want to give up your seat?")),
        close=Control("close", t.say("Close the table"), confirm=t.say("Close the table for everybody?")),
        forget=Control("forget", t.say("Delete names and talk"), confirm=forget),
        delete=Control("delete", t.say("Delete the table")),
    )


@once
def _stand_in(t: Language, arg: str) -> Control:
    return Control("bot", t.say("Let a bot play for me"), arg)


@cache
def _replay(t: Language, over: bool) -> Control:
    label = t.say("Replay") if over else t.say("Look back at the match")
    return Control("replay", label, where="row" if over else "menu")


@cache
def _choices_of_pace(t: Language, now: str) -> tuple[Control, ...]:
    labels = {"calm": t.say("calm"), "quick": t.say("quick"), "step": t.say("step by step")}
    assert set(BOT_WAIT) == set(labels)
    group = t.say("Pace of the bots")
    return tuple(Control("pace", labels[pace], pace, chosen=pace == now, group=group) for pace in PACES)


@cache
def _choices_of_watchers(t: Language, now: str) -> tuple[Control, ...]:
    labels = {"anyone": t.say("anyone"), "link": t.say("anyone with the link"), "nobody": t.say("nobody")}
    group = t.say("Who may watch")
    return tuple(Control("watchers", labels[who], who, chosen=who == now, group=group) for who in WATCHERS)


@cache
def _choices_of_language(t: Language) -> tuple[Control, ...]:
    group = t.say("Language")
    return tuple(
        Control("language", LANGUAGE_NAMES[code], code, chosen=code == t.code, group=group) for code in LANGUAGES
    )
