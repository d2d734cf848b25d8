"""What a state keeps so that a score can be explained (§13.5, §14.8 of docs/rules/schweinsgalopp.md)."""

from __future__ import annotations

import pytest

from tests.games.schweinsgalopp_positions import after, match_at, position
from tests.games.test_schweinsgalopp_states import ended, refused, spoilt

pytestmark = pytest.mark.rules


def test_what_was_taken_from_the_track_and_lost_is_kept_for_the_score() -> None:
    """§13.5"""
    took = after(position("b b", pigs="9 8 7 6 5", track=[10]), "b")
    assert (took["from_track"], took["lost"], took["face_up"]) == ([1, 0, 0], [0, 0, 0], [2, 0, 0])
    behind = position("b", "y", "y", pigs="9 12 13 14 15", face_up=[3, 0, 0], track=[10])
    gone = after(behind, "b")
    assert (gone["from_track"], gone["lost"], gone["banked"]) == ([1, 0, 0], [4, 0, 0], [0, 0, 0])
    kept = {**behind, "options": {**behind["options"], "keep": True}}
    assert after(kept, "b")["lost"] == [0, 0, 0]
    done = match_at(after(gone, "y", "y"))
    done.next_round()
    assert (done.state_json()["from_track"], done.state_json()["lost"]) == ([0, 0, 0], [0, 0, 0])


def test_what_the_score_is_told_by_must_fit() -> None:
    """§14.8"""
    assert match_at(spoilt(from_track=[2, 0, 1])).actors() == (0,)
    refused(spoilt(from_track=[3, 0, 0]), "from_track of seat 0")
    refused(spoilt(lost=[1, 0, 0]), "lost of seat 0")
    none = position("b g", face_up=[2, 0, 0])
    refused({**none, "from_track": [1, 0, 0]}, "without track_scoff")
    gone = after(position("b", "y", "y", pigs="9 12 13 14 15", face_up=[3, 0, 0], track=[10]), "b")
    assert match_at(gone).actors() == (1,)
    refused({**gone, "from_track": [5, 0, 0]}, "from_track of seat 0")
    refused({**gone, "options": {**gone["options"], "keep": True}}, "lost of seat 0")
    banked = after(position("y", "b", "b", face_up=[3, 0, 0], track=[10]), "y")
    assert banked["banked"] == [4, 0, 0]
    assert match_at({**banked, "from_track": [4, 0, 0]}).actors() == (1,)
    refused({**banked, "from_track": [5, 0, 0]}, "from_track of seat 0")
    assert match_at(ended(lost=[0, 0, 4])).over
    refused(ended(lost=[0, 0, 56]), "lost")
