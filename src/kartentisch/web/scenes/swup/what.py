"""SWUP: what the cards, piles and buttons are, for somebody who asks."""

from __future__ import annotations

from kartentisch.web.scenes import What
from kartentisch.words.language import say

WHAT = (
    What(
        r"build:\d.*",
        say("A build: its cards count together. A card of its value takes it, and a simple one can be raised."),
        "5.6",
    ),
    What(r".+/[krby]1", say("A 1 counts as 1 or as 14, whichever you need, and carries a star."), "1.2"),
    What(r".+/k2", say("Black 2 counts as 2 or as 15, whichever you need, and carries a star."), "1.2"),
    What(r".+/r10", say("Red 10 counts as 10 or as 16, whichever you need, and carries two stars."), "1.2"),
    What(
        r".+/k5",
        say("Black 5 sweeps up the whole table when it is played. While it lies there, it is simply a 5."),
        "7.1",
    ),
    What(r"table/.+", say("A loose card. A card of its value takes it, or takes a sum that it is part of."), "4.1"),
    What(r"hand/.+", say("A card of your hand: it takes, it builds, or it stays on the table."), "3.1"),
    What("table", say("The loose cards in the middle, for everyone to take."), "3.2"),
    What("deck", say("The draw pile. When all hands are empty, everyone gets four new cards."), "2.5"),
    What("own", say("Your pile: all that you have taken. It counts at the end of the round."), "4.3"),
    What("hand", say("Your hand. You play one card in each turn."), "3.1"),
    What(
        r"(seat:|hand-)\d.*",
        say("Another player: how many cards they hold, and how many they have taken."),
        "11.1",
    ),
    What("button:lay", say("Leaves the card on the table. You cannot do so while you own a build."), "6.2"),
    What(
        r"button:take.*",
        say("Takes loose cards that add up to your card, or builds of its value."),
        "4.1",
    ),
    What(
        r"button:build.*",
        say("Makes one pile of your card and cards of the table. You must keep a card of its value."),
        "5.2",
    ),
    What("button:done", say("Ends the move: what you have picked is taken, or built."), "3.3"),
)
