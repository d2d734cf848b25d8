"""How the points of a round of SWUP came about, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartentisch.web.scenes.swup.sums import STARS
from kartentisch.web.scorecard import Summary, Summed, Tally
from kartentisch.words.language import Language
from kartentisch.words.shared import points


def lines(seen: dict[str, Any], t: Language) -> list[Tally]:
    """One number a seat in each line. See docs/rules/swup.md, 9."""
    piles, options = seen["piles"], seen["options"]
    star, swup = options.get("star_points", 1), options.get("swup_points", 1)
    last = [int(seat == seen["last_taker"]) * options["last_cards"] for seat in range(seen["seats"])]
    return [
        Tally(t.say("Most cards"), _most([len(pile) for pile in piles], options["most_cards"])),
        Tally(
            t.say("Most black cards"),
            _most([sum(card[0] == "k" for card in pile) for pile in piles], options["most_black"]),
        ),
        Tally(t.say("Last cards"), last),
        Tally(t.say("Stars"), [star * sum(STARS.get(card, 0) for card in pile) for pile in piles]),
        Tally(t.say("SWUPs"), [swup * n for n in seen["swups"]]),
    ]


def summary(seen: dict[str, Any], t: Language) -> Summary:
    """What each seat has taken in this round, after its points of earlier rounds; the most points and cards first."""
    piles, totals, later = seen["piles"], seen["totals"], seen["round"] > 1
    order = sorted(range(seen["seats"]), key=lambda seat: (-totals[seat], -len(piles[seat])))
    rows = []
    for seat in order:
        black = sum(card[0] == "k" for card in piles[seat])
        parts = [points(t, totals[seat])] if later else []
        parts += [t.many("{n} card", "{n} cards", len(piles[seat]))] if piles[seat] else []
        parts += [t.say("{n} black", n=black)] if black else []
        parts += [t.many("{n} SWUP", "{n} SWUPs", seen["swups"][seat])] if seen["swups"][seat] else []
        rows.append(Summed(seat, " · ".join(parts) or t.say("nothing yet")))
    return Summary(t.say("Standing") if later else t.say("This round"), rows, "")


def _most(numbers: Sequence[int], points: int) -> list[int]:
    """The points for the most, at the seat that has it. A tie gives nobody these points."""
    most = max(numbers)
    alone = most > 0 and list(numbers).count(most) == 1
    return [points if alone and number == most else 0 for number in numbers]
