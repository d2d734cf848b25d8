"""Connections to a table: what comes up, what goes down, how they end."""
