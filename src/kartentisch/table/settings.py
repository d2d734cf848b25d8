"""The settings that are fixed when a table is opened."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from kartentisch.engine.game import Game
from kartentisch.engine.luck import MAPPING
from kartentisch.engine.options import check_options
from kartentisch.engine.reasons import Reason
from kartentisch.table.clocks import KINDS, ZEROS, Kind, Zero

Pace = Literal["calm", "quick", "step"]
PACES: tuple[Pace, ...] = ("calm", "quick", "step")
Watchers = Literal["anyone", "link", "nobody"]
WATCHERS: tuple[Watchers, ...] = ("anyone", "link", "nobody")
"""Who may watch: everyone, as the home page lists the table; anyone who has the link; nobody."""
BOT_WAIT = {"calm": 2000, "quick": 700, "step": -1}
"""Milliseconds that a bot waits after the last fact; -1: until somebody asks for its step."""
REACTION = 2000
"""Milliseconds that bots and programs wait after every move, in games in which others may act out of turn."""
WINDOW = 5000
WINDOW_OF_BOTS = 1000
WINDOWS = (3000, WINDOW, 10_000, 0)
"""Lengths of reaction windows that the form offers, in milliseconds; 0: no limit."""
LONGEST_WINDOW = 60_000
RESULT_SHOWN = 20_000
"""Milliseconds for which a round's result stays on screen unless everyone asks for the next round."""


class Settings(msgspec.Struct, frozen=True):
    """The text of an `opened` fact. `plan`: each seat's first chair: "you" (the host), "open" or "bot:<level>"."""

    game: str
    rules: int
    """The rules number under which the match is played to its end."""
    mapping: int
    """The version of the luck mapping (engine.luck.MAPPING) under which it is played."""
    plan: tuple[str, ...]
    options: dict[str, Any]
    public: bool = False
    pace: Pace = "calm"
    window: int = WINDOW
    """Milliseconds of a reaction window; 0: no limit."""
    watchers: Watchers = "link"
    clock: Kind = "none"
    """How much time people have."""
    zero: Zero = "wait"
    """What happens when their time is up."""
    friendly: bool = True
    """The player to move may ask for a hint, and all hear of it."""
    renewed: int = 0
    """The rules number of the match from which this one continues, if that number is a different one; else 0."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.plan)


def settle(game: Game, plan: Any, options: Any, levels: tuple[str, ...], **more: Any) -> Settings | Reason:
    """Checked settings for a new table, or the reason why they are refused."""
    seats = len(plan)
    if seats not in game.seats:
        return Reason("seats_number", {"seats": seats, "low": game.seats.start, "high": game.seats.stop - 1})
    for what in plan:
        if what not in ("you", "open") and not (what.startswith("bot:") and what[4:] in levels):
            return Reason("plan_unknown", {"value": what})
    if plan.count("you") > 1:
        return Reason("plan_twice")
    checked = check_options(game.options, options)
    if isinstance(checked, Reason):
        return checked
    if more.get("pace", "calm") not in PACES:
        return Reason("pace_unknown", {"value": more["pace"]})
    if more.get("watchers", "link") not in WATCHERS:
        return Reason("watchers_unknown", {"value": str(more["watchers"])[:20]})
    window = more.get("window", WINDOW)
    if not isinstance(window, int) or not 0 <= window <= LONGEST_WINDOW:
        return Reason("window_unknown", {"value": str(window)[:20], "high": LONGEST_WINDOW})
    for key, known in (("clock", KINDS), ("zero", ZEROS)):
        if more.get(key, known[0]) not in known:
            return Reason("clock_unknown", {"value": str(more[key])[:20]})
    return Settings(game=game.name, rules=game.rules, mapping=MAPPING, plan=tuple(plan), options=checked, **more)
