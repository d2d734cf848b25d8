"""The log in sentences: what happened at a table, in the words of its game or of the table itself."""

from __future__ import annotations

from kartentisch import words
from kartentisch.table.contents import (
    BecomesHost,
    BotPlays,
    Closed,
    Content,
    GuestPlays,
    Hinted,
    Left,
    MayWatch,
    MoreTime,
    NewClock,
    NextTable,
    Paused,
    PlaysAgain,
    Sat,
    SeatGiven,
    TimeUp,
    read,
)
from kartentisch.web.phrases import clocks, closing
from kartentisch.words.language import Language
from kartentisch.words.shared import Event

OWN = ("sat", "left", "handed", "paused", "pace", "watchers", "hinted", "again", "closed")
"""Kinds of facts that are told in the same way in every game."""
CONTINUED, LUCK_LOST = "given", "luck_lost"
"""Other events of a table. No event of a game has the name of one of these or of a kind."""


def sentence(t: Language, game: str, event: Event, names: list[str], reader: int | None) -> str:
    """An event in words; empty if there is nothing to say about it."""
    code, args = event
    if code == CONTINUED:
        return t.say("This match continues from a moment of another one. What could not be seen there was dealt again.")
    if code == LUCK_LOST:
        return t.say("From the next deal on, the luck of this table cannot be checked: the server has lost its key.")
    if code not in OWN:
        return words.of(game).sentence(t, event, names, reader)
    return _own(t, read(code, args["text"]), args["seat"], names, reader)


def _own(t: Language, content: Content, seat: int, names: list[str], reader: int | None) -> str:
    """What happened at the table itself."""
    you, name = seat == reader, names[seat] if 0 <= seat < len(names) else ""
    match content:
        case Sat():
            return _sits(t, content, you, name)
        case Left():
            return _left(t, content, name)
        case BotPlays():
            return _bot(t, content, seat, name, reader)
        case PlaysAgain():
            return _back(t, content, seat, name, reader)
        case TimeUp():
            return _time_up(t, content, you, name)
        case GuestPlays():
            return t.say("You play now.") if you else t.say("{name} plays from now on.", name=name)
        case SeatGiven():
            if you:
                return t.say("This seat is yours now.")
            return t.say("The host has given a seat to somebody else: {name}.", name=name)
        case BecomesHost():
            return t.say("You are the host now.") if you else t.say("{name} is the host now.", name=name)
        case Paused(on=True):
            return t.say("You have paused the match.") if you else t.say("{name} has paused the match.", name=name)
        case Paused():
            return t.say("The match goes on.")
        case Hinted():
            return t.say("You ask for a hint.") if you else t.say("{name} asks for a hint.", name=name)
        case MayWatch(who):
            return _watchers(t, who)
        case NextTable():
            return t.say("Play continues at a new table.")
        case Closed():
            return f"{t.say('The table was closed.')} {closing.why_closed(t, content)}"
        case MoreTime():
            return t.say("You have one more minute.") if you else t.say("{name} has one more minute.", name=name)
        case NewClock():
            return clocks.changed(t, content)
        case _:
            return ""


def _sits(t: Language, content: Sat, you: bool, name: str) -> str:
    if content.program:
        if content.late:
            return t.say("A program sits down and plays from the next round on: {name}.", name=name)
        return t.say("A program sits down: {name}.", name=name)
    if you:
        return t.say("You sit down.")
    if content.late:
        return t.say("{name} sits down and plays from the next round on.", name=name)
    return t.say("{name} sits down.", name=name)


def _left(t: Language, content: Left, name: str) -> str:
    """Somebody left. The seat has another name by the time this is read."""
    if content.removed:
        if content.level:
            return t.say("The host has cleared a seat; {name} plays on.", name=name)
        return t.say("The host has cleared a seat.")
    if content.level:
        return t.say("Somebody has left; {name} plays on.", name=name)
    return t.say("Somebody has left the table.")


def _watchers(t: Language, who: str) -> str:
    if who == "nobody":
        return t.say("From now on nobody may watch.")
    return t.say("Everybody may watch now.") if who == "anyone" else t.say("Anyone with the link may watch now.")


def _bot(t: Language, content: BotPlays, seat: int, name: str, reader: int | None) -> str:
    you = seat == reader
    if content.away:
        if you:
            return t.say("You were away for a minute: a bot plays for you.")
        return t.say("{name} has been away for a minute: a bot takes over.", name=name)
    if content.by is None:
        return t.say("A bot plays for you.") if you else t.say("A bot takes over: {name}.", name=name)
    if content.by == seat:
        return t.say("You let a bot play for you.") if you else t.say("{name} lets a bot play.", name=name)
    if content.by == reader:
        return t.say("You let a bot play for {name}.", name=name)
    if you:
        return t.say("The host lets a bot play for you.")
    return t.say("The host lets a bot play for {name}.", name=name)


def _back(t: Language, content: PlaysAgain, seat: int, name: str, reader: int | None) -> str:
    you = seat == reader
    if content.by is None or content.by == seat:
        return t.say("You are playing again.") if you else t.say("{name} plays again.", name=name)
    if content.by == reader:
        return t.say("You let {name} play again.", name=name)
    return t.say("The host lets you play again.") if you else t.say("The host lets {name} play again.", name=name)


def _time_up(t: Language, content: TimeUp, you: bool, name: str) -> str:
    if content.once:
        if you:
            return t.say("Your time is up: a bot plays this move for you.")
        return t.say("The time of {name} is up: a bot plays this move.", name=name)
    if you:
        return t.say("Your time is up: a bot plays for you until you take your seat back.")
    return t.say("The time of {name} is up: a bot takes over.", name=name)
