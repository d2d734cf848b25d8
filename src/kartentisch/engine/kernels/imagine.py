"""Dealing the cards that a seat does not see. `imagining.dealing` prepares the arrays."""

from __future__ import annotations

from typing import Any

from kartentisch.engine import bags
from kartentisch.engine.compiled import at, borrowed, rule, unbound

PLANES = 8
"""The most planes of a bag: the binary digits of the number of cards of one kind."""

# Columns of a place: where its bag begins in the record (in words of eight bytes), the number of its planes, the number
# of cards it lacks, the kinds that may lie there (-1: all), the kinds of which at least one must lie there (0: none),
# the index of its pack.
START, DIGITS, LACKS, MAY, MUST, PACK = range(6)

settle = unbound


@rule
def deal_one(words: Any, places: Any, k: Any, rest: Any, may: Any, luck: Any) -> None:
    """Deal one unseen card of the kinds `may` to place `k`."""
    pack = places[at(k), PACK]
    start = places[at(k), START]
    digits = places[at(k), DIGITS]
    unseen = rest[at(pack)][:digits]
    kind = bags.pick(unseen, rest[at(pack), PLANES], luck) if may == -1 else bags.pick_among(unseen, may, luck)
    rest[at(pack), PLANES] -= 1
    bags.put(words[start : start + digits], kind)


@rule
def deal_rest(words: Any, places: Any, k: Any, rest: Any) -> Any:
    """If place `k` is empty and lacks exactly the cards that are left, deal them all to it. Returns whether it did."""
    pack = places[at(k), PACK]
    start = places[at(k), START]
    if rest[at(pack), PLANES] != places[at(k), LACKS]:
        return False
    for plane in range(places[at(k), DIGITS]):
        if words[at(start + plane)] != 0:
            return False
    for plane in range(places[at(k), DIGITS]):
        words[at(start + plane)] = rest[at(pack), at(plane)]
    return True


def imagine(s: Any, words: Any, viewer: Any, places: Any, wants: Any, unseen: Any, rest: Any, luck: Any) -> None:
    """Turn `s`, a copy of the template, into a truth that may be behind the view.

    `words` is the memory of `s`, `rest` is scratch memory. See `imagining.Dealing` for the other arrays. The places in
    `wants` first get a card that they must have, then all places are filled.
    """
    for pack in range(unseen.shape[0]):
        for plane in range(PLANES + 1):
            rest[at(pack), at(plane)] = unseen[at(pack), at(plane)]
    for k in range(wants.shape[0]):
        place = wants[at(k)]
        deal_one(words, places, place, rest, places[at(place), MUST], luck)
    for k in range(places.shape[0]):
        if not deal_rest(words, places, k, rest):
            for _ in range(places[at(k), LACKS] - (places[at(k), MUST] != 0)):
                deal_one(words, places, k, rest, places[at(k), MAY], luck)
    settle(s, viewer)


def imagine_at(
    a: Any,
    words: Any,
    i: Any,
    template: Any,
    viewer: Any,
    places: Any,
    wants: Any,
    unseen: Any,
    rest: Any,
    luck: Any,
) -> None:
    """Turn record `i` into a truth that may be behind the view of `template`."""
    a[i] = template[0]
    imagine(a[i], borrowed(words[i]), viewer, borrowed(places), borrowed(wants), borrowed(unseen), borrowed(rest), luck)
