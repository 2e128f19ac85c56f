"""A server with the paths and forms of docs/server.md, in front of a session that was recorded: for tests of the page.

python3 fake_server.py PORT serves it by hand.
"""

from __future__ import annotations

import contextlib
import json
import re
import socket
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FILES = HERE.parents[2] / "Sources/Programs/CPageFiles/files"
SCRIPTS = ["dom", "events", "axis", "painter", "charts", "timeline", "log", "chosen", "server", "actions", "outputs"]
SCRIPTS += ["participants", "monitor", "show", "studio"]
TOKEN = "5f0c" * 8
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob: data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>psstudio</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css"></head>
<body><header class="top"><b>psstudio</b></header><main></main><script src="/page.js"></script></body></html>
"""

Lines = [json.loads(line) for line in (HERE / "recorded.jsonl").read_text().splitlines()]


class Session:
    """The recorded session, which takes commands."""

    def __init__(self) -> None:
        recorded = [line["reply"] for line in Lines if "snapshot" in line.get("reply", {})]
        self.snapshot: dict[str, Any] = json.loads(json.dumps(recorded[1]["snapshot"]))
        self.participants: list[dict[str, Any]] = json.loads(json.dumps(recorded[1]["participants"]))
        self.id = self.snapshot["sessionId"]
        self.events: list[dict[str, Any]] = []
        self.changed = threading.Condition()
        self.start = time.monotonic() - 9
        self.ended = False
        # A session that hangs measures nothing, and does not answer.
        self.silent = False
        # The events up to this number are not kept any more.
        self.kept = 1
        for line in Lines:
            if "event" in line and line["event"]["time"] < 9:
                self.events.append(line["event"])

    def emit(self, name: str, **fields: Any) -> None:
        """Publishes an event."""
        with self.changed:
            sequence = self.events[-1]["sequence"] + 1
            now = time.monotonic() - self.start
            self.events.append({"event": {name: fields}, "sequence": sequence, "time": round(now, 3)})
            self.changed.notify_all()

    def state(self) -> dict[str, Any]:
        """The answer to GET …/sessions/ID."""
        seconds = int(time.monotonic() - self.start)
        for output in self.snapshot["outputs"]:
            if output["state"] == "live":
                output["outputTimecode"] = f"00:00:{seconds % 60:02}.000"
                output["outputBytes"] = 180_000 * seconds
                output["outputBitrate"] = 1440 + seconds % 7
        return {**self.snapshot, "participants": self.participants, "sequence": self.events[-1]["sequence"]}

    def output(self, number: int) -> dict[str, Any]:
        """An output by its number."""
        for output in self.snapshot["outputs"]:
            if output["output"] == number:
                return output
        raise Refusal(404, "notFound", f"unknown output {number}; the snapshot lists all outputs")

    def set_output(self, number: int, state: str) -> None:
        """Changes the state of an output."""
        output = self.output(number)
        output.update(state=state, attempt=None, cause=None, message=None)
        change = {"attempt": None, "cause": None, "delay": None, "message": None, "state": state}
        self.emit("outputChanged", address=output["destination"], output=number, change=change)

    def perform(self, command: dict[str, Any]) -> dict[str, Any]:
        """Performs a command, as far as tests need it."""
        [(name, fields)] = command.items()
        if self.ended:
            raise Refusal(404, "sessionEnded", "the session has ended")
        if name == "reclaimHost":
            message = "reclaimHost does not fit the current state and has no effect; request the snapshot to see it"
            raise Refusal(409, "rejected", message)
        self.emit("commandPerformed", command=command)
        if name == "addOutput":
            number = max(output["output"] for output in self.snapshot["outputs"]) + 1
            output = {**self.snapshot["outputs"][0], "output": number, "destination": fields["address"]}
            self.snapshot["outputs"].append(output)
            self.emit("outputAdded", address=fields["address"], output=number)
            self.set_output(number, "connecting")
            threading.Timer(0.4, self.set_output, (number, "live")).start()
            return {"output": {"output": number}}
        if name in ("stopOutput", "startOutput", "restartOutput", "removeOutput"):
            states = {"stopOutput": "stopped", "removeOutput": "removed"}
            self.output(fields["output"])["isRemoved"] = name == "removeOutput"
            self.set_output(fields["output"], states.get(name, "live"))
        elif name == "splitOutput":
            self.emit("outputSplit", address="show-2.mp4", output=fields["output"])
        elif name == "addParticipant":
            user = max(participant["user"] for participant in self.participants) + 1024
            self.participants.append({**fields, "isMyself": False, "user": user})
            self.emit("participantJoined", name=fields["name"], role=fields["role"], user=user)
        elif name == "removeParticipant":
            self.participants = [one for one in self.participants if one["user"] != fields["user"]]
            self.emit("participantLeft", user=fields["user"])
        elif name == "setVideo":
            for participant in self.participants:
                if participant["user"] == fields["user"]:
                    participant["isVideoOn"] = fields["isOn"]
            self.emit("videoChanged", **fields)
        elif name in ("showSlate", "endSlate"):
            self.snapshot["isSlateOnAir"] = name == "showSlate"
            self.emit("slateShown" if name == "showSlate" else "slateEnded", at=9)
        elif name in ("revokeCoHost", "stop", "endMeeting"):
            self.end("roleLost" if name == "revokeCoHost" else "stopped")
        return {"done": {}}

    def end(self, reason: str) -> None:
        """Ends the session as a lost role does."""
        message = "the right to send was lost"
        self.emit("sendingStopped")
        self.emit("failed", failure={"category": "refused", "code": reason, "message": message, "rule": None})
        for output in self.snapshot["outputs"]:
            output["state"] = "finished"
        self.snapshot.update(state="finished", stopReason=reason, error={"rule": None, "message": message})
        self.emit("sessionChanged", state="finished")
        self.emit("stopped", reason=reason)
        with self.changed:
            self.ended = True
            self.changed.notify_all()


class Refusal(Exception):
    """A problem of RFC 9457."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail


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
        super().__init__(("127.0.0.1", port), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

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
            if self.headers.get("Authorization") != f"Bearer {self.server.token}":
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
            script = "\n".join((FILES / f"{name}.js").read_text() for name in SCRIPTS)
            self.reply(200, script.encode(), "text/javascript; charset=utf-8")
        else:
            return False
        return True

    def answer(self, method: str, body: dict[str, Any]) -> None:
        path = self.path.removeprefix("/api/v1/")
        if path == "rules":
            return self.json(200, {"itemCount": len(self.server.rules), "items": self.server.rules})
        if path == "scenarios":
            items = [{"name": "role-lost", "summary": "The local user loses the right to send."}]
            return self.json(200, {"itemCount": 1, "items": items})
        if path == "sessions" and method == "POST":
            if not self.server.starts_sessions:
                raise Refusal(409, "unsupportedHere", "this server serves the sessions of another program")
            session = Session()
            session.id = session.snapshot["sessionId"] = f"{len(self.server.sessions) + 1:016x}"
            self.server.sessions.append(session)
            return self.json(202, {"persistent": False, "session": {"pid": 1, "sessionId": session.id}})
        if path == "sessions":
            items = [
                {"pid": 4711, "program": "psstudio", "psstudio": "0.1.0", "sessionId": one.id}
                for one in self.server.sessions
                if not one.ended
            ]
            return self.json(200, {"itemCount": len(items), "items": items})
        found = re.fullmatch(r"sessions/([^/]+)(?:/(.+))?", path)
        session = next((one for one in self.server.sessions if found and one.id == found[1]), None)
        if found is None or session is None:
            raise Refusal(404, "sessionUnknown", "no session has this identifier; GET /api/v1/sessions lists all")
        match (method, found[2] and found[2].split("?")[0]):
            case ("GET", None):
                if session.ended:
                    raise Refusal(404, "sessionEnded", "the session has ended")
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
            state, now = session.state(), time.monotonic() - session.start
            last = state["sequence"]
            yield last, "snapshot", state
            for event in [one for one in session.events if session.kept < one["sequence"] <= last]:
                yield None, "earlier", {"event": event, "secondsAgo": round(max(0, now - event["time"]), 3)}
        while True:
            with session.changed:
                waiting = [event for event in session.events if event["sequence"] > last]
                if self.gone():
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
        recorded = [line["levels"] for line in Lines if "levels" in line] or [{"peak": [-6, -6], "rms": [-9, -9]}]
        number = 0
        while not session.ended and not session.silent:
            number += 1
            level = recorded[number % len(recorded)]
            yield None, "levels", {**level, "time": round(time.monotonic() - session.start, 3)}
            time.sleep(0.1)


if __name__ == "__main__":
    server = Server(int(sys.argv[1]))
    print(server.address, flush=True)
    threading.Event().wait()
