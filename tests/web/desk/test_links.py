"""Links of the desk stay: every game, question, slot and value that has ever been is still read.

A new one may come in addition: `python -m tests.web.desk.test_links` writes `links.json` again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import kartentisch as kt
from kartentisch import words
from kartentisch.web.desk import reading

FILE = Path(__file__).with_name("links.json")


def links() -> dict[str, Any]:
    """By game and question the values of each slot, and what counts if a slot is left out."""
    return {
        game: {
            question.name: {slot.name: [slot.unset, " ".join(slot.values)] for slot in question.slots}
            for question in desk.questions
        }
        for game in kt.games()
        if (desk := words.desk(game)) is not None
    }


def test_every_link_of_before_is_still_read() -> None:
    then, now = json.loads(FILE.read_text(encoding="utf-8")), links()

    for game, questions in then.items():
        for name, slots in questions.items():
            for slot, (unset, values) in slots.items():
                assert now[game][name][slot][0] == unset, (game, name, slot)
                assert set(values.split()) <= set(now[game][name][slot][1].split()), (game, name, slot)


def test_the_file_has_all_of_today() -> None:
    assert json.loads(FILE.read_text(encoding="utf-8")) == links(), "python -m tests.web.desk.test_links"


def test_a_plus_that_was_not_escaped_is_read_as_one() -> None:
    desk = words.desk("solo")
    assert desk is not None
    question = desk.questions[0]

    assert reading.read(question, {"top": "b 2", "card": " 4", "hand": "r 2,r3"}) == {
        "top": "b+2",
        "card": "+4",
        "hand": ("r3", "r+2"),
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(links(), indent=1) + "\n", encoding="utf-8")
