"""Bots: they get views, nothing else, and the same view and seed give the same move."""
