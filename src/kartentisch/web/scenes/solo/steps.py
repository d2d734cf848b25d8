"""Solo: a reader's steps, the buttons, and the text of the prompt."""

from __future__ import annotations

from collections.abc import Iterator

from kartentisch.web.scene import Button, Step
from kartentisch.web.scenes.solo.seen import COLOURS, WORDS, Seen
from kartentisch.words import shared
from kartentisch.words import solo as words

DRAW, PASS, ANSWER, CALL, INTERJECT = (f"button:{name}" for name in ("draw", "pass", "answer", "solo", "interject"))
BUTTONS = {"draw": DRAW, "take": DRAW, "pass": PASS, "skip": ANSWER, "accept": ANSWER, "solo": CALL}
"""The button of each word."""


# ---- Steps ----------------------------------------------------------------------------------------------------------


def steps(seen: Seen) -> list[Step]:
    if seen.begun:
        return list(_following(seen))
    return [*_words(seen), *(_pairs(seen) if seen.phase == "gift" and seen.cards else _plays(seen))]


def _says(seen: Seen, *tokens: str) -> str:
    return words.move(seen.t, tokens, seen.names)


def _words(seen: Seen) -> Iterator[Step]:
    for token in seen.tokens:
        if token in WORDS:
            button = BUTTONS[token]
            yield Step(token, [button], [label(seen, button)], _says(seen, token), aside=token == "solo")


def _step(seen: Seen, token: str, path: list[str], labels: list[str], aside: bool = False) -> Step:
    """The step that completes a move. It describes the whole move and includes the call if it is due at once."""
    move = f"{seen.begun} {token}".strip()
    along = [CALL] if seen.call(move) == "at once" else []
    return Step(token, path, labels, _says(seen, *move.split()), aside=aside, along=along)


def _plays(seen: Seen) -> Iterator[Step]:
    for card in seen.cards:
        yield _play(seen, card)
    if seen.twin:
        yield _step(seen, seen.twin, [INTERJECT], [label(seen, INTERJECT)], aside=True)
    for number, colours in seen.triples.items():
        yield from _triple(seen, number, colours)


def _play(seen: Seen, card: str) -> Step:
    t, needs = seen.t, seen.needs(card)
    if len(needs) > 1:
        return Step(card, [f"hand/{card}"], [seen.name(card)], _says(seen, card), ends=False)
    play = t.say("Interject") if seen.aside else t.say("Play {card}", card=words.card(t, card))
    token = " ".join([card, *needs])  # with two seats, the target is clear
    return _step(seen, token, [f"hand/{card}", "discard"], [seen.name(card), play], aside=seen.aside)


def _triple(seen: Seen, number: str, colours: list[str]) -> Iterator[Step]:
    """The steps of a Triple +. The raised card goes on top; if it cannot, one of the cards that can does."""
    for held in [colour for colour in COLOURS if f"{colour}{number}" in seen.hand]:
        for colour in [held] if held in colours else colours:
            token = f"triple:{number}{colour}"
            name = seen.t.say("Triple +, {colour} on top", colour=shared.colour(seen.t, colour))
            yield _step(seen, token, [f"hand/{held}{number}", f"button:{token}"], [seen.name(held + number), name])


def _pairs(seen: Seen) -> Iterator[Step]:
    """The two cards of a gift, picked in either order."""
    faces = list(dict.fromkeys(seen.hand))
    for place, low in enumerate(faces):
        for high in faces[place:]:
            if low == high and seen.hand.count(low) < 2:
                continue
            for first, second in [(low, high), (high, low)][: 1 + (low != high)]:
                path, labels = [f"hand/{first}", f"hand/{second}"], [seen.name(first), seen.name(second)]
                yield _step(seen, f"{low} {high}", path, labels)


def _following(seen: Seen) -> Iterator[Step]:
    """What a begun card needs: a colour, a target, or the other card of a gift."""
    for token in seen.needs(seen.begun):
        if seen.phase == "gift":
            yield _step(seen, token, [f"hand/{token}"], [seen.name(token)])
        elif token[0] == "=":
            yield _step(seen, token, [f"button:{token}"], [_colour(seen, token[1])])
        else:
            yield _step(seen, token, [f"seat:{token[1:]}"], [seen.names[int(token[1:])]])


# ---- Buttons --------------------------------------------------------------------------------------------------------


def _colour(seen: Seen, letter: str) -> str:
    return shared.capital(shared.colour(seen.t, letter))


def label(seen: Seen, button: str) -> str:
    t = seen.t
    if button == DRAW:
        if seen.phase == "owed" and seen.asked:
            return t.say("Take {cards}", cards=shared.cards(t, seen.json["pending"]))
        return t.say("Draw")
    if button == PASS:
        return t.say("Keep the card")
    if button == ANSWER:
        return t.say("Be skipped") if seen.phase == "skipped" else t.say("Accept")
    if button == INTERJECT:
        return t.say("Interject {card}", card=words.card(t, seen.twin))
    return t.say("“Solo!”")


def buttons(seen: Seen) -> list[Button]:
    """The buttons that the turn is about. The call is last, always in the same place."""
    return [*_acts(seen), *_call(seen)]


def _acts(seen: Seen) -> list[Button]:
    if seen.begun in ("C", "+4"):
        return [Button(f"button:={c}", _colour(seen, c), lead=True, icon=f"mark-{c}") for c in COLOURS]
    if seen.begun or (seen.phase == "gift" and seen.asked):
        return []
    if seen.twin:
        return [Button(INTERJECT, label(seen, INTERJECT), lead=True, icon="interject")]
    if seen.asked and seen.phase == "drawn":
        return [Button(PASS, label(seen, PASS))]
    if seen.asked and seen.phase in ("skipped", "answer"):
        return [Button(ANSWER, label(seen, ANSWER), lead=True)]
    nothing_fits = seen.asked and seen.phase == "turn" and not seen.cards and not seen.triples
    return [Button(DRAW, label(seen, DRAW), lead=nothing_fits or seen.phase == "owed", icon="draw")]


def _call(seen: Seen) -> list[Button]:
    if seen.json["options"]["solo_call"] == "auto":
        return []
    t, n = seen.t, len(seen.hand)
    says = t.many(
        "You call “Solo!” when you play down to one card. You have {n} card.",
        "You call “Solo!” when you play down to one card. You have {n} cards.",
        n,
    )
    return [Button(CALL, label(seen, CALL), lead=True, joins="solo", says="" if seen.may_call else says)]


# ---- Prompt ---------------------------------------------------------------------------------------------------------


def lead(seen: Seen) -> str:
    """What the reader is told instead of "Your turn."."""
    t, layer = seen.t, seen.json["layer"]
    if not seen.asked or layer is None or layer == seen.seat:
        return ""
    if seen.phase == "skipped":
        return t.say("You are about to be skipped.")
    if seen.top == "A":
        return t.say("All hands are about to be passed on.")
    if seen.top[0] == "P":
        return t.say("Hands are about to be passed on.")
    name = seen.names[layer]
    if seen.top[1:] == "G":
        return t.say("{name} has a gift for you.", name=name)
    return t.say("{name} wants to swap hands with you.", name=name)


def prompt(seen: Seen) -> str:
    t = seen.t
    if seen.debtor and seen.json["options"].get("call_until") == "next":
        return t.say("Call “Solo!” now, before the next player plays or draws.")
    if seen.debtor:
        return t.say("Call “Solo!” now, before anybody else plays or draws.")
    if seen.asked:
        return _begun(seen) if seen.begun else _asked(seen)
    if seen.twin:
        card = words.card(t, seen.twin)
        return t.say("Your {card} is the very same card: you may interject it.", card=card)
    return force(seen) if seen.phase in ("turn", "drawn") else ""


def _begun(seen: Seen) -> str:
    t = seen.t
    if seen.begun in ("C", "+4"):
        return t.say("Choose a color.")
    if seen.begun[1:] == "X":
        return t.say("Who do you swap hands with? Pick somebody above.")
    return t.say("Who gets two of your cards? Pick somebody above.")


def _asked(seen: Seen) -> str:
    t = seen.t
    match seen.phase:
        case "owed":
            cards = shared.cards(t, seen.json["pending"])
            other = t.say("Draw 2") if seen.top[1:] == "+2" else t.say("Draw 4")
            return t.say("Take {cards}, or answer with {other} or a protection.", cards=cards, other=other)
        case "skipped":
            return t.say("Only a protection helps.")
        case "answer":
            return t.say("Accept, or play a protection.")
        case "gift":
            return t.say("Choose two cards for {name}.", name=seen.names[seen.json["target"]])
        case "drawn":
            return t.say("You have drawn {card}: play it, or keep it.", card=words.card(t, seen.json["drawn"]))
    if not seen.cards and not seen.triples:
        return t.say("Nothing fits: draw a card.")
    return force(seen)


def force(seen: Seen) -> str:
    """What fits now."""
    t, colour = seen.t, seen.json["colour"]
    if colour == "*":
        return t.say("Any card fits.")
    black, fitting = t.say("a black card"), [_colour(seen, colour)]
    if seen.top[0] in COLOURS and seen.top not in COLOURS:
        fitting.append(seen.symbol(seen.top))
    return t.say("{things} fits.", things=t.listing([*fitting, black], "or"))


def says(seen: Seen, card: str) -> str:
    """What is said about a card of the hand when it is raised."""
    t, name = seen.t, seen.name(card)
    if card == seen.twin:
        return t.say("{card} is the very same card: you may interject it.", card=name)
    if not seen.asked or seen.phase == "gift":
        return ""
    if not seen.fits(card):
        return t.say("{card} does not fit now.", card=name)
    if card[1:] in seen.triples:
        held, number = shared.cards(t, seen.of_number(card[1:])), words.of_number(t, int(card[1:]))
        return t.say("You have {cards} {number}: they can go all at once.", cards=held, number=number)
    due = seen.call_with(card)
    if "at once" in due:
        return t.say("After {card} you have one card left: call “Solo!” with it.", card=words.card(t, card))
    if "perhaps" in due:
        return t.say("{card} fits. “Solo!” is due if you end up with one card.", card=name)
    return t.say("{card} fits.", card=name)
