"""Schweinsgalopp: the truths behind questions at the desk. Seat 0 asks, at a table of three."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from kartentisch.games.schweinsgalopp import GAME
from kartentisch.games.schweinsgalopp.cards import CARDS, COLOURS, COPIES, HAND, PIGS, RACE_CARDS, SCOFF, TRACK
from kartentisch.words.language import say
from kartentisch.words.question import Impossible, Values, rest

OFTEN = say("Of each color there are {n} race cards, and here are more.")
PACK = tuple((token, COPIES) for token in CARDS.tokens)
SEATS = 3
ASIDE = RACE_CARDS - HAND * SEATS


def pigs_of(v: Values) -> dict[str, int]:
    """How far each pig is, from the space that was under the last pig at the start."""
    found = {letter: int(v[f"pig_{letter}"]) for letter in COLOURS}
    for letter, distance in found.items():
        for other, theirs in found.items():
            if other != letter and distance % TRACK == theirs % TRACK:
                raise Impossible(
                    say(
                        "Two pigs cannot stand on one space. A round has {n} spaces: {first} and {second} are the same."
                    ),
                    n=TRACK,
                    first=distance,
                    second=theirs,
                )
    return found


def situation(
    hand: Sequence[str],
    pigs: Mapping[str, int | None],
    *,
    left: int = HAND,
    face_up: int = 0,
    supply: str = "plenty",
    track: Sequence[int] = (),
    house: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A truth in which it is the turn of seat 0, with `left` cards in every hand, `hand` among its own.

    `supply`: "plenty", "one" or "none" of the scoff cards. `track`: spaces on which one lies.
    """
    cards = rest(PACK, hand, OFTEN)
    hands = [[*hand, *_take(cards, left - len(hand))], *(_take(cards, left) for _ in range(SEATS - 1))]
    aside, played = _take(cards, ASIDE), cards
    spare = SCOFF - face_up - len(track)
    stock = {"plenty": spare - 6, "one": 1, "none": 0}[supply] if played else spare
    state = {
        "game": "schweinsgalopp",
        "rules": GAME.rules,
        "seats": SEATS,
        "options": {name: option.default for name, option in GAME.options.items()} | dict(house or {}),
        "round": 1,
        "steps": len(played),
        "turn": 0,
        "round_over": False,
        "phase": "play",
        "start": 0,
        "pigs": dict(pigs),
        "hands": hands,
        "aside": aside,
        "played": played,
        "face_up": [face_up, *[0] * (SEATS - 1)],
        "banked": [0, spare - stock, 0],
        "supply": stock,
        "track_scoff": sorted(track),
        "from_track": [0] * SEATS,
        "lost": [0] * SEATS,
        "points": [0] * SEATS,
        "totals": [0] * SEATS,
        "over": False,
        "winners": [],
    }
    return state | more


def _take(cards: list[str], n: int) -> list[str]:
    """That many cards, of all colours in turn as long as there are some."""
    taken: list[str] = []
    while len(taken) < n:
        for card in islice(dict.fromkeys(cards), n - len(taken)):
            taken.append(card)
            cards.remove(card)
    return taken


def setting_up(pigs: Sequence[str]) -> dict[str, Any]:
    """Seat 0 sets up the pigs, and these stand already, from the front."""
    standing = {letter: PIGS - 1 - place for place, letter in enumerate(pigs)}
    state = situation([], {letter: standing.get(letter) for letter in COLOURS}, house={"line_up": "start"})
    every = rest(PACK, (), OFTEN)
    return {**state, "phase": "line_up", "hands": [[] for _ in range(SEATS)], "aside": every, "played": [], "steps": 0}
