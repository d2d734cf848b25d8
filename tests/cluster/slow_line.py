"""A line that is slow: what one computer sends to another arrives later. Kernels without `netem` can do this too."""

from __future__ import annotations

import fcntl
import os
import random
import select
import socket
import struct
import threading
import time
from collections import deque
from contextlib import suppress
from pathlib import Path

DEVICE = Path("/dev/net/tun")
SET_NAME, TUN, NO_HEADER = 0x400454CA, 0x0001, 0x1000
MTU = 1500
TO = slice(16, 20)
"""Where a packet has the address of its receiver."""
SETTINGS = Path("/proc/sys/net/ipv4/conf")


class SlowLine:
    """Packets to the other computer are led into a device of this program, which sends them when their time has come,
    in their order. Answers come straight.
    """

    def __init__(self, device: str, seconds: float, jitter: float) -> None:
        """Made by a thread that is at the sender. Each packet needs up to `jitter` seconds more than `seconds`."""
        self._seconds, self._jitter = seconds, jitter
        self._packets = os.open(DEVICE, os.O_RDWR | os.O_CLOEXEC)
        fcntl.ioctl(self._packets, SET_NAME, struct.pack("16sH22x", device.encode(), TUN | NO_HEADER))
        self._cable = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
        self._cable.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, b"eth0")
        for name in ("all", "eth0"):
            (SETTINGS / name / "rp_filter").write_text("0")  # an answer comes another way than its question
        self._stop, self._wake = os.pipe()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Send what is on its way. The device is gone then."""
        os.write(self._wake, b"x")
        self._thread.join()
        for each in (self._packets, self._stop, self._wake):
            os.close(each)
        self._cable.close()

    def _run(self) -> None:
        waiting: deque[tuple[float, bytes]] = deque()
        newest = 0.0
        while True:
            left = max(0.0, waiting[0][0] - time.monotonic()) if waiting else None
            ready, _, _ = select.select([self._packets, self._stop], [], [], left)
            if self._packets in ready:
                due = time.monotonic() + self._seconds + random.random() * self._jitter
                newest = max(newest, due)
                waiting.append((newest, os.read(self._packets, MTU)))
            stops = self._stop in ready
            while waiting and (stops or waiting[0][0] <= time.monotonic()):
                self._send(waiting.popleft()[1])
            if stops:
                return

    def _send(self, packet: bytes) -> None:
        if packet[0] >> 4 == 4:
            with suppress(OSError):  # a cut line
                self._cable.sendto(packet, (socket.inet_ntoa(packet[TO]), 0))
