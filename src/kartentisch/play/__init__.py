"""Matches, views, records and playouts for programs; finds games by name."""
