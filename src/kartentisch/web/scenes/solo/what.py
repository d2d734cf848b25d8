"""Solo: what the cards, piles and buttons are, for somebody who asks."""

from __future__ import annotations

from kartentisch.web.scenes import What
from kartentisch.words.language import say

WHAT = (
    What(r"discard(/[rgby][1-9])?", say("The discard pile. Its top card says what fits."), "3.2"),
    What(
        r".+/[rgby][1-9]",
        say("A number card fits on its color or its number. Three of one number can go at once."),
        "3.2",
    ),
    What(r".+/[rgby]S", say("Skip a Turn: the next player sits out, or protects themselves."), "6.2"),
    What(r".+/[rgby]R", say("Change Direction: from now on play goes the other way round."), "6.3"),
    What(
        r".+/[rgby]\+2",
        say("Draw 2: the next player takes two cards, answers with another Draw 2, or protects themselves."),
        "6.4",
    ),
    What(r".+/[rgby]X", say("Swap Cards: you and a player of your choice exchange your whole hands."), "7.2"),
    What(r".+/[rgby]G", say("Gift: you give two of your cards to a player of your choice."), "7.3"),
    What(r".+/C", say("Choose a Color: it fits on anything, and you say which color comes next."), "6.8"),
    What(
        r".+/\+4",
        say("Draw 4: you choose the color, and the next player takes four cards or answers with another Draw 4."),
        "6.5",
    ),
    What(r".+/A", say("All Swap Cards: everybody passes their whole hand on to the next player."), "7.6"),
    What(
        r".+/P[rgby]",
        say("Protection fits on anything. It saves you from drawing, being skipped, a swap or a gift."),
        "8.1",
    ),
    What("draw", say("The draw pile. You may draw a card even if you could play one."), "3.4"),
    What("force", say("What is in force: the color, and the direction in which play goes."), "3.3"),
    What("hand", say("Your hand. If you are the first to have no cards left, you win the round."), "11.1"),
    What(
        r"(seat:|hand-)\d.*",
        say("Another player. Everyone may see how many cards they hold, but not which ones."),
        "13.1",
    ),
    What("button:draw", say("Draws a card, or takes the cards that you owe."), "3.4"),
    What("button:pass", say("Keeps the card that you have just drawn, and ends your turn."), "3.6"),
    What("button:answer", say("Lets it happen: you are skipped, or the swap or the gift takes place."), "7.1"),
    What("button:interject", say("Throws in the very same card out of turn. Play goes on after you."), "5.1"),
    What("button:solo", say("Calls “Solo!”. You must, as soon as you have one card left."), "9.1"),
    What(r"button:=[rgby]", say("Says which color has to be played next."), "6.8"),
    What(
        r"button:triple:.+",
        say("Puts down all cards of that number at once, with this color on top."),
        "4.1",
    ),
)
