"""Laws about views: what a seat may know, which truths are possible behind a view, and what refusals reveal."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from kartentisch.engine import moves, states, views
from kartentisch.engine.fields import BYSTANDER, TRUTH, Seats
from kartentisch.engine.game import Game
from kartentisch.engine.knowing import Hands, Known
from kartentisch.engine.layout import Records
from kartentisch.engine.luck import Luck, below, new_luck, seeded
from kartentisch.engine.packs import BadState
from kartentisch.testing.walk import Moment, Options, hold, rules_of, truths


def _text(seen: views.View) -> str:
    return json.dumps(seen.json())


def _looks_alike(again: views.View, seen: views.View, told: str, moment: Moment) -> None:
    """Two views of one reader are equal in memory and in JSON. Equal bytes give equal JSON."""
    if again.records.tobytes() != seen.records.tobytes():
        hold(_text(again) == _text(seen), f"{told}, in JSON", moment)
        hold(False, f"{told}, in memory", moment)


def views_come_back(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """A view read from its JSON is the same in JSON and memory. Its keys are those of a state, `seat` and `moves`."""
    rules = rules_of(game)
    for moment in truths(game, seats, options, seed):
        keys = set(states.dump(rules, moment.records)) | {"seat", "moves"}
        for reader in moment.readers:
            seen = views.view(rules, moment.records, reader)
            state = seen.json()
            hold(set(state) == keys, f"keys of a view: {sorted(set(state) ^ keys)}", moment)
            hold(json.loads(json.dumps(state)) == state, "a view is not plain JSON", moment)
            hold(state["seat"] == reader, f"the view of {reader} says seat {state['seat']}", moment)
            legal = [] if reader is None else moves.legal(rules, moment.records, reader)
            hold(state["moves"] == [rules.tokens[step] for step in legal], f"moves of {reader} in its view", moment)
            again = views.read_view(rules, state)
            hold(again.json() == state, f"the view of {reader} comes back changed", moment)
            hold(again.records.tobytes() == seen.records.tobytes(), f"view of {reader}: other bytes than read", moment)


def views_hold_no_hidden_card(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """Cards that a reader does not see are a number or nulls in the JSON of its view, and zero in memory.

    Begun moves are in no view. When the round is over, all hands are open, but bags are still numbers.
    """
    rules = rules_of(game)
    for moment in truths(game, seats, options, seed, most=200):
        truth = _cards(rules, moment.records, TRUTH)
        for reader in moment.readers:
            seen = views.view(rules, moment.records, reader)
            shown = _cards(rules, seen.records, seen.viewer)
            again = rules.layout.copy(seen.records)
            for field in rules.layout.fields:
                for index in field.places(moment.seats):
                    if not field.begun and field.sees(moment.record, index, seen.viewer):
                        continue
                    if isinstance(field, Hands | Known | Seats):  # the reader may know part of it
                        field.hide_from(again[0], index, seen.viewer)
                    else:
                        _is_hidden(moment, seen, field, index)
            same = again.tobytes() == seen.records.tobytes()
            hold(same, f"more than is known in the view of {reader}: hiding it again changes it", moment)
            if "hands" in truth:
                _hands_are_right(moment, reader, truth["hands"], shown["hands"])
            for key, value in truth.items():
                if key != "hands" and value is not None:
                    hold(shown[key] == len(value), f"{key} in the view of {reader}: {shown[key]}", moment)


def _cards(rules: Game, records: Records, viewer: int) -> dict[str, Any]:
    """Hands and bags as they are in a dump."""
    s = rules.layout.plain(records)
    return {
        field.name: field.dump(s, viewer)
        for field in rules.editions[s["rules"]].shown
        if field.name in ("hands", "deck", "aside") or field.name.endswith("bag")
    }


def _is_hidden(moment: Moment, seen: views.View, field: Any, index: int) -> None:
    for column, *_ in field.columns(moment.game.layout.max_seats):
        if column.endswith("_n") and column != field.name:
            continue  # the number of cards is public
        value = seen.record[column][field.at(index)]
        blank = {0, -1} if getattr(field, "none", False) else {0}
        hold(set(value.ravel().tolist()) <= blank, f"{column} of {index} in the view of {seen.seat}", moment)


def _hands_are_right(moment: Moment, reader: int | None, truth: list[Any], shown: list[Any]) -> None:
    over = bool(moment.record["round_over"])
    for seat, (hand, seen) in enumerate(zip(truth, shown, strict=True)):
        hold(len(hand) == len(seen), f"{reader} sees {len(seen)} cards of seat {seat}", moment)
        if over or seat == reader:
            hold(seen == hand, f"{reader} does not see the hand of seat {seat}", moment)
        if reader is None and not over:
            hold(not any(seen), f"a bystander sees cards of seat {seat}", moment)


def imagined_truths_look_the_same(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """view(imagine(v), seat) == v, in JSON and in memory. from_state_json accepts every imagined truth."""
    rules = rules_of(game)
    for moment in truths(game, seats, options, seed):
        for seat in range(moment.seats):
            seen = views.view(rules, moment.records, seat)
            for number in range(3):
                truth = views.imagine(seen, new_luck(*seeded(seed, number, 2)))
                hold(truth[0]["begun"] == 0, "an imagined truth with a begun move", moment)
                _looks_alike(views.view(rules, truth, seat), seen, f"what seat {seat} imagines looks different", moment)
                state = states.dump(rules, truth)
                try:
                    loaded = states.load(rules, state)
                except BadState as error:
                    hold(False, f"what seat {seat} imagines is refused: {error}", moment)
                else:
                    same = loaded.tobytes() == truth.tobytes() or states.dump(rules, loaded) == state
                    hold(same, "what is imagined comes back changed", moment)


def shuffling_the_unseen_changes_no_view(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """Two truths that differ only in cards a reader cannot see give that reader the same view, byte for byte."""
    rules = rules_of(game)
    luck = new_luck(*seeded(seed, 7, 2))
    for moment in truths(game, seats, options, seed):
        for reader in moment.readers:
            seen = views.view(rules, moment.records, reader)
            for truth in _shuffled(rules, moment.records, seen, luck):
                _looks_alike(views.view(rules, truth, reader), seen, f"{reader} can tell what is hidden", moment)


def _shuffled(rules: Game, records: Records, seen: views.View, luck: Luck, tries: int = 12) -> Iterator[Records]:
    """Yield other truths behind a view, made from the JSON alone: unseen cards change places, two at a time."""
    state = json.loads(json.dumps(states.dump(rules, records)))
    shown = states.dump(rules, seen.records, seen.viewer)
    places = [place for key in state for place in _unseen(state[key], shown[key])]
    for _ in range(tries if len(places) > 1 else 0):
        one, other = (places[int(below(luck, len(places)))] for _ in range(2))
        i, k = int(below(luck, len(one[1]))), int(below(luck, len(other[1])))
        a, b = one[1][i], other[1][k]
        if one is other or a == b:
            continue
        _exchange(one, i, b)
        _exchange(other, k, a)
        try:
            yield states.load(rules, state)
        except BadState:  # cards of two packs, or a state that the game refuses: undo it
            _exchange(one, i, a)
            _exchange(other, k, b)


def _unseen(truth: Any, shown: Any) -> Iterator[tuple[list[Any], list[Any]]]:
    """Yield each list of a truth that has unseen cards, as (the list, those cards)."""
    if isinstance(truth, list) and truth and all(isinstance(card, str) for card in truth):
        known = Counter(shown if isinstance(shown, list) else [])
        if hidden := list((Counter(truth) - known).elements()):
            yield truth, hidden
    elif isinstance(truth, list) and isinstance(shown, list) and len(truth) == len(shown):  # lists of seats may differ
        for one, other in zip(truth, shown, strict=True):
            yield from _unseen(one, other)


def _exchange(place: tuple[list[Any], list[Any]], index: int, card: Any) -> None:
    cards, hidden = place
    cards[cards.index(hidden[index])] = card
    hidden[index] = card


def refusals_rest_on_the_view(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """The refusal of a move and its reason are the same in the truth, in the view, and in any truth behind the view."""
    rules = rules_of(game)
    luck = new_luck(*seeded(seed, 8, 2))
    for moment in truths(game, seats, options, seed, most=12):
        for seat in range(moment.seats):
            seen = views.view(rules, moment.records, seat)
            others = [views.imagine(seen, new_luck(*seeded(seed, number, 2))) for number in range(2)]
            others += list(_shuffled(rules, moment.records, seen, luck, tries=3))
            texts = [rules.tokens[int(below(luck, len(rules.tokens)))] for _ in range(10)]
            texts += [moves.write(rules, (step,)) for step in moves.legal(rules, moment.records, seat)[:6]]
            texts += [moves.write(rules, moment.steps), f"{texts[0]} {texts[1]}", "", "nonsense"]
            for text in texts:
                said, follow = seen.refusal(text), seen.steps(text)
                for truth in (moment.records, *others):
                    hold(moves.refusal(rules, truth, seat, text) == said, f"{text!r} of seat {seat}: {said}", moment)
                hold(moves.next_tokens(rules, moment.records, seat, text) == follow, f"steps after {text!r}", moment)


def ends_rests_on_the_view(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """A view knows the same complete moves as the truth."""
    rules = rules_of(game)
    for moment in truths(game, seats, options, seed):
        for seat in range(moment.seats):
            truth = moves.complete(rules, moment.records, seat, 200)
            seen = views.view(rules, moment.records, seat).complete(200)
            hold(truth == seen, f"moves of seat {seat} differ between view and truth", moment)
            for move in truth[:20]:
                hold(moves.refusal(rules, moment.records, seat, moves.write(rules, move)) is None, "refused", moment)


def bystanders_do_nothing(game: Game | str, seats: int, options: Options = None, seed: int = 1) -> None:
    """A bystander has no moves, and sees what every seat sees."""
    rules = rules_of(game)
    for moment in truths(game, seats, options, seed):
        seen = views.view(rules, moment.records, None)
        hold(seen.viewer == BYSTANDER and seen.steps() == [] and seen.complete(9) == [], "a bystander acts", moment)
        hold(seen.refusal(rules.tokens[0]) is not None, "a bystander is not refused", moment)
        state = states.dump(rules, seen.records, BYSTANDER)
        for seat in range(moment.seats):
            other = states.dump(rules, views.view(rules, moment.records, seat).records, seat)
            for key in state:
                hold(_less(state[key], other[key]), f"a bystander sees more of {key} than seat {seat}", moment)


def _less(one: Any, more: Any) -> bool:
    """Whether `one` is `more` with some cards turned face down, as nulls or numbers, or left out."""
    if not one or one == more:
        return True
    if isinstance(one, int) and isinstance(more, list):
        return one == len(more)
    if isinstance(one, list) and isinstance(more, list) and len(one) == len(more):
        known = Counter(card for card in one if isinstance(card, str)) - Counter(
            card for card in more if isinstance(card, str)
        )
        nested = [pair for pair in zip(one, more, strict=True) if not isinstance(pair[0], str | None)]
        return not known and all(_less(a, b) for a, b in nested)
    return False
