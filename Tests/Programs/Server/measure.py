"""Measures the server of sessions, and exits with 1 when a limit is missed: scripts/measure-server.sh.

Usage: measure.py PSSTUDIO [cpu] [snapshots] [streams] [sessions] [strangers]
"""

import json
import os
import re
import resource
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable

TICKS = os.sysconf("SC_CLK_TCK")
# The descriptors of a server, and of this program, which connects to it.
DESCRIPTORS = 4096
SMALL = ["--width", "64", "--height", "36", "--out", "null:"]


def processor_seconds(pid: int) -> float:
    """The user and system time of a process."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


class Connection:
    """A connection that stays open for many requests, one after the other."""

    def __init__(self, server: "Server"):
        self.server = server
        self.socket = socket.create_connection(("127.0.0.1", server.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""

    def send(self, path: str, method: str = "GET", body: str | None = None) -> None:
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {self.server.token}"]
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n" + (body or "")).encode())

    def answer(self) -> tuple[int, bytes]:
        while b"\r\n\r\n" not in self.rest:
            self.receive()
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        length = int(re.search(rb"(?i)content-length: (\d+)", head)[1])
        while len(self.rest) < length:
            self.receive()
        body, self.rest = self.rest[:length], self.rest[length:]
        return int(head.split()[1]), body

    def receive(self) -> None:
        part = self.socket.recv(1 << 16)
        if not part:
            raise ConnectionError(f"the server has closed the connection after {self.rest!r}")
        self.rest += part

    def call(self, path: str, method: str = "GET", body: str | None = None) -> bytes:
        self.send(path, method, body)
        status, answer = self.answer()
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {answer!r}")
        return answer


class Server:
    """A server with sessions, in a folder of its own."""

    def __init__(self, program: str, folder: str):
        self.program, self.folder = program, folder
        self.environment = os.environ | {"XDG_RUNTIME_DIR": folder}
        self.sessions: list[subprocess.Popen] = []
        resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))
        self.process = self.start(["serve", "--listen", "127.0.0.1:0"], stderr=subprocess.PIPE)
        line = self.process.stderr.readline().decode()
        found = re.search(r"127\.0\.0\.1:(\d+)/#token=(\w+)", line)
        if not found:
            raise RuntimeError(f"the server prints {line!r}")
        self.port, self.token = int(found[1]), found[2]
        self.connection = Connection(self)

    def start(self, words: list[str], stderr: int | None = None) -> subprocess.Popen:
        return subprocess.Popen(
            [self.program, *words], env=self.environment, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=stderr
        )

    def add(self, words: list[str]) -> None:
        self.sessions.append(self.start(["start", "--quiet", "--control", "auto", *words]))

    def identifiers(self) -> list[str]:
        """Those of all sessions, when all are found and send."""
        limit = time.monotonic() + 120
        while time.monotonic() < limit:
            items = json.loads(self.connection.call("/api/v1/sessions"))["items"]
            names = [item["sessionId"] for item in items]
            states = [json.loads(self.connection.call(f"/api/v1/sessions/{name}"))["state"] for name in names]
            if len(names) == len(self.sessions) and set(states) == {"sending"}:
                return names
            time.sleep(0.1)
        raise RuntimeError("not all sessions are found")

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        for process in [*self.sessions, self.process]:
            process.terminate()
        for process in [*self.sessions, self.process]:
            process.wait()


def cpu(server: Server) -> list[tuple[str, float, str, float]]:
    """What an event stream and five previews a second cost a session at 1080p30."""
    seconds = float(os.environ.get("SECONDS_TO_RUN", "10"))
    server.add(["--out", "null:"])
    (name,) = server.identifiers()
    pid = server.sessions[0].pid

    def idle() -> None:
        time.sleep(seconds)

    def watch() -> None:
        stream, previews = Connection(server), Connection(server)
        stream.send(f"/api/v1/sessions/{name}/events")
        reader = threading.Thread(target=lambda: [0 for _ in iter(lambda: stream.socket.recv(1 << 16), b"")])
        reader.start()
        end = due = time.monotonic()
        while due < end + seconds:
            previews.call(f"/api/v1/sessions/{name}/preview.jpg?width=320")
            due += 0.2
            time.sleep(max(0.0, due - time.monotonic()))
        stream.socket.shutdown(socket.SHUT_RDWR)
        reader.join()

    def load(action: Callable[[], None]) -> tuple[float, float]:
        before, began = (processor_seconds(pid), processor_seconds(server.process.pid)), time.monotonic()
        action()
        after, passed = (processor_seconds(pid), processor_seconds(server.process.pid)), time.monotonic() - began
        return 100 * (after[0] - before[0]) / passed, 100 * (after[1] - before[1]) / passed

    time.sleep(2)
    more, own = [], []
    for _ in range(3):
        without, watched = load(idle), load(watch)
        more.append(watched[0] - without[0])
        own.append(watched[1])
    return [
        ("session with one event stream and 5 previews/s", statistics.median(more), "% of a core more", 3),
        ("its server", statistics.median(own), "% of a core", 3),
    ]


def snapshots(server: Server) -> list[tuple[str, float, str, float]]:
    """How many snapshots one core of the server returns."""
    server.add(SMALL)
    (name,) = server.identifiers()
    pid, count = server.process.pid, 4000
    rates = []
    for _ in range(3):
        before = processor_seconds(pid)
        for _ in range(count):
            server.connection.call(f"/api/v1/sessions/{name}")
        rates.append(count / (processor_seconds(pid) - before))
    return [("snapshots for each second of the server's core", -statistics.median(rates), "(at least 1000)", -1000)]


def streams(server: Server) -> list[tuple[str, float, str, float]]:
    """How late 50 clients get 100 events a second."""
    clients, events = 50, 1000
    server.add(SMALL)
    (name,) = server.identifiers()
    commands = f"/api/v1/sessions/{name}/commands"
    added = '{"addParticipant":{"name":"Ann","role":"attendee","isVideoOn":false}}'
    user = json.loads(server.connection.call(commands, "POST", added))["reply"]["participant"]["user"]
    selector, delays, is_over = selectors.DefaultSelector(), [], threading.Event()
    for _ in range(clients):
        client = Connection(server)
        client.send(f"/api/v1/sessions/{name}/events")
        selector.register(client.socket, selectors.EVENT_READ, [b""])

    def read() -> None:
        while not is_over.is_set():
            for key, _ in selector.select(0.1):
                data = key.fileobj.recv(1 << 20)
                now = time.time()
                *lines, key.data[0] = (key.data[0] + data).split(b"\n")
                for line in lines:
                    found = re.search(rb'"text":"sent ([0-9.]+)"', line)
                    if found:
                        delays.append(now - float(found[1]))

    reader = threading.Thread(target=read)
    reader.start()
    time.sleep(2)
    due = time.monotonic()
    for _ in range(events):
        text = f'{{"sendChat":{{"user":{user},"text":"sent {time.time():.6f}"}}}}'
        server.connection.call(commands, "POST", text)
        due += 0.01
        time.sleep(max(0.0, due - time.monotonic()))
    time.sleep(1)
    is_over.set()
    reader.join()
    delays.sort()
    missing = clients * events - len(delays)
    return [
        ("events that 50 clients have not got", float(missing), f"of {clients * events}", 0),
        ("the 99th percentile of their delays", 1000 * delays[len(delays) * 99 // 100], "ms", 50),
    ]


def sessions(server: Server) -> list[tuple[str, float, str, float]]:
    """A hundred sessions of one server."""
    for _ in range(100):
        server.add(["--width", "64", "--height", "36", "--fps", "1", "--no-audio", "--out", "null:"])
    names = server.identifiers()
    began = time.monotonic()
    metrics = server.connection.call("/metrics")
    passed = time.monotonic() - began
    down = len(names) - len(re.findall(rb"psstudio_session_up\{[^}]*\} 1\n", metrics))
    before = processor_seconds(server.process.pid)
    time.sleep(5)
    idle = 100 * (processor_seconds(server.process.pid) - before) / 5
    for name in names:
        server.connection.call(f"/api/v1/sessions/{name}", "DELETE")
    codes = [process.wait() for process in server.sessions]
    return [
        ("sessions of 100 that are not up", float(down), "", 0),
        ("metrics of 100 sessions", 1000 * passed, "ms", 1000),
        ("server of 100 sessions without clients", idle, "% of a core", 10),
        ("sessions that did not end properly", float(sum(code != 0 for code in codes)), "", 0),
    ]


def strangers(server: Server) -> list[tuple[str, float, str, float]]:
    """How long a request with the token takes while 2,000 connections without it are open, of three kinds."""
    count, health = 2000, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    # Lines about closed connections must not fill the pipe.
    threading.Thread(target=lambda: [0 for _ in server.process.stderr], daemon=True).start()
    server.add(SMALL)
    (name,) = server.identifiers()
    rows = []
    for kind, text in (("are silent", b""), ("send half a head", health[:-2]), ("have asked /healthz", health)):
        crowd: list[socket.socket] = []
        is_over, longest = threading.Event(), 0.0

        def connect(text: bytes = text, crowd: list[socket.socket] = crowd, is_over: threading.Event = is_over) -> None:
            while not is_over.is_set():
                if len(crowd) >= count:
                    crowd.pop(0).close()
                    time.sleep(0.001)
                try:
                    crowd.append(socket.create_connection(("127.0.0.1", server.port)))
                    crowd[-1].sendall(text)
                except ConnectionError:
                    continue

        thread = threading.Thread(target=connect)
        thread.start()
        while len(crowd) < count:
            time.sleep(0.01)
        end = time.monotonic() + 10
        while time.monotonic() < end:
            began = time.monotonic()
            Connection(server).call(f"/api/v1/sessions/{name}")
            longest = max(longest, time.monotonic() - began)
        is_over.set()
        thread.join()
        for stranger in crowd:
            stranger.close()
        rows.append((f"longest request with the token while 2000 strangers {kind}", 1000 * longest, "ms", 1000))
    return rows


def main() -> int:
    program, *names = sys.argv[1:]
    rows = {row.__name__: row for row in (cpu, snapshots, streams, sessions, strangers)}
    missed = 0
    for name in names or rows:
        with tempfile.TemporaryDirectory() as folder, Server(program, folder) as server:
            for what, value, unit, limit in rows[name](server):
                is_met = value <= limit
                missed += not is_met
                print(f"{'ok    ' if is_met else 'MISSED'}  {abs(value):10.1f}  {what} {unit}", flush=True)
    return 1 if missed else 0


sys.exit(main())
