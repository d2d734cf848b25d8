"""What is done in SWUP, once more, in plain Python from the text of its rules: lists and dicts, states as JSON.

It is told which cards were dealt, and holds them against the deck they must come from.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import product

from tests.games.swup_oracle import Item, State, Turn, in_order, stars, values


def play(state: State, move: str, drawn: list[list[str]]) -> State:
    """The state after a legal move; `drawn` are the hands after it, in case it makes a deal necessary."""
    turn = Turn(state)
    new = deepcopy(state)
    tokens = move.split()
    card, seat = tokens[0], turn.seat
    new["steps"] += len(tokens)
    new["hands"][seat].remove(card)
    deal_over = not any(new["hands"])
    very_last = deal_over and not new["deck"]
    if tokens[1:] == ["lay"]:
        new["table"].append(card)
    elif turn.clears(card):
        _collect(new, seat, card, [*turn.loose, *turn.builds], very_last)
    else:
        kind, _, value = tokens[1].partition(":")
        items = tokens[2:-1]
        if kind == "take":
            _collect(new, seat, card, items, very_last)
        else:
            numbers = (turn.outcomes(card, kind, int(value)) or {})[frozenset(items)]
            assert len(numbers) == 1, "how values are read must not change the number of groups"
            double = numbers != {1} or any(turn.builds[item]["double"] for item in items if item in turn.builds)
            cards = [card, *_pick_up(new, items)]
            new["builds"].append({"owner": seat, "value": int(value), "double": double, "cards": in_order(cards)})
            new["builds"].sort(key=lambda build: int(build["owner"]))
    new["turn"] = (seat + 1) % new["seats"]
    if deal_over and not very_last:
        new["hands"] = drawn
        for hand in drawn:
            for held in hand:
                new["deck"].remove(held)
    if very_last:
        _score(new)
    return new


def _pick_up(state: State, items: list[Item]) -> list[str]:
    cards: list[str] = []
    for item in items:
        if item.startswith("@"):
            build = next(build for build in state["builds"] if build["owner"] == int(item[1:]))
            state["builds"].remove(build)
            cards += build["cards"]
        else:
            state["table"].remove(item)
            cards.append(item)
    return cards


def _collect(state: State, seat: int, card: str, items: list[Item], very_last: bool) -> None:
    cards = _pick_up(state, items)
    state["piles"][seat] = in_order([*state["piles"][seat], card, *cards])
    state["last_taker"] = seat
    if not state["table"] and not state["builds"] and not very_last:
        state["swups"][seat] += 1


def _score(state: State) -> None:
    seats, options, last = state["seats"], state["options"], state["last_taker"]
    assert not state["builds"], "whoever owns a build could still take it"
    points = [0] * seats
    if last is not None:
        state["piles"][last] = in_order([*state["piles"][last], *state["table"]])
        state["table"] = []
        points[last] += options["last_cards"]
    sizes = [len(pile) for pile in state["piles"]]
    blacks = [sum(card[0] == "k" for card in pile) for pile in state["piles"]]
    for counts, worth in ((sizes, options["most_cards"]), (blacks, options["most_black"])):
        if counts.count(max(counts)) == 1:
            points[counts.index(max(counts))] += worth
    for seat, pile in enumerate(state["piles"]):
        points[seat] += options["star_points"] * sum(map(stars, pile))
        points[seat] += options["swup_points"] * state["swups"][seat]
    state["points"] = points
    state["totals"] = [total + won for total, won in zip(state["totals"], points, strict=True)]
    state["round_over"], state["turn"] = True, None
    state["over"] = state["round"] == how_many_rounds(state)
    if state["over"]:
        state["winners"] = [seat for seat in range(seats) if state["totals"][seat] == max(state["totals"])]


def how_many_rounds(state: State) -> int:
    """9.5, 10.3"""
    chosen: int = state["options"]["rounds"]
    return chosen if chosen > 0 else int(state["seats"])


def is_build(cards: list[str], value: int, double: bool) -> bool:
    """Whether cards make one group of this value, or several if double, all readings tried."""

    def parts(rest: list[str]) -> Iterator[int]:
        if not rest:
            yield 0
            return
        for mask in range(1 << len(rest) - 1):
            group = [rest[0], *(card for i, card in enumerate(rest[1:]) if (mask >> i) & 1)]
            if any(sum(reading) == value for reading in product(*(values(card) for card in group))):
                yield from (n + 1 for n in parts([card for card in rest if card not in group]))

    return any((number > 1) == double for number in parts(cards))
