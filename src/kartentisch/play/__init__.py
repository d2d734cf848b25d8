"""Matches, views, records and playouts for programs, and games by name."""
