"""The languages of the pages, each by its own name."""

LANGUAGE_NAMES = {"en": "English", "de": "Deutsch"}
