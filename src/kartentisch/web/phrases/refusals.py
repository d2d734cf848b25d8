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
    if why.code in ("pads_hour", "pads_once"):
        return _many_pads(t, why)
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
    "hint_turn": say("Only the player to move can get a hint, and that is {name}."),
    "host_heir": say("The host is away. {name} has sat here longest and may take over."),
}
"""Sentences by code, if they are about the person at a seat."""

_OWN = {
    # Asks of a seat in its turn.
    "id_used": say("This id was used for something else before: each ask needs one of its own."),
    "sent_before": say("You already sent this, and it no longer applies. If you still want it, please try again."),
    "late": say("Too late: something has happened meanwhile that changes what you can do. Look again."),
    "not_dealt": say("The cards have not been dealt yet."),
    "paused": say("The match is paused."),
    "bot_plays": say("A bot is playing for you. Take your seat back first."),
    "moves_number": say("One to {high} moves can be sent at once."),
    "time_up": say("Your time was up: a bot plays this move for you."),
    "not_begun": say("The move is complete: it can be played, not begun."),
    "no_step": say("No bot is waiting for a step."),
    "pick_first": say("Pick a card first, then where it goes."),
    "what_unknown": say("There is nothing to say about this."),
    "tell_unknown": say("The table cannot tell “{arg}”. You can ask for: {allowed}."),
    "no_hints": say("At this table there are no hints."),
    "hint_turn": say("Only the player to move can get a hint."),
    "hint_nothing": say("There is nothing to decide now."),
    # Asks of the table.
    "ask_unknown": say("This table does not know “{do}”."),
    "table_closed": say("This table is closed."),
    "host_only": say("Only the host can do that."),
    "host_here": say("The host is here."),
    "program_bad": say("No program can sit there with this token. The host can make a new one."),
    "people_only": say("Only people can do that, not programs."),
    "shuffling": say("The cards are being shuffled."),
    "draw_over": say("This draw is over, or not the next one."),
    "seal_wrong": say("This is not the number behind the seal of this seat."),
    "started": say("The match has already begun."),
    "no_result": say("There is no result to go on from: the round is still running."),
    "not_over": say("The match is not over yet."),
    "no_pause": say("There is nothing to pause now."),
    "not_paused": say("The match is not paused."),
    "pace_unknown": say("There is no pace “{value}”."),
    "window_unknown": say("The time to react cannot be {value}: it is 0 to {high} milliseconds."),
    "level_unknown": say("There is no bot “{value}”."),
    "you_play": say("No bot is playing for you."),
    "seat_taken": say("That seat is already taken."),
    "went_on": say("The people at this table are playing on at another one."),
    "no_next": say("Nobody at this table has asked for another match yet."),
    "table_full": say("All seats are taken. You can watch."),
    "sit_first": say("Take the seat on the table’s page."),
    # About the clock.
    "clock_unknown": say("There is no clock “{value}”."),
    "clock_same": say("It is already like that."),
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
    "busy_address": say("Too many requests have come from your address. Wait a moment, then try again."),
    "questions_often": say("Too many questions have come from your address. Wait a moment, then ask again."),
    "question_unknown": say("There is no question “{name}” here. The questions are: {allowed}."),
    "no_questions": say("Nothing can be asked about {game} here."),
    "restart": say("The server is restarting. It will be back in a moment."),
    "host": say("This server was called by a name that is not its own. Open it at {address}."),
    "origin": say("This request comes from another site, so it is refused."),
    "token_bad": say("This seat belongs to somebody else, or its link was renewed."),
    "table_unknown": say("There is no such table. Perhaps the link is not complete."),
    "table_deleted": say("This table was deleted. Nothing is left of it but this sentence."),
    "crowded": say("Too many pages have this table open. Close some and reload this one."),
    "stale": say("The table is being loaded again."),
    "moved": say("The table goes to another server. It will be there in a moment."),
    "seat_gone": say("This seat was given up or its link was renewed."),
    "page_unknown": say("There is no such page."),
    "paragraph_unknown": say("The rules of {game} have no paragraph {number}."),
    "failed": say("Something went wrong here. It was not you."),
    "game_missing": say("The game of this table is not on this server now."),
    "rules_unknown": say(
        "This table is played under rules {rules} of its game, and this server knows rules {played}. "
        "Once the server has been updated, the table will be back. Nothing is lost."
    ),
    "log_newer": say(
        "This table was written by a newer version of Kartentisch. "
        "Once the server has been updated, the table will be back. Nothing is lost."
    ),
    "log_unfit": say(
        "The log of this table does not fit its rules, so the match cannot go on. The log stays as it is."
    ),
    "play_on_over": say("You can play on from a moment of a match once that match is over."),
    "play_on_round": say("From this moment there is nothing to play: the round is over."),
    "nothing_past": say("There is nothing to replay: no cards have been dealt here, or only under other rules."),
    # Lessons.
    "lesson_unknown": say("There is no lesson of {game}, only of: {allowed}."),
    "lesson_other": say("That would be allowed too, but the lesson is about something else now."),
    "lesson_wait": say("Wait a moment: the others are playing."),
    "lessons_many": say("{n} lessons are running from your address already. Close one, then try again."),
    "moment_unknown": say("This lesson has no moment “{moment}”."),
    "coach_unknown": say("A lesson can go, show, skip, end or begin from a moment, but not “{arg}”."),
    # Fields of a form.
    "name_empty": say("Please say what the others should call you."),
    "name_long": say("A name has at most 24 characters."),
    "name_signs": say("A name has no line breaks or control characters."),
    "name_unseen": say("This name has a character that nobody can see. Type the name without it."),
    "name_marks": say("One letter of this name has too many accents."),
    "name_misleads": say("“{name}” would be misleading: the table itself uses it. Choose another name."),
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
    # A score pad.
    "pad_none": say("There is no score pad for {game}."),
    "pad_unknown": say("There is no such score pad. Perhaps the link is not complete."),
    "pad_or_game": say(
        "There is no score pad “{value}” and no game of that name; the games are: {allowed}. "
        "Perhaps the link is not complete."
    ),
    "pad_deleted": say("This score pad was deleted. What your device has of it stays there."),
    "pad_gone": say(
        "This score pad was deleted or has new links: ask the person who gave you this one. "
        "What your device has of it stays there."
    ),
    "pad_renewed": say(
        "This score pad has new links: ask the person who gave you the old one. What your device has of it stays there."
    ),
    "pad_read_only": say("With this link you can only look. Ask for the one that writes."),
    "pad_full": say("This score pad is full: it has {n} entries."),
    "pad_nothing": say("There is no entry “{value}” to undo."),
    "pad_round": say("There is no round {value}: rounds are 1 to {high}."),
    "pad_person": say("There is no person {value} on this pad, only {low} to {high}."),
    "pad_empty": say("There is nothing in this entry."),
    "pad_cell": say("This sheet has no “{value}”, only {allowed}."),
    "pad_value": say("“{cell}” cannot be {value}; allowed is: {allowed}."),
    "pad_card": say("There is no card “{value}” on this sheet, only {allowed}."),
    "pad_cards": say("There cannot be {value} of card “{card}”: it is 0 to {high}."),
    "pad_do": say("A score pad does not know “{do}”."),
    # What is taken along to another device.
    "parcel_damaged": say("This link is not complete, or has a typing error. Copy or scan it again as a whole."),
    "parcel_unknown": say("This link opens nothing. It is too old, or it was taken back."),
    "parcel_used": say("This link was already used, and it works once. Make a new one on the other device."),
    "parcel_old": say(
        "This link was good for {minutes} minutes, and they are over. Make a new one on the other device."
    ),
    "parcel_empty": say("There is nothing here yet to take along."),
    "parcel_large": say("That is too much to take along at once: it may be at most {size}."),
    "parcels_often": say(
        "{n} links an hour can be made from one address. In {minutes} minutes you can make the next one."
    ),
    "parcels_full": say("Others are taking along too much right now. Try again in {minutes} minutes."),
    "parcel_guesses": say("Too many links that open nothing came from here. In a minute you can try again."),
    # Talk at the table.
    "talk_empty": say("There is nothing in it to be read."),
    "talk_long": say("You can say at most {high} characters at once; this has {n}."),
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
        "This server allows {n} running table from one address at a time, and yours already has one.",
        "This server allows {n} running tables from one address at a time, and yours already has that many.",
        why.args["most"],
    )
    return f"{most} {t.say('Close one, or come back when nobody plays there any more.')}"


def _many_pads(t: Language, why: Reason) -> str:
    """The limits on shared pads from one address."""
    if why.code == "pads_hour":
        again = t.many("Try again in {n} minute.", "Try again in {n} minutes.", why.args["minutes"])
        return f"{t.say('Too many score pads were shared from your address in the last hour.')} {again}"
    return t.say("Too many score pads from your address are open at once. Close some pages, or wait ten minutes.")


def store_failed(t: Language, code: str) -> str:
    """Why something could not be stored. Unless nobody can tell, none of it has happened."""
    match code:
        case "full":
            return t.say("The server cannot write, its disk is full. Nothing has changed.")
        case "unknown":
            return t.say("The server cannot tell whether this is stored. Send it again: it is done only once.")
        case "moved":
            return t.say("The table has moved to another server. Nothing has changed; please try again.")
        case "closed":
            return t.say("The server is restarting. Nothing has changed.")
        case _:
            return t.say("The server cannot reach its data right now. Nothing has changed.")
