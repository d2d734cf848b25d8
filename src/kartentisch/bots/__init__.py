"""Bots. They get views and nothing else. The same view and seed give the same move."""
