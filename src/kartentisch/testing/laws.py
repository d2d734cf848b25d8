"""All laws by name. Each is a function of game, seats, options and seed that raises LawBroken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kartentisch.engine.game import Game
from kartentisch.testing import accepting, playing, seeing
from kartentisch.testing.walk import LawBroken, rules_of

Law = Callable[[Game | str, int, Mapping[str, Any] | None, int], None]

LAWS: dict[str, Law] = {
    law.__name__.replace("_", " "): law
    for law in (
        playing.comes_to_an_end,
        playing.cards_are_conserved,
        playing.totals_change_with_the_last_move,
        playing.moves_have_one_text,
        playing.json_comes_back,
        playing.digests_say_what_the_json_says,
        playing.records_replay,
        playing.actors_have_steps,
        playing.steps_are_in_order,
        playing.a_move_ends_when_it_says,
        playing.refused_moves_change_nothing,
        playing.match_refuses_and_stays,
        seeing.views_come_back,
        seeing.views_hold_no_hidden_card,
        seeing.imagined_truths_look_the_same,
        seeing.shuffling_the_unseen_changes_no_view,
        seeing.refusals_rest_on_the_view,
        seeing.ends_rests_on_the_view,
        seeing.bystanders_do_nothing,
        accepting.accepted_truths_can_be_played,
        accepting.accepted_views_can_be_imagined,
    )
}


def check(game: Game | str, seats: int | None = None, options: Mapping[str, Any] | None = None, seed: int = 1) -> None:
    """Check all laws on one match, or on one match for each number of seats. Raises LawBroken at the first fault.

    Under `NUMBA_DISABLE_JIT=1` nothing is compiled, and a fault in a verb has a traceback.
    """
    for number in rules_of(game).seats if seats is None else (seats,):
        for name, law in LAWS.items():
            try:
                law(game, number, options, seed)
            except LawBroken as error:
                raise LawBroken(f"{name}: {error}") from error
