"""Groups of SWUP that add up: what can be begun, what a begun move can go on with, and picking (§4-7, §10.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine.bags import bit, lowest
from kartentisch.engine.compiled import at, rule
from kartentisch.games.swup.cards import (
    BUILD,
    CARD,
    DONE,
    HIGH,
    LOW,
    OWNED,
    ROWS,
    SEATS,
    TAKE,
    UP_TO,
    UP_TO_TOP,
    VALUES,
)


@rule
def sums(cards: Any) -> Any:
    """What some of these cards (or none) add up to, as bits 0-16; each counts with any of its values (§1.3)."""
    reach = 1
    while cards != 0:
        card = cards & -cards
        cards ^= card
        kind = lowest(card)
        reach |= ((reach << LOW[at(kind)]) | (reach << HIGH[at(kind)])) & UP_TO_TOP
    return reach


@rule
def worth(cards: Any) -> Any:
    """The values of these cards, as bits."""
    values = 0
    while cards != 0:
        card = cards & -cards
        cards ^= card
        values |= VALUES[at(lowest(card))]
    return values


@rule
def single(s: Any, owner: Any) -> Any:
    """The value of this seat's build if it is single, else 0 (§5.6)."""
    return np.int64(s.builds_value[at(owner)]) * (1 - np.int64(s.builds_double[at(owner)]))


@rule
def aims(s: Any, seat: Any, kind: Any) -> Any:
    """The values that a card of the hand can take and build, as bits."""
    values = VALUES[at(kind)]
    low, high = LOW[at(kind)], HIGH[at(kind)]
    own = np.int64(s.builds_value[at(seat)])
    kept = worth(s.hands[at(seat), 0] & ~bit(kind))
    loose = sums(s.table[0])
    groups = loose & ~1  # of loose cards, or a whole build
    raised = loose  # loose cards, or none, with one single build at most
    for owner in range(SEATS):
        value = np.int64(s.builds_value[owner])
        if value != 0:
            groups |= bit(value)
            if s.builds_double[owner] == 0:
                raised |= (loose << value) & UP_TO_TOP
    takes = groups
    if s.option_builds_in_sums != 0:
        takes |= raised & ~1
    if own == 0:
        raised &= ~1
        builds = (raised << low) | (raised << high) | (values & groups)
    else:
        builds = ((raised << low) | (raised << high)) & bit(own)
        grown = loose << own if s.builds_double[at(seat)] == 0 else 0
        builds |= (grown << low) | (grown << high)
        if (kept >> own) & 1 == 0:
            takes = bit(own)
            if s.option_builds_in_sums != 0:
                takes |= grown
    return takes & values, builds & kept


@rule
def list_cards(cards: Any, n: Any, out: Any) -> Any:
    """Write the steps of these cards after `n` others."""
    while cards != 0:
        card = cards & -cards
        cards ^= card
        out[at(n)] = CARD + lowest(card)
        n += 1
    return n


@rule
def item_steps(s: Any, seat: Any, out: Any) -> Any:
    """Cards and builds with which some legal move goes on, and `done`."""
    aim = np.int64(s.aim)
    got = np.int64(s.got)
    inside = np.int64(s.inside)
    useful = s.left & UP_TO[at(aim)]
    opener = s.first
    if s.building == 0 and s.option_builds_in_sums != 0:
        opener = s.plain
    need = s.plain | s.first | s.joined
    if opener != 0 and inside == 0:
        for owner in range(SEATS):
            if (got >> owner) & 1 == 0:
                need |= opener >> single(s, owner)
    owing = s.owing != 0 and (got >> seat) & 1 == 0
    strict = owing and s.building == 0 and s.builds_value[at(seat)] < aim
    if strict:
        reach = sums(useful)
        fitting = fitting_beside_own(s, seat, useful, need, out)
    else:
        reach, fitting = fitting_cards(useful, need & ~1, out)
    complete = (s.plain >> aim) & 1
    n = 0
    if complete != 0 and s.begun > 2 and not owing:
        out[0] = DONE
        n = 1
    n = list_cards(fitting, n, out)
    for owner in range(SEATS):
        value = np.int64(s.builds_value[owner])
        if value == 0 or (got >> owner) & 1 != 0:
            continue
        if value == aim:
            fits = complete != 0
            if strict:
                fits = fits and (reach >> (aim - np.int64(s.builds_value[at(seat)]))) & 1 != 0
        elif s.builds_double[owner] != 0:
            fits = False
        elif inside != 0:
            fits = owner == seat and opener & reach != 0
        elif strict and owner != seat:
            fits = apart(useful, opener >> value, aim - np.int64(s.builds_value[at(seat)]), out)
        else:
            fits = (opener >> value) & reach != 0
        if fits:
            out[at(n)] = OWNED + owner
            n += 1
    return n


@rule
def fitting_cards(cards: Any, need: Any, out: Any) -> Any:
    """What these cards add up to, and those of them that, with others or none, add up to one of the needs.

    For each card: what those before it add up to (kept in the buffer of steps), and what is needed after some of those
    behind it.
    """
    reach = 1
    count = 0
    while cards != 0:
        card = cards & -cards
        cards ^= card
        kind = lowest(card)
        out[at(count)] = (kind << 20) | reach
        count += 1
        reach |= ((reach << LOW[at(kind)]) | (reach << HIGH[at(kind)])) & UP_TO_TOP
    fitting = 0
    if need != 0:
        while count > 0:
            count -= 1
            kind = out[at(count)] >> 20
            after = (need >> LOW[at(kind)]) | (need >> HIGH[at(kind)])
            if after & out[at(count)] & UP_TO_TOP != 0:
                fitting |= bit(kind)
            need |= after
    return reach, fitting


@rule
def fitting_beside_own(s: Any, seat: Any, cards: Any, need: Any, out: Any) -> Any:
    """The same where the own build must get in as a summand (§6.3, §10.2): what it lacks must stay among the cards."""
    own = np.int64(s.builds_value[at(seat)])
    lack = np.int64(s.aim) - own
    fitting = 0
    rest = cards
    while rest != 0:
        card = rest & -rest
        rest ^= card
        kind = lowest(card)
        own_need = s.plain >> own
        here = (own_need >> LOW[at(kind)]) | (own_need >> HIGH[at(kind)])
        after = (need >> LOW[at(kind)]) | (need >> HIGH[at(kind)])
        if here & sums(cards ^ card) != 0 or apart(cards ^ card, after, lack, out):
            fitting |= card
    return fitting


@rule
def apart(cards: Any, need: Any, lack: Any, out: Any) -> Any:
    """Whether some of these cards (or none) add up to one of the needs, and some of the others to `lack`.

    The row r of the scratch: what some add up to, as bits, while others add up to r.
    """
    for row in range(lack + 1):
        out[at(ROWS + row)] = 0
    out[ROWS] = 1
    while cards != 0:
        card = cards & -cards
        cards ^= card
        low, high = LOW[at(lowest(card))], HIGH[at(lowest(card))]
        for row in range(lack, -1, -1):
            word = out[at(ROWS + row)]
            word |= ((word << low) | (word << high)) & UP_TO_TOP
            if row >= low:
                word |= out[at(ROWS + row - low)]
            if row >= high:
                word |= out[at(ROWS + row - high)]
            out[at(ROWS + row)] = word
    return out[at(ROWS + lack)] & need != 0


@rule
def begin_groups(s: Any, seat: Any, step: Any) -> None:
    """§4.1, §5.3: in a take nothing is open yet, in a build the group of the played card is, unless it is worth all."""
    kind = np.int64(s.card)
    own = np.int64(s.builds_value[at(seat)])
    s.left = s.table[0]
    s.got = 0
    s.low = LOW[at(kind)]
    s.joined = 0
    s.inside = 0
    s.last = 0
    s.lead = 0
    if step <= BUILD:
        s.building = 0
        s.aim = step - TAKE
        s.plain = bit(step - TAKE)
        s.first = 0
        s.owing = own != 0 and (worth(s.hands[at(seat), 0] & ~bit(kind)) >> own) & 1 == 0
        return
    aim = step - BUILD
    need = (bit(aim) >> LOW[at(kind)]) | (bit(aim) >> HIGH[at(kind)])
    s.building = 1
    s.aim = aim
    s.owing = own != 0
    if own != 0 and own < aim:
        s.inside = own
        s.plain = 0
        s.first = need >> own
    else:
        s.plain = (need & 1) << aim
        s.first = need & ~1


@rule
def note_order(s: Any, step: Any) -> None:
    """The item picked last, and where a group surely begins, its first one."""
    s.last = step
    whole = bit(s.aim)
    if s.plain & whole != 0:
        s.lead = step if s.plain == whole and s.first | s.joined == 0 else 0


@rule
def pick_card(s: Any, kind: Any) -> None:
    """A loose card into the open group, or as the first one of the next."""
    low, high = LOW[at(kind)], HIGH[at(kind)]
    s.left ^= bit(kind)
    s.low += low
    plain = (s.plain >> low) | (s.plain >> high)
    first = (s.first >> low) | (s.first >> high)
    joined = (s.joined >> low) | (s.joined >> high)
    closed = plain | joined
    if s.inside == 0:
        closed |= first
        first &= ~1
    s.plain = (plain & ~1) | ((closed & 1) << np.int64(s.aim))
    s.first = first
    s.joined = joined & ~1


@rule
def pick_build(s: Any, owner: Any) -> None:
    """A build as a group of its own, or into the open group."""
    value = np.int64(s.builds_value[at(owner)])
    aim = np.int64(s.aim)
    joined = 0
    if value != aim:
        joined = s.first if s.building != 0 else s.plain
        if s.inside == 0:
            joined >>= value
    s.got |= 1 << owner
    s.low += value
    s.inside = 0
    s.plain = bit(aim) if value == aim else (joined & 1) << aim
    s.first = 0
    s.joined = joined & ~1
