"""What happens in a match, one event after the other."""

from __future__ import annotations

DEAL = -1
"""The seat of an event in which a round was dealt."""

Event = tuple[int, str, tuple[int, ...]]
"""Seat (or DEAL), the move as it was played ("" for a deal), and its luck: one 64-bit value for a move, two for a deal.
"""
