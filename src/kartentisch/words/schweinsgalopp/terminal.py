"""Schweinsgalopp in words: the picture for the terminal."""

from __future__ import annotations

from kartentisch.words.language import Language
from kartentisch.words.schweinsgalopp.cards import TRACK, card, scoff
from kartentisch.words.shared import Names, Seen, subject


def picture(t: Language, view: Seen, names: Names = None) -> list[tuple[str, str]]:
    """The pigs from first to last, the scoff cards, then the people."""
    seen = view.json()
    standing = [entry for entry in seen["pigs"].items() if entry[1] is not None]
    pigs = sorted(standing, key=lambda entry: -entry[1])
    race = [t.say("{colour} on {space}", colour=card(t, token), space=distance % TRACK) for token, distance in pigs]
    lines = [(t.say("Race"), ", ".join(race) or "–")]
    if waiting := [card(t, token) for token, distance in seen["pigs"].items() if distance is None]:
        lines.append((t.say("Still to be set up"), ", ".join(waiting)))
    lines.append((t.say("Supply"), scoff(t, seen["supply"])))
    if seen["options"]["track_scoff"]:
        spaces = ", ".join(str(space) for space in seen["track_scoff"])
        lines.append((t.say("Scoff on the track"), spaces or "–"))
    for seat in range(seen["seats"]):
        said = t.say(
            "{hand} in hand, {face_up} face up, {banked} banked",
            hand=len(seen["hands"][seat]),
            face_up=seen["face_up"][seat],
            banked=seen["banked"][seat],
        )
        lines.append((subject(t, seat, names), said))
    if seen["seat"] is not None:
        held = [card(t, token) for token in seen["hands"][seen["seat"]]]
        lines.append((t.say("Your hand"), ", ".join(held) or "–"))
    return lines
