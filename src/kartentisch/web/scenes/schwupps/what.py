"""Schwupps: what the cards, piles and buttons are, for somebody who asks."""

from __future__ import annotations

from kartentisch.web.scenes import What
from kartentisch.words.language import say

WHAT = (
    What(r"next(/.+)?", say("The next Schwupps card: it comes into the row that is schwupped."), "5.1"),
    What(r"hand.*/[bgrvy]\d+", say("A number card goes onto a pile whose Schwupps card it meets."), "4.1"),
    What(r".+/!", say("Aggravation card: you schwupp a row, and another player takes a card."), "6.1"),
    What(r".+/\+1", say("The pile beside it takes a number one higher, in any color. After 10 comes 1."), "4.2"),
    What(r".+/\+2", say("The pile beside it takes a number two higher, in any color. After 10 comes 1."), "4.2"),
    What(r".+/-1", say("The pile beside it takes a number one lower, in any color. Before 1 comes 10."), "4.2"),
    What(r".+/-2", say("The pile beside it takes a number two lower, in any color. Before 1 comes 10."), "4.2"),
    What(r".+/n", say("The pile beside it takes the same number, in any color."), "4.4"),
    What(r".+/c", say("The pile beside it takes the same color, with any number."), "4.5"),
    What(r".+/nc", say("The pile beside it takes the same color, the same number, or both."), "4.6"),
    What(r"[AB][12](/.+)?", say("A number pile. The Schwupps card beside it says what fits."), "4.1"),
    What(r"(task-|row:)[AB].*", say("Once this row is schwupped, both of its piles want something else."), "5.2"),
    What(
        "common",
        say("The common pile. Anyone who schwupps without an aggravation card, or is aggravated, takes a card here."),
        "5.3",
    ),
    What("own", say("Your personal pile. At the end of your turn you draw from it until you hold four cards."), "3.4"),
    What("hand", say("Your hand. When it and your personal pile are empty, you have won."), "8.1"),
    What(
        r"(seat:|hand-)\d.*",
        say("Another player: how many cards are in their hand and in their personal pile."),
        "11.1",
    ),
    What(
        r"button:[AB]",
        say("Schwupps this row without an aggravation card, once per turn. You take a card for it."),
        "5.3",
    ),
    What("button:end", say("Ends your turn. Before that you have to do at least one thing."), "3.2"),
)
