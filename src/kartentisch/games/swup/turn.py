"""SWUP (2-4 seats): take cards from the table whose values add up to the card you play, and get the most points.

What is played differently from the printed sheet (docs/rules/swup.md): who owns a build may take something else before
it is collected or continued (§6.4). Paragraph numbers (§) are those of docs/rules/swup.md.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags
from kartentisch.engine.bags import bit, lowest, ones
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.fields import ALL, NOBODY, OWNER, Flag, Number
from kartentisch.engine.game import Game
from kartentisch.engine.layout import Layout
from kartentisch.engine.options import Count, Switch
from kartentisch.engine.piles import Cards
from kartentisch.engine.rounds import MOST, begin_round, end_match
from kartentisch.engine.rows import Line, Owned, Word
from kartentisch.games.swup.cards import (
    BLACK,
    BUILD,
    CARD,
    CARDS,
    DONE,
    HAND,
    HIGH,
    K5,
    LAY,
    OWNED,
    SEATS,
    TAKE,
    TOKENS,
    TOP,
    stars,
)
from kartentisch.games.swup.checks import limits, unsound, why
from kartentisch.games.swup.groups import aims, begin_groups, item_steps, list_cards, note_order, pick_build, pick_card

# ---- Material (§1) --------------------------------------------------------------------------------------------------

LAYOUT = Layout(
    max_seats=SEATS,
    options=(
        Count("most_cards", 1, high=9),
        Count("most_black", 2, high=9),
        Count("last_cards", 1, high=9),
        Switch("builds_in_sums", False),
        Count("rounds", 0, low=0, high=99, since=2, before=0),
        Count("swup_points", 1, high=9, since=2, before=1),
        Count("star_points", 1, high=9, since=2, before=1),
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
        # For listing moves: the step that was picked last, and the one that began the last group where that is sure.
        Number(name="last", seen_by=NOBODY, begun=True),
        Number(name="lead", seen_by=NOBODY, begun=True),
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
    """Four cards on the table, four to each seat; left of the dealer begins (§2.2-2.4)."""
    s.dealer = (s.number + s.seats - 2) % s.seats
    begin_round(s, left_of(s, s.dealer))
    s.begun = 0
    s.last_taker = -1
    s.deck[0] = bit(52) - 1
    s.deck_n = 52
    s.table[0] = 0
    s.table_n = 0
    s.table_next = 0
    for seat in range(SEATS):
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


# ---- Legal (§3-7) ---------------------------------------------------------------------------------------------------


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


# ---- Move (§3-8) ----------------------------------------------------------------------------------------------------


@rule
def apply(s: Any, seat: Any, step: Any, luck: Any) -> None:
    """Do a step of the seat in turn."""
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
    else:
        note_order(s, step)
        if step < OWNED:
            pick_card(s, step - CARD)
        else:
            pick_build(s, step - OWNED)
    s.begun += 1


@rule
def finish(s: Any, seat: Any, luck: Any) -> None:
    """§4.3, §5.1, §5.7: the played card and all that was picked go to the pile, or become the seat's build."""
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
    """§2.5: the next seat; when all hands are empty, a deal or the end of the round."""
    s.steps += s.begun + 1
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
    return step in (DONE, LAY) or (s.begun == 0 and step == CARD + K5 and not bare(s))


@rule
def gist(s: Any) -> Any:
    """§4.5: what a begun move comes to (card, picked items, value of a build), and how it can go on."""
    if s.begun == 0:
        return 0, 0, 0
    if s.begun == 1:
        return 0, np.int64(s.card), 0
    built = np.int64(s.aim) if s.building != 0 else 0
    done = np.int64(s.card) | (built << 6) | (np.int64(s.got) << 11)
    readings = (s.plain >> 1) | (s.first << 16) | ((s.joined >> 1) << 33)
    high = np.int64(s.aim == HIGH[at(s.card)])
    return s.table[0] ^ s.left, done, readings | (np.int64(s.last) << 49) | (np.int64(s.lead) << 55) | (high << 61)


@rule
def spare(s: Any, step: Any) -> Any:
    """§12.5: within a group, and groups among each other, the smallest spelling is in order."""
    if s.begun < 2 or step == DONE:
        return False
    whole = bit(s.aim)
    if s.plain & whole == 0:
        return step < s.last
    return s.plain == whole and s.first | s.joined == 0 and step < s.lead


# ---- End and score (§8, §9) -----------------------------------------------------------------------------------------


@rule
def end_round(s: Any) -> None:
    """§8.3, §9: the last cards, then points; after the last round the match is over."""
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
    for seat in range(s.seats):
        s.points[at(seat)] += s.option_star_points * stars(s.piles[at(seat), 0])
        s.points[at(seat)] += s.option_swup_points * s.swups[at(seat)]
        s.totals[at(seat)] += s.points[at(seat)]
    if s.number == (s.option_rounds if s.option_rounds > 0 else s.seats):
        end_match(s, MOST)


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


GAME = Game(
    name="swup",
    rules=2,
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
    gist=gist,
    spare=spare,
)
