"""Luck that can be checked: its arithmetic, without I/O."""
