"""Controls for the table itself rather than for the game."""

from __future__ import annotations

from collections.abc import Iterator

from kartentisch.table.settings import BOT_WAIT, PACES, WATCHERS
from kartentisch.web.live import rematch, waits
from kartentisch.web.live.record import finished
from kartentisch.web.phrases.languages import LANGUAGE_NAMES
from kartentisch.web.scene import Control
from kartentisch.web.table_scene import hint, timers
from kartentisch.web.table_scene.reader import Reader
from kartentisch.web.table_scene.rematch import answers
from kartentisch.web.table_scene.seat_controls import seat_controls
from kartentisch.words.language import LANGUAGES

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
            yield Control("start", t.say("Start now, bots fill the seats"), where="row", lead=not at.reach.base)
        yield from _role(at)
        return
    if at.guest:
        if at.is_host and len([chair for chair in table.chairs if chair.person]) == 1:
            yield Control("in", t.say("Play at once"), str(at.reader), "row", lead=True)
    elif me.person and me.bot:
        yield Control("back", t.say("Play yourself again"), where="row", lead=True)
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
        if waits.step(table, at.clockwork.stepped):
            yield Control("step", t.say("Next step"), where="row", lead=at.asked != at.reader)
        if waits.skip(table, at.clockwork.stepped) and at.reader in table.people:
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
    t, table, me = at.t, at.table, at.table.chairs[at.reader]
    if table.phase == "playing":
        yield Control("pause", t.say("Pause"), where="middle")
    if hint.offered(at):
        yield Control("hint", t.say("Ask for a hint"))
    if table.phase in ("playing", "paused") and not me.bot:
        yield Control("bot", t.say("Let a bot play for me"), _bot(at, at.reader))
    if table.phase != "over":
        yield from _back(at)
    if me.person:
        yield Control("name", t.say("Your name and figure"))
    yield Control("device", t.say("This seat on another device"))
    yield Control("screen", t.say("Show the table on a screen"))
    if me.person:
        yield Control("leave", t.say("Give up this seat"), confirm=t.say("Do you want to give up your seat?"))
    if at.reader == table.host:
        yield Control("close", t.say("Close the table"), confirm=t.say("Close the table for everybody?"))
        yield from _kept(at)


def _back(at: Reader) -> Iterator[Control]:
    """Everything that has happened here so far, move by move."""
    if at.table.records is not None:
        over = at.table.phase in ("over", "closed")
        label = at.t.say("Replay") if over else at.t.say("Look back at the match")
        yield Control("replay", label, where="row" if over else "menu")
        if at.table.matches in finished(at.table):
            yield Control("review", at.t.say("Review"), where="row")


def _record(at: Reader) -> Iterator[Control]:
    if at.table.matches in finished(at.table):
        yield Control("record", at.t.say("Save record"), where="row")


def _kept(at: Reader) -> Iterator[Control]:
    """Deleting what is stored, even after the end."""
    t, room = at.t, at.room
    if not at.is_host:
        return
    if room.names or room.talk.lines:
        ask = t.say("Delete all names and everything that was said? The seats keep their people.")
        yield Control("forget", t.say("Delete names and talk"), confirm=ask)
    yield Control("delete", t.say("Delete the table"))


def _bot(at: Reader, seat: int) -> str:
    return f"{seat} {at.room.crew.stand_in}"


def _paces(at: Reader) -> Iterator[Control]:
    """The pace of the bots, for the host or for a person alone with them."""
    t, table = at.t, at.table
    if not any(chair.bot for chair in table.chairs) or (len(table.people) > 1 and at.reader != table.host):
        return
    labels = {"calm": t.say("calm"), "quick": t.say("quick"), "step": t.say("step by step")}
    assert set(BOT_WAIT) == set(labels)
    for pace in PACES:
        yield Control("pace", labels[pace], pace, chosen=pace == table.pace, group=t.say("Pace of the bots"))


def _watchers(at: Reader) -> Iterator[Control]:
    if not at.is_host:
        return
    t = at.t
    labels = {"anyone": t.say("anyone"), "link": t.say("whoever has the link"), "nobody": t.say("nobody")}
    for who in WATCHERS:
        group = t.say("Who may watch")
        yield Control("watchers", labels[who], who, chosen=who == at.table.watchers, group=group)


def _languages(at: Reader) -> Iterator[Control]:
    for code in LANGUAGES:
        label = LANGUAGE_NAMES[code]
        yield Control("language", label, code, chosen=code == at.t.code, group=at.t.say("Language"))
