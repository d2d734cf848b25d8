"""Sentences of tables and pages: refusals, the log, clocks, why a table was closed, names of languages."""
