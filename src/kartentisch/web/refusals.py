"""Refusals of a live table and of its pages as sentences; those of the rules come from `words/`."""

from __future__ import annotations

from kartentisch import words
from kartentisch.engine.reasons import Reason
from kartentisch.words.language import Language, say


def sentence(t: Language, game: str, why: Reason, names: list[str] | None = None) -> str:
    """Why an ask was refused, in the reader's language."""
    if why.code == "seat_taken" and names and 0 <= why.args["seat"] < len(names):
        return t.say("{name} already sits there.", name=names[why.args["seat"]])
    if why.code in _OWN and not (why.code == "seats_number" and "low" not in why.args):
        return t.say(_OWN[why.code], **why.args)
    return words.reason(t, game, why, names) if game else words.shared.reason(t, why, names)


_OWN = {
    # What a seat asks in its turn.
    "late": say("Too late: something has happened meanwhile that changes what you can do. Look again."),
    "not_dealt": say("The cards have not been dealt yet."),
    "paused": say("The match is paused."),
    "bot_plays": say("A bot is playing for you. Take your seat back first."),
    "moves_number": say("One to {high} moves can be sent at once."),
    "not_begun": say("The move is complete: it can be played, not begun."),
    "no_step": say("No bot is waiting for a step."),
    "pick_first": say("Pick a card first, then where it goes."),
    # What is asked of the table.
    "ask_unknown": say("This table does not know “{do}”."),
    "table_closed": say("This table is closed."),
    "host_only": say("Only the host can do that."),
    "host_here": say("The host is here."),
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
    "table_full": say("All seats are taken. You can watch."),
    "sit_first": say("Take the seat on the page of the table."),
    # What comes over the wire.
    "busy": say("That was too much at once. Wait a moment."),
    "malformed": say("The server does not understand this message."),
    "id_bad": say("An ask needs an id of 8 to 40 letters, digits, - or _."),
    "hello_first": say("A connection begins with a hello."),
    "oversized": say("A message may have at most {n} bytes."),
    "version": say("This page is older or newer than the server. Load it again."),
    "origin": say("This request comes from another site, so it is refused."),
    "token_bad": say("This seat belongs to somebody else, or its link was renewed."),
    "table_unknown": say("There is no such table. Perhaps the link is not complete."),
    "seat_gone": say("This seat was given up or its link was renewed."),
    "page_unknown": say("There is no such page."),
    "failed": say("Something went wrong here. It was not you."),
    # What is written into a form.
    "name_empty": say("Please say how the others may call you."),
    "name_long": say("A name has at most 24 characters."),
    "name_signs": say("A name has no line breaks or control characters."),
    "plan_unknown": say("A seat cannot be “{value}”."),
    "seats_number": say("This game is for {low} to {high} players, not for {seats}."),
    "plan_twice": say("You can sit on one seat only."),
    "form_bad": say("The form cannot be read."),
}
"""By code: with the places filled in by the arguments of the reason."""


def store_failed(t: Language, code: str) -> str:
    """Why something could not be kept; nothing of it has happened."""
    match code:
        case "full":
            return t.say("The server cannot write, its disk is full. Nothing has changed.")
        case "closed":
            return t.say("The server is starting anew. Nothing has changed.")
        case _:
            return t.say("The server cannot reach its data right now. Nothing has changed.")
