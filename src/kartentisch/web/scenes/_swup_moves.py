"""Which cards a move of SWUP sent where, and which move the picked elements seem to mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartentisch.engine.views import View
from kartentisch.web.scene import Moved
from kartentisch.web.scenes._swup_sums import low, values

SHEET = "swup"


def face(card: str) -> str:
    return f"{SHEET}/{card}"


def hand_of(seat: int, reader: int | None) -> str:
    return "hand" if seat == reader else f"hand-{seat}"


def captor(seat: int, reader: int | None) -> str:
    """Where the cards that a seat takes go."""
    return "own" if seat == reader else f"seat:{seat}"


# ---- What moved ------------------------------------------------------------------------------------------------------


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
    found = [Moved(hand_of(seat, reader), target, [face(played)])]
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


# ---- Why not ---------------------------------------------------------------------------------------------------------


def move_for(view: View, path: Sequence[str]) -> str | None:
    """The move that seems to be meant. `path`: the begun elements, then the picked ones."""
    card = next((element.removeprefix("hand/") for element in path if element.startswith("hand/")), "")
    if not card:
        return None
    if not isinstance(view.steps(card), list):
        return card
    aim = ""
    items: list[str] = []
    for element in path:
        kind, _, rest = element.partition("/")
        if rest and (kind == "table" or (kind == "hand" and rest != card)):
            items.append(rest)
        elif element.startswith("build:"):
            items.append(f"@{kind[6:]}")
        elif element.startswith("button:") and element != "button:done":
            aim = element.removeprefix("button:")
    if not aim and not items:
        return card if view.steps(card) == [] else f"{card} lay"
    if aim == "lay":
        return f"{card} lay"
    return " ".join([card, _aim(view, card, aim, items), *items, "done"])


def _aim(view: View, card: str, aim: str, items: Sequence[str]) -> str:
    """The meant action with its value, even if no value was picked."""
    if ":" in aim:
        return aim
    steps = view.steps(card)
    known = [step for step in steps if step.startswith(aim or ("take", "build"))] if isinstance(steps, list) else []
    if known:
        return known[0]
    if aim != "build":
        return f"take:{values(card)[0]}"
    return f"build:{_buildable(view, card)}"


def _buildable(view: View, card: str) -> int:
    """The value of the player's own build, else of a card that could be kept, else any value."""
    seen = view.json()
    own = [build["value"] for build in seen["builds"] if build["owner"] == seen["seat"]]
    kept = [low(other) for other in seen["hands"][seen["seat"]] if other != card and low(other) >= low(card)]
    return int(next(iter([*own, *kept]), min(16, low(card) + 1)))
