"""Connections to a table: incoming messages, outgoing messages, and the end of a connection."""
