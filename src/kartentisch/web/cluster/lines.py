"""The lines between two servers."""

from __future__ import annotations

UNDER_WAY = 1 << 16
"""Bytes that the system may keep on a line between two servers. By itself it keeps megabytes: hundreds of old scenes
for a slow reader, before the server that sends them notices.
"""
