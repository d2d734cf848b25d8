"""SWUP: what people ask at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartentisch.games.swup.cards import CARDS, TOP
from kartentisch.words.language import say
from kartentisch.words.question import Question, RuledOut, Slot, Values
from kartentisch.words.swup.situations import items, on_table, situation, values

SWEEP = "k5"
VALUES = tuple(str(value) for value in range(1, TOP + 1))
YES = {"no": say("no"), "yes": say("yes")}

LOOSE = Slot("loose", say("loose on the table"), "cards", CARDS.tokens, unset="", most=12)
OWN = Slot("own", say("my build"), "cards", CARDS.tokens, unset="", most=8)
OWN_VALUE = Slot("own_value", say("value of my build"), "number", VALUES, when="own=", unset="")
OTHERS = Slot("others", say("another player’s build"), "cards", CARDS.tokens, unset="", most=8)
OTHERS_VALUE = Slot("others_value", say("value of the other build"), "number", VALUES, when="others=", unset="")
CARD = Slot("card", say("I play"), "card", CARDS.tokens)
KEEP = Slot(
    "keep", say("I keep in my hand"), "cards", CARDS.tokens, unset="", most=3, lifts=("build_promise", "own_promise")
)
AIM = Slot("aim", say("as"), "number", VALUES, unset="")
PICKS = Slot("picks", say("I take"), "cards", CARDS.tokens, unset="", most=12, among="loose")
BUILDS = Slot(
    "builds",
    say("and with it"),
    "choice",
    ("own", "other", "both"),
    {"own": say("my build"), "other": say("the other build"), "both": say("both builds")},
    unset="",
)
SUMS = Slot(
    "sums", say("at our table a build may be part of a sum that is taken"), "choice", ("no", "yes"), YES, unset="no"
)


def _hand(v: Values) -> list[str]:
    return [str(v["card"]), *(v.get("keep") or ())]


def _state(v: Values, helping: Sequence[int] = ()) -> dict[str, Any]:
    """`helping`: values of one loose card each, so that a refusal speaks of what was picked, not of the aim."""
    loose, builds = [*(v.get("loose") or ())], on_table(v)
    if items(v):
        used = {*_hand(v), *loose, *(card for one in builds for card in one["cards"])}
        for value in helping:
            free = [card for card in CARDS.tokens if card not in used and card != SWEEP and value in values(card)]
            used.update(free[-1:])
            loose += free[-1:]
    state = situation(_hand(v), loose, builds, house={"builds_in_sums": v.get("sums") == "yes"})
    return state


def _aims(v: Values) -> list[int]:
    """The values that the card may count as, or the one that was said."""
    return [int(v["aim"])] if v.get("aim") else values(str(v["card"]))


def _targets(v: Values) -> list[int]:
    """What may be built: the value that was said, else those of the cards kept, else the plain sum."""
    if v.get("aim"):
        return [int(v["aim"])]
    kept = sorted({value for card in v.get("keep") or () for value in values(card)})
    builds = {one["owner"]: one["value"] for one in on_table(v)}
    picked = sum(builds[int(one[1])] if one[0] == "@" else values(one)[0] for one in items(v))
    plain = values(str(v["card"]))[0] + picked
    return kept or [min(plain, TOP)]


def _bare(v: Values) -> bool:
    return not (v.get("loose") or v.get("own") or v.get("others"))


def _picked(v: Values) -> str:
    found = items(v)
    return f"[{'|'.join(found)}]" if found else "**"


def _lay(v: Values) -> tuple[str, ...]:
    if v["card"] == SWEEP and not _bare(v):
        raise RuledOut(say("Black 5 takes everything that lies there; it cannot be laid beside it."), "7.3")
    return ("{card} lay",)


LAY = Question("lay", say("May I lay this card?"), (CARD, LOOSE, OWN, OWN_VALUE, KEEP), _state, _lay)


def _take(v: Values) -> tuple[str, ...]:
    if v["card"] != SWEEP:
        return tuple(f"{{card}} take:{aim} {_picked(v)} done" for aim in _aims(v))
    there = {*(v.get("loose") or ()), *(["@0"] if v.get("own") else []), *(["@1"] if v.get("others") else [])}
    if items(v) and set(items(v)) != there:
        raise RuledOut(say("Black 5 takes everything at once, builds too, and nothing else."), "7.3")
    return (SWEEP,) if there else ("{card} take:5 ** done",)


TAKE = Question(
    "take",
    say("May I take this?"),
    (LOOSE, CARD, AIM, PICKS, KEEP, OWN, OWN_VALUE, OTHERS, OTHERS_VALUE, BUILDS, SUMS),
    lambda v: _state(v, _aims(v)),
    _take,
)


def _build(v: Values) -> tuple[str, ...]:
    if v["card"] == SWEEP:
        raise RuledOut(say("Black 5 has no other use than to take everything; on an empty table it is laid."), "7.3")
    return tuple(f"{{card}} build:{aim} {_picked(v)} done" for aim in _targets(v))


BUILD_SLOTS = (
    LOOSE,
    CARD,
    Slot("aim", say("to the value"), "number", VALUES, unset=""),
    Slot("picks", say("I put with it"), "cards", CARDS.tokens, unset="", most=12, among="loose"),
    KEEP,
    OWN,
    OWN_VALUE,
    OTHERS,
    OTHERS_VALUE,
    BUILDS,
)


def _building(v: Values) -> dict[str, Any]:
    lacking = (target - values(str(v["card"]))[0] for target in _targets(v))
    return _state(v, [value for value in lacking if value > 0])


BUILD = Question("build", say("May I build this?"), BUILD_SLOTS, _building, _build)


def _raised(v: Values) -> Values:
    """As a build: the other one's if there is one, else one's own."""
    return {**v, "builds": "other" if v.get("others") else "own"}


RAISE = Question(
    "raise",
    say("May I raise this build?"),
    (
        Slot("others", say("another player’s build"), "cards", CARDS.tokens, unset="", most=8),
        OTHERS_VALUE,
        OWN,
        OWN_VALUE,
        CARD,
        KEEP,
    ),
    lambda v: _building(_raised(v)),
    lambda v: _build(_raised(v)),
)


def _held(v: Values) -> dict[str, Any]:
    """A whole hand."""
    return situation(list(v["hand"]), v.get("loose") or (), on_table(v))


HAND = Slot("hand", say("my hand"), "cards", CARDS.tokens, most=4)
MUST_TAKE = Question(
    "must",
    say("Do I have to take something?"),
    (LOOSE, HAND, OWN, OWN_VALUE, OTHERS, OTHERS_VALUE),
    _held,
    ("* take:* **", SWEEP),
    must=True,
)
COLLECT = Question(
    "collect",
    say("Do I have to collect or continue my build at once?"),
    (Slot("own", say("my build"), "cards", CARDS.tokens, most=8), OWN_VALUE, HAND, LOOSE, OTHERS, OTHERS_VALUE),
    _held,
    ("** @0 **",),
    must=True,
)


def _built(v: Values) -> list[tuple[int, str | tuple[str, ...]]]:
    return [(0, _build(v))]


DOUBLE = Question(
    "double",
    say("Is it a double build then?"),
    BUILD_SLOTS,
    _state,
    course=_built,
    does=lambda case: any(one["owner"] == 0 and one["double"] for one in case.after["builds"]),
)
MINE = Question(
    "mine",
    say("Does the build belong to me then?"),
    BUILD_SLOTS,
    _state,
    course=_built,
    does=lambda case: any(one["owner"] == 0 for one in case.after["builds"]),
)


def _taking(v: Values) -> dict[str, Any]:
    state = on_table(v)
    items(v)
    if v["last"] == "yes":
        return situation([str(v["card"])], v.get("loose") or (), state, last=True)
    return situation([str(v["card"]), *(v.get("keep") or ())], v.get("loose") or (), state)


SWUP = Question(
    "swup",
    say("Is that a SWUP?"),
    (
        LOOSE,
        CARD,
        PICKS,
        Slot("last", say("it is the very last card of the round"), "choice", ("no", "yes"), YES, unset="no"),
        OTHERS,
        OTHERS_VALUE,
        BUILDS,
    ),
    _taking,
    course=lambda v: [(0, _take(v))],
    does=lambda case: case.after["swups"][0] == 1,
)


def _ending(v: Values) -> dict[str, Any]:
    """Seat 0 lays the last card of the round."""
    everything = [card for card in CARDS.tokens if card not in ("r4", "y3", "b9")]
    piles = {"me": (everything, []), "other": ([], everything), "nobody": ([], [])}[v["taker"]]
    if v["taker"] == "nobody":
        return situation(["r4"], [card for card in CARDS.tokens if card != "r4"], last=True, piles=[[], []])
    return situation(["r4"], ["y3", "b9"], last=True, piles=piles, taker=0 if v["taker"] == "me" else 1)


LAST = Question(
    "last",
    say("The round is over: do the cards on the table go to me?"),
    (
        Slot(
            "taker",
            say("who took last"),
            "choice",
            ("me", "other", "nobody"),
            {"me": say("I took last"), "other": say("somebody else took last"), "nobody": say("nobody took anything")},
            bare=True,
        ),
    ),
    _ending,
    course=lambda v: [(0, "r4 lay")],
    does=lambda case: "r4" in case.after["piles"][0],
)


def _counted(v: Values) -> dict[str, Any]:
    """Two seats; with the last card everything is in the piles."""
    mine = int(v["mine"])
    others = [card for card in CARDS.tokens if card not in ("r4", "y4")]
    nothing_else = {"most_black": 0, "last_cards": 0, "swup_points": 0, "star_points": 0}
    return situation(
        ["r4"], ["y4"], last=True, piles=[others[: mine - 2], others[mine - 2 :]], taker=1, house=nothing_else
    )


MOST = Question(
    "most",
    say("Do I get the point for most cards?"),
    (
        Slot(
            "mine",
            say("of 52 cards I have"),
            "number",
            ("25", "26", "27"),
            {"25": say("25 or fewer"), "27": say("27 or more")},
        ),
    ),
    _counted,
    course=lambda v: [(0, "r4 take:4 y4 done")],
    does=lambda case: case.after["points"][0] == 1,
)
QUESTIONS = (LAY, TAKE, BUILD, RAISE, MUST_TAKE, COLLECT, DOUBLE, MINE, SWUP, LAST, MOST)
