"""How many cards a pack has in a match, which can depend on its options."""

from __future__ import annotations

import pytest

from kartentisch.engine.layout import Layout
from kartentisch.engine.options import Split, Switch
from kartentisch.engine.packs import Pack

TOKENS = ("a", "b", "c", "d")
OPTIONS = (
    Switch("late", True),
    Switch("odd", False),
    Split("tasks", {"a": 1, "b": 2, "c": 3, "d": 4}, total=10),
)
LAYOUT = Layout(max_seats=2, options=OPTIONS, fields=())


@pytest.mark.parametrize("counts", [(1, 2, 3, 4), "option_tasks"])
@pytest.mark.parametrize(
    ("late", "odd", "totals"),
    [
        (True, True, [1, 2, 3, 4]),
        (False, True, [1, 0, 3, 0]),
        (True, False, [0, 2, 0, 4]),
        (False, False, [0, 0, 0, 0]),
    ],
)
def test_cards_of_a_switch_that_is_off_are_not_in_the_game(
    counts: tuple[int, ...] | str, late: bool, odd: bool, totals: list[int]
) -> None:
    pack = Pack(TOKENS, counts, 3, only_with=(("option_late", ("b", "d")), ("option_odd", ("a", "c"))))
    record = LAYOUT.new()[0]
    for option, value in zip(OPTIONS, (late, odd, OPTIONS[2].default), strict=True):
        option.write(record, value)
    assert pack.totals(record) == totals


def test_a_pack_without_such_cards_has_all_of_them_in_every_match() -> None:
    assert Pack(TOKENS, (1, 2, 3, 4), 3).totals(LAYOUT.new()[0]) == [1, 2, 3, 4]
