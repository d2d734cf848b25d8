"""The rule sheets: one game, one module or package, each a stranger to the others."""
