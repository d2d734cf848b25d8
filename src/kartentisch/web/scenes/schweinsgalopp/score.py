"""How the points of a round of Schweinsgalopp came about."""

from __future__ import annotations

from typing import Any

from kartentisch.web.scorecard import Summary, Summed, Tally
from kartentisch.words.language import Language


def lines(seen: dict[str, Any], t: Language) -> list[Tally]:
    """What each seat took for the lead and from the track, and what its last card lost. Together: what it has banked.

    Matches under the first rules do not record this; their round is a single line.
    """
    if not seen["round_over"]:
        return []
    points = list(seen["points"])
    if seen["rules"] < 2:
        return [Tally(t.say("Scoff cards of this round"), points)]
    track, lost = seen["from_track"], seen["lost"]
    lead = [n + put_back - found for n, put_back, found in zip(points, lost, track, strict=True)]
    options = seen["options"]
    return [
        Tally(t.say("Taken for the lead"), lead),
        *([Tally(t.say("Taken from the track"), list(track))] if options["track_scoff"] else []),
        *([] if options["keep"] else [Tally(t.say("Lost with the last card"), [-n for n in lost])]),
    ]


def summary(seen: dict[str, Any], t: Language) -> Summary:
    """The scoff cards that each seat has banked in all rounds so far, the most first."""
    banked = seen["banked"]
    order = sorted(range(seen["seats"]), key=lambda seat: -banked[seat])
    return Summary(t.say("Banked"), [Summed(seat, t.number(banked[seat])) for seat in order], "")
