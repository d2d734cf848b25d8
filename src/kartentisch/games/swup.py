"""SWUP (2-4 seats): take cards from the table whose values add up to the card you play, and get the most points.

What is played differently from the printed sheet (docs/rules/swup.md): who owns a build may take something else before
it is collected or continued (§6.4). Paragraph numbers (§) are those of docs/rules/swup.md.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from kartentisch.engine import bags
from kartentisch.engine.bags import bit, lowest, ones
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.fields import ALL, NOBODY, OWNER, Field, Flag, Number
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Layout
from kartentisch.engine.options import Count, Switch
from kartentisch.engine.outcomes import Outcomes
from kartentisch.engine.packs import Pack
from kartentisch.engine.piles import Cards
from kartentisch.engine.reasons import Reason
from kartentisch.engine.rows import Line, Owned, Word

# ---- Material (§1) --------------------------------------------------------------------------------------------------

COLOURS = "krby"
CARDS = Pack(
    tokens=tuple(f"{colour}{rank}" for colour in COLOURS for rank in range(1, 14)), counts=(1,) * 52, planes=1
)
K2, K5, R10 = (CARDS.kind(token) for token in ("k2", "k5", "r10"))
ONES = (0, 13, 26, 39)
SEATS = 4
HAND = 4  # cards that a deal gives to each seat
TOP = 16  # the highest value
UP_TO_TOP = (1 << TOP + 1) - 1  # sums that matter, as bits 0-16

SECOND = {**dict.fromkeys(ONES, 14), K2: 15, R10: 16}
LOW = np.array([kind % 13 + 1 for kind in range(52)], np.int64)
HIGH = np.array([SECOND.get(kind, kind % 13 + 1) for kind in range(52)], np.int64)  # = LOW for one value
VALUES = np.left_shift(1, LOW) | np.left_shift(1, HIGH)  # the values of each card, as bits
WORTH = np.array([sum(1 << k for k in range(52) if (VALUES[k] >> v) & 1) for v in range(TOP + 1)], np.int64)
UP_TO = np.array([sum(1 << k for k in range(52) if LOW[k] <= v) for v in range(TOP + 1)], np.int64)
BLACK = (1 << 13) - 1
STARS = np.array([(kind in ONES) + (kind == K2) + 2 * (kind == R10) for kind in range(52)], np.int64)
STARRED = sum(1 << kind for kind in range(52) if STARS[kind])

LAYOUT = Layout(
    max_seats=SEATS,
    options=(
        Count("most_cards", 1, high=9),
        Count("most_black", 2, high=9),
        Count("last_cards", 1, high=9),
        Switch("builds_in_sums", False),
    ),
    fields=(
        Number(name="dealer", seen_by=ALL, high=3),
        Cards(name="hands", seen_by=OWNER, per_seat=True, pack=CARDS, nulls=True),
        Line(name="table", seen_by=ALL, pack=CARDS),
        Owned(
            name="builds",
            seen_by=ALL,
            pack=CARDS,
            more=(
                ("value", Number(name="builds_value", seen_by=ALL, per_seat=True, low=1, high=TOP)),
                ("double", Flag(name="builds_double", seen_by=ALL, per_seat=True)),
            ),
        ),
        Cards(name="deck", seen_by=NOBODY, pack=CARDS),
        Cards(name="piles", seen_by=ALL, per_seat=True, pack=CARDS),
        Number(name="swups", seen_by=ALL, per_seat=True, high=48),  # the turns of a round
        Number(name="last_taker", seen_by=ALL, high=3, none=True),
        # The move begun: its card, whether it builds, the value of its groups, what is left to pick, owners of builds
        # picked, the sum of what was picked at its low values.
        Number(name="card", seen_by=NOBODY, begun=True),
        Flag(name="building", seen_by=NOBODY, begun=True),
        Number(name="aim", seen_by=NOBODY, begun=True),
        Word(name="left"),
        Number(name="got", seen_by=NOBODY, begun=True),
        Number(name="low", seen_by=NOBODY, begun=True, high=1000),
        # All ways to read it, as bits: what the open group still needs if it holds loose cards alone (the value itself:
        # nothing is open), the played card (less the value `inside`), or a single build besides.
        Word(name="plain"),
        Word(name="first"),
        Word(name="joined"),
        Flag(name="owing", seen_by=NOBODY, begun=True),  # the own build must get in ...
        Number(name="inside", seen_by=NOBODY, begun=True),  # ... with this value, into the first group, and is not yet
    ),
)

# ---- Deal (§2) ------------------------------------------------------------------------------------------------------


@rule
def deal(s: Any, luck: Any) -> None:
    """The first round."""
    s.number = 1
    deal_round(s, luck)


@rule
def next_round(s: Any, luck: Any) -> None:
    """The deal moves one seat to the left."""
    s.number += 1
    deal_round(s, luck)


@rule
def deal_round(s: Any, luck: Any) -> None:
    """Four cards on the table, four to each seat; left of the dealer begins. Seat 0 begins the first round."""
    s.dealer = s.number - 2 if s.number > 1 else s.seats - 1
    s.turn = left_of(s, s.dealer)
    s.round_over = 0
    s.steps = 0
    s.begun = 0
    s.last_taker = -1
    s.deck[0] = bit(52) - 1
    s.deck_n = 52
    s.table[0] = 0
    s.table_n = 0
    s.table_next = 0
    for seat in range(SEATS):
        s.points[seat] = 0
        s.hands[seat, 0] = 0
        s.hands_n[seat] = 0
        s.builds[seat, 0] = 0
        s.builds_n[seat] = 0
        s.builds_value[seat] = 0
        s.builds_double[seat] = 0
        s.piles[seat, 0] = 0
        s.piles_n[seat] = 0
        s.swups[seat] = 0
    for _ in range(4):
        lay(s, draw(s, luck))
    deal_hands(s, luck)


@rule
def deal_hands(s: Any, luck: Any) -> None:
    """Four cards to each seat, none to the table."""
    seat = np.int64(s.turn)
    for _ in range(s.seats):
        for _ in range(HAND):
            s.hands[at(seat), 0] |= bit(draw(s, luck))
        s.hands_n[at(seat)] = HAND
        seat = left_of(s, seat)


@rule
def draw(s: Any, luck: Any) -> Any:
    """A card from the deck."""
    kind = bags.pick(s.deck, np.int64(s.deck_n), luck)
    s.deck_n -= 1
    return kind


@rule
def left_of(s: Any, seat: Any) -> Any:
    """The next seat in turn."""
    return np.int64(seat) + 1 if seat + 1 < s.seats else 0


@rule
def lay(s: Any, kind: Any) -> None:
    """A card onto the table, after those that lie there."""
    s.table[0] |= bit(kind)
    s.table_n += 1
    s.table_at[at(kind)] = s.table_next
    s.table_next += 1


# ---- Turn (§3) ------------------------------------------------------------------------------------------------------


@rule
def asked(s: Any) -> Any:
    """The seat in turn."""
    return np.int64(s.turn)


@rule
def actors(s: Any) -> Any:
    """Nobody but the seat in turn."""
    return 0 if s.round_over != 0 else 1 << np.int64(s.turn)


@rule
def bare(s: Any) -> Any:
    """No card and no build lies on the table."""
    return (s.table[0] | s.builds[0, 0] | s.builds[1, 0] | s.builds[2, 0] | s.builds[3, 0]) == 0


@rule
def sums(cards: Any) -> Any:
    """What some of these cards (or none) add up to, as bits 0-16; each counts with any of its values (§3.4)."""
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


# ---- Legal (§3-7) ---------------------------------------------------------------------------------------------------
# Steps: done, the cards, builds by owner, lay, take by value, build by value. A begun move is read in all ways at once.

DONE, CARD, OWNED, LAY, TAKE, BUILD = 0, 1, 53, 57, 57, 73  # take:1 is 58, build:1 is 74
ROWS = 60  # from here the buffer of steps is scratch: more than 57 are never offered once a card is played


@rule
def legal(s: Any, seat: Any, out: Any) -> Any:
    """The next steps of the seat in turn."""
    if s.round_over != 0 or seat != s.turn:
        return 0
    if s.begun == 0:
        return card_steps(s, seat, out)
    if s.begun == 1:
        return aim_steps(s, seat, out)
    return item_steps(s, seat, out)


@rule
def card_steps(s: Any, seat: Any, out: Any) -> Any:
    """§3.1: any card can be laid, but an owner's card must serve (§6.2)."""
    hand = np.int64(s.hands[at(seat), 0])
    if s.builds_value[at(seat)] != 0:
        cards = hand
        while cards != 0:
            card = cards & -cards
            cards ^= card
            kind = lowest(card)
            takes, builds = aims(s, seat, kind)
            if takes | builds == 0 and kind != K5:
                hand ^= card
    return list_cards(hand, 0, out)


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
def aim_steps(s: Any, seat: Any, out: Any) -> Any:
    """What can be done with the card: lay it, take or build with its groups worth so much."""
    n = 0
    if s.builds_value[at(seat)] == 0:
        out[0] = LAY
        n = 1
    takes, builds = aims(s, seat, np.int64(s.card))
    while takes != 0:
        value = takes & -takes
        takes ^= value
        out[at(n)] = TAKE + lowest(value)
        n += 1
    while builds != 0:
        value = builds & -builds
        builds ^= value
        out[at(n)] = BUILD + lowest(value)
        n += 1
    return n


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
    """The same where the own build must get in as a summand (§6.4, §10.2): what it lacks must stay among the cards."""
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


# ---- Move (§3-8) ----------------------------------------------------------------------------------------------------


@rule
def apply(s: Any, seat: Any, step: Any, luck: Any) -> None:
    """Do a step of the seat in turn."""
    s.steps += 1
    if s.begun == 0:
        s.card = step - CARD
        if step == CARD + K5 and not bare(s):
            clear_table(s, seat, luck)
        else:
            s.begun = 1
        return
    if step == LAY:
        lay(s, np.int64(s.card))
        end_turn(s, seat, luck)
        return
    if step == DONE:
        finish(s, seat, luck)
        return
    if s.begun == 1:
        begin_groups(s, seat, step)
    elif step < OWNED:
        pick_card(s, step - CARD)
    else:
        pick_build(s, step - OWNED)
    s.begun += 1


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


@rule
def finish(s: Any, seat: Any, luck: Any) -> None:
    """§4.3, §5.1: the played card and all that was picked go to the pile, or become the seat's build."""
    kind = np.int64(s.card)
    cards = bit(kind) | (s.table[0] ^ s.left)
    double = 0 if s.low == s.aim or s.low + 13 == s.aim else 1
    for owner in range(SEATS):
        if (s.got >> owner) & 1 != 0:
            double |= s.builds_double[owner]
            cards |= give_up(s, owner)
    s.table[0] = s.left
    s.table_n = ones(s.left)
    if s.building != 0:
        s.builds[at(seat), 0] = cards
        s.builds_n[at(seat)] = ones(cards)
        s.builds_value[at(seat)] = s.aim
        s.builds_double[at(seat)] = double
    else:
        collect(s, seat, cards)
    end_turn(s, seat, luck)


@rule
def give_up(s: Any, owner: Any) -> Any:
    """A seat's build is one no longer; gives its cards."""
    cards = s.builds[owner, 0]
    s.builds[owner, 0] = 0
    s.builds_n[owner] = 0
    s.builds_value[owner] = 0
    s.builds_double[owner] = 0
    return cards


@rule
def clear_table(s: Any, seat: Any, luck: Any) -> None:
    """§7.1: the black 5 takes everything."""
    cards = bit(K5) | s.table[0]
    for owner in range(SEATS):
        cards |= give_up(s, owner)
    s.table[0] = 0
    s.table_n = 0
    collect(s, seat, cards)
    end_turn(s, seat, luck)


@rule
def collect(s: Any, seat: Any, cards: Any) -> None:
    """§8.1, §8.2: cards to the pile; a SWUP if nothing is left, but not for the very last card of a round."""
    s.piles[at(seat), 0] |= cards
    s.piles_n[at(seat)] += ones(cards)
    s.last_taker = seat
    if bare(s) and (s.deck_n > 0 or s.hands_n[at(left_of(s, seat))] > 0):
        s.swups[at(seat)] += 1


@rule
def end_turn(s: Any, seat: Any, luck: Any) -> None:
    """§2.4: the next seat; when all hands are empty, a deal or the end of the round."""
    s.begun = 0
    s.hands[at(seat), 0] ^= bit(s.card)
    s.hands_n[at(seat)] -= 1
    s.turn = left_of(s, seat)
    if s.hands_n[at(s.turn)] == 0:
        if s.deck_n > 0:
            deal_hands(s, luck)
        else:
            end_round(s)


@rule
def ends(s: Any, seat: Any, step: Any) -> Any:
    """A move is complete when the card is laid, the picking is done, or the black 5 clears the table (§7.3)."""
    return step == DONE or step == LAY or (s.begun == 0 and step == CARD + K5 and not bare(s))


@rule
def gist(s: Any) -> Any:
    """§4.5: what a begun move comes to (card, picked items, value of a build), and how it can go on."""
    if s.begun == 0:
        return 0, 0, 0
    if s.begun == 1:
        return 0, np.int64(s.card), 0
    built = np.int64(s.aim) if s.building != 0 else 0
    done = np.int64(s.card) | (built << 6) | (np.int64(s.got) << 11)
    return s.table[0] ^ s.left, done, s.plain | (s.first << 17) | (s.joined << 34) | (np.int64(s.aim) << 51)


# ---- End and score (§8, §9) -----------------------------------------------------------------------------------------


@rule
def end_round(s: Any) -> None:
    """§8.3, §9: the last cards, then points; after as many rounds as seats the match is over."""
    s.round_over = 1
    s.turn = -1
    if s.last_taker >= 0:
        taker = np.int64(s.last_taker)
        s.piles[at(taker), 0] |= s.table[0]
        s.piles_n[at(taker)] += s.table_n
        s.table[0] = 0
        s.table_n = 0
        s.points[at(taker)] += s.option_last_cards
    most = leader(s, bit(52) - 1)
    if most >= 0:
        s.points[at(most)] += s.option_most_cards
    most = leader(s, BLACK)
    if most >= 0:
        s.points[at(most)] += s.option_most_black
    best = -1
    for seat in range(s.seats):
        stars = s.piles[at(seat), 0] & STARRED
        s.points[at(seat)] += ones(stars) + ((stars >> R10) & 1) + s.swups[at(seat)]
        s.totals[at(seat)] += s.points[at(seat)]
        best = max(best, s.totals[at(seat)])
    if s.number == s.seats:
        s.over = 1
        for seat in range(s.seats):
            if s.totals[at(seat)] == best:
                s.winners |= 1 << seat


@rule
def leader(s: Any, kinds: Any) -> Any:
    """The seat with the most of these cards in its pile; -1 if there is a tie (§9.2)."""
    most = -1
    found = -1
    for seat in range(s.seats):
        number = ones(s.piles[at(seat), 0] & kinds)
        if number == most:
            found = -1
        elif number > most:
            most = number
            found = seat
    return found


# ---- Refusals -------------------------------------------------------------------------------------------------------


def why(s: Any, seat: int, step: int) -> Reason:
    """Why a step of the seat in turn is not legal."""
    own = int(s["builds_value"][seat])
    if int(s["begun"]) > 1:
        return _why_item(s, seat, step, own)
    if int(s["begun"]) == 1:
        return _why_aim(s, seat, step, own)
    if not CARD <= step < OWNED:
        return Reason("card_first", {}, "3.1")
    card = CARDS.tokens[step - CARD]
    if not (int(s["hands"][seat][0]) >> step - CARD) & 1:
        return Reason("card_missing", {"card": card}, "3.1")
    return Reason("card_idle", {"card": card, "own": own}, "6.2")


def _values(kind: int) -> list[int]:
    return sorted({int(LOW[kind]), int(HIGH[kind])})


def _why_aim(s: Any, seat: int, step: int, own: int) -> Reason:
    kind = int(s["card"])
    card = CARDS.tokens[kind]
    kept = int(s["hands"][seat][0]) & ~(1 << kind)
    if step == LAY:
        return Reason("lay_owner", {"own": own}, "6.2")
    if TAKE < step <= BUILD:
        value = step - TAKE
        if value not in _values(kind):
            return Reason("value_other", {"card": card, "value": value, "values": _values(kind)}, "1.2")
        if own and not kept & int(WORTH[own]):
            return Reason("own_promise", {"own": own}, "6.4")
        return Reason("take_nothing", {"card": card, "value": value}, "4.1")
    if step > BUILD:
        value = step - BUILD
        if not kept & int(WORTH[value]):
            return Reason("build_promise", {"value": value}, "5.2")
        if own and (own > value or (own < value and s["builds_double"][seat])):
            return Reason("build_own", {"value": value, "own": own, "double": bool(s["builds_double"][seat])}, "6.1")
        return Reason("build_nothing", {"card": card, "value": value, "own": own}, "6.1" if own else "5.3")
    return Reason("aim_first", {"card": card}, "3.1")


def _why_item(s: Any, seat: int, step: int, own: int) -> Reason:
    aim, got = int(s["aim"]), int(s["got"])
    open_group = not (int(s["plain"]) >> aim) & 1
    missing = bool(s["owing"]) and not (got >> seat) & 1
    if step >= LAY:
        return Reason("items_now", {}, "12.3")
    if step == DONE:
        if int(s["begun"]) == 2:
            return Reason("items_none", {}, "5.1" if s["building"] else "4.1")
        if missing and not open_group:
            return Reason("own_missing", {"own": own}, "6.1" if s["building"] else "6.4")
        return Reason("group_open", {"value": aim}, "5.3" if s["building"] else "4.1")
    if step < OWNED:
        card = CARDS.tokens[step - CARD]
        if not (int(s["left"]) >> step - CARD) & 1:
            lies = (int(s["table"][0]) >> step - CARD) & 1
            return Reason("item_picked" if lies else "item_absent", {"card": card}, "12.3")
        if missing:
            return Reason("item_bars_own", {"card": card, "own": own, "value": aim}, "6.1" if s["building"] else "6.4")
        return Reason("item_unfit", {"card": card, "value": aim}, "12.3")
    return _why_build(s, step - OWNED, aim, missing, open_group)


def _why_build(s: Any, owner: int, aim: int, missing: bool, open_group: bool) -> Reason:
    value = int(s["builds_value"][owner])
    args = {"seat": owner, "own": value, "value": aim}
    if not value:
        return Reason("owned_absent", args, "12.3")
    if (int(s["got"]) >> owner) & 1:
        return Reason("owned_picked", args, "12.3")
    if value == aim and open_group:
        return Reason("group_open", {"value": aim}, "12.3")
    if value != aim and s["builds_double"][owner]:
        return Reason("owned_double", args, "5.6")
    if value != aim and not s["building"] and not s["option_builds_in_sums"]:
        return Reason("owned_whole", args, "4.4")
    if missing:
        return Reason("owned_bars_own", args, "6.5")
    return Reason("owned_unfit", args, "5.5")


# ---- State ----------------------------------------------------------------------------------------------------------


def unsound(s: Any) -> str:
    """What a handed-in state must not be, besides the general checks."""
    seats, number = int(s["seats"]), int(s["number"])
    if number > seats:
        return f"round {number} is one too many"
    if int(s["dealer"]) != (number - 2) % seats:
        return f"dealer {int(s['dealer'])} does not fit round {number}"
    if int(s["last_taker"]) >= seats:
        return f"there is no seat {int(s['last_taker'])} that took last"
    if bool(s["over"]) != (bool(s["round_over"]) and number == seats):
        return "over does not fit the round"
    return _unsound_hands(s, seats) or next(filter(None, (_unsound_build(s, seat) for seat in range(seats))), "")


def _unsound_hands(s: Any, seats: int) -> str:
    deck, turn = int(s["deck_n"]), int(s["turn"])
    hands = [int(n) for n in s["hands_n"][:seats]]
    if deck % (HAND * seats) or deck + HAND * seats > 48:
        return f"there is no deal that leaves {deck} cards in the deck"
    if bool(s["round_over"]) != (deck == 0 and not any(hands)):
        return "round_over does not fit the hands and the deck"
    if s["round_over"]:
        return ""
    before = (turn - int(s["dealer"]) - 1) % seats  # seats that have had one turn more in this deal
    in_turn = [hands[(turn + i) % seats] for i in range(seats)]
    most = in_turn[0]
    if not 1 <= most <= HAND or in_turn != [most] * (seats - before) + [most - 1] * before:
        return f"hands of {', '.join(map(str, hands))} cards do not fit the dealer and the turn"
    return ""


def _unsound_build(s: Any, owner: int) -> str:
    kinds = [kind for kind in range(52) if (int(s["builds"][owner][0]) >> kind) & 1]
    value = int(s["builds_value"][owner])
    if not kinds:
        return ""
    if not int(s["hands"][owner][0]) & int(WORTH[value]):
        return f"seat {owner} holds no card for its build of {value}"
    double = bool(s["builds_double"][owner])
    if len(kinds) < 2 or not divides(sorted((_values(kind) for kind in kinds), reverse=True), value, double):
        return f"the cards of seat {owner}'s build are not {'some groups' if double else 'one group'} worth {value}"
    return ""


def divides(cards: list[list[int]], value: int, several: bool) -> bool:
    """Whether cards, each with one of its values, make one group of this value (or several)."""

    @cache
    def fill(rest: tuple[tuple[int, ...], ...], need: int, groups: int) -> bool:
        if need == 0:
            if not rest:
                return (groups > 1) == several
            return (several or groups == 0) and any(
                fill(rest[1:], value - worth, groups + 1 if groups < 2 else 2) for worth in rest[0] if worth <= value
            )
        return any(
            fill(rest[:place] + rest[place + 1 :], need - worth, groups)
            for place, card in enumerate(rest)
            if place == 0 or rest[place - 1] != card
            for worth in card
            if worth <= need
        )

    return fill(tuple(map(tuple, cards)), 0, 0)


def limits(view: Any, viewer: int, field: Field, index: int) -> tuple[int, int]:
    """§5.2, §6.4: who owns a build holds a card of its value."""
    if field.name != "hands":
        return -1, 0
    return -1, int(WORTH[view["builds_value"][index]])


# ---- Words ----------------------------------------------------------------------------------------------------------

TOKENS = (
    "done",
    *CARDS.tokens,
    *(f"@{seat}" for seat in range(SEATS)),
    "lay",
    *(f"take:{value}" for value in range(1, TOP + 1)),
    *(f"build:{value}" for value in range(1, TOP + 1)),
)

GAME = Game(
    name="swup",
    rules=1,
    seats=range(2, 5),
    layout=LAYOUT,
    tokens=TOKENS,
    deal=deal,
    next_round=next_round,
    asked=asked,
    actors=actors,
    legal=legal,
    apply=apply,
    ends=ends,
    why=why,
    unsound=unsound,
    limits=limits,
    outcomes=Outcomes("swup", legal=legal, apply=apply, ends=ends, gist=gist, depth=60, width=len(TOKENS) + 1),
)
