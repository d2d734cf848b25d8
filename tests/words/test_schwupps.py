"""Schwupps in words."""

from __future__ import annotations

from typing import Any

import pytest

from kartentisch.engine.reasons import Reason
from kartentisch.play.games import sheet
from kartentisch.play.match import Match
from kartentisch.words import schwupps
from kartentisch.words.language import language
from kartentisch.words.shared import Event, Words

pytestmark = pytest.mark.rules

EN, DE = language("en"), language("de")
NAMES, NB = ["Anna", "Ben", "Cem"], "\u00a0"
WORDS: Words = schwupps


def state(**changes: Any) -> dict[str, Any]:
    """A truth of three seats in which the given things are as they are given, and the rest of the cards in the bag."""
    match = Match("schwupps", 3, seed=1).state_json()
    match.update(
        tasks={"A1": "+1", "A2": "c", "B1": "nc", "B2": "-1"},
        piles={"A1": ["y7"], "A2": ["b4"], "B1": ["r3"], "B2": ["y10"]},
        hands=[["r9", "b8", "!", "!"], ["g1", "g2"], ["v5"]],
        stacks=[0, 0, 0],
        boxed=0,
        next="n",
        task_discard=[],
    )
    match.update(changes)
    return filled(match)


def filled(match: dict[str, Any]) -> dict[str, Any]:
    """Put what does not lie open into the bags, or into the last hand where the common pile is given."""
    game = sheet("schwupps")
    cards = dict.fromkeys((f"{colour}{value}" for colour in "bgrvy" for value in range(1, 11)), 2) | {"!": 14}
    cards["!"] -= match["boxed"]
    for token in [card for pile in [*match["piles"].values(), *match["hands"]] for card in pile]:
        cards[token] -= 1
    bag = [token for token, n in cards.items() for _ in range(n)]
    if match["common_bag"] is None:
        match["common"] = len(bag) - sum(match["stacks"])
    else:
        for token in match["common_bag"]:
            bag.remove(token)
        match["common"] = len(match["common_bag"])
        match["hands"][2] += bag
        bag = []
    match["bag"] = bag
    tasks = dict(game.options["tasks"].default)
    for kind in [*match["tasks"].values(), match["next"], *match["task_discard"]]:
        tasks[kind] -= 1
    match["task_bag"] = [kind for kind, n in tasks.items() for _ in range(n)]
    return match


def told(match: Match, seat: int, move: str, reader: int | None) -> list[Event]:
    """What a reader learns of a move that is played."""
    before = match.view(reader)
    match.play(seat, move)
    return schwupps.tell(before, match.view(reader), seat, [move])


def heard(match: Match, seat: int, move: str, reader: int | None, german: bool = False) -> list[str]:
    """The sentences that a reader is told."""
    t = DE if german else EN
    return [schwupps.sentence(t, event, NAMES, reader) for event in told(match, seat, move, reader)]


def test_cards_have_names_and_german_colour_and_value_hang_together() -> None:
    tokens = ("b10", "v1", "!", "+1", "-2", "n", "c", "nc")
    assert [schwupps.card(EN, token) for token in tokens] == [
        *("blue 10", "purple 1", "aggravation card", "plus 1", "minus 2", "same number", "same color"),
        "same color and/or number",
    ]
    assert [schwupps.card(DE, token) for token in tokens] == [
        *(f"Blau{NB}10", f"Violett{NB}1", "Ärgerkarte", f"plus{NB}1", f"minus{NB}2", "gleiche Zahl", "gleiche Farbe"),
        "gleiche Farbe und/oder Zahl",
    ]


def test_every_step_of_the_game_is_an_imperative_in_both_languages() -> None:
    tokens = sheet("schwupps").tokens
    assert len({schwupps.move(EN, [token]) for token in tokens}) == len(tokens)
    assert len({schwupps.move(DE, [token]) for token in tokens}) == len(tokens)


def test_moves_read_as_imperatives() -> None:
    assert schwupps.move(EN, ["b10>A1"]) == "Play blue 10 on A1"
    assert schwupps.move(EN, ["!A>2"], NAMES) == "Schwupp row A with an aggravation card; Cem takes a card"
    assert schwupps.move(DE, ["~B"]) == "Schwuppe Reihe B und nimm eine Karte"
    assert schwupps.move(DE, ["end"]) == "Beende deinen Zug"
    assert schwupps.move(EN, ["!"]) == "Play your last aggravation card"


@pytest.mark.parametrize(
    ("task", "top", "english", "german"),
    [
        ("+1", "b6", "wants a 7", f"will eine{NB}7"),
        ("+1", "b10", "wants a 1", f"will eine{NB}1"),
        ("-1", "r9", "wants an 8", f"will eine{NB}8"),
        ("-2", "r1", "wants a 9", f"will eine{NB}9"),
        ("n", "y4", "wants a 4", f"will eine{NB}4"),
        ("c", "v7", "wants purple", "will Violett"),
        ("nc", "v7", "wants purple or a 7", f"will Violett oder eine{NB}7"),
    ],
)
def test_a_pile_says_what_it_wants(task: str, top: str, english: str, german: str) -> None:
    assert schwupps.wish(EN, task, top) == english
    assert schwupps.wish(DE, task, top) == german


@pytest.mark.parametrize(
    ("task", "rule", "german"),
    [
        ("+1", "one more than red 9: a 10", f"eins mehr als Rot{NB}9: eine{NB}10"),
        ("+2", "two more than red 9: a 1", f"zwei mehr als Rot{NB}9: eine{NB}1"),
        ("-1", "one less than red 9: an 8", f"eins weniger als Rot{NB}9: eine{NB}8"),
        ("-2", "two less than red 9: a 7", f"zwei weniger als Rot{NB}9: eine{NB}7"),
        ("n", "the same number as red 9: a 9", f"die gleiche Zahl wie Rot{NB}9: eine{NB}9"),
        ("c", "the same color as red 9: red", f"die gleiche Farbe wie Rot{NB}9: Rot"),
        (
            "nc",
            "the same color or number as red 9: red or a 9",
            f"die gleiche Farbe oder Zahl wie Rot{NB}9: Rot oder eine{NB}9",
        ),
    ],
)
def test_a_card_that_does_not_fit_is_refused_with_the_rule_and_what_would_fit(
    task: str, rule: str, german: str
) -> None:
    why = Reason("task_unmet", {"card": "b4", "pile": "A1", "task": task, "top": "r9"})
    assert schwupps.reason(EN, why) == f"Blue 4 does not fit: this pile wants {rule}."
    assert schwupps.reason(DE, why) == f"Blau{NB}4 passt nicht: Dieser Stapel will {german}."


@pytest.mark.parametrize(
    ("move", "sentence", "paragraph"),
    [
        ("end", "Before you end your turn you must do something: play a card or schwupp a row.", "3.2"),
        ("b9>A1", "You do not have blue 9.", "4.1"),
        ("r9>A1", "Red 9 does not fit: this pile wants one more than yellow 7: an 8.", "4.2"),
        ("r9>A2", "Red 9 does not fit: this pile wants the same color as blue 4: blue.", "4.5"),
        ("b8>B1", "Blue 8 does not fit: this pile wants the same color or number as red 3: red or a 3.", "4.6"),
        ("!A>0", "The card goes to somebody else, never to yourself.", "6.3"),
        ("!A>4", "There is no seat 4: the seats are 0 to 2.", "6.3"),
        ("!", "Say which row is schwupped and who takes the card: this is not your last card.", "8.2"),
    ],
)
def test_refusals_name_their_rule_and_its_paragraph(move: str, sentence: str, paragraph: str) -> None:
    match = Match.from_state_json(state(stacks=[3, 3, 3]))
    assert match.why_not(0, move) == sentence
    reason = match.view(0).seen.refusal(move)
    assert reason is not None
    assert reason.paragraph == paragraph


def test_a_second_shift_without_an_aggravation_card_is_refused() -> None:
    match = Match.from_state_json(state(acted=True, shifted=True))
    expected = "You have already schwupped a row: without an aggravation card, you can do that once a turn."
    assert match.why_not(0, "~A") == expected


def test_a_last_aggravation_card_is_played_alone_and_who_has_none_is_told_so() -> None:
    match = Match.from_state_json(state(hands=[["!"], ["g1"], ["v5"]]))
    assert match.why_not(0, "!B>1") == "Your last card is played alone: it schwupps no row and gives nobody a card."
    match = Match.from_state_json(state(hands=[["b1"], ["g1"], ["v5"]]))
    assert match.why_not(0, "!B>1") == "You have no aggravation card."


def test_a_number_card_is_told_to_its_player_with_what_lay_there() -> None:
    assert heard(Match.from_state_json(state()), 0, "r9>B2", 0) == ["You play red 9 on B2. It was yellow 10, minus 1."]
    assert heard(Match.from_state_json(state()), 0, "r9>B2", 1) == ["Anna plays red 9 on B2."]
    assert heard(Match.from_state_json(state()), 0, "r9>B2", None, german=True) == [f"Anna legt Rot{NB}9 auf B2."]


def test_only_who_takes_a_gift_hears_which_card_it_is() -> None:
    plain = "Anna schwupps row B with an aggravation card. Ben takes a card from the common pile."
    for reader in (2, None):
        assert heard(Match.from_state_json(state(), seed=5), 0, "!B>1", reader) == [plain]
    mine = "You schwupp row B with an aggravation card. Ben takes a card from the common pile."
    assert heard(Match.from_state_json(state(), seed=5), 0, "!B>1", 0) == [mine]
    match = Match.from_state_json(state(), seed=5)
    (event,) = told(match, 0, "!B>1", 1)
    card = event[1]["card"]
    assert card in match.state_json()["hands"][1]
    expected = f"Anna schwupps row B with an aggravation card. You take {schwupps.card(EN, card)} from the common pile."
    assert schwupps.sentence(EN, event, NAMES, 1) == expected.replace("take agg", "take an agg")


def test_only_who_shifts_without_an_aggravation_card_hears_which_card_it_costs() -> None:
    assert heard(Match.from_state_json(state(), seed=5), 0, "~A", 1) == ["Anna schwupps row A and takes a card."]
    (mine,) = heard(Match.from_state_json(state(), seed=5), 0, "~A", 0)
    assert mine.startswith("You schwupp row A and take ")
    assert mine != "You schwupp row A and take a card."


def test_a_turn_that_ends_says_how_many_cards_are_drawn_and_to_its_player_which() -> None:
    ready = state(hands=[["r9", "b8"], ["g1"], ["v5"]], stacks=[9, 3, 3], acted=True)
    assert heard(Match.from_state_json(ready), 0, "end", 1) == ["Anna ends the turn and draws 2 cards."]
    assert heard(Match.from_state_json(ready), 0, "end", None, german=True) == [
        "Anna beendet den Zug und zieht 2 Karten."
    ]
    match = Match.from_state_json(ready, seed=1)
    (event,) = told(match, 0, "end", 0)
    assert sorted([*event[1]["cards"], "r9", "b8"]) == sorted(match.state_json()["hands"][0])
    assert schwupps.sentence(EN, event, NAMES, 0).startswith("You end your turn and draw ")
    full = state(acted=True)
    assert heard(Match.from_state_json(full), 0, "end", 0) == ["You end your turn."]
    assert heard(Match.from_state_json(full), 0, "end", 2) == ["Anna ends the turn."]


def test_who_wins_is_told_once_and_a_single_match_needs_no_more_words() -> None:
    last = state(hands=[["!"], ["g1"], ["v5"]])
    assert heard(Match.from_state_json(last), 0, "!", 1) == [
        "Anna plays the last card, an aggravation card.",
        "Anna has no cards left and wins the round.",
    ]
    assert heard(Match.from_state_json(last), 0, "!", 0, german=True) == [
        "Du spielst deine letzte Karte, eine Ärgerkarte.",
        "Du hast keine Karten mehr und gewinnst die Runde.",
    ]


def test_after_the_last_round_of_a_tournament_its_winner_is_told_too() -> None:
    options = state()["options"] | {"match": "tournament"}
    last = state(options=options, round=3, start=2, totals=[9, 0, 0], turn=0, hands=[["!"], ["g1"], ["v5"]])
    assert heard(Match.from_state_json(last), 0, "!", 2)[-1] == "Anna wins the match."


def test_a_round_that_the_step_limit_ends_has_no_winner() -> None:
    options = state()["options"] | {"step_limit": 10}
    late = state(options=options, steps=9)
    assert heard(Match.from_state_json(late), 0, "r9>B2", 1) == [
        "Anna plays red 9 on B2.",
        "The round is over without a winner: it has come to its limit of 10 moves.",
    ]


def test_shuffling_the_common_pile_anew_is_told() -> None:
    piles = {"A1": ["g7", "g8", "y7"], "A2": ["b4"], "B1": ["v3", "r3"], "B2": ["y10"]}
    match = Match.from_state_json(state(piles=piles, common_bag=["b2"]))
    assert heard(match, 0, "~A", 0) == ["You schwupp row A and take blue 2.", "The common pile was reshuffled."]


def test_a_shift_with_nothing_to_take_says_so() -> None:
    for reader, sentence in ((0, "You schwupp row A. There is no card to take."), (1, "Anna schwupps row A.")):
        match = Match.from_state_json(state(common_bag=[]))
        assert heard(match, 0, "~A", reader)[0].startswith(sentence)
    gift = "Anna schwupps row A with an aggravation card. There is no card to take."
    assert heard(Match.from_state_json(state(common_bag=[])), 0, "!A>1", 1) == [gift]


def test_shuffling_the_task_pile_anew_is_told() -> None:
    match = Match("schwupps", 2, seed=3)
    shuffled = 0
    while not shuffled and not match.over:
        (seat,) = match.actors()
        events = told(match, seat, "~A" if "~A" in match.moves(seat) else "end", None)
        shuffled += ("tasks_anew", {}) in events
    assert schwupps.sentence(EN, ("tasks_anew", {})) == "The Schwupps pile was reshuffled."
    assert shuffled == 1


def test_events_are_plain_and_a_whole_match_can_be_told_to_everybody() -> None:
    match = Match("schwupps", 3, seed=2, options={"step_limit": 60})
    sentences = 0
    while not match.over:
        (seat,) = match.actors()
        moves = match.moves(seat)
        move = moves[match.state_json()["steps"] * 7 % len(moves)]
        before = {reader: match.view(reader) for reader in (0, 1, 2, None)}
        match.play(seat, move)
        for reader, seen in before.items():
            for event in schwupps.tell(seen, match.view(reader), seat, [move]):
                for t in (EN, DE):
                    assert schwupps.sentence(t, event, NAMES, reader).endswith(".")
                    sentences += 1
    assert sentences >= 480


def test_the_picture_for_the_terminal_shows_own_cards_and_no_others() -> None:
    match = Match.from_state_json(state(stacks=[3, 4, 5]))
    picture = dict(schwupps.picture(EN, match.view(1), NAMES))
    assert picture["A1"] == "yellow 7 · plus 1 · wants an 8"
    assert picture["Ben"] == "2 in hand, 4 in the pile"
    assert picture["Your hand"] == "green 1, green 2"
    assert "Your hand" not in dict(schwupps.picture(EN, match.view(None), NAMES))
