"""The rule sheets: one game, one file, each a stranger to the others."""
