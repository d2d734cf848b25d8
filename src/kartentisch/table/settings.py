"""What is fixed when a table is opened."""

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
"""Who may watch: all, shown on the home page; whoever has the link; nobody."""
BOT_WAIT = {"calm": 2000, "quick": 700, "step": -1}
"""Milliseconds a bot waits after the fact before it; -1: until somebody asks for the step."""
REACTION = 2000
"""Milliseconds that bots and programs leave after every move in games in which others may act out of turn."""
WINDOW = 5000
WINDOW_OF_BOTS = 1000
WINDOWS = (3000, WINDOW, 10_000, 0)
"""Reaction windows that the form offers; 0: no limit."""
LONGEST_WINDOW = 60_000
RESULT_SHOWN = 20_000
"""Milliseconds a round's result stays when not everybody asks for the next round."""


class Settings(msgspec.Struct, frozen=True):
    """The text of an `opened` fact. `plan`: what each seat is at first: "you" (the host), "open" or "bot:<level>"."""

    game: str
    rules: int
    """Number of the rules under which it is played to its end."""
    mapping: int
    """Version of the luck mapping (engine.luck.MAPPING) under which it is played."""
    plan: tuple[str, ...]
    options: dict[str, Any]
    public: bool = False
    pace: Pace = "calm"
    window: int = WINDOW
    """Milliseconds of a reaction window; 0: no limit."""
    watchers: Watchers = "link"
    clock: Kind = "none"
    """How long people have."""
    zero: Zero = "wait"
    """What happens when their time is up."""
    friendly: bool = True
    """Whoever is up may ask for a hint, and all hear of it."""
    renewed: int = 0
    """Number of the rules of the match that this one goes on from, where that is another one; else 0."""

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.plan)


def settle(game: Game, plan: Any, options: Any, levels: tuple[str, ...], **more: Any) -> Settings | Reason:
    """Checked settings for a new table, or why they are refused."""
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
