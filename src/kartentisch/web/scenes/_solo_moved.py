"""Solo: which cards went where, and which move the picked elements seem to mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from kartentisch.engine.views import View
from kartentisch.web.scene import Moved
from kartentisch.web.scenes._solo_seen import SHEET
from kartentisch.words import solo as words

State = dict[str, Any]


def moved(before: View, after: View, seat: int, tokens: Sequence[str | None]) -> list[Moved]:
    """Where a move sent cards, as far as the reader learns it. Faces are given only if the reader learns them."""
    old, new = before.json(), after.json()
    return [one for code, args in words.tell(before, after, seat, tokens) for one in _of(old, new, code, args)]


def cheers(before: View, after: View, seat: int, tokens: Sequence[str | None]) -> bool:
    """A call of Solo! is cheered."""
    return "solo" in tokens


def _of(old: State, new: State, code: str, args: State) -> Iterator[Moved]:
    hand = _hand(args.get("seat", -1), new["seat"])
    if code in ("play", "interject", "protect"):
        yield Moved(hand, "discard", _faces([args["card"]]))
    elif code == "triple":
        yield Moved(hand, "discard", _faces(new["discard"][-args["n"] :]), args["n"])
    elif code in ("draw", "take", "forgot") and args["n"]:
        yield Moved("draw", hand, _faces(args["cards"]), args["n"])
    elif code == "give":
        yield Moved(hand, _hand(args["to"], new["seat"]), _faces(args["cards"]), args["n"])
    elif code == "swapped":
        yield from _handed(new, args["seat"], args["to"])
        yield from _handed(new, args["to"], args["seat"])
    elif code == "shuffled":
        yield Moved("discard", "draw", n=len(old["discard"]))
    elif code == "passed":
        yield from _passed(old, new, args["seats"])


def _passed(old: State, new: State, seats: list[int]) -> Iterator[Moved]:
    """Each of these hands goes to the next of these seats in the direction of play."""
    way = old["direction"]
    for place, seat in enumerate(seats):
        yield from _handed(new, seat, seats[(place + way) % len(seats)])


def _handed(new: State, seat: int, to: int) -> Iterator[Moved]:
    """A hand that moved as a whole, with the cards that the reader knows of it."""
    source, target = _hand(seat, new["seat"]), _hand(to, new["seat"])
    held = new["hands"][to]
    known = [card for card in held if card is not None]
    if known:
        yield Moved(source, target, _faces(known), len(known))
    if len(known) < len(held):
        yield Moved(source, target, [], len(held) - len(known))


def _faces(cards: Sequence[str] | None) -> list[str]:
    return [f"{SHEET}/{card}" for card in cards or ()]


def _hand(seat: int, reader: int | None) -> str:
    return "hand" if seat == reader else f"hand-{seat}"


# ---- Why not ---------------------------------------------------------------------------------------------------------

_SEAT = re.compile(r"seat:([0-9])")
_BUTTON = re.compile(r"button:(=[rgby]|triple:[1-9][rgby])")


def move_for(view: View, path: Sequence[str]) -> str | None:
    seen = view.json()
    cards = [element[5:] for element in path if element.startswith("hand/")]
    last = path[-1] if path else ""
    words_of: dict[str, str] = {
        "button:draw": "take" if seen["phase"] == "owed" else "draw",
        "draw": "take" if seen["phase"] == "owed" else "draw",
        "button:pass": "pass",
        "button:answer": "skip" if seen["phase"] == "skipped" else "accept",
        "button:solo": "solo",
        "button:interject": seen["discard"][-1],
    }
    if last in words_of:
        return words_of[last]
    if named := _BUTTON.fullmatch(last):
        return named[1] if named[1][0] == "t" or not cards else f"{cards[0]} {named[1]}"
    if not cards:
        return None
    if seen["phase"] == "gift" and len(cards) > 1:
        first, second = sorted(cards[:2], key=view.game.tokens.index)
        return f"{first} {second}"
    if aimed := _SEAT.fullmatch(last):
        return f"{cards[0]} >{aimed[1]}"
    return cards[0]
