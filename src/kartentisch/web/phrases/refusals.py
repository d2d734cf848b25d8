"""Refusals of a live table and its pages as sentences. Refusals of the rules come from `words/`."""

from __future__ import annotations

from kartentisch import words
from kartentisch.engine.reasons import Reason
from kartentisch.words.language import Language, say


def sentence(t: Language, game: str, why: Reason, names: list[str] | None = None) -> str:
    """Why an ask was refused, in the reader's language."""
    seat = why.args.get("seat", -1)
    known = names is not None and isinstance(seat, int) and 0 <= seat < len(names)
    if why.code in _NAMED and (known or why.code not in _OWN):
        name = names[seat] if names is not None and known else t.say("this seat")
        return t.say(_NAMED[why.code], **{**why.args, "name": name})
    if why.code in _OWN and not (why.code == "seats_number" and "low" not in why.args):
        return t.say(_OWN[why.code], **why.args)
    if why.code == "compiling":
        return t.say("This game is getting ready: {percent} %. Try again in a moment.", **why.args)
    if why.code in ("tables_hour", "tables_once"):
        return _many_tables(t, why)
    return words.reason(t, game, why, names) if game else words.shared.reason(t, why, names)


_NAMED = {
    "seat_taken": say("{name} already sits there."),
    "no_person": say("{name} needs no time."),
    "guest_there": say("{name} came in the middle of the round: you can let them in."),
    "plays": say("{name} is playing already."),
    "hint_turn": say("A hint is for whoever is up, and that is {name}."),
    "host_heir": say("The host is away. {name} has sat here longest and may take over."),
}
"""Sentences by code, if they are about the person at a seat."""

_OWN = {
    # Asks of a seat in its turn.
    "id_used": say("This id was used for something else before: each ask needs one of its own."),
    "sent_before": say("You have sent this before, and it holds no longer. If you still want it, do it once more."),
    "late": say("Too late: something has happened meanwhile that changes what you can do. Look again."),
    "not_dealt": say("The cards have not been dealt yet."),
    "paused": say("The match is paused."),
    "bot_plays": say("A bot is playing for you. Take your seat back first."),
    "moves_number": say("One to {high} moves can be sent at once."),
    "time_up": say("Your time was up: a bot plays this move for you."),
    "not_begun": say("The move is complete: it can be played, not begun."),
    "no_step": say("No bot is waiting for a step."),
    "pick_first": say("Pick a card first, then where it goes."),
    "no_hints": say("At this table there are no hints."),
    "hint_turn": say("A hint is for whoever is up."),
    "hint_nothing": say("There is nothing to decide now."),
    # Asks of the table.
    "ask_unknown": say("This table does not know “{do}”."),
    "table_closed": say("This table is closed."),
    "host_only": say("Only the host can do that."),
    "host_here": say("The host is here."),
    "program_bad": say("No program can sit there with this token. The host can make a new one."),
    "people_only": say("Only people can do that, no programs."),
    "started": say("The match has already begun."),
    "no_result": say("There is no result to go on from: the round is still running."),
    "not_over": say("The match is not over yet."),
    "no_pause": say("There is nothing to pause now."),
    "not_paused": say("The match is not paused."),
    "pace_unknown": say("There is no pace “{value}”."),
    "window_unknown": say("The time to react cannot be {value}: it is 0 to {high} milliseconds."),
    "level_unknown": say("There is no bot “{value}”."),
    "you_play": say("You are playing yourself."),
    "seat_taken": say("That seat is already taken."),
    "went_on": say("The people of this table play on at another one."),
    "no_next": say("Nobody at this table has asked for another match yet."),
    "table_full": say("All seats are taken. You can watch."),
    "sit_first": say("Take the seat on the page of the table."),
    # About the clock.
    "clock_unknown": say("There is no clock “{value}”."),
    "clock_same": say("That is how it is already."),
    "no_question": say("Nobody is asking for anything now."),
    "no_clock": say("This table has no clock."),
    "more_self": say("Only the others can give you more time."),
    "no_person": say("A bot needs no time."),
    # About the seats of others, and who may watch.
    "guest": say("You play from the next round on, or as soon as the host lets you in."),
    "nobodys": say("Nobody has that seat."),
    "own_seat": say("That is your own seat: you can give it up."),
    "removed": say("The host has cleared your seat. With the link to the table you can come back."),
    "given": say("The host has given your seat to somebody else."),
    "no_watching": say("At this table nobody may watch."),
    "no_screen": say("At this table nobody may watch. Who sits at it can show it on a screen, from its menu."),
    "full_unwatched": say("All seats are taken, and at this table nobody may watch."),
    "watchers_unknown": say("Who may watch: anyone, link or nobody, not “{value}”."),
    # Messages over the wire.
    "busy": say("That was too much at once. Wait a moment."),
    "malformed": say("The server does not understand this message."),
    "id_bad": say("An ask needs an id of 8 to 40 letters, digits, - or _."),
    "hello_first": say("A connection begins with a hello."),
    "oversized": say("A message may have at most {n} bytes."),
    "version": say("This page is older or newer than the server. Load it again."),
    "busy_address": say("Your address has asked for a lot just now. Wait a moment, then try again."),
    "restart": say("The server is being restarted. It is back in a moment."),
    "host": say("This server was called by a name that is not its own. Open it at {address}."),
    "origin": say("This request comes from another site, so it is refused."),
    "token_bad": say("This seat belongs to somebody else, or its link was renewed."),
    "table_unknown": say("There is no such table. Perhaps the link is not complete."),
    "table_deleted": say("This table was deleted. Nothing is left of it but this sentence."),
    "crowded": say("Too many pages have this table open. Close some and load this one anew."),
    "stale": say("The table is being looked up anew."),
    "seat_gone": say("This seat was given up or its link was renewed."),
    "page_unknown": say("There is no such page."),
    "failed": say("Something went wrong here. It was not you."),
    "game_missing": say("The game of this table is not on this server now."),
    "rules_unknown": say(
        "This table is played under rules {rules} of its game, and this server knows rules {played}. "
        "Once the server has been updated, the table is here again. Nothing of it is lost."
    ),
    "log_newer": say(
        "This table was written by a newer version of Kartentisch. "
        "Once the server has been updated, the table is here again. Nothing of it is lost."
    ),
    "log_unfit": say(
        "The log of this table does not fit its rules, so the match cannot go on. The log stays as it is."
    ),
    "play_on_over": say("You can play on from a moment of a match once that match is over."),
    "play_on_round": say("From this moment there is nothing to play: the round is over."),
    "nothing_past": say("There is nothing to look back at: no cards have been dealt here, or under other rules."),
    # Fields of a form.
    "name_empty": say("Please say how the others may call you."),
    "name_long": say("A name has at most 24 characters."),
    "name_signs": say("A name has no line breaks or control characters."),
    "name_unseen": say("This name has a character that nobody can see. Type the name without it."),
    "name_marks": say("Too many accents stand on one letter of this name."),
    "name_misleads": say("“{name}” would mislead: the table itself writes so. Take another name."),
    "plan_unknown": say("A seat cannot be “{value}”."),
    "seats_number": say("This game is for {low} to {high} players, not for {seats}."),
    "plan_twice": say("You can sit on one seat only."),
    "code_form": say("A code has {low} to {high} letters, like {example}."),
    "code_letter": say("There is no {letter} in a code, only {allowed}."),
    "code_unknown": say(
        "This code leads to no table that can be joined. Perhaps a letter is wrong, or its seats are taken."
    ),
    "code_often": say("Too many wrong codes came from here. In a minute you can try again."),
    "form_bad": say("The form cannot be read."),
    # Talk at the table.
    "talk_empty": say("There is nothing in it to be read."),
    "talk_long": say("One thing said has at most {high} characters; this has {n}."),
    "talk_signs": say("What you say has no line breaks or control characters."),
    "talk_fast": say("That was quick. You can say {n} things in one go, then one every {seconds} seconds."),
    "talk_seats": say("You are watching: only those who have a seat can talk."),
    "sign_unknown": say("There is no sign “{value}”; there are {allowed}."),
}
"""Sentences by code. The arguments of the reason fill their places."""


def _many_tables(t: Language, why: Reason) -> str:
    """The limits on tables from one address."""
    if why.code == "tables_hour":
        most = t.many(
            "This server allows {n} new table an hour from one address, and yours has opened it.",
            "This server allows {n} new tables an hour from one address, and yours has opened them.",
            why.args["most"],
        )
        again = t.many("Try again in {n} minute.", "Try again in {n} minutes.", why.args["minutes"])
        return f"{most} {again}"
    most = t.many(
        "This server allows {n} running table from one address at a time, and there is one from yours.",
        "This server allows {n} running tables from one address at a time, and so many are there from yours.",
        why.args["most"],
    )
    return f"{most} {t.say('Close one, or come back when nobody plays there any more.')}"


def store_failed(t: Language, code: str) -> str:
    """Why something could not be stored. None of it has happened."""
    match code:
        case "full":
            return t.say("The server cannot write, its disk is full. Nothing has changed.")
        case "closed":
            return t.say("The server is starting anew. Nothing has changed.")
        case _:
            return t.say("The server cannot reach its data right now. Nothing has changed.")
