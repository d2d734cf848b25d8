"""Solo (2-10 seats, 120 cards): be the first with no cards left in the hand.

What is played differently from the printed sheet (docs/rules/solo.md): a call of Solo! is due before any other seat
discards or draws, not the next one only (§9.2, as printed: §12.10); who empties the hand at once need not have called
(§9.8). Paragraph numbers (§) are those of docs/rules/solo.md. "The next seat" is always meant in the direction of play.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kartentisch.engine import bags, knowing
from kartentisch.engine.compiled import at, rule
from kartentisch.engine.game import Game
from kartentisch.engine.rounds import FEWEST, begin_round, end_match
from kartentisch.games.solo import checks
from kartentisch.games.solo.cards import (
    ACCEPTS,
    AIMS,
    ALIKE,
    ALL_SWAP,
    ANSWER,
    ANY,
    CALLS,
    CHOOSE,
    DECLINES,
    DRAW_FOUR,
    DRAW_TWO,
    DRAWN,
    DRAWS,
    GIFT,
    GIVING,
    GUARDS,
    HUE,
    HUSHES,
    KINDS,
    LAYOUT,
    NAMES,
    NEEDS,
    NUMBERS,
    OWED,
    PASSES,
    REVERSE,
    ROUND_OVER,
    SKIP,
    SKIPPED,
    SKIPS,
    STARTS,
    SWAP,
    SYMBOL,
    TAKES,
    TOKENS,
    TRIPLES,
    TURN,
    WORDS,
    WORTH,
)
from kartentisch.games.solo.hands import (
    accept,
    after,
    ask_about,
    draw,
    finish_gift,
    fitting,
    give,
    give_turn,
    lay_on_top,
    owe,
    penalise,
    protect,
    settle,
    top,
)

# ---- Deal (§2) ------------------------------------------------------------------------------------------------------


@rule
def deal(s: Any, luck: Any) -> None:
    """The last seat deals the first round."""
    s.number = 1
    deal_round(s, luck)


@rule
def next_round(s: Any, luck: Any) -> None:
    """The deal moves one to the left."""
    s.number += 1
    deal_round(s, luck)


@rule
def deal_round(s: Any, luck: Any) -> None:
    """Cards for each seat (§12.9), then cards are turned up until a number card lies on top (§2.4, §2.5)."""
    seats = np.int64(s.seats)
    s.dealer = (seats - 2 + s.number) % seats
    begin_round(s, -1)
    s.direction = 1
    s.begun = 0
    s.pending = 0
    s.owes_call = 0
    s.quiet = 0
    fill_pile(s)
    for seat in range(seats):
        bags.clear(s.hands[at(seat)])
        knowing.keep(s.known[at(seat)], 0)
        s.hands_n[at(seat)] = 0
        draw(s, seat, s.option_hand, luck)
    kind = SKIP
    while s.draw_bag_n > 0 and SYMBOL[at(kind)] >= SKIP:
        kind = bags.pick(s.draw_bag, s.draw_bag_n, luck)
        s.draw_bag_n -= 1
        lay_on_top(s, kind)
    s.colour = HUE[at(kind)] if SYMBOL[at(kind)] < SKIP else ANY
    give_turn(s, (s.dealer + 1) % seats)


@rule
def fill_pile(s: Any) -> None:
    """The cards of §1: two of most coloured ones, one of each swap, gift and protection, four of each other."""
    single = ALIKE[SWAP] | ALIKE[GIFT] | GUARDS
    four = bags.bit(56) | bags.bit(57) | bags.bit(58)
    s.draw_bag[0] = single
    s.draw_bag[1] = (bags.bit(56) - 1) & ~single
    s.draw_bag[2] = four
    s.draw_bag_n = 120
    if s.option_swaps == 0:  # §12.13
        s.draw_bag[0] &= ~ALIKE[SWAP]
        s.draw_bag[2] &= ~bags.bit(58)
        s.draw_bag_n = 112
    s.discard_n = 0


# ---- Turn (§3) ------------------------------------------------------------------------------------------------------


@rule
def has_twin(s: Any, seat: Any) -> Any:
    """§5.1: whether a seat holds the same number card as the top one."""
    return (s.hands[at(seat), 0] & NUMBERS) >> top(s) & 1  # only two such cards exist, so one at most is held


@rule
def asked(s: Any) -> Any:
    """§14.1: the seat in turn; in `answer` the target, or the first from the layer on that has not answered."""
    seat = np.int64(s.turn)
    if s.phase == ANSWER:
        seat = np.int64(s.target)
        if seat < 0:
            seat = after(s, s.layer)
            while (s.to_answer >> seat) & 1 == 0:
                seat = after(s, seat)
    return seat


@rule
def actors(s: Any) -> Any:
    """§14.1: who is asked, who can interject, who owes the call."""
    may = np.int64(s.owes_call & ~s.quiet)
    if s.phase == ROUND_OVER:
        return may
    if s.phase == ANSWER:
        may |= s.to_answer if s.target < 0 else bags.bit(s.target)
    else:
        may |= bags.bit(s.turn)
    if s.phase <= DRAWN and (NUMBERS >> top(s)) & 1 != 0:
        holders = np.int64(0)
        for seat in range(np.int64(s.seats)):
            holders |= ((s.hands[at(seat), 0] >> top(s)) & 1) << seat
        may |= holders & ~s.declined
    return may


@rule
def window(s: Any) -> Any:
    """§8.10: the seats aimed at."""
    if s.phase == SKIPPED:
        return bags.bit(s.turn)
    if s.phase == ANSWER:
        return np.int64(s.to_answer) if s.target < 0 else bags.bit(s.target)
    return np.int64(0)


@rule
def answer(s: Any, seat: Any) -> Any:
    """What is answered for who has not protected."""
    return SKIPS if s.phase == SKIPPED else ACCEPTS


# ---- Legal (§3-9) ---------------------------------------------------------------------------------------------------


@rule
def legal(s: Any, seat: Any, out: Any) -> Any:
    """The next steps of a seat."""
    n = 0
    cards, others = second_steps(s, seat) if s.begun != 0 else first_steps(s, seat)
    while cards != 0:
        out[at(n)] = bags.lowest(cards)
        cards &= cards - 1
        n += 1
    while others != 0:
        out[at(n)] = NAMES + bags.lowest(others)
        others &= others - 1
        n += 1
    return n


@rule
def word(step: Any) -> Any:
    """A step that is no card as a bit of the second word."""
    return bags.bit(step - NAMES)


@rule
def first_steps(s: Any, seat: Any) -> Any:
    """§17.1 as two words: cards, and all other steps from NAMES on."""
    hand = bags.held(s.hands[at(seat)])
    cards = np.int64(0)
    others = np.int64(0)
    if s.phase == ANSWER:
        if seat == s.target or (s.to_answer >> np.int64(seat)) & 1 != 0:
            cards = hand & GUARDS
            others = word(ACCEPTS)
    elif seat == s.turn:
        if s.phase == TURN:
            cards = hand & fitting(s)
            others = triples(s, seat, 0x1FF) | word(DRAWS)
        elif s.phase == DRAWN:
            symbol = SYMBOL[at(s.drawn)]
            cards = bags.bit(s.drawn) | (hand & NUMBERS & bags.bit(top(s)))
            others = word(PASSES)
            if symbol < SKIP:
                others |= triples(s, seat, bags.bit(symbol))
        elif s.phase == OWED:
            cards = hand & (GUARDS | ALIKE[at(top(s))])
            others = word(TAKES)
        elif s.phase == SKIPPED:
            cards = hand & GUARDS
            others = word(SKIPS)
        else:
            cards = hand
            highest = bags.nth(hand, bags.ones(hand) - 1)
            if bags.copies(s.hands[at(seat)], highest) == 1:
                cards ^= bags.bit(highest)
    elif s.phase <= DRAWN and (s.declined >> np.int64(seat)) & 1 == 0 and has_twin(s, seat) != 0:
        cards = bags.bit(top(s))
        others = word(DECLINES)
    if ((s.owes_call & ~s.quiet) >> np.int64(seat)) & 1 != 0:
        others |= word(CALLS) | word(HUSHES)
    return cards, others


@rule
def triples(s: Any, seat: Any, numbers: Any) -> Any:
    """§4: for these numbers (a word of nine bits) what can lie on top, as bits of the second word."""
    p = s.hands[at(seat), 0]
    q = s.hands[at(seat), 1]
    r1, g1, b1, y1 = p & 511, (p >> 14) & 511, (p >> 28) & 511, (p >> 42) & 511  # numbers held once, by colour
    r2, g2, b2, y2 = q & 511, (q >> 14) & 511, (q >> 28) & 511, (q >> 42) & 511  # held twice
    pairs = (r2 & g2) | ((r2 | g2) & (b2 | y2)) | (b2 & y2)
    singles = (r1 & g1 & (b1 | y1)) | (b1 & y1 & (r1 | g1))
    many = (pairs | ((r2 | g2 | b2 | y2) & (r1 | g1 | b1 | y1)) | singles) & numbers
    found = np.int64(0)
    while many != 0:
        number = bags.lowest(many)
        many &= many - 1
        free = s.colour == ANY or SYMBOL[at(top(s))] == number
        first = 0 if free else bags.copies(s.hands[at(seat)], s.colour * 14 + number)
        for colour in range(4):
            held = bags.copies(s.hands[at(seat)], colour * 14 + number)
            if held > 0 and (free or first > (colour == s.colour)):
                found |= word(TRIPLES + number * 4 + colour)
    return found


@rule
def second_steps(s: Any, seat: Any) -> Any:
    """§6.1, §15.2: a colour, a target, or the second card of a gift, not below the first."""
    if s.phase == GIVING:
        cards = bags.held(s.hands[at(seat)]) & ~(bags.bit(s.first) - 1)
        if bags.copies(s.hands[at(seat)], s.first) == 1:
            cards ^= bags.bit(s.first)
        return cards, np.int64(0)
    if SYMBOL[at(s.first)] >= CHOOSE:
        return np.int64(0), np.int64(15)
    return np.int64(0), (((bags.bit(s.seats) - 1) ^ bags.bit(seat)) << (AIMS - NAMES))


@rule
def ends(s: Any, seat: Any, step: Any) -> Any:
    """§15.1: only a card that needs a colour or a target, and the first card of a gift, do not complete a move."""
    if s.begun != 0 or step >= KINDS:
        return 1
    return 0 if s.phase == GIVING or (s.hands_n[at(seat)] > 1 and (NEEDS >> np.int64(step)) & 1 != 0) else 1


# ---- Move (§3-10) ---------------------------------------------------------------------------------------------------


@rule
def apply(s: Any, seat: Any, step: Any, luck: Any) -> None:
    """Do a step. What a move of two steps does, its second one does."""
    if step == DECLINES:
        s.declined |= bags.bit(seat)
    elif step == HUSHES:
        s.quiet |= bags.bit(seat)
    elif ends(s, seat, step) == 0:
        s.first = step
        s.begun = 1
    else:
        s.steps += s.begun + 1
        emptied = np.int64(s.layer) if step == ACCEPTS else np.int64(seat)  # whose hand may be empty now
        if s.phase == GIVING and step < KINDS:
            give(s, s.first, step)
            finish_gift(s)
        else:
            if step <= DRAWS or step == TAKES:
                penalise(s, seat, luck)
            if step < TRIPLES:
                lay(s, seat, s.first if s.begun != 0 else step, step)
            elif step < WORDS:
                lay_triple(s, seat, (step - TRIPLES) >> 2, (step - TRIPLES) & 3)
            elif step in (DRAWS, TAKES):
                draw_in_turn(s, seat, step, luck)
            elif step == ACCEPTS:
                accept(s, seat)
            elif step == CALLS:
                s.owes_call &= ~bags.bit(seat)
                s.quiet &= s.owes_call
            else:  # pass, skip
                give_turn(s, after(s, seat))
        s.begun = 0
        s.first = 0
        if s.hands_n[at(emptied)] == 0 or s.steps >= s.option_step_limit:
            end_round(s, emptied)


@rule
def draw_in_turn(s: Any, seat: Any, step: Any, luck: Any) -> None:
    """§3.4: with a card that matches the turn goes on. §6.6: after the cards owed a normal turn begins."""
    kind = draw(s, seat, 1 if step == DRAWS else np.int64(s.pending), luck)
    if step == TAKES:
        give_turn(s, seat)
    elif kind >= 0 and (fitting(s) >> kind) & 1 != 0:
        s.drawn = kind
        s.phase = DRAWN
    else:
        give_turn(s, after(s, seat))


# ---- Discards (§3-6, §8) --------------------------------------------------------------------------------------------


@rule
def lay(s: Any, seat: Any, kind: Any, named: Any) -> None:
    """A card from the hand, in turn or not; `named` is its last step."""
    bags.take(s.hands[at(seat)], kind)
    s.hands_n[at(seat)] -= 1
    knowing.spend(s.known[at(seat)], STARTS, kind)
    lay_on_top(s, kind)
    s.declined = 0
    s.colour = HUE[at(kind)]
    if s.hands_n[at(seat)] == 0:
        return  # §11.2
    symbol = SYMBOL[at(kind)]
    if symbol in (SWAP, GIFT):
        ask_about(s, seat, named - AIMS)
    elif symbol == ALL_SWAP:
        ask_about(s, seat, -1)
        s.to_answer = (bags.bit(s.seats) - 1) ^ bags.bit(seat)
    elif s.phase == ANSWER:
        owe(s, seat)
        protect(s, seat)
    else:
        owe(s, seat)
        if symbol == REVERSE:
            s.direction = -s.direction
        if symbol in (CHOOSE, DRAW_FOUR):
            s.colour = named - NAMES
        act_on_next(s, seat, symbol)


@rule
def act_on_next(s: Any, seat: Any, symbol: Any) -> None:
    """§6: what the next seat has to bear. §12.7: with two seats a change of direction may skip it."""
    owed = np.int64(s.pending)
    give_turn(s, after(s, seat))
    if symbol == SKIP or (symbol == REVERSE and s.option_reverse_skips != 0 and s.seats == 2):
        s.layer = seat
        s.phase = SKIPPED
    elif symbol in (DRAW_TWO, DRAW_FOUR):
        s.pending = owed + (2 if symbol == DRAW_TWO else 4)
        s.phase = OWED


@rule
def lay_triple(s: Any, seat: Any, number: Any, colour: Any) -> None:
    """§4.4: all cards of a number, the lowest that can lie first, the named one last."""
    free = s.colour == ANY or SYMBOL[at(top(s))] == number
    first = np.int64(-1)
    for hue in range(4):
        left = bags.copies(s.hands[at(seat)], hue * 14 + number) - (hue == colour)
        if first < 0 and left > 0 and (free or hue == s.colour):
            first = np.int64(hue)
    lay_on_top(s, first * 14 + number)
    held = np.int64(0)
    for hue in range(4):
        kind = hue * 14 + number
        count = bags.copies(s.hands[at(seat)], kind)
        held += count
        for _ in range(count - (hue == colour) - (hue == first)):
            lay_on_top(s, kind)
        s.known[at(seat), at(STARTS[at(kind)])] = 0
        s.known[at(seat), at(STARTS[at(kind)] + 1)] = 0
    lay_on_top(s, colour * 14 + number)
    gone = ~(ALIKE[at(number)])
    s.hands[at(seat), 0] &= gone
    s.hands[at(seat), 1] &= gone
    s.hands_n[at(seat)] -= held
    s.colour = colour
    if s.hands_n[at(seat)] != 0:
        give_turn(s, after(s, seat))
        owe(s, seat)


# ---- End and score (§11, §12) ---------------------------------------------------------------------------------------


@rule
def end_round(s: Any, seat: Any) -> None:
    """The others count their hands if this seat has gone out; no points if the step limit ended the round."""
    out = s.hands_n[at(seat)] == 0
    give_turn(s, -1)
    s.phase = ROUND_OVER
    s.round_over = 1
    s.owes_call = 0
    s.quiet = 0
    most = np.int64(0)
    for other in range(s.seats):
        if out:
            s.points[at(other)] = worth(s.hands[at(other)])
        s.totals[at(other)] += s.points[at(other)]
        most = max(most, np.int64(s.totals[at(other)]))
    if s.number >= s.option_rounds if s.option_rounds > 0 else most > s.option_limit:
        end_match(s, FEWEST)


@rule
def worth(bag: Any) -> Any:
    """§11.3: the points of a hand, digit by digit."""
    total = np.int64(0)
    for plane in range(3):
        for digit in range(6):
            total += bags.ones(bag[plane] & WORTH[digit]) << (plane + digit)
    return total


# ---- Words ----------------------------------------------------------------------------------------------------------

GAME = Game(
    name="solo",
    rules=2,
    seats=range(2, 11),
    layout=LAYOUT,
    tokens=TOKENS,
    deal=deal,
    next_round=next_round,
    asked=asked,
    actors=actors,
    legal=legal,
    apply=apply,
    ends=ends,
    wins=FEWEST,
    window=window,
    answer=answer,
    idle=frozenset({DECLINES, HUSHES}),
    why=checks.why,
    heard=checks.heard,
    unsound=checks.unsound,
    limits=checks.limits,
    settle=settle,
)
