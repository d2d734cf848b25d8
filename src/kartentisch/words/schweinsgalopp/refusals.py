"""Schweinsgalopp in words: the refusals."""

from __future__ import annotations

from kartentisch.engine.reasons import Reason
from kartentisch.words.language import Language
from kartentisch.words.schweinsgalopp.cards import card, pig
from kartentisch.words.shared import Names, capital


def reason(t: Language, why: Reason, names: Names = None) -> str | None:
    args = why.args
    match why.code:
        case "card_missing" if args["card"] in "bgrvy":
            return t.say("You have no race card in {colour}.", colour=card(t, args["card"]))
        case "lay_first":
            return t.say("First everybody lays a scoff card on the track; race cards come after that.")
        case "lay_over":
            return t.say("Scoff cards are laid on the track only before the first race card of the match.")
        case "lay_never":
            return t.say("In this match no scoff cards are laid on the track.")
        case "scoff_there":
            return t.say("There is a scoff card on space {space} already.", space=args["space"])
        case "pig_there":
            return t.say("{pig} stands on space {space}.", pig=capital(pig(t, args["pig"])), space=args["space"])
        case "gap_there":
            return t.say(
                "Space {space} is one of the four just ahead of the first pig: no scoff card is laid there.",
                space=args["space"],
            )
        case "pigs_first":
            return t.say("First the start player sets up the pigs; the cards are dealt after that.")
        case "pig_set":
            return t.say("{pig} is set up already.", pig=capital(pig(t, args["pig"])))
        case "pigs_set":
            return t.say("The pigs are set up only before the first round of the match.")
        case "pigs_by_lot":
            return t.say("In this match the pigs are set up at random.")
        case _:
            return None
