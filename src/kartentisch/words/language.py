"""A reader's language: sentences, plural forms, lists, numbers.

English sentences are their own keys. German ones are in `locale/de.po`, which is read at first use. The catalog finds
sentences in the code by the names `say` and `many`, so these are always called with literal texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, cached_property, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any, Literal, TypeVar

LANGUAGES = ("en", "de")
"""The codes of all languages, English first. Every other one has a catalog, `locale/<code>.po`."""
_PARTS = 4096
"""The most parts that `once` keeps of each function. Those used last stay."""
_LOCALE = Path(__file__).resolve().parent / "locale"


_SMALL = 100
"""Numbers of things below it occur at every table."""

Part = TypeVar("Part", bound=Callable[..., Any])
"""The type of a decorated function."""


def once(part: Part) -> Part:
    """Decorate a function that makes a part of what readers are shown: the same arguments give the same object again.

    A move changes a few of the open cards, and each reader sees the same ones. So a function of the language and of
    what lies open is called once instead of once a reader and a move. It knows its arguments and nothing else, so a
    part can hold no card that its reader was not about to be shown. Nobody may change what it returns.
    """
    return lru_cache(_PARTS)(part)  # type: ignore[return-value]


def say(text: str) -> str:
    """Mark a sentence that is in a table and said later, so that the catalog finds it. The text is returned."""
    return text


class Language:
    """A language. Get one with `language("de")`."""

    def __init__(self, code: str) -> None:
        self.code = code
        """"en" or "de"."""
        self._said: dict[str, str] = {}
        """Each sentence that was said so far, with its places still open: a scene says the same hundred every time."""
        self._bare: dict[str, str] = {}
        """The sentences without places."""
        self._counted: dict[tuple[str, int], str] = {}
        """The forms for small numbers of things, with their places still open."""

    def __repr__(self) -> str:
        return f"language({self.code!r})"

    @cached_property
    def _texts(self) -> NullTranslations:
        return _read(_LOCALE / f"{self.code}.po")

    def say(self, text: str, /, **args: Any) -> str:
        """A sentence with its `{places}` filled in. It is English if there is no translation yet."""
        if not args and (bare := self._bare.get(text)) is not None:
            return bare
        said = self._said.get(text)
        if said is None:
            said = self._said[text] = self._texts.gettext(text) if text else ""
        if args:
            return said.format(**args)
        bare = self._bare[text] = said.format()
        return bare

    def raw(self, text: str) -> str:
        """A sentence with its `{places}` as they are, for a page that fills them in."""
        return self._texts.gettext(text)

    def many(self, one: str, many: str, n: int, /, **args: Any) -> str:
        """The form for `n` things. `{n}` is filled in too, in the language's way of writing numbers."""
        form = self._counted.get((one, n))
        if form is None:
            form = self._texts.ngettext(one, many, n)
            if 0 <= n < _SMALL:
                self._counted[one, n] = form
        return form.format(n=self.number(n), **args)

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
        return _listing(self.code, tuple(items), kind)


@cache
def language(code: str) -> Language:
    """The language with this code, one of `LANGUAGES`. Raises ValueError for any other code."""
    if code not in LANGUAGES:
        raise ValueError(f"There is no language {code!r} here, only: {', '.join(LANGUAGES)}.")
    return Language(code)


@lru_cache(_PARTS)
def _listing(code: str, things: tuple[str, ...], kind: str) -> str:
    if len(things) < 2:
        return "".join(things)
    from babel.lists import format_list

    return format_list(things, style="standard" if kind == "and" else "or", locale=code)


def load_catalogs() -> None:
    """Read the catalogs of all languages now, and how each writes lists and numbers: a third of a second. Otherwise the
    first sentence of each does, while everybody waits.
    """
    for code in LANGUAGES:
        known = language(code)
        known.raw("Kartentisch")
        known.number(10_000)
        for kind in ("and", "or"):
            known.listing(("1", "2"), kind)


def _read(path: Path) -> NullTranslations:
    """The sentences of a catalog, with the plural rule in its head."""
    if not path.exists():
        return NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalog = read_po(file, locale=path.stem)
    messages: list[Any] = list(catalog)
    for message in messages:
        if message.pluralizable and message.id[1] not in catalog:  # gettext alone finds only the form for one thing
            catalog.add(message.id[1], message.string[-1])
    packed = BytesIO()
    write_mo(packed, catalog)
    packed.seek(0)
    return GNUTranslations(packed)
