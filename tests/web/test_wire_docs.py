"""The documentation of the wire is generated from its types."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from itertools import pairwise

import msgspec
import pytest

from kartentisch.web import wire
from scripts import wire_docs, wire_types


def test_docs_wire_md_is_what_the_types_say() -> None:
    """`make docs` was run after the last change of a message."""
    assert (wire_docs.DOCS / "wire.md").read_text(encoding="utf-8") == wire_docs.page()


def test_the_json_schema_is_what_the_types_say() -> None:
    """The same for the schema."""
    assert (wire_docs.DOCS / "wire.schema.json").read_text(encoding="utf-8") == wire_docs.schema()


def test_the_types_of_the_browsers_code_are_what_the_types_say() -> None:
    """The same for the declarations that tsc reads; this test needs no npm."""
    assert wire_types.FILE.read_text(encoding="utf-8") == wire_types.text()


def test_every_type_that_a_declaration_names_is_declared() -> None:
    """Where libraries are not checked, tsc would take an unknown name for `any`."""
    text = re.sub(r"/\*\*.*?\*/|\"[^\"]*\"", "", wire_types.text(), flags=re.DOTALL)
    declared = set(re.findall(r"(?:interface|type|namespace) (\w+)", text))
    assert set(re.findall(r"\b[A-Z]\w+", text)) - {"Record"} == declared
    assert {"Scene", "Card", "Ask", "SceneDown", "Sent", "Defaults"} <= declared


def test_every_part_that_a_message_holds_is_described_and_nothing_else() -> None:
    messages = [wire_types.struct_of(kind) for kind in (*wire_docs.UP, *wire_docs.DOWN)]
    assert {part.cls for part in wire_types.below(messages)} == {*wire_docs.PARTS}


def test_every_field_of_a_message_that_is_no_plain_word_says_what_it_means() -> None:
    """No field of an ask or an answer is left without a line, but those that their message's docstring explains."""
    for kind in (wire.Ask, wire.Hello):
        notes = wire_docs.notes_of(kind)
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
    assert wire_docs.notes_of(kind) == stands
