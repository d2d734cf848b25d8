"""Schwupps in words: what a reader learns when somebody moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from kartentisch.words.schwupps.game import rounds
from kartentisch.words.shared import Event, Seen


def tell(before: Seen, after: Seen, seat: int, move: Sequence[str | None]) -> list[Event]:
    """What the reader of these views learns. In this game all may hear of every move."""
    old, new = before.json(), after.json()
    token = str(move[0])
    args: dict[str, Any] = {"seat": seat}
    if token == "end":
        args["drawn"] = len(new["hands"][seat]) - len(old["hands"][seat])
        events = [("end", args | {"cards": _gained(old, new, seat)})]
    elif token == "!":
        events = [("last", args)]
    elif token[0] in "~!":
        taker = seat if token[0] == "~" else int(token[3:])
        args |= {"row": token[1], "to": taker, "taken": old["common"] > 0 or _renewed(old, new)}
        args["card"] = gained[0] if (gained := _gained(old, new, taker)) else None
        events = [("shift" if token[0] == "~" else "aggravate", args)]
        if len(new["task_discard"]) <= len(old["task_discard"]):
            events.append(("tasks_anew", {}))
        if _renewed(old, new):
            events.append(("common_anew", {"n": new["common"]}))
    else:
        number, _, pile = token.partition(">")
        args |= {"card": number, "pile": pile, "top": old["piles"][pile][-1], "task": old["tasks"][pile]}
        events = [("number", args)]
    return events + _end(new)


def _gained(old: dict[str, Any], new: dict[str, Any], seat: int) -> list[str] | None:
    """The cards that came into a hand, if the reader saw the hand before and after."""
    held, holds = old["hands"][seat], new["hands"][seat]
    return None if None in held or None in holds else list((Counter(holds) - Counter(held)).elements())


def _renewed(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Whether buried cards went into a new common pile. These moves bury none themselves."""
    return sum(map(len, new["piles"].values())) < sum(map(len, old["piles"].values()))


def _end(new: dict[str, Any]) -> list[Event]:
    if not new["round_over"]:
        return []
    winners = [seat for seat, n in enumerate(new["stacks"]) if n == 0 and not new["hands"][seat]]
    events: list[Event] = (
        [("won", {"seat": winners[0]})] if winners else [("stopped", {"n": new["options"]["step_limit"]})]
    )
    if new["over"] and rounds(new) > 1:
        events.append(("match_won", {"seats": new["winners"]}))
    return events
