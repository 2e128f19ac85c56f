"""A server with the paths and forms of docs/server.md, in front of a session that was recorded: for tests of the page.

python3 fake_server.py PORT serves it by hand.
"""

from __future__ import annotations

import contextlib
import json
import re
import socket
import sys
import textwrap
import threading
import time
import urllib.parse
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from fake_session import LINES, Refusal, Session

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
FILES = ROOT / "Sources/Programs/CPageFiles/files"
# The list of scripts and the document are those that the program embeds.
EMBEDDED = (ROOT / "Sources/Programs/StudioPage/PageFiles.swift").read_text()
SCRIPTS = [name for name in re.findall(r"pspage_(\w+)_js\(\)", EMBEDDED) if name != "report"]
PAGE = textwrap.dedent(re.findall(r'document = """\n(.*?)"""', EMBEDDED, re.DOTALL)[0])
TOKEN = "5f0c" * 8
READ_TOKEN = "0c5f" * 8
# The folder for files: what is below each path.
FILES_BELOW: dict[str, list[dict[str, Any]]] = {
    "": [
        {"kind": "folder", "name": "clips", "size": None},
        {"kind": "audio", "name": "jingle.wav", "size": 48000},
        {"kind": "other", "name": "<b>notes</b>.txt", "size": 12},
    ],
    "clips": [
        {"kind": "folder", "name": "empty", "size": None},
        {"kind": "video", "name": "opener & more.mp4", "size": 2500000},
    ],
    "clips/empty": [],
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob: data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Server(ThreadingHTTPServer):
    """Serves sessions on a free port of the loopback interface."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int = 0, sessions: int = 1) -> None:
        self.sessions = [Session() for _ in range(sessions)]
        for number, session in enumerate(self.sessions[1:], 2):
            session.id = session.snapshot["sessionId"] = f"{number:016x}"
        self.rules: list[dict[str, Any]] = []
        self.connections: set[socket.socket] = set()
        # Streams as they were asked for, and those that are open.
        self.streams: list[tuple[str, str, str | None]] = []
        self.open: list[str] = []
        self.token = TOKEN
        self.starts_sessions = False
        self.has_folder = True
        self.files = dict(FILES_BELOW)
        # The sessions of which it remembers nothing, as after a restart.
        self.forgotten: set[str] = set()
        super().__init__(("127.0.0.1", port), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def read_address(self) -> str:
        """The address of the page with the token that only reads."""
        return f"http://127.0.0.1:{self.server_port}/#token={READ_TOKEN}"

    @property
    def address(self) -> str:
        """The address of the page with its token."""
        return f"http://127.0.0.1:{self.server_port}/#token={self.token}"

    @contextlib.contextmanager
    def counting(self, path: str) -> Iterator[None]:
        """Counts a stream as long as it is open."""
        self.open.append(path)
        try:
            yield
        finally:
            self.open.remove(path)

    def stop(self) -> None:
        """Ends as a process that is killed: all connections break."""
        self.shutdown()
        self.server_close()
        for connection in list(self.connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class Handler(BaseHTTPRequestHandler):
    """A connection."""

    server: Server
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        super().setup()
        self.server.connections.add(self.connection)

    def finish(self) -> None:
        self.server.connections.discard(self.connection)
        with contextlib.suppress(OSError):
            super().finish()

    def log_message(self, *_: Any) -> None:
        """Nothing: tests read the console."""

    def reply(self, status: int, body: bytes, kind: str = "application/json", **headers: str) -> None:
        self.send_response(status)
        for name, value in {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
        }.items():
            self.send_header(name, value)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def json(self, status: int, value: Any) -> None:
        self.reply(status, json.dumps(value).encode())

    def do_GET(self) -> None:
        self.handle_request("GET")

    def do_POST(self) -> None:
        self.handle_request("POST")

    def do_DELETE(self) -> None:
        self.handle_request("DELETE")

    def handle_request(self, method: str) -> None:
        try:
            if self.page():
                return
            reads = self.headers.get("Authorization") == f"Bearer {READ_TOKEN}"
            if reads and method != "GET":
                raise Refusal(403, "readOnly", "this token permits GET and HEAD only")
            if not reads and self.headers.get("Authorization") != f"Bearer {self.server.token}":
                raise Refusal(401, "tokenMissing", "send the header Authorization: Bearer TOKEN")
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or "{}")
            self.answer(method, body)
        except Refusal as refusal:
            problem = {"code": refusal.code, "detail": refusal.detail, "status": refusal.status, "title": refusal.code}
            self.reply(refusal.status, json.dumps(problem).encode(), "application/problem+json")
        except (BrokenPipeError, ConnectionResetError, ValueError):
            # The page has gone, or the server.
            self.close_connection = True

    def page(self) -> bool:
        if self.path == "/":
            self.reply(200, PAGE.encode(), "text/html; charset=utf-8", Content_Security_Policy=POLICY)
        elif self.path == "/page.css":
            self.reply(200, (FILES / "page.css").read_bytes(), "text/css")
        elif self.path == "/page.js":
            script = "\n".join(next(FILES.rglob(f"{name}.js")).read_text() for name in SCRIPTS)
            self.reply(200, script.encode(), "text/javascript; charset=utf-8")
        else:
            return False
        return True

    def answer(self, method: str, body: dict[str, Any]) -> None:
        path, _, query = self.path.removeprefix("/api/v1/").partition("?")
        if path == "access":
            access = "read" if READ_TOKEN in self.headers["Authorization"] else "full"
            answer = {
                "access": access,
                "hasFolder": self.server.has_folder,
                "startsSessions": self.server.starts_sessions,
            }
            return self.json(200, answer)
        if path == "files":
            folder = urllib.parse.unquote(query.removeprefix("path="))
            if folder not in self.server.files:
                raise Refusal(404, "notFound", "path: no such file or directory; list the folder above it")
            items = self.server.files[folder]
            return self.json(200, {"isComplete": True, "itemCount": len(items), "items": items, "path": folder})
        if path == "rules":
            return self.json(200, {"itemCount": len(self.server.rules), "items": self.server.rules})
        if path == "scenarios":
            items = [{"name": "role-lost", "summary": "The local user loses the right to send."}]
            return self.json(200, {"itemCount": 1, "items": items})
        if path == "openapi.json":
            return self.reply(200, (ROOT / "docs/openapi.json").read_bytes(), "application/json")
        if path == "sessions" and method == "POST":
            if not self.server.starts_sessions:
                raise Refusal(409, "unsupportedHere", "this server serves the sessions of another program")
            session = Session()
            session.id = session.snapshot["sessionId"] = f"{len(self.server.sessions) + 1:016x}"
            self.server.sessions.append(session)
            return self.json(202, {"persistent": False, "session": {"pid": 1, "sessionId": session.id}})
        if path == "sessions" and "ended=true" in query:
            items = [
                one.summary()
                for one in reversed(self.server.sessions)
                if (one.ended or one.killed) and one.id not in self.server.forgotten
            ]
            limit = int(re.findall(r"limit=(\d+)", query)[0])
            return self.json(200, {"itemCount": len(items[:limit]), "items": items[:limit]})
        if path == "sessions":
            items = [
                {"pid": 4711, "program": "psstudio", "psstudio": "0.1.0", "sessionId": one.id}
                for one in self.server.sessions
                if not one.ended and not one.killed
            ]
            return self.json(200, {"itemCount": len(items), "items": items})
        found = re.fullmatch(r"sessions/([^/]+)(?:/(.+))?", path)
        session = next((one for one in self.server.sessions if found and one.id == found[1]), None)
        if found is None or session is None:
            raise Refusal(404, "sessionUnknown", "no session has this identifier; GET /api/v1/sessions lists all")
        if (method, found[2]) == ("GET", None) and (session.ended or session.killed):
            if session.id in self.server.forgotten:
                raise Refusal(404, "sessionUnknown", "no session has this identifier; GET /api/v1/sessions lists all")
            return self.json(200, session.result())
        if session.killed:
            raise Refusal(502, "sessionLost", "the session went away without an end; it was killed or has crashed")
        if method != "GET":
            session.origin = self.headers.get("Psstudio-Client") or "http"
        match (method, found[2]):
            case ("GET", None):
                while session.silent:
                    time.sleep(0.1)
                return self.json(200, session.state())
            case ("DELETE", None):
                return self.json(202, {"persistent": False, "reply": session.perform({"stop": {}})})
            case ("POST", "commands"):
                return self.json(200, {"persistent": False, "reply": session.perform(body)})
            case ("GET", "preview.jpg"):
                return self.reply(200, (HERE / "preview.jpg").read_bytes(), "image/jpeg")
            case ("GET", "events"):
                return self.stream(self.events(session))
            case ("GET", "levels"):
                return self.stream(self.levels(session))
        raise Refusal(404, "pathUnknown", "there is nothing at this path")

    def stream(self, events: Any) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.close_connection = True
        with self.server.counting(self.path):
            self.write(events)

    def write(self, events: Any) -> None:
        for identifier, kind, data in events:
            head = f"id: {identifier}\n" if identifier is not None else ""
            self.wfile.write(f"{head}event: {kind}\ndata: {json.dumps(data)}\n\n".encode())
            self.wfile.flush()

    def events(self, session: Session) -> Any:
        self.server.streams.append((session.id, "events", self.headers.get("Last-Event-ID")))
        last = int(self.headers.get("Last-Event-ID") or 0)
        if last < session.kept:
            state, now = session.state(), session.now
            last = state["sequence"]
            yield last, "snapshot", state
            for event in [one for one in session.events if session.kept < one["sequence"] <= last]:
                yield None, "earlier", {"event": event, "secondsAgo": round(max(0, now - event["time"]), 3)}
        while True:
            with session.changed:
                waiting = [event for event in session.events if event["sequence"] > last]
                if self.gone():
                    return
                if session.killed:
                    yield None, "lost", {}
                    return
                if not waiting and session.ended:
                    yield None, "ended", {}
                    return
                if not waiting:
                    session.changed.wait(0.1)
            for event in waiting:
                last = event["sequence"]
                yield last, "event", event

    def gone(self) -> bool:
        """Whether the page has closed the connection of a stream."""
        self.connection.setblocking(False)
        try:
            return self.connection.recv(1, socket.MSG_PEEK) == b""
        except BlockingIOError:
            return False
        finally:
            self.connection.setblocking(True)

    def levels(self, session: Session) -> Any:
        recorded = [line["levels"] for line in LINES if "levels" in line] or [{"peak": [-6, -6], "rms": [-9, -9]}]
        number = 0
        while not session.ended and not session.killed and not session.silent:
            number += session.stands_at is None
            level = recorded[number % len(recorded)]
            yield None, "levels", {**level, "time": round(session.now, 3)}
            time.sleep(0.1)


if __name__ == "__main__":
    server = Server(int(sys.argv[1]))
    print(server.address, flush=True)
    threading.Event().wait()
