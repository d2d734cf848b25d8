"""The wire's documentation is made from its types."""

from __future__ import annotations

import ast
import inspect
import textwrap
from itertools import pairwise

import msgspec
import pytest

from kartentisch.web import wire
from scripts import wire_docs


def test_docs_wire_md_is_what_the_types_say() -> None:
    """`make docs` was run after the last change of a message."""
    assert (wire_docs.DOCS / "wire.md").read_text(encoding="utf-8") == wire_docs.page()


def test_the_json_schema_is_what_the_types_say() -> None:
    """The same for the schema."""
    assert (wire_docs.DOCS / "wire.schema.json").read_text(encoding="utf-8") == wire_docs.schema()


def test_every_field_of_a_message_that_is_no_plain_word_says_what_it_means() -> None:
    """No field of an ask or an answer is left without a line, but those that their message's docstring explains."""
    for kind in (wire.Ask, wire.Hello):
        notes = wire_docs._notes(kind)
        told = kind.__doc__ or ""
        assert [name for name, note in notes.items() if not note and name not in told] in (
            [],
            ["version", "wants", "language"],
        )


@pytest.mark.parametrize("kind", [*wire_docs.UP, *wire_docs.DOWN, *wire_docs.PARTS])
def test_a_field_is_told_of_in_the_words_that_stand_under_it_quotes_and_all(kind: type[msgspec.Struct]) -> None:
    """As Python itself reads them."""
    (read,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(read, ast.ClassDef)
    stands = dict.fromkeys(kind.__struct_fields__, "")
    for field, under in pairwise(read.body):
        if isinstance(field, ast.AnnAssign) and isinstance(under, ast.Expr) and isinstance(under.value, ast.Constant):
            stands[ast.unparse(field.target)] = " ".join(str(under.value.value).split()).replace("|", "or")
    assert wire_docs._notes(kind) == stands
