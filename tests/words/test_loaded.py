"""Once the catalogs are loaded, no sentence reads a file: the first one would hold up everybody."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kartentisch.words.language import LANGUAGES

CODE = """
import builtins, sys
from kartentisch.words.language import language, load_catalogs
load_catalogs()
known = set(sys.modules)
def refuse(*_, **__):
    raise AssertionError("a file is read")
builtins.open = refuse
import io, babel.localedata
io.open = babel.localedata.pickle.load = refuse
spoken = language(sys.argv[1])
print(spoken.listing(["1", "2", "3"]), spoken.listing(["1", "2"], "or"), spoken.number(12_345), spoken.decimal(2.5))
print(spoken.many("{n} card", "{n} cards", 2), sorted(set(sys.modules) - known - {"io"}))
"""
SAID = {
    "en": ["1, 2, and 3 1 or 2 12,345 2.5", "2 cards []"],
    "de": ["1, 2 und 3 1 oder 2 12.345 2,5", "2 Karten []"],
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_once_loaded_no_sentence_reads_a_file(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", CODE, code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == SAID[code]
