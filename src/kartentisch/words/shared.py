"""Sentences that all games share: refusals, colours, people, deals and ends of matches.

A game's own words are in `words/<game>`. See `Words` for what each of these packages offers.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol

from kartentisch.engine.reasons import Reason
from kartentisch.words.language import Language

Event = tuple[str, dict[str, Any]]
"""Something a reader learns: a code and arguments in plain JSON. The argument `seat`, if any, is whom it is about."""

Names = Sequence[str] | None
"""The name at each seat. None if people have no names; they are then called "seat 2" and so on."""


class Seen(Protocol):
    """A view, either the engine's or that of the public API."""

    @property
    def seat(self) -> int | None:
        """None for a bystander."""

    def json(self) -> dict[str, Any]:
        """What the reader knows."""


class Words(Protocol):
    """The interface of every package `words/<game>`. `t` is the reader's language."""

    title: str
    """The game's name as its publisher writes it. It is the same in all languages."""

    def goal(self, t: Language) -> str:
        """The goal of the game, in one or two sentences."""

    def card(self, t: Language, token: str) -> str:
        """A card in words: "blue 10"."""

    def move(self, t: Language, tokens: Sequence[str], names: Names = None) -> str:
        """The steps of a move, or its first steps, as one imperative: "Play blue 10 on A1"."""

    def reason(self, t: Language, reason: Reason, names: Names = None) -> str | None:
        """Why something is refused. None for codes that are not this game's own."""

    def option(self, t: Language, name: str) -> tuple[str, str]:
        """The label and meaning of an option."""

    def option_value(self, t: Language, name: str, value: Any) -> str:
        """A value of an option in words."""

    def tell(self, before: Seen, after: Seen, seat: int, move: Sequence[str | None]) -> list[Event]:
        """What the reader of these views learns when `seat` moves. Steps that the reader may not hear of are None."""

    def sentence(self, t: Language, event: Event, names: Names = None, reader: int | None = None) -> str:
        """An event as a line of the log. The seat `reader` is addressed as "you"."""

    def picture(self, t: Language, view: Seen, names: Names = None) -> list[tuple[str, str]]:
        """The table as labeled lines of text, for the terminal."""


# ---- People ---------------------------------------------------------------------------------------------------------


def who(t: Language, seat: int, names: Names = None) -> str:
    """A person in the middle of a sentence."""
    return names[seat] if names is not None and 0 <= seat < len(names) else t.say("seat {n}", n=seat)


def subject(t: Language, seat: int, names: Names = None, reader: int | None = None) -> str:
    """A person at the beginning of a sentence. The log prints these words in bold."""
    if seat == reader:
        return t.say("You")
    return who(t, seat, names) if names is not None else capital(who(t, seat))


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def level(t: Language, name: str) -> str:
    """A level of the bots in words."""
    return {
        "random": t.say("random"),
        "novice": t.say("beginner"),
        "easy": t.say("easy"),
        "medium": t.say("medium"),
        "greedy": t.say("greedy"),
        "hard": t.say("hard"),
        "expert": t.say("expert"),
    }.get(name, name)


# ---- Cards ----------------------------------------------------------------------------------------------------------


def colour(t: Language, letter: str) -> str:
    """The colour that a letter means in tokens. German colours are nouns."""
    match letter:
        case "b":
            return t.say("blue")
        case "g":
            return t.say("green")
        case "r":
            return t.say("red")
        case "v":
            return t.say("purple")
        case "y":
            return t.say("yellow")
        case "k":
            return t.say("black")
        case _:
            raise ValueError(f"no colour has the letter {letter!r}")


def a_number(t: Language, value: int) -> str:
    """A card with this number: "a 7", "an 8"."""
    return t.say("an {value}", value=value) if value in (8, 11, 18) else t.say("a {value}", value=value)


def cards(t: Language, n: int) -> str:
    """A number of cards."""
    return t.many("{n} card", "{n} cards", n)


def points(t: Language, n: int) -> str:
    """A number of points."""
    return t.many("{n} point", "{n} points", n)


def players(t: Language, seats: range) -> str:
    """How many people can play."""
    if len(seats) == 1:
        return t.many("{n} player", "{n} players", seats.start)
    return t.say("{low} to {high} players", low=seats.start, high=seats.stop - 1)


# ---- Refusals -------------------------------------------------------------------------------------------------------


def reason(t: Language, why: Reason, names: Names = None) -> str:
    """Why an ask is refused, for the codes that all games share."""
    return _ask(t, why, names) or _option(t, why) or t.say("That is not possible now.")


def _ask(t: Language, why: Reason, names: Names) -> str | None:
    args = why.args
    match why.code:
        case "seat_unknown":
            return t.say(
                "There is no seat {seat}: the seats are 0 to {last}.", seat=plain(args["seat"]), last=args["seats"] - 1
            )
        case "match_over":
            return t.say("The match is over.")
        case "round_over":
            return t.say("The round is over; the next one has not been dealt yet.")
        case "round_running":
            return t.say("The round is not over yet.")
        case "not_your_turn":
            return t.say("It is not your turn: the game waits for {name}.", name=who(t, args["turn"], names))
        case "move_kind":
            return t.say("A move must be a text, not {value}.", value=args["value"])
        case "move_long":
            return t.say("This is too long for a move: at most {limit} characters are read.", limit=args["limit"])
        case "token_unknown":
            return t.say("“{token}” is no step of a move in this game.", token=args["token"])
        case "move_empty":
            return t.say("A move has at least one step.")
        case "move_unfinished":
            return t.say("The move is not complete: something must follow “{move}”.", move=args["move"])
        case "move_overfull":
            return t.say("The move is complete before “{token}”.", token=args["token"])
        case "watching":
            return t.say("You are watching: only those who have a seat can play.")
        case _:
            return None


def _option(t: Language, why: Reason) -> str | None:
    args = why.args
    match why.code:
        case "options_kind":
            return t.say("Options must be given as names with values, not as {value}.", value=plain(args["value"]))
        case "option_unknown":
            return t.say(
                "There is no option {option}; the options are: {allowed}.",
                option=plain(args["option"]),
                allowed=args["allowed"],
            )
        case "option_value":
            return t.say(
                "Option {option} cannot be {value}; allowed is: {allowed}.",
                option=args["option"],
                value=plain(args["value"]),
                allowed=args["allowed"],
            )
        case "option_split":
            kinds, _, total = str(args["allowed"]).rpartition(": ")
            return t.say(
                "Option {option} cannot be {value}; allowed are numbers from 0 for {kinds} that add up to {total}.",
                option=args["option"],
                value=plain(args["value"]),
                kinds=", ".join(kinds.split()),
                total=total,
            )
        case "seats_number":
            return t.say(
                "The number of seats cannot be {value}; allowed is: {allowed}.",
                value=plain(args["value"]),
                allowed=args["allowed"],
            )
        case "rules_number":
            return t.say(
                "The number of the rules cannot be {value} here; allowed is: {allowed}.",
                value=plain(args["value"]),
                allowed=args["allowed"],
            )
        case "game_unknown":
            return t.say(
                "There is no game {game}; the games are: {allowed}.", game=plain(args["game"]), allowed=args["allowed"]
            )
        case "bot_unknown":
            return t.say(
                "There is no bot {name}; the bots are: {allowed}.", name=repr(args["name"]), allowed=args["allowed"]
            )
        case _:
            return None


def plain(value: Any) -> str:
    """A value as people write it, cut short."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = repr(value)
    return text if len(text) <= 80 else f"{text[:79]}…"


# ---- Events ---------------------------------------------------------------------------------------------------------


def dealt(view: Seen) -> list[Event]:
    """What the reader of this view learns when a round has been dealt, or begins without cards in any hand."""
    seen = view.json()
    cards = {} if any(seen.get("hands", "?")) else {"cards": False}
    return [("dealt", {"round": seen["round"], "turn": seen["turn"], **cards})]


def closing(view: Seen) -> list[Event]:
    """Who has won, once the match is over. For games in which the end of the last round does not say so."""
    seen = view.json()
    return [("match_won", {"seats": seen["winners"]})] if seen["over"] else []


def sentence(t: Language, event: Event, names: Names = None, reader: int | None = None) -> str:
    """An event that all games share, as a line of the log. Raises ValueError for any other event."""
    code, args = event
    match code:
        case "dealt":
            return _dealt(t, args, names, reader)
        case "match_won":
            return _match_won(t, args["seats"], names, reader)
        case _:
            raise ValueError(f"no sentence is known for {code!r}")


def _dealt(t: Language, args: dict[str, Any], names: Names, reader: int | None) -> str:
    n, turn, cards = args["round"], args["turn"], args.get("cards", True)
    if turn is None:
        return t.say("Round {n} is dealt.", n=n)
    if turn == reader:
        return t.say("Round {n} is dealt. You start.", n=n) if cards else t.say("Round {n} begins. You start.", n=n)
    name = subject(t, turn, names)
    if cards:
        return t.say("Round {n} is dealt. {name} starts.", n=n, name=name)
    return t.say("Round {n} begins. {name} starts.", n=n, name=name)


def stopped(t: Language, n: int) -> str:
    """The line for a round that has reached its limit of moves."""
    return t.many(
        "The round is over without a winner: it has come to its limit of {n} move.",
        "The round is over without a winner: it has come to its limit of {n} moves.",
        n,
    )


def _match_won(t: Language, seats: list[int], names: Names, reader: int | None) -> str:
    if seats == [reader]:
        return t.say("You win the match.")
    if len(seats) == 1:
        return t.say("{name} wins the match.", name=subject(t, seats[0], names))
    everybody = [t.say("you") if seat == reader else who(t, seat, names) for seat in seats]
    return t.say("Won together: {names}.", names=t.listing(everybody))
