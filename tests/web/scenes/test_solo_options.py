"""What the options of Solo change at the table."""

from __future__ import annotations

from typing import Any

from tests.web.support.scenes import by_id
from tests.web.support.solo_drawings import at, tokens
from tests.web.support.tables import NAMES


def test_who_owes_the_call_reads_until_when() -> None:
    printed = at("r1", "r2 r3", top="r5", turn=1, owes_call=[0], options={"call_until": "next"})
    assert printed.prompt == "Call “Solo!” now, before the next player plays or draws."


def test_whom_a_change_of_direction_skips_is_asked_as_after_a_skip() -> None:
    for top in ("rR", "rS"):
        more: dict[str, Any] = {"options": {"reverse_skips": True}, "direction": -1, "seats": 2}
        drawn = at("g1 g2", "Pg r1 r2", top=top, phase="skipped", turn=1, layer=0, seat=1, **more)
        assert (drawn.lead, drawn.prompt) == ("You are about to be skipped.", "Only a protection helps.")
        assert tokens(drawn) == ["skip", "Pg"]
        assert [button.label for button in drawn.buttons] == ["Be skipped", "“Solo!”"]
        assert [(sign.icon, sign.label) for sign in by_id(drawn)["force"].counters][-1] == ("back", f"then {NAMES[0]}")
