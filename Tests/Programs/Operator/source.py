"""Writes y4m or PCM to a FIFO in real time: source.py camera|microphone FIFO.

It is what a camera is to a session. After it stood still, it goes on with the present, as a camera does.
"""

from __future__ import annotations

import signal
import sys
import time

from peers import HEIGHT, RATE, WIDTH, noise

# 20 ms of silence: S16LE, 48 kHz, stereo.
BLOCK = bytes(48000 // 50 * 4)


def write(fifo: str, head: bytes, units: list[bytes], per_second: int) -> None:
    """Writes units at their rate, until the reader goes."""
    with open(fifo, "wb", buffering=0) as stream:
        stream.write(head)
        start, count = time.monotonic(), 0
        while True:
            stream.write(units[count % len(units)])
            count += 1
            ahead = start + count / per_second - time.monotonic()
            if ahead > 0:
                time.sleep(ahead)
            elif ahead < -0.3:
                start, count = time.monotonic(), 0


def main(kind: str, fifo: str) -> None:
    """Writes until it is killed, or its reader is gone."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if kind == "camera":
        head = f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{RATE}:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n".encode()
        write(fifo, head, [b"FRAME\n" + picture for picture in noise(1, 8)], RATE)
    else:
        write(fifo, b"", [BLOCK], 50)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
