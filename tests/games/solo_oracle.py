"""A second reading of docs/rules/solo.md, in plain lists and dicts: slow, and a stranger to the engine."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

State = dict[str, Any]
Drawn = dict[int, list[str]]
"""The cards that each seat drew in a move; which they are is luck, how many and when is checked."""

PACK: list[str] = [
    *(f"{c}{s}" for c in "rgby" for s in [*"123456789", "S", "R", "+2"] for _ in range(2)),
    *(f"{c}{s}" for c in "rgby" for s in "XG"),
    *(card for card in ("C", "+4", "A") for _ in range(4)),
    *("Pr", "Pg", "Pb", "Py"),
]
SWAPS = ("rX", "gX", "bX", "yX", "A")
OPTIONS: dict[str, Any] = {
    **{"limit": 500, "rounds": 0, "solo_call": "call", "step_limit": 10_000},
    **{"reverse_skips": False, "hand": 8, "call_until": "anybody", "swaps": True},
}
ORDER = [f"{c}{s}" for c in "rgby" for s in [*"123456789", "S", "R", "+2", "X", "G"]]
ORDER += ["C", "+4", "A", "Pr", "Pg", "Pb", "Py"]
TOKENS = [
    *ORDER,
    *("=r", "=g", "=b", "=y"),
    *(f">{seat}" for seat in range(10)),
    *(f"triple:{n}{c}" for n in range(1, 10) for c in "rgby"),
    *("draw", "pass", "take", "skip", "accept", "no", "solo", "quiet"),
]


def twin(value: Any) -> Any:
    """A copy of plain JSON, all of it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def pack(options: dict[str, Any]) -> list[str]:
    """The cards that are in the game."""
    return [card for card in PACK if options["swaps"] or card not in SWAPS]


def ordered(cards: list[str]) -> list[str]:
    return sorted(cards, key=ORDER.index)


# ---- Cards ----


def black(card: str) -> bool:
    return card[0] in "C+AP"


def number(card: str) -> str:
    """The figure of a number card, "" of others."""
    return card[1] if card[0] in "rgby" and card[1:].isdigit() else ""


def symbol(card: str) -> str:
    """What is on the card besides its colour."""
    return card[0] if card in ("C", "A") or card[0] == "P" else card if card == "+4" else card[1:]


def worth(card: str) -> int:
    if number(card):
        return int(number(card))
    return {"R": 10, "S": 20, "+2": 30, "G": 30, "X": 30, "A": 40, "P": 40, "C": 40, "+4": 50}[symbol(card)]


def matches(card: str, top: str, colour: str) -> bool:
    if black(card) or colour in ("*", card[0]):
        return True
    return not black(top) and card[1:] == top[1:]


# ---- Seats ----


def following(state: State, seat: int) -> int:
    return int((seat + state["direction"]) % state["seats"])


def round_the_table(state: State, seat: int) -> list[int]:
    """All seats in the order of play, beginning with the one after `seat`, ending with `seat`."""
    found = []
    for _ in range(state["seats"]):
        seat = following(state, seat)
        found.append(seat)
    return found


def twin_holders(state: State) -> list[int]:
    top = state["discard"][-1]
    if state["phase"] not in ("turn", "drawn") or not number(top):
        return []
    return [
        s
        for s in range(state["seats"])
        if top in state["hands"][s] and s != state["turn"] and s not in state["declined"]
    ]


def waits_for(state: State) -> list[int]:
    """The seats whose answer or turn it is, the one asked first."""
    if state["phase"] == "round_over":
        return []
    if state["phase"] == "answer":
        return [state["target"]] if state["target"] is not None else list(state["to_answer"])
    return [state["turn"]]


def actors(state: State) -> list[int]:
    if state["phase"] == "round_over":
        return []
    asked, *others = waits_for(state)
    debtors = [seat for seat in state["owes_call"] if seat not in state["quiet"]]
    return [asked, *sorted({*others, *twin_holders(state), *debtors} - {asked})]


# ---- Legal ----


def legal(state: State, seat: int, begun: str = "") -> list[str]:
    found = _second(state, seat, begun) if begun else _first(state, seat)
    return sorted(found, key=TOKENS.index)


def _second(state: State, seat: int, begun: str) -> set[str]:
    hand = list(state["hands"][seat])
    if state["phase"] == "gift":
        hand.remove(begun)
        return {card for card in hand if ORDER.index(card) >= ORDER.index(begun)}
    if not needs_more(state, seat, begun):
        return set()
    if begun in ("C", "+4"):
        return {"=r", "=g", "=b", "=y"}
    return {f">{other}" for other in range(state["seats"]) if other != seat}


def needs_more(state: State, seat: int, card: str) -> bool:
    if state["phase"] == "gift":
        return card in ORDER
    return symbol(card) in ("C", "+4", "X", "G") and len(state["hands"][seat]) > 1 if card in ORDER else False


def _first(state: State, seat: int) -> set[str]:
    found: set[str] = set()
    if state["phase"] == "round_over":
        return found
    if seat in waits_for(state):
        found |= _charge(state, seat)
    if seat in twin_holders(state):
        found |= {state["discard"][-1], "no"}
    if seat in state["owes_call"] and seat not in state["quiet"]:
        found |= {"solo", "quiet"}
    return found


def _charge(state: State, seat: int) -> set[str]:
    hand, top, colour = state["hands"][seat], state["discard"][-1], state["colour"]
    shields = {card for card in hand if card[0] == "P"}
    match state["phase"]:
        case "turn":
            return {card for card in hand if matches(card, top, colour)} | triples(hand, top, colour) | {"draw"}
        case "drawn":
            own = state["drawn"]
            same = {t for t in triples(hand, top, colour) if number(own) and t[7] == number(own)}
            return {own, "pass"} | same | {card for card in hand if card == top and number(top)}
        case "owed":
            chain = {card for card in hand if symbol(card) == symbol(top)}
            return shields | chain | {"take"}
        case "skipped":
            return shields | {"skip"}
        case "answer":
            return shields | {"accept"}
        case _:
            return {card for place, card in enumerate(ordered(hand)) if place < len(hand) - 1}


def triples(hand: list[str], top: str, colour: str) -> set[str]:
    found = set()
    for figure in "123456789":
        cards = [card for card in hand if number(card) == figure]
        if len(cards) < 3:
            continue
        for i, first in enumerate(cards):
            if not (colour in ("*", first[0]) or number(top) == figure):
                continue
            found |= {f"triple:{last[1]}{last[0]}" for j, last in enumerate(cards) if i != j}
    return found


# ---- Play ----


def play(state: State, seat: int, move: str, drawn: Drawn) -> State:
    """The truth after a legal complete move, with the cards that were drawn in it."""
    new: State = twin(state)
    tokens = move.split()
    if tokens[0] == "no":
        new["declined"] = sorted([*new["declined"], seat])
        return new
    if tokens[0] == "quiet":
        new["quiet"] = sorted([*new["quiet"], seat])
        return new
    new["steps"] += len(tokens)
    left = {who: list(cards) for who, cards in drawn.items()}
    _Move(new, seat, left).do(tokens)
    assert not any(left.values()), f"cards were drawn that should not have been: {left}"
    debts = [who for who in new["owes_call"] if len(new["hands"][who]) == 1]
    new["owes_call"], new["quiet"] = debts, [who for who in new["quiet"] if who in debts]
    if new["phase"] != "round_over" and new["steps"] >= new["options"]["step_limit"]:
        finish(new, None)
    new["hands"] = [ordered(hand) for hand in new["hands"]]
    new["known"] = [[ordered(cards) for cards in row] for row in new["known"]]
    new["draw_bag"] = ordered(new["draw_bag"])
    return new


class _Move:
    def __init__(self, new: State, seat: int, drawn: Drawn) -> None:
        self.new, self.seat, self.drawn = new, seat, drawn

    def do(self, tokens: list[str]) -> None:
        new, seat, word = self.new, self.seat, tokens[0]
        if new["phase"] == "gift" and word in ORDER:
            self.give(tokens)
            self.debt(new["layer"])
            self.turn(following(new, new["layer"]))
        elif word in ORDER or word.startswith("triple"):
            self.penalties()
            new["declined"] = []
            if word in ORDER:
                self.discard(word, tokens[1] if len(tokens) > 1 else "")
            else:
                self.triple(word[7], word[8])
        elif word == "draw":
            self.penalties()
            got = self.draw(seat, 1)
            if got and matches(got[0], new["discard"][-1], new["colour"]):
                new["phase"], new["drawn"] = "drawn", got[0]
            else:
                self.turn(following(new, seat))
        elif word == "take":
            self.penalties()
            self.draw(seat, new["pending"])
            self.turn(seat)
        elif word in ("pass", "skip"):
            self.turn(following(new, seat))
        elif word == "solo":
            new["owes_call"].remove(seat)
        else:
            assert word == "accept"
            self.accept()

    # -- parts --

    def turn(self, seat: int) -> None:
        """A normal turn of a seat; what belonged to the phase before is gone."""
        if seat != self.new["turn"]:
            self.new["declined"] = []
        self.new.update(
            turn=seat, phase="turn", pending=0, drawn=None, layer=None, target=None, to_answer=[], protected=[]
        )

    def debt(self, seat: int) -> None:
        new = self.new
        if len(new["hands"][seat]) == 1 and new["options"]["solo_call"] == "call" and seat not in new["owes_call"]:
            new["owes_call"] = sorted([*new["owes_call"], seat])

    def penalties(self) -> None:
        new = self.new
        out_of_turn = self.seat != new["turn"] or new["phase"] == "answer"
        if new["options"]["call_until"] == "next" and out_of_turn:
            return
        for debtor in round_the_table(new, self.seat)[:-1]:
            if debtor in new["owes_call"]:
                self.draw(debtor, 2)
                new["owes_call"].remove(debtor)
                new["quiet"] = [who for who in new["quiet"] if who != debtor]

    def draw(self, seat: int, n: int) -> list[str]:
        """Checks that these cards were there to be drawn, and moves them."""
        new, got = self.new, []
        wanted = self.drawn.get(seat, [])
        for _ in range(n):
            if not new["draw_bag"]:
                new["draw_bag"], new["discard"] = new["discard"][:-1], new["discard"][-1:]
            if not new["draw_bag"]:
                break
            there = [card for card in wanted if card in new["draw_bag"]]
            assert there, f"seat {seat} should have drawn one more card"
            card = there[0]
            wanted.remove(card)
            new["draw_bag"].remove(card)
            new["hands"][seat].append(card)
            got.append(card)
        return got

    def lay(self, card: str) -> None:
        """One card from hand to pile, and out of what others know of the hand."""
        new = self.new
        new["hands"][self.seat].remove(card)
        new["discard"].append(card)
        for row in new["known"]:
            if card in row[self.seat]:
                row[self.seat].remove(card)

    def triple(self, figure: str, colour: str) -> None:
        new = self.new
        top, force = new["discard"][-1], new["colour"]
        cards = ordered([card for card in new["hands"][self.seat] if number(card) == figure])
        cards.remove(colour + figure)
        first = next(card for card in cards if force in ("*", card[0]) or number(top) == figure)
        cards.remove(first)
        for card in [first, *cards, colour + figure]:
            self.lay(card)
        new["colour"] = colour
        if not new["hands"][self.seat]:
            finish(new, self.seat)
            return
        self.debt(self.seat)
        self.turn(following(new, self.seat))

    def discard(self, card: str, named: str) -> None:
        new, seat = self.new, self.seat
        self.lay(card)
        new["colour"] = card[1] if card[0] == "P" else "*" if black(card) else card[0]
        if not new["hands"][seat]:
            finish(new, seat)
            return
        sign = symbol(card)
        if sign in ("X", "G", "A"):
            self.turn(seat)
            others = round_the_table(new, seat)[:-1]
            new.update(phase="answer", layer=seat)
            new.update({"to_answer": others} if sign == "A" else {"target": int(named[1:])})
            return
        self.debt(seat)
        if new["phase"] == "answer":
            self.shield()
            return
        owed = new["pending"]
        if sign == "R":
            new["direction"] *= -1
        self.turn(following(new, seat))
        if sign in ("C", "+4"):
            new["colour"] = named[1]
        if sign in ("+2", "+4"):
            new.update(phase="owed", pending=owed + int(sign[1]))
        if sign == "S" or (sign == "R" and new["seats"] == 2 and new["options"]["reverse_skips"]):
            new.update(phase="skipped", layer=seat)

    def shield(self) -> None:
        new, seat = self.new, self.seat
        if new["target"] is None:
            new["to_answer"].remove(seat)
            new["protected"] = sorted([*new["protected"], seat])
            self.all_answered()
        else:
            self.debt(new["layer"])
            self.turn(following(new, seat))

    def accept(self) -> None:
        new, seat, layer = self.new, self.seat, self.new["layer"]
        if new["target"] is None:
            new["to_answer"].remove(seat)
            self.all_answered()
        elif symbol(new["discard"][-1]) == "X":
            self.pass_hands([layer, seat])
            self.debt(layer)
            self.turn(seat)
        elif len(new["hands"][layer]) > 2:
            new["phase"] = "gift"
        else:
            self.give(list(new["hands"][layer]))
            finish(new, layer)

    def all_answered(self) -> None:
        new = self.new
        if new["to_answer"]:
            return
        layer = new["layer"]
        circle = [layer, *round_the_table(new, layer)[:-1]]
        movers = [who for who in circle if who not in new["protected"]]
        if len(movers) > 1:
            self.pass_hands(movers)
        self.debt(layer)
        self.turn([*movers, layer][1])

    def pass_hands(self, movers: list[int]) -> None:
        """Each passes its hand to the next in the list, the last one to the first."""
        new = self.new
        hands, known = twin(new["hands"]), twin(new["known"])
        for giver, taker in zip(movers, movers[1:] + movers[:1], strict=True):
            new["hands"][taker] = list(hands[giver])
            for who in range(new["seats"]):
                new["known"][who][taker] = list(hands[giver] if who == giver else known[who][giver])
            new["known"][taker][taker] = []

    def give(self, cards: list[str]) -> None:
        new, giver, taker = self.new, self.new["layer"], self.new["target"]
        for who in range(new["seats"]):
            if who not in (giver, taker):
                new["known"][who][giver] = []
        for card in cards:
            new["hands"][giver].remove(card)
            new["hands"][taker].append(card)
            new["known"][giver][taker].append(card)
            if card in new["known"][taker][giver]:
                new["known"][taker][giver].remove(card)


def finish(new: State, winner: int | None) -> None:
    """The round is over; without a winner nobody has points."""
    new.update(phase="round_over", round_over=True, turn=None, pending=0, drawn=None, layer=None, target=None)
    new.update(to_answer=[], protected=[], declined=[], owes_call=[], quiet=[])
    if winner is not None:
        new["points"] = [sum(map(worth, hand)) for hand in new["hands"]]
    new["totals"] = [a + b for a, b in zip(new["totals"], new["points"], strict=True)]
    rounds = new["options"]["rounds"]
    new["over"] = new["round"] >= rounds if rounds else any(n > new["options"]["limit"] for n in new["totals"])
    if new["over"]:
        new["winners"] = [seat for seat, n in enumerate(new["totals"]) if n == min(new["totals"])]


# ---- Deal ----


def cards_of(state: State) -> Counter[str]:
    """All cards, wherever they lie."""
    return Counter([card for pile in [*state["hands"], state["draw_bag"], state["discard"]] for card in pile])


def check_deal(state: State, round_number: int, totals: list[int]) -> None:
    seats = state["seats"]
    assert cards_of(state) == Counter(pack(state["options"]))
    assert [len(hand) for hand in state["hands"]] == [state["options"]["hand"]] * seats
    assert number(state["discard"][-1])
    assert not any(number(card) for card in state["discard"][:-1])
    assert (state["round"], state["steps"]) == (round_number, 0)
    assert state["dealer"] == (seats - 2 + round_number) % seats
    assert state["turn"] == (state["dealer"] + 1) % seats
    assert (state["direction"], state["phase"], state["pending"]) == (1, "turn", 0)
    assert state["colour"] == state["discard"][-1][0]
    assert state["known"] == [[[] for _ in range(seats)] for _ in range(seats)]
    assert [state[key] for key in ("drawn", "layer", "target")] == [None] * 3
    lists = ("to_answer", "protected", "declined", "owes_call", "quiet", "winners")
    assert [state[key] for key in lists] == [[]] * 6
    assert (state["points"], state["totals"]) == ([0] * seats, totals)


# ---- Views ----


def view(state: State, seat: int | None) -> State:
    """What a reader may know, without `moves`."""
    seen: State = twin(state)
    seats = range(state["seats"])
    seen["draw_bag"] = len(state["draw_bag"])
    seen["known"] = [state["known"][who] if who == seat else None for who in seats]
    seen["drawn"] = state["drawn"] if seat == state["turn"] else None
    for key in ("declined", "quiet"):
        seen[key] = [who for who in state[key] if who == seat]
    if state["phase"] != "round_over":
        for who in seats:
            known = state["known"][seat][who] if seat is not None else []
            if who != seat:
                seen["hands"][who] = [*known, *[None] * (len(state["hands"][who]) - len(known))]
    seen["seat"] = seat
    return seen
