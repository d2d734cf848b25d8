"""SWUP: the truths behind questions at the desk. Seat 0 asks, seat 1 is the other one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kartentisch.games.swup import GAME
from kartentisch.games.swup.cards import CARDS, HIGH, LOW, TOP
from kartentisch.games.swup.checks import divides
from kartentisch.words.language import say
from kartentisch.words.question import Impossible, Values, rest

OFTEN = say("{card} is in the game only once, and here it is used more often.")
PACK = tuple((token, 1) for token in CARDS.tokens)
DEAL = 8
"""Cards of one deal, with two seats."""
FIRST_DECK = 40
"""Cards in the deck after the first deal, with two seats."""


def values(card: str) -> list[int]:
    """The values of a card, the lower one first."""
    kind = CARDS.kind(card)
    return sorted({int(LOW[kind]), int(HIGH[kind])})


def worth(cards: Sequence[str]) -> dict[int, bool]:
    """What a build of these cards can be worth, each value with whether it is double then."""
    options = sorted((values(card) for card in cards), reverse=True)
    found: dict[int, bool] = {}
    for value in range(2, TOP + 1):
        for double in (False, True):
            if len(cards) > 1 and divides(options, value, double):
                found[value] = double
    return found


def build(owner: int, cards: Sequence[str], value: str) -> dict[str, Any]:
    """A build of these cards, of the value that was said, else of the only one that it can have."""
    possible = worth(cards)
    if not possible:
        raise Impossible(
            say("These cards are no build: a build has at least two cards and divides into groups of one value.")
        )
    if value and int(value) not in possible:
        raise Impossible(
            say("That build cannot be worth {value}, only: {allowed}."), value=value, allowed=tuple(map(str, possible))
        )
    if not value and len(possible) > 1:
        raise Impossible(say("Say what that build is worth: it can be {allowed}."), allowed=tuple(map(str, possible)))
    number = int(value) if value else next(iter(possible))
    return {"owner": owner, "value": number, "double": possible[number], "cards": list(cards)}


def situation(
    hand: Sequence[str],
    loose: Sequence[str],
    builds: Sequence[Mapping[str, Any]] = (),
    *,
    last: bool = False,
    piles: Sequence[Sequence[str]] = (),
    taker: int | None = None,
    house: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """A truth with two seats in which seat 0 is in turn. An owner whose hand lacks a card for the build gets one.

    `last`: the hand is the last card of the round. `piles`: what the seats have taken, if that matters.
    """
    used = [
        *hand,
        *loose,
        *(card for one in builds for card in one["cards"]),
        *(card for pile in piles for card in pile),
    ]
    left = rest(PACK, used, OFTEN)
    hands: list[list[str]] = [list(hand), []]
    for one in builds:
        _promise(hands[one["owner"]], left, one["value"], one["owner"])
    if len(hands[0]) > 4:
        raise Impossible(say("A hand has at most four cards."))
    if last and (len(hands[0]) > 1 or any(one["owner"] for one in builds)):
        raise Impossible(say("With the last card of the round nobody else has a card, so nobody else owns a build."))
    while not last and len(hands[1]) < len(hands[0]):
        hands[1].append(left.pop())
    deck = [] if last or piles else left[: min(FIRST_DECK, len(left) // DEAL * DEAL)]
    lying = [list(pile) for pile in piles] or [[], left[len(deck) :]]
    if taker is None and any(lying):
        taker = 1 if lying[1] else 0
    return {
        "game": "swup",
        "rules": GAME.rules,
        "seats": 2,
        "options": {name: option.default for name, option in GAME.options.items()} | dict(house or {}),
        "round": 2 if last else 1,
        "steps": 20,
        "turn": 0,
        "round_over": False,
        "dealer": 0 if last else 1,
        "hands": hands,
        "table": list(loose),
        "builds": [dict(one) for one in builds],
        "deck": deck,
        "piles": lying,
        "swups": [0, 0],
        "last_taker": taker,
        "points": [0, 0],
        "totals": [0, 0],
        "over": False,
        "winners": [],
    }


def _promise(hand: list[str], left: list[str], value: int, owner: int) -> None:
    """An owner of a build holds a card of its value (§6.3)."""
    if any(value in values(card) for card in hand):
        return
    for card in left[::-1]:
        if value in values(card):
            hand.append(card)
            left.remove(card)
            return
    if owner:
        raise Impossible(say("No card of {value} is left for the owner of the other build."), value=value)
    raise Impossible(say("No card of {value} is left for you to keep for your build."), value=value)


def on_table(v: Values) -> list[dict[str, Any]]:
    """The builds that are on the table."""
    own, others = v.get("own") or (), v.get("others") or ()
    found = [build(0, own, v.get("own_value") or "")] if own else []
    return [*found, build(1, others, v.get("others_value") or "")] if others else found


def items(v: Values) -> list[str]:
    """The cards and builds that are picked, as tokens."""
    for card in v.get("picks") or ():
        if card not in (v.get("loose") or ()):
            raise Impossible(say("{card} does not lie loose on the table."), card=card)
    taken = v.get("builds") or ""
    if (taken in ("own", "both") and not v.get("own")) or (taken in ("other", "both") and not v.get("others")):
        raise Impossible(say("Say which cards are in that build."))
    owners = {"own": ["@0"], "other": ["@1"], "both": ["@0", "@1"]}.get(taken, [])
    return [*(v.get("picks") or ()), *owners]
