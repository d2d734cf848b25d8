"""Refusals of a live table and of its pages as sentences; those of the rules come from `words/`."""

from __future__ import annotations

from kartentisch import words
from kartentisch.engine.reasons import Reason
from kartentisch.words.language import Language


def sentence(t: Language, game: str, why: Reason, names: list[str] | None = None) -> str:
    """Why an ask was refused, in the reader's language."""
    own = _turn(t, why) or _table(t, why, names) or _seat(t, why, names) or _form(t, why) or _talk(t, why)
    if own is not None:
        return own
    return words.reason(t, game, why, names) if game else words.shared.reason(t, why, names)


def _turn(t: Language, why: Reason) -> str | None:
    match why.code:
        case "late":
            return t.say("Too late: something has happened meanwhile that changes what you can do. Look again.")
        case "not_dealt":
            return t.say("The cards have not been dealt yet.")
        case "paused":
            return t.say("The match is paused.")
        case "bot_plays":
            return t.say("A bot is playing for you. Take your seat back first.")
        case "moves_number":
            return t.say("One to {high} moves can be sent at once.", high=why.args["high"])
        case "time_up":
            return t.say("Your time was up: a bot plays this move for you.")
        case "not_begun":
            return t.say("The move is complete: it can be played, not begun.")
        case "no_step":
            return t.say("No bot is waiting for a step.")
        case "pick_first":
            return t.say("Pick a card first, then where it goes.")
        case _:
            return None


def _table(t: Language, why: Reason, names: list[str] | None) -> str | None:
    match why.code:
        case "ask_unknown":
            return t.say("This table does not know “{ask}”.", ask=why.args["do"])
        case "table_closed":
            return t.say("This table is closed.")
        case "host_only":
            return t.say("Only the host can do that.")
        case "host_here":
            return t.say("The host is here.")
        case "started":
            return t.say("The match has already begun.")
        case "no_result":
            return t.say("There is no result to go on from: the round is still running.")
        case "not_over":
            return t.say("The match is not over yet.")
        case "no_pause":
            return t.say("There is nothing to pause now.")
        case "not_paused":
            return t.say("The match is not paused.")
        case "pace_unknown":
            return t.say("There is no pace “{value}”.", value=why.args["value"])
        case "window_unknown":
            return t.say("The time to react cannot be {value}: it is 0 to {high} milliseconds.", **why.args)
        case "level_unknown":
            return t.say("There is no bot “{value}”.", value=why.args["value"])
        case "you_play":
            return t.say("You are playing yourself.")
        case "seat_taken" if names and 0 <= why.args["seat"] < len(names):
            return t.say("{name} already sits there.", name=names[why.args["seat"]])
        case "seat_taken":
            return t.say("That seat is already taken.")
        case "went_on":
            return t.say("The people of this table play on at another one.")
        case "no_next":
            return t.say("Nobody at this table has asked for another match yet.")
        case "table_full":
            return t.say("All seats are taken. You can watch.")
        case "sit_first":
            return t.say("Take the seat on the page of the table.")
        case _:
            return _clock(t, why, names) or _wire(t, why)


def _clock(t: Language, why: Reason, names: list[str] | None) -> str | None:
    match why.code:
        case "clock_unknown":
            return t.say("There is no clock “{value}”.", value=why.args["value"])
        case "clock_same":
            return t.say("That is how it is already.")
        case "no_question":
            return t.say("Nobody is asking for anything now.")
        case "no_clock":
            return t.say("This table has no clock.")
        case "more_self":
            return t.say("Only the others can give you more time.")
        case "no_person" if names:
            return t.say("{name} needs no time.", name=names[why.args["seat"]])
        case "no_person":
            return t.say("A bot needs no time.")
        case _:
            return None


def _seat(t: Language, why: Reason, names: list[str] | None) -> str | None:
    """About the seats of others, and who may watch."""
    seat = why.args.get("seat", -1)
    name = names[seat] if names and isinstance(seat, int) and 0 <= seat < len(names) else t.say("this seat")
    match why.code:
        case "guest":
            return t.say("You play from the next round on, or as soon as the host lets you in.")
        case "guest_there":
            return t.say("{name} came in the middle of the round: you can let them in.", name=name)
        case "plays":
            return t.say("{name} is playing already.", name=name)
        case "nobodys":
            return t.say("Nobody has that seat.")
        case "own_seat":
            return t.say("That is your own seat: you can give it up.")
        case "host_heir":
            return t.say("The host is away. {name} has sat here longest and may take over.", name=name)
        case "removed":
            return t.say("The host has cleared your seat. With the link to the table you can come back.")
        case "given":
            return t.say("The host has given your seat to somebody else.")
        case "no_watching":
            return t.say("At this table nobody may watch.")
        case "full_unwatched":
            return t.say("All seats are taken, and at this table nobody may watch.")
        case "watchers_unknown":
            return t.say("Who may watch: anyone, link or nobody, not “{value}”.", value=why.args["value"])
        case _:
            return None


def _wire(t: Language, why: Reason) -> str | None:
    match why.code:
        case "busy":
            return t.say("That was too much at once. Wait a moment.")
        case "malformed":
            return t.say("The server does not understand this message.")
        case "id_bad":
            return t.say("An ask needs an id of 8 to 40 letters, digits, - or _.")
        case "hello_first":
            return t.say("A connection begins with a hello.")
        case "oversized":
            return t.say("A message may have at most {n} bytes.", n=why.args["n"])
        case "version":
            return t.say("This page is older or newer than the server. Load it again.")
        case "origin":
            return t.say("This request comes from another site, so it is refused.")
        case "token_bad":
            return t.say("This seat belongs to somebody else, or its link was renewed.")
        case "table_unknown":
            return t.say("There is no such table. Perhaps the link is not complete.")
        case "table_deleted":
            return t.say("This table was deleted. Nothing is left of it but this sentence.")
        case "seat_gone":
            return t.say("This seat was given up or its link was renewed.")
        case "page_unknown":
            return t.say("There is no such page.")
        case "failed":
            return t.say("Something went wrong here. It was not you.")
        case _:
            return None


def _form(t: Language, why: Reason) -> str | None:
    match why.code:
        case "name_empty":
            return t.say("Please say how the others may call you.")
        case "name_long":
            return t.say("A name has at most 24 characters.")
        case "name_signs":
            return t.say("A name has no line breaks or control characters.")
        case "plan_unknown":
            return t.say("A seat cannot be “{value}”.", value=why.args["value"])
        case "seats_number" if "low" in why.args:
            return t.say("This game is for {low} to {high} players, not for {seats}.", **why.args)
        case "plan_twice":
            return t.say("You can sit on one seat only.")
        case "code_form":
            return t.say("A code has five letters, like {example}.", example=why.args["example"])
        case "code_unknown":
            return t.say(
                "This code leads to no table that can be joined. Perhaps a letter is wrong, or its seats are taken."
            )
        case "code_often":
            return t.say("Too many wrong codes came from here. In a minute you can try again.")
        case "form_bad":
            return t.say("The form cannot be read.")
        case _:
            return None


def _talk(t: Language, why: Reason) -> str | None:
    match why.code:
        case "talk_empty":
            return t.say("There is nothing in it to be read.")
        case "talk_long":
            return t.say("One thing said has at most {high} characters; this has {n}.", **why.args)
        case "talk_signs":
            return t.say("What you say has no line breaks or control characters.")
        case "talk_fast":
            return t.say(
                "That was quick. You can say {n} things in one go, then one every {seconds} seconds.", **why.args
            )
        case "talk_seats":
            return t.say("You are watching: only those who have a seat can talk.")
        case "sign_unknown":
            return t.say("There is no sign “{value}”; there are {allowed}.", **why.args)
        case "tables_hour":
            most = t.many(
                "This server allows {n} new table an hour from one address, and yours has opened it.",
                "This server allows {n} new tables an hour from one address, and yours has opened them.",
                why.args["most"],
            )
            again = t.many("Try again in {n} minute.", "Try again in {n} minutes.", why.args["minutes"])
            return f"{most} {again}"
        case "tables_once":
            most = t.many(
                "This server allows {n} running table from one address at a time, and there is one from yours.",
                "This server allows {n} running tables from one address at a time, and so many are there from yours.",
                why.args["most"],
            )
            return f"{most} {t.say('Close one, or come back when nobody plays there any more.')}"
        case _:
            return None


def store_failed(t: Language, code: str) -> str:
    """Why something could not be kept; nothing of it has happened."""
    match code:
        case "full":
            return t.say("The server cannot write, its disk is full. Nothing has changed.")
        case "closed":
            return t.say("The server is starting anew. Nothing has changed.")
        case _:
            return t.say("The server cannot reach its data right now. Nothing has changed.")
