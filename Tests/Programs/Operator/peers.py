"""What a session has around it: sources that write to FIFOs, servers that take its streams, a wire between."""

from __future__ import annotations

import contextlib
import os
import random
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).parent
WIDTH, HEIGHT, RATE = 320, 180, 30


class Process:
    """A process that can be killed, stopped and continued."""

    def __init__(self, *words: str, folder: Path, name: str) -> None:
        log = (folder / f"{name}.log").open("ab")
        self.process = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        log.close()

    def stop(self) -> None:
        """Lets it stand still, as a process that hangs."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Lets it go on."""
        self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """Ends it without a goodbye."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(20)


class Source(Process):
    """A camera or a microphone: a program that writes to a FIFO in real time."""

    def __init__(self, kind: str, fifo: Path) -> None:
        super().__init__(sys.executable, str(HERE / "source.py"), kind, str(fifo), folder=fifo.parent, name=fifo.stem)


def make_fifo(folder: Path, name: str) -> Path:
    """A FIFO in a folder."""
    path = folder / name
    os.mkfifo(path, 0o600)
    return path


class RTMPServer:
    """nginx with its RTMP module."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder / "nginx"
        self.folder.mkdir()
        user = "user root;" if os.getuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(
            f"load_module /usr/lib/nginx/modules/ngx_rtmp_module.so; {user}\n"
            f"worker_processes 1; daemon off; pid {self.folder}/nginx.pid; error_log {self.folder}/error.log;\n"
            "events { worker_connections 64; }\n"
            f"rtmp {{ server {{ listen 127.0.0.1:{port}; application live {{ live on; }} }} }}\n"
        )
        self.port = port
        words = ["nginx", "-p", str(self.folder), "-e", str(self.folder / "error.log"), "-c", "nginx.conf"]
        self.process = Process(*words, folder=self.folder, name="nginx")
        deadline = time.monotonic() + 20
        while not self.listens():
            if self.process.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"nginx does not listen; see {self.folder}")
            time.sleep(0.05)

    def listens(self) -> bool:
        """Whether it accepts a connection."""
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    def close(self) -> None:
        """Ends nginx with its worker."""
        self.process.process.terminate()
        try:
            self.process.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Wire:
    """A port in front of a server: connections pass, stand still, break, or are refused."""

    def __init__(self, port: int, server: int) -> None:
        self.port, self.server = port, server
        self.lock = threading.Lock()
        self.is_open, self.passes, self.is_mute = True, True, False
        self.pairs: list[tuple[socket.socket, socket.socket | None]] = []
        self.listener = self.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def listen(self) -> socket.socket:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # A sender notices a reader that stands still when the buffers are full: let them be small.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        listener.bind(("127.0.0.1", self.port))
        listener.listen()
        return listener

    def accept(self) -> None:
        """Accepts connections as long as the listener is there."""
        while True:
            with self.lock:
                listener = self.listener
            readable, _, _ = select.select([listener], [], [], 0.1) if listener.fileno() >= 0 else ([], [], [])
            if not readable:
                time.sleep(0.02)
                continue
            with contextlib.suppress(OSError):
                self.connect(listener.accept()[0])

    def connect(self, near: socket.socket) -> None:
        """Passes a connection on; one that nobody answers is only kept."""
        with self.lock:
            far = None if self.is_mute else socket.create_connection(("127.0.0.1", self.server), 5)
            if far:
                # A server that takes a stream says nothing for long.
                far.settimeout(None)
            self.pairs.append((near, far))
        if far:
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one: socket.socket, other: socket.socket) -> None:
        """Carries bytes in one direction."""
        with contextlib.suppress(OSError):
            while data := self.read(one):
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def read(self, one: socket.socket) -> bytes:
        """The next bytes, once the wire passes them."""
        while not self.passes:
            time.sleep(0.02)
        return one.recv(8192)

    def stand_still(self) -> None:
        """Reads nothing any more."""
        self.passes = False

    def go_on(self) -> None:
        """Carries again what comes."""
        self.passes = True

    def cut(self) -> None:
        """Breaks all connections."""
        with self.lock:
            pairs, self.pairs = self.pairs, []
        for pair in pairs:
            for end in pair:
                if end:
                    with contextlib.suppress(OSError):
                        end.shutdown(socket.SHUT_RDWR)
                    end.close()

    def refuse(self) -> None:
        """Breaks all connections, and refuses others."""
        with self.lock:
            self.listener.close()
        self.cut()

    def admit(self) -> None:
        """Accepts connections again."""
        with self.lock:
            self.listener = self.listen()

    def fall_mute(self) -> None:
        """Breaks all connections; others are accepted, and nobody answers."""
        self.is_mute = True
        self.cut()

    def speak(self) -> None:
        """New connections are answered; those that wait are broken."""
        self.is_mute = False
        self.cut()


class SRTServer(Process):
    """A program that takes a transport stream by SRT."""

    def __init__(self, folder: Path, port: int) -> None:
        source = f"uri=srt://127.0.0.1:{port}?mode=listener"
        # It stays when its sender goes, and takes the next one.
        words = ["srtsrc", source, "keep-listening=true", "!", "fakesink", "sync=false"]
        super().__init__("gst-launch-1.0", "-q", *words, folder=folder, name="srt")


def free_ports(count: int) -> list[int]:
    """Ports that nothing uses, each another one."""
    probes = [socket.socket() for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [int(probe.getsockname()[1]) for probe in probes]
    for probe in probes:
        probe.close()
    return ports


def noise(seed: int, count: int) -> list[bytes]:
    """Pictures of noise, which an encoder cannot make small."""
    generator = random.Random(seed)  # noqa: S311
    return [generator.randbytes(WIDTH * HEIGHT * 3 // 2) for _ in range(count)]
