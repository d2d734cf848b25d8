"""SWUP: which cards went where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartentisch.engine.views import View
from kartentisch.web.scene import Moved
from kartentisch.web.scenes import hand_of

SHEET = "swup"


def face(card: str) -> str:
    return f"{SHEET}/{card}"


def captor(seat: int, reader: int | None) -> str:
    """Where the cards that a seat takes go."""
    return "own" if seat == reader else f"seat:{seat}"


def moved(before: View, after: View, seat: int, tokens: Sequence[str | None]) -> list[Moved]:
    old, new, move = before.json(), after.json(), [str(token) for token in tokens]
    reader = new["seat"]
    played = move[0]
    cards: list[str] = []
    builds: list[dict[str, Any]] = []
    target = "table"
    if len(move) == 1:
        cards, builds, target = old["table"], old["builds"], captor(seat, reader)
    elif move[1] != "lay":
        owners = [int(token[1:]) for token in move[2:-1] if token[0] == "@"]
        cards = [token for token in move[2:-1] if token[0] != "@"]
        builds = [build for build in old["builds"] if build["owner"] in owners]
        target = f"build:{seat}" if move[1].startswith("build") else captor(seat, reader)
    swept = sum(new["swups"]) > sum(old["swups"])
    found = [Moved(hand_of(seat, reader), target, [face(played)], big="sweep" if swept else "")]
    if cards:
        found.append(Moved("table", target, [face(card) for card in cards], len(cards)))
    for build in builds:
        source, all_cards = f"build:{build['owner']}", build["cards"]
        if source != target:
            found.append(Moved(source, target, [face(card) for card in all_cards], len(all_cards)))
    return found + _dealt(old, new) + _last(new, played if target == "table" else "", old, cards)


def cheers(before: View, after: View, seat: int, tokens: Sequence[str | None]) -> bool:
    """A SWUP is cheered."""
    return bool(sum(after.json()["swups"]) > sum(before.json()["swups"]))


def _dealt(old: dict[str, Any], new: dict[str, Any]) -> list[Moved]:
    """New cards for everybody, dealt because the hands were empty."""
    if new["round_over"] or old["deck"] == new["deck"]:
        return []
    seats, reader = new["seats"], new["seat"]
    return [
        Moved(
            "deck", hand_of(seat, reader), [face(card) for card in new["hands"][seat] if card], len(new["hands"][seat])
        )
        for seat in range(seats)
    ]


def _last(new: dict[str, Any], laid: str, old: dict[str, Any], taken: Sequence[str]) -> list[Moved]:
    """The cards left on the table at the end of a round go to the seat that took last."""
    if not new["round_over"] or new["last_taker"] is None:
        return []
    rest = [card for card in (*old["table"], laid) if card and card not in taken]
    if not rest:
        return []
    return [Moved("table", captor(new["last_taker"], new["seat"]), [face(card) for card in rest], len(rest))]
