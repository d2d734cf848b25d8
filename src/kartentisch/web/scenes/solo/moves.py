"""Solo: which cards went where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kartentisch.engine.views import View
from kartentisch.web.scene import Big, Moved
from kartentisch.web.scenes import hand_of
from kartentisch.web.scenes.solo.seen import SHEET
from kartentisch.words import solo as words

State = dict[str, Any]


def moved(before: View, after: View, seat: int, tokens: Sequence[str | None]) -> list[Moved]:
    """Where a move sent cards, as far as the reader learns it. Faces are given only if the reader learns them."""
    old, new = before.json(), after.json()
    found = []
    for code, args in words.tell(before, after, seat, tokens):
        for one in _of(old, new, code, args):
            one.big = _big(code, args, new)
            found.append(one)
    return found


def _big(code: str, args: State, new: State) -> Big:
    """Whole hands change owners, somebody lays their last card, the next player is to draw four."""
    if code in ("swapped", "passed"):
        return "hands"
    if code not in ("play", "interject", "triple"):
        return ""
    if not new["hands"][args["seat"]]:
        return "out"
    return "four" if args.get("card") == "+4" else ""


def cheers(before: View, after: View, seat: int, tokens: Sequence[str | None]) -> bool:
    """A call of Solo! is cheered."""
    return "solo" in tokens


def _of(old: State, new: State, code: str, args: State) -> Iterator[Moved]:
    hand = hand_of(args.get("seat", -1), new["seat"])
    if code in ("play", "interject", "protect"):
        yield Moved(hand, "discard", _faces([args["card"]]))
    elif code == "triple":
        yield Moved(hand, "discard", _faces(new["discard"][-args["n"] :]), args["n"])
    elif code in ("draw", "take", "forgot") and args["n"]:
        yield Moved("draw", hand, _faces(args["cards"]), args["n"])
    elif code == "give":
        yield Moved(hand, hand_of(args["to"], new["seat"]), _faces(args["cards"]), args["n"])
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
    source, target = hand_of(seat, new["seat"]), hand_of(to, new["seat"])
    held = new["hands"][to]
    known = [card for card in held if card is not None]
    if known:
        yield Moved(source, target, _faces(known), len(known))
    if len(known) < len(held):
        yield Moved(source, target, [], len(held) - len(known))


def _faces(cards: Sequence[str] | None) -> list[str]:
    return [f"{SHEET}/{card}" for card in cards or ()]
