"""Solo in words: what a reader learns when somebody moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from kartentisch.words.shared import Event, Seen

State = dict[str, Any]

_IDLE = ("no", "quiet")
_QUIET_ACTS = ("pass", "skip", "accept", "solo")


def tell(before: Seen, after: Seen, seat: int, move: Sequence[str | None]) -> list[Event]:
    """What the reader of these views learns. A hidden step is a card of a gift, or that somebody does not act."""
    old, new = before.json(), after.json()
    first = move[0]
    giving = old["phase"] == "gift" and seat == old["layer"] and (len(move) == 2 or first is None)
    if (first is None and not giving) or first in _IDLE:
        return []
    if giving:
        cards = None if first is None else [str(token) for token in move]
        events = [("give", {"seat": seat, "to": old["target"], "n": 2, "cards": cards})]
    else:
        tokens = [str(token) for token in move]
        events = [*_penalties(old, new, seat, tokens[0]), *_act(old, new, seat, tokens)]
    laid = 0 if giving else _laid(old, new, seat, str(first))
    if len(new["discard"]) < len(old["discard"]) + laid:
        events.append(("shuffled", {}))
    return [*events, *_end(old, new, seat)]


def _laid(old: State, new: State, seat: int, token: str) -> int:
    """The number of cards that a move puts down."""
    if token.startswith("triple:"):
        return len(old["hands"][seat]) - len(new["hands"][seat])
    return 0 if token in ("draw", "take", *_QUIET_ACTS) else 1


def _penalties(old: State, new: State, seat: int, token: str) -> list[Event]:
    """Events for those who had not called in time, in the order in which they draw."""
    out_of_turn = old["phase"] == "answer" or seat != old["turn"]
    if token in _QUIET_ACTS or (out_of_turn and old["options"].get("call_until") == "next"):
        return []
    there = old["draw_bag"] + len(old["discard"]) - 1
    events: list[Event] = []
    for step in range(1, old["seats"]):
        debtor = (seat + step * old["direction"]) % old["seats"]
        if debtor in old["owes_call"]:
            n = min(2, there)
            there -= n
            events.append(("forgot", {"seat": debtor, "n": n, "cards": _gained(old, new, debtor)}))
    return events


def _gained(old: State, new: State, seat: int) -> list[str] | None:
    """The cards that came into a hand, if the reader saw all of it before and after."""
    hands = old["hands"][seat], new["hands"][seat]
    if seat != old["seat"] or any(held is None for hand in hands for held in hand):
        return None
    return list((Counter(hands[1]) - Counter(hands[0])).elements())


def _act(old: State, new: State, seat: int, tokens: list[str]) -> list[Event]:
    args: State = {"seat": seat}
    token = tokens[0]
    if token == "draw":
        drawn = len(new["hands"][seat]) - len(old["hands"][seat])
        fits = None if new["round_over"] else new["phase"] == "drawn"
        return [("draw", args | {"n": drawn, "cards": _gained(old, new, seat), "fits": fits})]
    if token == "take":
        drawn = len(new["hands"][seat]) - len(old["hands"][seat])
        return [("take", args | {"n": drawn, "cards": _gained(old, new, seat)})]
    if token == "accept":
        return [("accept", args), *_answered(old, new, seat, tokens)]
    if token in _QUIET_ACTS:
        return [(token, args)]
    if token.startswith("triple:"):
        n = len(old["hands"][seat]) - len(new["hands"][seat])
        return [("triple", args | {"number": int(token[7]), "colour": token[8], "n": n})]
    return _card(old, new, seat, tokens)


def _card(old: State, new: State, seat: int, tokens: list[str]) -> list[Event]:
    args: State = {"seat": seat, "card": tokens[0]}
    if tokens[0][0] == "P" and old["phase"] in ("owed", "skipped", "answer"):
        return [("protect", args), *_answered(old, new, seat, tokens)]
    if old["phase"] in ("turn", "drawn") and seat != old["turn"]:
        return [("interject", args)]
    named = tokens[1] if len(tokens) > 1 else ""
    if named.startswith("="):
        args["colour"] = named[1]
    if named.startswith(">"):
        args["to"] = int(named[1:])
    events: list[Event] = [("play", args)]
    if new["direction"] != old["direction"]:
        events.append(("direction", {"left": new["direction"] == 1}))
    if new["phase"] == "owed":
        events.append(("owes", {"seat": new["turn"], "n": new["pending"]}))
    return events


def _answered(old: State, new: State, seat: int, tokens: list[str]) -> list[Event]:
    """The result of a swap, a gift, or an all swap, once all have answered."""
    if old["phase"] != "answer":
        return []
    layer = old["layer"]
    if old["target"] is None:
        shielded = {*old["protected"], *([seat] if tokens[0] != "accept" else [])}
        if old["to_answer"] != [seat] or not new["hands"][seat]:
            return []
        movers = [other for other in range(old["seats"]) if other not in shielded]
        return [("passed", {"seats": movers if len(movers) > 1 else [], "all": not shielded})]
    if tokens[0] != "accept":
        return []
    if old["discard"][-1].endswith("X"):
        return [("swapped", {"seat": layer, "to": seat})]
    if new["hands"][layer]:
        return []
    n = len(old["hands"][layer])
    cards = list(old["hands"][layer]) if old["seat"] == layer else _gained(old, new, seat)
    return [("give", {"seat": layer, "to": seat, "n": n, "cards": cards})]


def _end(old: State, new: State, seat: int) -> list[Event]:
    if not new["round_over"]:
        return []
    out = [other for other, hand in enumerate(new["hands"]) if not hand]
    events: list[Event] = [("out", {"seat": out[0]})] if out else [("stopped", {"n": new["options"]["step_limit"]})]
    if new["over"]:
        events.append(("match_won", {"seats": new["winners"]}))
    return events
