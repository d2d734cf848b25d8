"""The settings that are fixed when a table is opened."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

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


Source = Literal["system", "drawn"]
"""Where the luck of the cards comes from: the server's system alone, or draws that can be checked (`table.luck`)."""


class Settings(msgspec.Struct, frozen=True):
    """The text of an `opened` fact. `plan`: each seat's first chair: "you" (the host), "open" or "bot:<level>"."""

    kind: ClassVar[Literal["opened"]] = "opened"
    """The kind of the fact whose content they are."""
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
    """The kind of clock: how much time people have."""
    zero: Zero = "wait"
    """What happens when their time is up."""
    friendly: bool = True
    """The player to move may ask for a hint, and everyone hears of it."""
    renewed: int = 0
    """The rules number of the match that this one continues, if it differs; else 0."""
    luck: Source = "system"

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.plan)


def settings_text(settings: Settings) -> str:
    """The text of an `opened` fact."""
    return msgspec.json.encode(settings).decode()


def read_settings(text: str) -> Settings:
    """The settings in the text of an `opened` fact. Raises ValueError if this program does not know such settings."""
    try:
        return msgspec.json.decode(text, type=Settings)
    except msgspec.MsgspecError as error:
        raise ValueError(f"unknown settings: {error}") from error


class _Heading(msgspec.Struct):
    """The part of a table's settings that lists of tables show."""

    game: str = ""
    rules: int = 0


def heading(text: str) -> tuple[str, int]:
    """The game and the rules number in the text of an `opened` fact; "" and 0 where it has none that can be stored."""
    try:
        said = msgspec.json.decode(text, type=_Heading)
    except msgspec.DecodeError:
        return "", 0
    game = "" if "\0" in said.game else said.game
    return game, said.rules if 0 <= said.rules < 2**31 else 0


def checked_settings(game: Game, plan: Any, options: Any, levels: tuple[str, ...], **more: Any) -> Settings | Reason:
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
