"""A reader's language: sentences, plural forms, lists, numbers.

English sentences are their own keys. German ones are in `locale/de.po`, which is read at first use. The catalog finds
sentences in the code by the names `say` and `many`, so these are always called with literal texts.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

LANGUAGES = ("en", "de")
_LOCALE = Path(__file__).resolve().parent / "locale"

Key = str | tuple[str, str]
"""A sentence, or the forms for one and for many."""


def say(text: str) -> str:
    """Mark a sentence that is in a table and said later, so that the catalog finds it. The text is returned."""
    return text


class Language:
    """A language. Get one with `language("de")`."""

    def __init__(self, code: str) -> None:
        self.code = code

    def __repr__(self) -> str:
        return f"language({self.code!r})"

    @cached_property
    def _texts(self) -> dict[Key, tuple[str, ...]]:
        return _read(_LOCALE / f"{self.code}.po")

    def say(self, text: str, /, **args: Any) -> str:
        """A sentence with its `{places}` filled in. It is English if there is no translation yet."""
        if (found := self._texts.get(text)) is not None:
            text = found[0]
        return text.format(**args)

    def many(self, one: str, many: str, n: int, /, **args: Any) -> str:
        """The form for `n` things. `{n}` is filled in too, in the language's way of writing numbers."""
        forms = self._texts.get((one, many), (one, many))
        return forms[0 if n == 1 else 1].format(n=self.number(n), **args)

    def number(self, n: int) -> str:
        """A whole number as the language writes it: 10,000 or 10.000."""
        if -1000 < n < 1000:
            return str(n) if n >= 0 else f"−{-n}"
        from babel.numbers import format_decimal

        return format_decimal(n, locale=self.code)

    def decimal(self, value: float) -> str:
        """A number with one decimal: 2.5 or 2,5."""
        from babel.numbers import format_decimal

        return str(format_decimal(round(value, 1) + 0.0, format="#,##0.0", locale=self.code))

    def listing(self, items: Iterable[str], kind: Literal["and", "or"] = "and") -> str:
        """A list of things: "blue 3, red 4, and red 5"."""
        things = list(items)
        if len(things) < 2:
            return "".join(things)
        from babel.lists import format_list

        return format_list(things, style="standard" if kind == "and" else "or", locale=self.code)


@cache
def language(code: str) -> Language:
    """The language with this code, one of `LANGUAGES`. Raises ValueError for any other code."""
    if code not in LANGUAGES:
        raise ValueError(f"There is no language {code!r} here, only: {', '.join(LANGUAGES)}.")
    return Language(code)


def _read(path: Path) -> dict[Key, tuple[str, ...]]:
    if not path.exists():
        return {}
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalog = read_po(file, locale=path.stem)
    texts: dict[Key, tuple[str, ...]] = {}
    for message in catalog:
        said: Any = message.string
        strings = (said,) if isinstance(said, str) else tuple(said)
        if message.id and all(strings):
            if isinstance(message.id, str):
                texts[message.id] = strings
                continue
            one, many = message.id[:2]
            texts[one, many] = strings
            if one != many:  # one entry serves the pair, and each form that is also said alone
                texts |= {form: (said,) for form, said in zip(message.id, strings, strict=True)}
    return texts
