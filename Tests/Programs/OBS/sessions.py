"""Sessions of the program with obs-websocket, and a client of raw messages."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack
from websockets.sync.client import ClientConnection, connect

BINARY = os.environ["PSSTUDIO_BINARY"]
PATIENCE = 20.0


def until(what: str, condition: Callable[[], Any]) -> Any:
    """Waits for a condition, and returns its value."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end, f"not in time: {what}"
        time.sleep(0.02)
    return value


class Session:
    """`psstudio start --obs-websocket` with a file, show.mp4, and a stream."""

    def __init__(self, folder: Path, *arguments: str, password: str | None = None) -> None:
        self.folder = folder
        self.receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.receiver.bind(("127.0.0.1", 0))
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PSSTUDIO_")}
        environment["XDG_RUNTIME_DIR"] = environment["XDG_STATE_HOME"] = str(folder)
        if password is not None:
            environment["PSSTUDIO_OBS_PASSWORD"] = password
        self.environment = environment
        stream = f"udp://127.0.0.1:{self.receiver.getsockname()[1]}"
        source = ["--video", "coded:", "--audio", "coded:", "--width", "320", "--height", "180", "--slate", "black"]
        outputs = ["--preset", "ultrafast", "--out", "show.mp4", "--out", stream, "--json"]
        servers = ["--serve", "127.0.0.1:0", "--obs-websocket", "127.0.0.1:0"]
        self.process = subprocess.Popen(
            [BINARY, "start", *source, *outputs, *servers, *arguments],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.errors: list[str] = []
        self.reader = threading.Thread(target=self.read_errors, daemon=True)
        self.reader.start()
        line = until("its address", lambda: next((x for x in self.errors if "obs-websocket: " in x), None))
        place = line.split("obs-websocket: ")[1].strip()
        self.port = int(place.split(",")[0].rsplit(":", 1)[1])
        self.password_file = Path(place.split(" the password is in ")[1]) if " the password is in " in place else None
        self.url = f"ws://127.0.0.1:{self.port}"

    def read_errors(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            self.errors.append(line)

    def control(self, *words: str) -> str:
        return subprocess.run(
            [BINARY, "control", *words], env=self.environment, check=True, capture_output=True, text=True
        ).stdout

    def status(self) -> dict[str, Any]:
        return json.loads(self.control("status", "--json"))["reply"]["snapshot"]

    def output(self, number: int) -> dict[str, Any]:
        return next(x for x in self.status()["outputs"] if x["output"] == number)

    def sending(self) -> None:
        """Waits until both outputs are live."""
        until("it sends", lambda: [x["state"] for x in self.status()["outputs"]] == ["live", "live"])

    def end(self) -> dict[str, Any]:
        """Ends it, and returns its last snapshot."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.stdout
        document = json.loads(self.process.stdout.read())
        assert self.process.wait(PATIENCE) == 130, "".join(self.errors)
        self.close()
        return document

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()
        self.receiver.close()

    def probe(self, name: str) -> dict[str, Any]:
        """The measures of a file, in which no frame may be missing, out of order or damaged."""
        limits = [word for name in ("missing", "out-of-order", "damaged") for word in (f"--max-{name}", "0")]
        result = subprocess.run(
            [BINARY, "probe", "--json", name, *limits],
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        assert result.returncode == 0, result.stdout + result.stderr
        return json.loads(result.stdout)


def answer(password: str, authentication: dict[str, str]) -> str:
    """The answer to the challenge of a server."""

    def hashed(text: str) -> str:
        return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

    return hashed(hashed(password + authentication["salt"]) + authentication["challenge"])


class Client:
    """A client of raw messages."""

    def __init__(
        self, session: Session, mask: int | None = 0, password: str = "", packed: bool = False, **more: Any
    ) -> None:
        self.packed = packed
        offer = ["obswebsocket.msgpack" if packed else "obswebsocket.json"]
        self.socket: ClientConnection = connect(session.url, subprotocols=offer, max_size=None, **more).__enter__()
        assert self.socket.subprotocol == offer[0]
        self.last = 0
        self.events: list[dict[str, Any]] = []
        hello = self.receive()
        assert hello["op"] == 0
        self.hello = hello["d"]
        data: dict[str, Any] = {"rpcVersion": 1}
        if mask is not None:
            data["eventSubscriptions"] = mask
        if "authentication" in self.hello:
            data["authentication"] = answer(password, self.hello["authentication"])
        self.send({"op": 1, "d": data})
        assert self.receive() == {"op": 2, "d": {"negotiatedRpcVersion": 1}}

    def send(self, message: Any) -> None:
        self.socket.send(msgpack.packb(message) if self.packed else json.dumps(message))

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        frame = self.socket.recv(timeout)
        assert isinstance(frame, bytes) == self.packed
        return msgpack.unpackb(frame) if self.packed else json.loads(frame)

    def response(self, op: int = 7) -> dict[str, Any]:
        """The next response; events before it are kept."""
        while (message := self.receive())["op"] == 5:
            self.events.append(message["d"])
        assert message["op"] == op
        return message["d"]

    def request(self, kind: str, data: dict[str, Any] | None = None) -> dict[str, Any]:
        """The response to a request."""
        self.last += 1
        message: dict[str, Any] = {"requestType": kind, "requestId": str(self.last)}
        if data is not None:
            message["requestData"] = data
        self.send({"op": 6, "d": message})
        response = self.response()
        assert response["requestId"] == str(self.last)
        assert response["requestType"] == kind
        return response

    def call(self, kind: str, data: dict[str, Any] | None = None) -> Any:
        """The data of a request that succeeds."""
        response = self.request(kind, data)
        assert response["requestStatus"] == {"result": True, "code": 100}, response
        return response.get("responseData")

    def code(self, kind: str, data: dict[str, Any] | None = None) -> int:
        return self.request(kind, data)["requestStatus"]["code"]

    def event(self, kind: str) -> dict[str, Any]:
        """The data of the next event of this kind."""
        while True:
            if self.events:
                event = self.events.pop(0)
            else:
                message = self.receive()
                assert message["op"] == 5
                event = message["d"]
            if event["eventType"] == kind:
                return event.get("eventData", {})

    def states(self, kind: str, count: int) -> list[str]:
        return [self.event(kind)["outputState"].removeprefix("OBS_WEBSOCKET_OUTPUT_") for _ in range(count)]

    def close(self) -> None:
        self.socket.close()
