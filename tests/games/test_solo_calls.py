"""Which move leaves a call of Solo! to be made (§9.3, §9.4 of docs/rules/solo.md), against what the rules then do."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from kartentisch.engine import bags, moves, states, views
from kartentisch.engine.luck import new_luck
from kartentisch.games.solo import GAME, calls
from kartentisch.games.solo.cards import ANSWER, GIVING, TURN
from tests.games.solo_chance import state_by_chance
from tests.games.solo_positions import asking, position

pytestmark = pytest.mark.rules

SOLO = GAME.numbers["solo"]
ACCEPT = GAME.numbers["accept"]
PROTECTIONS = (GAME.numbers["Pr"], GAME.numbers["Pg"])
SWAPS = [GAME.numbers[token] for token in ("A", "rX", "gX", "bX", "yX", "rG", "gG", "bG", "yG")]


def owes(records: Any, seat: int) -> bool:
    return SOLO in moves.legal(GAME, records, seat)


def done(records: Any, seat: int, *steps: int) -> Any:
    draft = GAME.layout.copy(records)
    for step in steps:
        GAME.run.apply(draft, 0, seat, step, new_luck(1))
    return draft


def with_card(records: Any, seat: int, *kinds: int) -> Any:
    """The same but for one card of a hand: one of these kinds instead."""
    draft = GAME.layout.copy(records)
    held = draft[0]["hands"][seat]
    bags.take(held, bags.nth(bags.held(held), 0))
    bags.put(held, next((kind for kind in kinds if not bags.copies(held, kind)), kinds[0]))
    return draft


def may_owe(records: Any, layer: int) -> bool:
    """Whether some answers, and gifts after them, leave the layer owing the call; the step limit is far."""
    s = records[0]
    s["option_step_limit"] = 10_000
    if int(s["phase"]) == GIVING and int(s["layer"]) == layer:
        return any(owes(done(records, layer, *steps), layer) for steps in moves.complete(GAME, records, layer, 500))
    if int(s["phase"]) != ANSWER or int(s["layer"]) != layer:
        return owes(records, layer)
    seat = int(GAME.run.asked(records, 0))
    if may_owe(done(records, seat, ACCEPT), layer):
        return True
    holding = with_card(records, seat, *PROTECTIONS)  # as far as others know
    guard = next(kind for kind in PROTECTIONS if bags.copies(holding[0]["hands"][seat], kind))
    return may_owe(done(holding, seat, guard), layer)


def by_chance(chance: random.Random) -> Any:
    """A state in which nothing is owed yet; who is in turn often holds a card that others answer."""
    records = states.load(GAME, {**state_by_chance(chance, (True,)), "owes_call": [], "quiet": []})
    if int(records[0]["phase"]) != TURN or chance.random() < 0.5:
        return records
    return with_card(records, int(records[0]["turn"]), *chance.sample(SWAPS, len(SWAPS)))


def due_after(records: Any, seat: int, steps: moves.Steps) -> str:
    """What the rules make of a move."""
    after = done(records, seat, *steps)
    if owes(after, seat):
        return "at once"
    waits = int(after[0]["phase"]) == ANSWER and int(after[0]["layer"]) == seat
    return "perhaps" if waits and may_owe(after, seat) else "never"


def test_every_move_says_rightly_whether_the_call_is_due_after_it() -> None:
    """§9.3, §9.4: in states by chance, for each seat with few cards; from the seat's view."""
    chance = random.Random(4)
    seen: Counter[str] = Counter()
    for _ in range(400):
        records = by_chance(chance)
        for seat in range(min(5, int(records[0]["seats"]))):
            view = views.view(GAME, records, seat).record
            if int(records[0]["phase"]) == ANSWER and int(records[0]["layer"]) == seat:
                awaited = calls.awaited(view, seat)
                assert awaited == may_owe(GAME.layout.copy(records), seat)
                seen[f"awaited {awaited}"] += 1
            few = int(records[0]["hands_n"][seat]) < 5
            for steps in moves.complete(GAME, records, seat, 60) if few else []:
                if GAME.tokens[steps[0]] not in ("no", "quiet", "solo"):
                    said = calls.after_move(view, seat, steps)
                    assert said == due_after(records, seat, steps), (states.dump(GAME, records), seat, steps)
                    seen[said] += 1
    assert set(seen) == {"at once", "perhaps", "never", "awaited True", "awaited False"}
    assert min(seen.values()) > 10, seen


@pytest.mark.parametrize(
    ("hands", "move", "said"),
    [
        (("r1 b1",), "r1", "at once"),
        (("r1 b1 b2",), "r1", "never"),
        (("r1",), "r1", "never"),
        (("r7 g7 b7 y1",), "triple:7b", "at once"),
        (("C b1",), "C =g", "at once"),
        (("rX b1",), "rX >2", "perhaps"),
        (("rX b1 b2", "g1", "y1"), "rX >2", "perhaps"),
        (("rX b1 b2",), "rX >2", "never"),
        (("rG b1",), "rG >2", "perhaps"),
        (("rG b1", "g1 g2", "y1"), "rG >2", "never"),
        (("rG b1 b2",), "rG >2", "never"),
        (("rG b1 b2 b3",), "rG >2", "perhaps"),
        (("A b1",), "A", "perhaps"),
        (("A b1 b2", "g1", "y1 y2", "y4 y5"), "A", "perhaps"),
        (("A b1 b2", "g1 g2", "y1 y2", "y4 y5"), "A", "never"),
        (("r1 b1",), "draw", "never"),
    ],
)
def test_when_the_call_is_due(hands: tuple[str, ...], move: str, said: str) -> None:
    """§9.3, §9.4"""
    steps = moves.read(GAME, move)
    assert isinstance(steps, tuple)
    assert calls.after_move(states.load(GAME, position(*hands))[0], 0, steps) == said
    relaxed = states.load(GAME, position(*hands, options={"solo_call": "auto"}))
    assert calls.after_move(relaxed[0], 0, steps) == "never"


def test_a_gift_of_two_of_three_cards_leaves_one() -> None:
    """§9.4"""
    giving = position("r3 b5 b9", "g1", top="rG", phase="gift", layer=0, target=1)
    steps = (GAME.numbers["r3"], GAME.numbers["b5"])
    assert calls.after_move(states.load(GAME, giving)[0], 0, steps) == "at once"


def test_who_has_accepted_an_all_swap_hands_on_what_is_there() -> None:
    """§7.7, §9.4: seat 3 comes before seat 0, the layer."""
    hands = ("b1 b2", "g1", "y1 y2", "y4 y5")
    waiting: dict[str, Any] = {"top": "A", "phase": "answer", "turn": 0, "layer": 0}
    open_ = states.load(GAME, position(*hands, **waiting, to_answer=[1, 2, 3]))
    assert calls.awaited(open_[0], 0)
    accepted = states.load(GAME, position(*hands, **waiting, to_answer=[1, 2]))
    assert not calls.awaited(accepted[0], 0)
    protected = states.load(GAME, position(*hands, **waiting, to_answer=[1, 2], protected=[3]))
    assert calls.awaited(protected[0], 0)
    assert not calls.awaited(protected[0], 1)
    assert calls.awaited(states.load(GAME, position("b1", top="rX", **asking(0, 2)))[0], 0)
