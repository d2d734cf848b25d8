"""Answers to the ask `tell`: a question that somebody asks by a key, answered in a sentence or two for the ears.

They are made from the reader's scene and lines of the log alone, so they can say nothing that is not on the page.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Callable, Iterable, Sequence

from kartentisch.web.scene import Counter, Line, Scene, Seat, Zone
from kartentisch.words.language import Language
from kartentisch.words.shared import points as some_points


def last(t: Language, scene: Scene, lines: Sequence[Line]) -> str:
    """What the newest fact was that the log tells of."""
    newest = [line.text for line in lines if line.n == lines[-1].n]
    return " ".join(newest) or t.say("Nothing has happened yet.")


def turn(t: Language, scene: Scene) -> str:
    """Whose turn it is, and what the reader can do."""
    following = [seat.name for seat in scene.seats if seat.next and not seat.you]
    then = t.say("Next: {name}.", name=following[0]) if following else ""
    lead, text = scene.prompt.lead, scene.prompt.text
    return _joined([scene.notice, lead or t.say("Nobody is to move now."), scene.prompt.sum, text, then])


def hand(t: Language, scene: Scene) -> str:
    """The reader's cards, and what lies beside them."""
    if scene.seat < 0:
        return t.say("You are watching, so you have no cards.")
    mine = [zone for zone in scene.zones if zone.place in ("hand", "own")]
    return _joined(_all_of(t, zone) for zone in mine) or t.say("The cards have not been dealt yet.")


def counts(t: Language, scene: Scene) -> str:
    """How many cards everybody has, and how many lie in the piles."""
    if not scene.zones:
        return t.say("The cards have not been dealt yet.")
    seats = [f"{_called(t, seat)} {_has(t, scene, seat)}" for seat in _from_reader(scene)]
    piles = [
        f"{zone.label}: {_cards(t, max(zone.count, zone.hidden))}"
        for zone in scene.zones
        if zone.place == "table" and zone.kind == "pile" and max(zone.count, zone.hidden) >= 0 and zone.back
    ]
    return _joined([_sentence(seats), _sentence(piles)])


def points(t: Language, scene: Scene) -> str:
    """How things stand, in the words of the game; with a result, the totals."""
    if scene.result is not None:
        ended = [(row.seat, some_points(t, row.total)) for row in scene.result.rows]
        return _joined([scene.result.title, _by_seat(t, scene, ended)])
    if scene.summary is None:
        return t.say("There are no points yet.")
    now = [(row.seat, row.says) for row in scene.summary.rows]
    return _joined([f"{scene.summary.title}: {_by_seat(t, scene, now)}", scene.summary.note])


def wants(t: Language, scene: Scene) -> str:
    """What the piles want. Where no pile wants anything, what lies open."""
    table = [zone for zone in scene.zones if zone.place == "table"]
    asking = [zone for zone in table if zone.caption and zone.caption != zone.label]
    told = [f"{zone.label}: {zone.caption}" for zone in asking]
    if any(zone.kind == "pile" for zone in asking):
        return _joined([_sentence(told)])
    told += [_lying(t, zone) for zone in table if zone not in asking and (zone.cards or zone.kind == "score")]
    return _joined(told) or t.say("Nothing lies open.")


QUESTIONS: tuple[str, ...] = ("last", "turn", "hand", "counts", "points", "wants")
"""What can be asked, as `arg` of the ask `tell`."""


def told(t: Language, question: str, scene: Scene, lines: Sequence[Line]) -> str:
    """The answer to one of `QUESTIONS`."""
    answers: dict[str, Callable[[], str]] = {
        "last": lambda: last(t, scene, lines),
        "turn": lambda: turn(t, scene),
        "hand": lambda: hand(t, scene),
        "counts": lambda: counts(t, scene),
        "points": lambda: points(t, scene),
        "wants": lambda: wants(t, scene),
    }
    return answers[question]()


# ---- Parts of sentences ----------------------------------------------------------------------------------------------


def _joined(sentences: Iterable[str]) -> str:
    """Sentences one after the other, each with an end, and without signs that only the eye understands."""
    plain = [one.replace(" · ", ", ").strip() for one in sentences if one.strip()]
    return " ".join(one if one[-1] in ".!?" else f"{one}." for one in (part[0].upper() + part[1:] for part in plain))


def _sentence(parts: Sequence[str]) -> str:
    return "; ".join(parts)


def _from_reader(scene: Scene) -> list[Seat]:
    """The seats in the order of play, the reader first."""
    first = max(scene.seat, 0)
    return [*scene.seats[first:], *scene.seats[:first]]


def _called(t: Language, seat: Seat) -> str:
    return t.say("you") if seat.you else seat.name


def _by_seat(t: Language, scene: Scene, rows: Iterable[tuple[int, str]]) -> str:
    return _sentence([f"{_called(t, scene.seats[seat])} {says}" for seat, says in rows])


def _cards(t: Language, n: int) -> str:
    return t.many("{n} card", "{n} cards", n) if n else t.say("empty")


def _has(t: Language, scene: Scene, seat: Seat) -> str:
    """The counters of a seat; the cards in its hand too where no counter says it."""
    said = [_counter(counter) for counter in seat.counters]
    hands = [zone for zone in scene.zones if zone.place == "seat" and zone.seat == seat.seat and zone.kind == "fan"]
    hands += [zone for zone in scene.zones if zone.place == "hand" and seat.you]
    if hands and not any(counter.icon == "hand" for counter in seat.counters):
        said.insert(0, t.say("{n} in hand", n=sum(len(zone.cards) + zone.hidden for zone in hands)))
    return ", ".join(said)


def _counter(counter: Counter) -> str:
    """A counter in words. Some have their number in the words, others only beside them."""
    alone = counter.n < 0 or str(counter.n) in counter.label
    return counter.label if alone else f"{counter.label} {counter.n}"


def _is_sign(counter: Counter) -> bool:
    """Whether it is a sign with words of its own: an arrow, or a whole sentence."""
    arrow = bool(counter.icon) and not counter.icon.startswith("mark-")
    return counter.n < 0 and (arrow or counter.label.endswith("."))


def _lying(t: Language, zone: Zone) -> str:
    """The open cards of a zone, of a pile the top one, or the words of a list."""
    if zone.kind == "ring":
        return ""
    if zone.kind == "score":
        listed = ", ".join(_counter(one) for one in zone.counters if not _is_sign(one))
        return _joined([zone.label, listed, *(one.label for one in zone.counters if _is_sign(one))])
    return f"{zone.label}: {_labels(t, zone)}"


def _all_of(t: Language, zone: Zone) -> str:
    """What lies in one of the reader's own zones."""
    said = [_counter(counter) for counter in zone.counters]
    if zone.cards:
        said.insert(0, _labels(t, zone))
    elif zone.hidden:
        said.insert(0, _cards(t, zone.hidden))
    return f"{zone.label}: {', '.join(said) or t.say('empty')}"


def _labels(t: Language, zone: Zone) -> str:
    """The cards by name, equal ones together."""
    found = Multiset(card.label for card in zone.cards)
    return ", ".join(label if n == 1 else t.say("{n} times {card}", n=n, card=label) for label, n in found.items())
