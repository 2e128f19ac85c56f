"""Clients that break the protocol, flood it, or want what is not theirs: the media has every frame."""

# ruff: noqa: S105, S106
from __future__ import annotations

import contextlib
import json
import resource
import socket
from collections.abc import Callable
from typing import Any

import msgpack
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from sessions import Client, Session, answer, until

Start = Callable[..., Session]
IDENTIFY = {"op": 1, "d": {"rpcVersion": 1, "eventSubscriptions": 0}}

# What a client sends first, and how the server closes.
FIRST_MESSAGES: list[tuple[Any, int, str]] = [
    ({"op": 1, "d": {"rpcVersion": 1}}, 4009, "missing an `authentication` string"),
    ({"op": 1, "d": {"rpcVersion": 1, "authentication": "x"}}, 4009, "Authentication failed."),
    ({"op": 6, "d": {"requestType": "GetVersion", "requestId": 1}}, 4007, "not identified"),
    ({"op": 99, "d": {}}, 4007, "not identified"),
    ({"d": {}}, 4006, "op"),
    ({"op": 1}, 4003, "missing data"),
    ({"op": 1, "d": 1}, 4004, "not an object"),
    ({"request-type": "GetVersion", "message-id": "1"}, 4010, "pre-5.0.0"),
    ([], 4002, "non-object"),
    (b"\x81", 4002, "binary"),
    ("{", 4002, "Unable to decode"),
]
# The same of a client that needs no password, and has identified itself.
LATER_MESSAGES: list[tuple[Any, int, str]] = [
    (IDENTIFY, 4008, "already Identified"),
    ({"op": 99, "d": {}}, 4006, "99"),
    ({"op": 6, "d": {"requestType": "GetVersion"}}, 4003, "requestId"),
    ({"op": 6, "d": {"requestId": 1}}, 4003, "requestType"),
    ({"op": 6, "d": {"requestType": 1, "requestId": 1}}, 4004, "not a string"),
    ({"op": 8, "d": {"requestId": 1, "requests": [], "executionType": -1}}, 4005, "executionType"),
    ({"op": 8, "d": {"requestId": 1, "requests": [], "executionType": 2, "variables": {}}}, 4012, "Parallel"),
    ({"op": 3, "d": {"eventSubscriptions": "x"}}, 4004, "eventSubscriptions"),
]


def closing(socket: Any) -> tuple[int, str]:
    """How the server closes a connection on which nothing else comes."""
    with pytest.raises(ConnectionClosed) as closed:
        socket.recv(20)
    assert closed.value.rcvd, "no close frame"
    return closed.value.rcvd.code, closed.value.rcvd.reason


def text(message: Any) -> str | bytes:
    return message if isinstance(message, str | bytes) else json.dumps(message)


def test_close_codes(start: Start) -> None:
    """Each violation has the close code and the reason of OBS."""
    session = start(password="secret")
    for message, code, reason in FIRST_MESSAGES:
        with connect(session.url) as client:
            assert json.loads(client.recv())["op"] == 0
            client.send(text(message))
            found = closing(client)
            assert found[0] == code, (message, found)
            assert reason in found[1], (message, found)
    with connect(session.url, subprotocols=["obswebsocket.msgpack"]) as client:
        assert msgpack.unpackb(client.recv())["op"] == 0
        client.send("{}")
        assert closing(client)[0] == 4002
    for message, code, reason in LATER_MESSAGES:
        client = Client(session, password="secret")
        client.socket.send(text(message))
        found = closing(client.socket)
        assert found[0] == code, (message, found)
        assert reason in found[1], (message, found)
    with connect(session.url) as client:
        challenge = json.loads(client.recv())["d"]["authentication"]
        data = {"rpcVersion": 2, "authentication": answer("secret", challenge)}
        client.send(json.dumps({"op": 1, "d": data}))
        assert closing(client)[0] == 4010


def handshake(session: Session, *fields: str) -> bytes:
    """The status line and the fields that answer a request."""
    lines = ["GET / HTTP/1.1", *fields]
    with socket.create_connection(("127.0.0.1", session.port), timeout=20) as client:
        client.sendall("\r\n".join([*lines, "", ""]).encode())
        return client.recv(4096)


def test_handshakes(start: Start) -> None:
    """Who may open a connection, and how sub-protocols are chosen."""
    session = start("--obs-no-password")
    upgrade = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: short"]
    own = f"127.0.0.1:{session.port}"
    cases = [
        ([f"Host: {own}", *upgrade], b"101"),
        ([f"Host: {own}", f"Origin: http://{own}", *upgrade], b"101"),
        (["Host: localhost", *upgrade], b"101"),
        ([f"Host: {own}", "Origin: https://evil.example", *upgrade], b"403"),
        ([f"Host: {own}", "Origin: null", *upgrade], b"403"),
        (["Host: evil.example", *upgrade], b"421"),
        ([f"Host: {own}", f"Host: {own}", *upgrade], b"400"),
        (upgrade, b"400"),
        ([f"Host: {own}"], b"426"),
    ]
    for fields, status in cases:
        head = handshake(session, *fields)
        assert head.split(b" ")[1] == status, (fields, head)
    head = handshake(session, f"Host: {own}", *upgrade).lower()
    assert b"sec-websocket-accept: " in head
    assert b"connection: upgrade\r\n" in head
    assert b"sec-websocket-protocol" not in head
    offers = [
        (["obswebsocket.msgpack", "obswebsocket.json"], "obswebsocket.msgpack"),
        (["other", "obswebsocket.json"], "obswebsocket.json"),
        (["other"], None),
    ]
    for offer, chosen in offers:
        with connect(session.url, subprotocols=offer) as client:
            assert client.subprotocol == chosen


def test_broken_frames(start: Start) -> None:
    """Frames that RFC 6455 does not allow clients close the connection with 1002."""
    session = start("--obs-no-password")
    identify = json.dumps(IDENTIFY).encode()
    broken = [
        bytes([0x81, len(identify)]) + identify,
        *(bytes([first, 0x80]) + b"\0\0\0\0" for first in (0xC1, 0xA1, 0x91, 0x83, 0x8B)),
        bytes([0x88, 0x81]) + b"\0\0\0\0\x03",
        *(bytes([0x88, 0x82]) + b"\0\0\0\0" + code.to_bytes(2, "big") for code in (999, 1005, 1006, 1015, 5000)),
    ]
    for frames, code in [*((x, 1002) for x in broken), (frame("x" * (1 << 20)) + frame("x"), 4002)]:
        with connect(session.url) as client:
            client.recv()
            client.socket.sendall(frames)
            found = closing(client)
            assert found[0] == code, (frames[:20], found)
            assert found[1]
    for code in (1000, 1001, 1011, 3000, 4999):
        with connect(session.url) as client:
            client.recv()
            client.socket.sendall(bytes([0x88, 0x82]) + b"\0\0\0\0" + code.to_bytes(2, "big"))
            assert closing(client) == (code, "")
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n"
    for line, status in (("POST / HTTP/1.1", b"405"), ("GET / HTTP/1.0", b"505")):
        with socket.create_connection(("127.0.0.1", session.port), timeout=20) as client:
            client.sendall(f"{line}\r\nHost: 127.0.0.1\r\n{upgrade}".encode())
            assert client.recv(4096).split(b" ")[1] == status


def test_long_answers(start: Start) -> None:
    """A batch with long answers is answered, up to 4 MiB; later results are errors, and the client stays connected."""
    session = start("--obs-no-password")
    client = Client(session)
    client.send({"op": 8, "d": {"requestId": 1, "requests": [{"requestType": "GetVersion"}] * 4096}})
    results = client.response(op=9)["results"]
    codes = [x["requestStatus"]["code"] for x in results]
    assert len(codes) == 4096
    assert codes == sorted(codes)
    assert set(codes) == {100, 603}
    assert client.code("GetVersion") == 100


def test_files_and_keys(start: Start) -> None:
    """Nothing that clients send writes a file outside of the folder, or shows a key."""
    session = start("--obs-no-password")
    secret = "s3cr3tkey"
    (session.folder / "key").write_text(secret)
    outside = session.folder.parent / "outside"
    outside.mkdir()
    (session.folder / "link").symlink_to(outside)
    (session.folder / "link.mkv").symlink_to(outside / "film.mkv")
    client = Client(session, mask=4095)

    def vendor(kind: str, data: dict[str, Any]) -> dict[str, Any]:
        return client.request("CallVendorRequest", {"vendorName": "psstudio", "requestType": kind, "requestData": data})

    paths = [f"{outside}/x.jpg", "../outside/x.jpg", "link/x.jpg", "a/../../outside/x.jpg", "", "missing/x.jpg"]
    for path in paths:
        wanted = {"sourceName": "Program", "imageFormat": "jpg", "imageFilePath": path}
        assert client.code("SaveSourceScreenshot", wanted) in {400, 403, 702}, path
        if not path.endswith("missing/x.jpg"):
            film = path.replace("jpg", "mkv")
            refused = {400} if film else {400, 604, 702}
            assert vendor("addOutput", {"address": film})["requestStatus"]["code"] in refused, film
            source = {"video": film, "audio": None, "loops": False, "startAt": None}
            assert vendor("changeSource", source)["requestStatus"]["code"] in refused, film
    for address in ("link.mkv", "pipeline:x", "-", "mkv:-", "/dev/null", "/proc/self/fd/1"):
        code = vendor("addOutput", {"address": address})["requestStatus"]["code"]
        assert code in ({703} if address == "pipeline:x" else {400, 604}), address
    source = {"video": f"https://127.0.0.1/x?token={secret}", "audio": None, "loops": False, "startAt": None}
    status = vendor("changeSource", source)["requestStatus"]
    assert status["code"] == 702
    assert status["comment"] == "a source must be a file or a pipe, not an address"
    assert list(outside.iterdir()) == []
    client.call("SaveSourceScreenshot", {"sourceName": "Program", "imageFormat": "jpg", "imageFilePath": "x.jpg"})
    assert (session.folder / "x.jpg").read_bytes()[:2] == b"\xff\xd8"
    # It is not replaced.
    again = {"sourceName": "Program", "imageFormat": "jpg", "imageFilePath": "x.jpg"}
    assert client.code("SaveSourceScreenshot", again) == 702
    reply = vendor("addOutput", {"address": "more.mkv"})
    assert reply["responseData"]["responseData"] == {"output": 3}
    until("it is there", lambda: (session.folder / "more.mkv").exists())
    # A key in an address is shown nowhere.
    vendor("addOutput", {"address": f"rtmp://127.0.0.1:1/live/{secret}"})
    everything = [client.call("GetOutputList"), client.call("GetStreamServiceSettings"), client.call("GetStreamStatus")]
    client.call("GetStats")
    assert secret not in json.dumps(everything) + json.dumps(client.events)
    assert any(x["eventType"] == "VendorEvent" for x in client.events)
    client.call(
        "CallVendorRequest", {"vendorName": "psstudio", "requestType": "removeOutput", "requestData": {"output": 4}}
    )


def test_floods(start: Start) -> None:
    """Long messages, fragments, half frames, a reader that stops, and a thousand connections."""
    session = start("--obs-no-password")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    watcher = Client(session, mask=65536)
    # Fragments are joined.
    with connect(session.url) as client:
        client.recv()
        words = json.dumps(IDENTIFY)
        client.send([words[:5], words[5:9], "", words[9:]])
        assert json.loads(client.recv())["op"] == 2
        client.ping(b"x").wait(20)
        client.send(
            json.dumps({"op": 6, "d": {"requestType": "GetVersion", "requestId": {"a": [1.5]}, "requestData": None}})
        )
        assert json.loads(client.recv())["d"]["requestId"] == {"a": [1.5]}
        client.send("x" * 2_000_000)
        assert closing(client)[0] == 1009
    # More fragments than a message has.
    with connect(session.url) as client:
        client.recv()
        with contextlib.suppress(ConnectionClosed):
            client.send("x" for _ in range(100_000))
        assert closing(client)[0] in {1002, 1009}
    # 100 MB.
    with connect(session.url) as client:
        client.recv()
        with contextlib.suppress(ConnectionClosed):
            client.send("x" * 100_000_000)
        with pytest.raises(ConnectionClosed):
            client.recv(20)
    # A frame that does not mask, half a frame, half a handshake, and what is no HTTP.
    key = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n"
    halves = []
    for tail in (bytes([0x81, 0xFE, 1]), bytes([0x81, 0xFF, 0x7F]), b""):
        half = socket.create_connection(("127.0.0.1", session.port))
        half.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n{key}".encode() + tail)
        halves.append(half)
    for head in (b"GET / HT", b"\x16\x03\x01\x02\x00\x01", b"\0" * 100_000):
        half = socket.create_connection(("127.0.0.1", session.port))
        with contextlib.suppress(ConnectionError):
            half.sendall(head)
        halves.append(half)
    # A reader that stops: the answers that it does not read close it.
    read_nothing(session)
    # A thousand connections, one of which is served.
    many = [connect(session.url, open_timeout=20, ping_interval=None) for _ in range(990)]
    fast = Client(session)
    for _ in range(20):
        fast.call("GetStats")
    assert watcher.event("InputVolumeMeters")["inputs"]
    for client in many:
        client.socket.close()
    for half in halves:
        half.close()
    file = fast.call("StopRecord")["outputPath"]
    snapshot = session.end()
    assert snapshot["video"]["dropped"] == 0
    session.probe(file)


def read_nothing(session: Session) -> None:
    """Sends requests with long answers and reads none, until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", session.port), timeout=20) as client:
        client.sendall(
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n"
        )
        client.sendall(frame(json.dumps(IDENTIFY)))
        identifier = "x" * 100_000
        message = frame(json.dumps({"op": 6, "d": {"requestType": "GetVersion", "requestId": identifier}}))
        # The server goes on reading for a second while it closes the connection.
        with contextlib.suppress(ConnectionError):
            for _ in range(1000):
                client.sendall(message)
            received = 0
            while block := client.recv(1 << 20):
                received += len(block)
            # All answers have 100 MB.
            assert received < 50_000_000


def frame(message: str) -> bytes:
    """A text frame with a mask of zeros."""
    data = message.encode()
    if len(data) < 126:
        head = bytes([0x81, 0x80 | len(data)])
    elif len(data) < 65536:
        head = bytes([0x81, 0xFE]) + len(data).to_bytes(2, "big")
    else:
        head = bytes([0x81, 0xFF]) + len(data).to_bytes(8, "big")
    return head + b"\0\0\0\0" + data
