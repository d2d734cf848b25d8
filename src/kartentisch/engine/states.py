"""States and views to JSON and back, in one place for all games."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Any

import msgspec

from kartentisch.engine import hidden
from kartentisch.engine.fields import TRUTH, Field
from kartentisch.engine.game import Edition, Game
from kartentisch.engine.layout import Records
from kartentisch.engine.options import check_options
from kartentisch.engine.packs import BadState, listed, whole
from kartentisch.engine.reasons import Reason, Refused

_BEFORE = ("game", "rules", "seats", "options", "round", "steps", "turn", "round_over")
_AFTER = ("points", "totals", "over", "winners")
_MOST = 2**31 - 1
_FAR = 10**9
"""The highest number of points and totals in a state. No round can carry it beyond the range of the column."""


def dump(game: Game, records: Records, viewer: int = TRUTH) -> dict[str, Any]:
    """The first record as plain JSON values, as `viewer` sees it: a seat, BYSTANDER, or TRUTH for everything.

    See docs/rules/README.md for the keys that all games share, and docs/rules/<game>.md for those of one game.
    """
    return told(game, game.layout.plain(records), viewer)


def told(game: Game, s: dict[str, Any], viewer: int, without: Collection[Field] = ()) -> dict[str, Any]:
    """`dump` of these columns (see `Layout.plain`). Fields `without` a value are None; their columns may be missing."""
    seats, turn = s["seats"], s["turn"]
    edition = game.editions[s["rules"]]
    state: dict[str, Any] = {
        "game": game.name,
        "rules": s["rules"],
        "seats": seats,
        "options": {name: option.read(s) for name, option in edition.options.items()},
        "round": s["number"],
        "steps": s["steps"],
        "turn": None if turn < 0 else turn,
        "round_over": bool(s["round_over"]),
    }
    missing = [field.name for field in without]
    for field in edition.shown:
        state[field.name] = None if field.name in missing else field.dump(s, viewer)
    state["points"] = s["points"][:seats]
    state["totals"] = s["totals"][:seats]
    state["over"] = bool(s["over"])
    state["winners"] = [seat for seat in range(seats) if (s["winners"] >> seat) & 1]
    return state


def digest(game: Game, records: Records) -> str:
    """A hash of the truth as JSON, not of its memory: 16 hex digits (64 bits of BLAKE2b)."""
    return hashlib.blake2b(msgspec.json.encode(dump(game, records)), digest_size=8).hexdigest()


def load(game: Game, state: Any, viewer: int = TRUTH) -> Records:
    """One record from the JSON of a state, or of a view if `viewer` is a seat or BYSTANDER.

    Raises BadState, with a sentence, for a state that cannot occur, and Refused for options that are not allowed.
    """
    if not isinstance(state, dict):
        raise BadState(f"a state must be a JSON object, not {type(state).__name__}")
    edition = game.editions[_checked_rules(game, state)]
    _check_keys(game, state, edition)
    seats = whole(state["seats"], game.seats.start, game.seats.stop - 1, "seats")
    options = check_options(edition.options, state["options"])
    if isinstance(options, Reason):
        raise Refused(options)
    if set(state["options"]) != set(edition.options):
        raise BadState(f"options must have exactly the keys {', '.join(edition.options)}")
    records = game.new(seats, options, state["rules"])
    s = records[0]
    _load_header(s, state, seats)
    for field in edition.shown:
        field.load(s, state[field.name], viewer)
    _check_packs(game, s, viewer)
    if fault := game.unsound(s, viewer) or _bad_hidden(game, s, viewer):
        raise BadState(fault)
    return records


def _checked_rules(game: Game, state: dict[str, Any]) -> int:
    """The rules number of a state. Raises BadState if this sheet does not play it, or if the game is another one."""
    if state.get("game", game.name) != game.name:
        raise BadState(f"this is a state of {state['game']!r}, not of {game.name!r}")
    number = state.get("rules", game.rules)  # a missing key is reported with all others
    if type(number) is not int or number not in game.editions:
        raise BadState(f"rules must be {game.played}, not {number!r}")
    return number


def _check_keys(game: Game, state: dict[str, Any], edition: Edition) -> None:
    wanted = {*_BEFORE, *(field.name for field in edition.shown), *_AFTER}
    if missing := wanted - set(state):
        raise BadState(f"a state must also have these keys: {', '.join(sorted(missing))}")
    if unknown := set(state) - wanted:
        raise BadState(f"a state must not have these keys: {', '.join(sorted(map(repr, unknown)))}")


def _load_header(s: Any, state: dict[str, Any], seats: int) -> None:
    s["number"] = whole(state["round"], 1, 9999, "round")
    s["steps"] = whole(state["steps"], 0, _MOST, "steps")
    for name in ("round_over", "over"):
        if not isinstance(state[name], bool):
            raise BadState(f"{name} must be true or false, not {state[name]!r}")
        s[name] = state[name]
    if state["round_over"] != (state["turn"] is None):
        raise BadState("turn must be null exactly when the round is over")
    s["turn"] = -1 if state["turn"] is None else whole(state["turn"], 0, seats - 1, "turn")
    for name in ("points", "totals"):
        for seat, value in enumerate(listed(state[name], seats, name)):
            s[name][seat] = whole(value, -_FAR, _FAR, name)
    if state["over"] and not state["round_over"]:
        raise BadState("a match cannot be over before its round is")
    if not state["round_over"] and any(state["points"]):
        raise BadState("all points must be 0 until the round is over")
    winners = [whole(seat, 0, seats - 1, "winners") for seat in listed(state["winners"], None, "winners")]
    if len(set(winners)) != len(winners) or bool(winners) != state["over"]:
        raise BadState("winners must be different seats, and none until the match is over")
    s["winners"] = sum(1 << seat for seat in winners)


def _check_packs(game: Game, s: Any, viewer: int) -> None:
    for pack in game.layout.packs:
        for token, there, whole_pack in zip(pack.tokens, game.layout.lying(s, pack), pack.totals(s), strict=True):
            if there > whole_pack or (viewer == TRUTH and there < whole_pack):
                raise BadState(f"there are {there} cards {token}, but the pack has {whole_pack}")


def _bad_hidden(game: Game, s: Any, viewer: int) -> str:
    """Why no truth can be behind a view because of its hidden cards; empty if one can."""
    if viewer == TRUTH:
        return ""
    for pack in game.layout.packs:
        open_places, missing = hidden.places(game, s, pack, viewer), hidden.unseen(game, s, pack)
        face_down = sum(place.room for place in open_places)
        if face_down != sum(missing):
            return f"{face_down} cards lie face down, but {sum(missing)} are unseen"
        if fault := hidden.undealable(open_places, missing):
            return fault
    return ""
