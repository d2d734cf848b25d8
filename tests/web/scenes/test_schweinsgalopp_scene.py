"""The Schweinsgalopp table as it is drawn, at every moment of matches played at random."""

from __future__ import annotations

from typing import Any

import pytest

import kartentisch as kt
from kartentisch.engine.views import View, view
from kartentisch.testing import Moment, walk
from kartentisch.web.scenes import Drawn, schweinsgalopp
from tests.games.schweinsgalopp_positions import COLOURS, laying, lining_up, match_at, position
from tests.web.support.scenes import DE, by_id, drawing, elements

OPTIONS: dict[str, Any] = {"track_scoff": True, "rounds": 2, "line_up": "start"}
each_size = pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])


def moments(seats: int, seed: int) -> list[Moment]:
    return [moment for moment in walk("schweinsgalopp", seats, OPTIONS, seed) if moment.seat >= 0]


def draw(moment: Moment, reader: int | None, after: bool = False) -> Drawn:
    return drawn_of(seen_by(moment, reader, after))


def seen_by(moment: Moment, reader: int | None, after: bool = False) -> View:
    return view(moment.game, moment.after() if after else moment.records, reader)


def drawn_of(seen: View) -> Drawn:
    return drawing(schweinsgalopp.draw, seen)


def drawn_at(state: dict[str, Any], reader: int | None = 0) -> Drawn:
    return drawn_of(match_at(state).view(reader).seen)


def token(moment: Moment) -> str:
    return moment.game.tokens[moment.steps[0]]


@each_size
def test_every_legal_step_has_a_path_of_elements_that_are_there_and_the_path_means_the_step(
    seats: int, seed: int
) -> None:
    for moment in moments(seats, seed):
        seen = seen_by(moment, moment.seat)
        drawn = drawn_of(seen)
        assert [step.token for step in drawn.steps] == seen.steps()
        for step in drawn.steps:
            assert set(step.path) <= elements(drawn, seats)
            assert len(step.labels) == len(step.path)
            assert step.says
            assert schweinsgalopp.move_for(seen, step.path) == step.token


@each_size
def test_the_ghost_stands_where_the_pig_will_stand(seats: int, seed: int) -> None:
    for moment in moments(seats, seed):
        move = token(moment)
        step = next(step for step in draw(moment, moment.seat).steps if step.token == move)
        if move[0] == "@":
            assert (step.path, step.ghost) == ([f"track:{move[1:]}"], "")
            continue
        if move[0] == "+":
            assert step.ghost == ""
            continue
        pig = next(card for card in by_id(draw(moment, None, after=True))["track"].cards if card.face == step.ghost)
        assert step.path == [f"hand/{move}", f"track:{pig.at}"]
        assert step.ghost == f"schweinsgalopp/pig-{move}"
        assert f"track:{pig.at}" in by_id(draw(moment, moment.seat))["track"].means


@each_size
def test_only_the_one_in_turn_is_offered_steps_and_told_what_a_card_does(seats: int, seed: int) -> None:
    for moment in moments(seats, seed):
        for reader in moment.readers:
            drawn, mine = draw(moment, reader), reader == moment.seat
            assert bool(drawn.steps) == bool(drawn.prompt) == mine
            if reader is not None:
                says = [bool(card.says) for card in by_id(drawn)["hand"].cards]
                assert all(said == (mine and moment.record["phase"] == 1) for said in says)


@each_size
def test_cards_move_between_places_that_are_drawn_and_show_what_was_drawn(seats: int, seed: int) -> None:
    for moment in moments(seats, seed):
        for reader in moment.readers:
            before, after = seen_by(moment, reader), seen_by(moment, reader, after=True)
            places = {zone.id for zone in drawn_of(after).zones} | {f"seat:{seat}" for seat in range(seats)}
            for moved in schweinsgalopp.moved(before, after, moment.seat, [token(moment)]):
                assert {moved.source, moved.target} <= places
                assert len(moved.faces) == moved.n > 0


def test_scoff_cards_fly_to_their_owner_and_lost_ones_back() -> None:
    def flights(state: dict[str, Any], move: str, reader: int) -> list[tuple[str, str, int]]:
        match = match_at(state)
        before = match.view(reader).seen
        match.play(0, move)
        moved = schweinsgalopp.moved(before, match.view(reader).seen, 0, [move])
        return [(one.source, one.target, one.n) for one in moved]

    both = position("b b", pigs="9 8 7 6 5", track=[10])
    assert flights(both, "b", 0) == [("hand", "played", 1), ("track", "scoff", 1), ("supply", "scoff", 1)]
    assert flights(both, "b", 1) == [("hand-0", "played", 1), ("track", "seat:0", 1), ("supply", "seat:0", 1)]
    lost = position("b", pigs="0 2 3 4 5", face_up=[3, 0, 0])
    assert flights(lost, "b", 1) == [("hand-0", "played", 1), ("seat:0", "supply", 3)]
    assert flights(position("y", face_up=[3, 0, 0], supply=0), "y", 0) == [("hand", "played", 1)]
    assert flights(laying(), "@12", 0) == [("supply", "track", 1)]


def test_card_ids_are_unique_and_a_card_keeps_its_id_when_it_is_played() -> None:
    for moment in moments(3, 9):
        old, new = draw(moment, moment.seat), draw(moment, moment.seat, after=True)
        for drawn in (old, new):
            ids = [card.id for zone in drawn.zones for card in zone.cards]
            assert len(ids) == len(set(ids))
        if token(moment)[0] not in "@+":
            assert by_id(new)["played"].cards[0].id in {card.id for card in by_id(old)["hand"].cards}


def test_a_bystander_sees_no_hand() -> None:
    for moment in moments(3, 10):
        drawn = draw(moment, None)
        assert not {"hand", "scoff"} & set(by_id(drawn))
        assert all(not zone.cards for zone in drawn.zones if zone.place == "seat")


@pytest.mark.parametrize(
    ("state", "card", "says"),
    [
        (position("b v", pigs="0 2 3 4 5"), "b", "Blue runs to 1. No lead, no scoff card."),
        (position("b v", pigs="0 2 3 4 5"), "v", "Purple leads on 6. You take 1 scoff card."),
        (position("b v", pigs="0 2 3 4 5", supply=0), "v", "Purple leads on 6. The supply is empty."),
        (
            position("b b", pigs="9 8 7 6 5", track=[10]),
            "b",
            "Blue leads on 10. You take 2 scoff cards.",
        ),
        (position("b b", pigs="9 8 20 6 5", track=[10]), "b", "Blue runs to 10. You take 1 scoff card."),
        (
            position("v", pigs="0 2 3 4 5", face_up=[4, 0, 0]),
            "v",
            "Purple leads on 6. You bank 5 scoff cards.",
        ),
        (position("b", pigs="0 2 3 4 5", face_up=[4, 0, 0]), "b", "Blue runs to 1. You lose 4 scoff cards."),
        (position("b", pigs="0 2 3 4 5"), "b", "Blue runs to 1. No lead, no scoff card."),
        (
            position("b", pigs="0 2 3 4 5", face_up=[4, 0, 0], options={"keep": True}),
            "b",
            "Blue runs to 1. You bank 4 scoff cards.",
        ),
    ],
)
def test_a_raised_card_says_where_its_pig_runs_and_what_that_brings(
    state: dict[str, Any], card: str, says: str
) -> None:
    hand = by_id(drawn_at(state))["hand"].cards
    assert next(one.says for one in hand if one.face == f"schweinsgalopp/{card}") == says


def test_the_middle_shows_the_race_the_supply_and_the_last_card_played() -> None:
    zones = by_id(drawn_at(position("b v", pigs="30 2 3 4 5", face_up=[2, 0, 0])))
    race = [(counter.icon, counter.n, counter.strong) for counter in zones["race"].counters]
    assert race[:2] == [("mark-b", 30, True), ("mark-y", 5, False)]
    assert (zones["supply"].count, zones["played"].count) == (53, 15)
    assert (zones["track"].spaces, zones["track"].start) == (22, 4)
    assert [counter.n for counter in zones["scoff"].counters] == [2, 0]
    assert not by_id(drawn_at(position("b v", supply=0)))["supply"].cards


def test_the_prompt_says_what_can_be_done() -> None:
    assert drawn_at(laying()).prompt.startswith("Lay a scoff card")
    assert drawn_at(position("b b")).prompt == "Play a card."
    assert drawn_at(position("b")).prompt.startswith("Your last card: lead")
    assert drawn_at(position("b", options={"keep": True})).prompt.startswith("Your last card: it banks")


def test_what_was_picked_on_the_course_is_a_move_while_scoff_cards_are_laid() -> None:
    assert schweinsgalopp.move_for(match_at(laying()).view(0).seen, ["track:5"]) == "@5"
    seen = match_at(position("b b")).view(0).seen
    assert schweinsgalopp.move_for(seen, ["track:5"]) is None
    assert schweinsgalopp.move_for(seen, []) is None
    assert schweinsgalopp.move_for(seen, ["hand/y", "track:5"]) == "y"


def test_pigs_that_are_not_set_up_wait_beside_the_course_each_at_a_place_of_its_own() -> None:
    """§9.6"""
    for standing in ("", "r", "ry", "ryg"):
        for reader in (0, 1, None):
            drawn = drawn_at(lining_up(standing), reader)
            track = by_id(drawn)["track"]
            at = {card.face[-1]: card.at for card in track.cards}
            assert at == {pig: 4 - standing.index(pig) if pig in standing else -1 - i for i, pig in enumerate(COLOURS)}
            assert (track.room, track.next, track.start) == (5, 4 - len(standing), 4)
            assert not {"race", "supply", "played"} & set(by_id(drawn))
    dealt = match_at(lining_up("ryg"))
    dealt.play(0, "+b")
    track = by_id(drawn_of(dealt.view(1).seen))["track"]
    assert (track.room, track.next) == (0, -1)
    assert {card.face[-1]: card.at for card in track.cards} == {"r": 4, "y": 3, "g": 2, "b": 1, "v": 0}


def test_a_pig_is_set_up_by_picking_it_where_it_waits() -> None:
    """§9.6"""
    seen = match_at(lining_up("r")).view(0).seen
    steps = drawn_of(seen).steps
    assert [(step.token, step.path, step.labels, step.says) for step in steps] == [
        ("+b", ["track:-1"], ["Blue"], "Set up the blue pig"),
        ("+g", ["track:-2"], ["Green"], "Set up the green pig"),
        ("+v", ["track:-4"], ["Purple"], "Set up the purple pig"),
        ("+y", ["track:-5"], ["Yellow"], "Set up the yellow pig"),
    ]
    assert not drawn_of(match_at(lining_up("r")).view(1).seen).steps
    assert schweinsgalopp.move_for(seen, ["track:-2"]) == "+g"
    assert schweinsgalopp.move_for(seen, ["track/pig-r", "track:4", "track"]) == "+r"
    assert schweinsgalopp.move_for(seen, ["track:7", "track"]) is None


def test_the_prompt_asks_which_pig_comes_first_and_which_next() -> None:
    assert drawn_at(lining_up()).prompt == "Set up the pigs: which one comes first?"
    assert drawn_at(lining_up("r")).prompt == "Set up the pigs: which one comes next?"
    assert drawn_at(lining_up("r"), 1).prompt == ""
    german = drawing(schweinsgalopp.draw, match_at(lining_up()).view(0).seen, t=DE)
    assert german.prompt == "Stell die Schweine auf: Welches steht vorn?"


def test_with_the_last_pig_the_reader_is_dealt_seven_cards() -> None:
    """§9.7"""
    for reader, number in ((0, 7), (1, 7), (None, 0)):
        match = match_at(lining_up("ryg"))
        before = match.view(reader).seen
        match.play(0, "+b")
        after = match.view(reader).seen
        moved = schweinsgalopp.moved(before, after, 0, ["+b"])
        assert [(one.source, one.target, one.n) for one in moved] == [("track", "hand", 1)] * number
        held = [] if reader is None else after.json()["hands"][reader]
        assert [one.faces for one in moved] == [[f"schweinsgalopp/{card}"] for card in held]
        assert schweinsgalopp.moved(match_at(lining_up()).view(0).seen, before, 0, ["+r"]) == []


def test_face_up_scoff_cards_lie_before_the_others_as_cards() -> None:
    """§10.1: everybody may see them. The reader's own are a number beside the hand."""
    state = position("y", "b", "r", face_up=[3, 2, 0], pigs="5 1 2 3 4")
    for reader, lying in ((0, [0, 2, 0]), (1, [3, 0, 0]), (None, [3, 2, 0])):
        drawn = drawn_of(match_at(state).view(reader).seen)
        counters = [one for counters in drawn.counters for one in counters if one.icon == "eye"]
        assert [one.n for one in counters] == [3, 2, 0]
        assert [len(one.faces) for one in counters] == lying
        assert all(face.startswith("schweinsgalopp/") for one in counters for face in one.faces)
        assert [one for zone in drawn.zones for one in zone.counters if one.faces] == []


def test_the_result_says_line_by_line_what_was_taken_and_lost() -> None:
    """§5.1, §8.5, §6.2"""
    state = position("y", "b", "r", face_up=[3, 2, 4], track=[9], pigs="5 1 2 3 4")
    state["from_track"] = [1, 0, 2]
    match = match_at(state)
    for seat, card in enumerate("ybr"):
        match.play(seat, card)
    seen = match.state_json()
    assert (seen["points"], seen["lost"]) == ([4, 3, 0], [0, 0, 4])
    lines = drawn_of(match.view(1).seen).lines
    assert [(line.label, line.values) for line in lines] == [
        ("Taken for the lead", [3, 3, 2]),
        ("Taken from the track", [1, 0, 2]),
        ("Lost with the last card", [0, 0, -4]),
    ]


def test_the_result_leaves_out_what_the_options_rule_out_and_what_older_matches_do_not_know() -> None:
    def labels(rules: int | None = None, **options: Any) -> list[str]:
        match = kt.Match("schweinsgalopp", 2, seed=3, options=options, rules=rules)
        assert not drawn_of(match.view(0).seen).lines
        while not match.round_over:
            match.play(match.actors()[0], match.moves(match.actors()[0])[0])
        lines = drawn_of(match.view(0).seen).lines
        sums = [sum(line.values[seat] for line in lines) for seat in range(2)]
        assert sums == match.state_json()["points"]
        return [line.label for line in lines]

    assert labels() == ["Taken for the lead", "Lost with the last card"]
    assert labels(keep=True, track_scoff=True) == ["Taken for the lead", "Taken from the track"]
    assert labels(rules=1, track_scoff=True) == ["Scoff cards of this round"]
