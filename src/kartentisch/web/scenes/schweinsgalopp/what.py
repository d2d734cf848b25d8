"""Schweinsgalopp: what the cards, the course and the pigs are, for somebody who asks."""

from __future__ import annotations

from kartentisch.web.scenes import What
from kartentisch.words.language import say

WHAT = (
    What(r"hand/[bgrvy]", say("A race card: the pig of its color runs to the next free space."), "3.1"),
    What(r"track/pig-.", say("A pig. It belongs to nobody: everyone who plays its color moves it."), "3.3"),
    What(r"track/.+", say("A scoff card on the course. The first pig that stops there wins it for its player."), "8.5"),
    What(r"track(:.+)?", say("A space of the course. A pig jumps over those that are occupied."), "4.1"),
    What("race", say("Which pig is in the lead, and how far each one has run."), "4.3"),
    What(r"supply(/.+)?", say("The supply of scoff cards. You take one when your pig is in the lead."), "5.1"),
    What(r"played(/.+)?", say("The race cards that have been played in this round."), "3.1"),
    What(
        "scoff",
        say("Your scoff cards. Those that lie face up are yours only if your last card leaves its pig in the lead."),
        "6.1",
    ),
    What("hand", say("Your hand. The last card decides whether you keep your scoff cards."), "5.5"),
    What(r"(seat:|hand-)\d.*", say("Another player: their scoff cards, face up and banked."), "5.5"),
)
