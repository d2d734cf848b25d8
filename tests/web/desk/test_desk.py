"""Every game's questions, against the rules: examples, codes, grounds. No question holds a rule of its own."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import reduce
from operator import or_
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

import kartentisch as kt
from kartentisch import words
from kartentisch.web.desk import answering, reading
from kartentisch.web.desk.answering import Answer
from kartentisch.words.question import NOTATION, Desk, Example, Impossible, Question, Values

SOURCES = Path(words.__file__).resolve().parents[1]
ASKED = [game for game in kt.games() if words.desk(game) is not None]

every_game = pytest.mark.parametrize("game", ASKED)


def desk_of(game: str) -> Desk:
    desk = words.desk(game)
    assert desk is not None
    return desk


def question_of(game: str, name: str) -> Question:
    return next(one for one in desk_of(game).questions if one.name == name)


def answer_to(game: str, name: str, given: dict[str, str]) -> Answer:
    question = question_of(game, name)
    found = answering.answer(game, name, reading.write(question, reading.read(question, given)))
    assert isinstance(found, Answer), found.says
    return found


def reached(game: str, example: Example) -> tuple[str, str]:
    """The word, and the code of its ground or reason or the slot that decides."""
    found = answer_to(game, example.question, example.given)
    if found.word == "depends":
        assert found.slot is not None
        return found.word, found.slot.name
    assert found.verdict is not None
    return found.word, found.verdict.code


def codes_of(game: str) -> Iterator[str]:
    """The codes of all reasons in the sheet of a game, and those that all moves share."""
    files = [*(SOURCES / "games" / game).glob("*.py"), SOURCES / "engine" / "moves.py", SOURCES / "engine" / "views.py"]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason":
                code = node.args[0]
                for one in (code.body, code.orelse) if isinstance(code, ast.IfExp) else (code,):
                    assert isinstance(one, ast.Constant), f"{file.name}:{one.lineno}"
                    yield str(one.value)


@every_game
def test_every_example_is_answered_as_it_is_kept(game: str) -> None:
    examples = desk_of(game).examples

    got = {(one.question, one.asked): reached(game, one) for one in examples}

    assert got == {(one.question, one.asked): (one.answer, one.code) for one in examples}
    assert len(examples) >= 30


@every_game
def test_every_example_can_be_put_together_with_the_cards_that_there_are(game: str) -> None:
    """The picker offers no card once more than the game has it; a slot that is `among` another is counted with it."""
    desk = desk_of(game)
    for example in desk.examples:
        question = next(one for one in desk.questions if one.name == example.question)
        values = reading.read(question, example.given)
        cards = {slot.name: slot for slot in question.slots if slot.kind in ("card", "cards") and values.get(slot.name)}
        held = {name: Counter([values[name]] if slot.kind == "card" else values[name]) for name, slot in cards.items()}
        whole = Counter[str]()
        for name, slot in cards.items():
            if slot.among not in cards:
                whole += reduce(or_, (held[other] for other, part in cards.items() if part.among == name), held[name])
            elif slot.kind == "cards" and example.code not in ("ruled_out", "gift_missing"):
                assert held[name] <= held[slot.among], f"{game}, {example.asked}"
        most = Counter(dict.fromkeys(whole, 1) if question.single else {card: desk.pack[card] for card in whole})
        assert whole <= most, f"{game}, {example.question}, {example.asked}"


@every_game
def test_every_code_of_a_game_is_a_rule_or_notation_and_never_both(game: str) -> None:
    desk, codes = desk_of(game), set(codes_of(game))

    assert codes >= {"not_your_turn", "move_unfinished"}
    assert codes - set(desk.rules) - set(desk.notation) - set(NOTATION) == set()
    assert set(desk.rules) & (set(desk.notation) | set(NOTATION)) == set()
    assert (set(desk.rules) | set(desk.notation)) - codes == set(), "no reason has these codes"


@every_game
def test_every_rule_and_every_ground_is_reached_by_an_example(game: str) -> None:
    desk = desk_of(game)
    met = {(one.question, one.code) for one in desk.examples if one.answer != "depends"}

    assert set(desk.rules) - {code for _, code in met} == set()
    assert {ground.code for ground in desk.grounds} - {code for _, code in met} == set()
    assert {code for _, code in met} <= {"ruled_out", *desk.rules, *(ground.code for ground in desk.grounds)}
    assert {one.name for one in desk.questions} == {one.question for one in desk.examples}


@every_game
def test_codes_of_grounds_are_names_of_one_thing(game: str) -> None:
    codes = [ground.code for ground in desk_of(game).grounds]
    assert len(set(codes)) == len(codes)
    assert {name for ground in desk_of(game).grounds for name in ground.on} <= {q.name for q in desk_of(game).questions}


@every_game
def test_a_question_has_one_link_and_the_link_is_read_back(game: str) -> None:
    for example in desk_of(game).examples:
        question = question_of(game, example.question)
        values = reading.read(question, example.given)
        link = reading.write(question, values)
        assert reading.read(question, dict(parse_qsl(link))) == values, link


def said(desk: Desk, question: Question, filled: Values) -> str:
    """The sentence that says why this cannot be; "" if it can."""
    try:
        answering.judge(desk, question, filled)
    except Impossible as impossible:
        return impossible.says
    return ""


@pytest.mark.parametrize("every", [pytest.param(9), pytest.param(1, marks=pytest.mark.long)])
@every_game
def test_each_value_makes_a_truth_or_a_sentence_says_why_it_cannot_be(game: str, every: int) -> None:
    desk = desk_of(game)
    for question in desk.questions:
        first = next(one for one in desk.examples if one.question == question.name)
        for slot in question.slots:
            for value in slot.values[::every]:
                values = reading.read(question, {**first.given, slot.name: value})
                filled = next(answering.truths(question, values, 0))
                assert said(desk, question, filled) != answering.NO_TRUTH, (question.name, filled)


def lacking(question: Question, filled: Values) -> str:
    """The card of which a truth wants more than the pack has; "" for none."""
    try:
        question.state(filled)
    except Impossible as impossible:
        return str(impossible.args_of_sentence.get("card", "")) if "n" in impossible.args_of_sentence else ""
    return ""


@every_game
def test_only_a_card_that_was_named_is_called_used_too_often(game: str) -> None:
    """What a truth adds by itself, such as loose cards that help a refusal along, is never counted twice."""
    for example in desk_of(game).examples:
        question = question_of(game, example.question)
        for slot in question.slots:
            if slot.kind != "card":
                continue
            for value in slot.values:
                filled = next(
                    answering.truths(question, reading.read(question, {**example.given, slot.name: value}), 0)
                )
                named = [card for each in filled.values() for card in ([each] if isinstance(each, str) else each)]
                if card := lacking(question, filled):
                    assert card in named, (question.name, filled)
