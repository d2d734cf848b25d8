"""A step of the recipe “A new bot level” that is left out fails here, unless another test finds it (decision 0025)."""

from __future__ import annotations

from kartentisch.bots.levels import LEVELS
from kartentisch.words import shared
from kartentisch.words.language import language
from tests.recipes.support import sources
from tests.words import pseudo


def test_every_level_has_a_name_in_words() -> None:
    """A level without one would show the name that the code has, in every language."""
    with pseudo.spoken():
        left = [name for name in LEVELS if shared.level(language("en"), name) == name]
    assert left == [], "name it in `level` of words/shared.py (CONTRIBUTING.md, A new bot level, step 2)"


def test_every_level_was_measured_against_another() -> None:
    """The weakest one has none before it."""
    rows = [line for line in sources("docs/decisions/*.md").splitlines() if line.startswith("|") and "±" in line]
    left = [name for name in [*LEVELS][1:] if not any(f"`{name}`" in row for row in rows)]
    assert left == [], "make strength, then a decision with the figures (CONTRIBUTING.md, A new bot level, step 4)"
