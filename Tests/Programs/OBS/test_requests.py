"""Requests that public controllers send, with obsws-python and raw messages."""

from __future__ import annotations

import base64
import json
import socket
import stat
from collections.abc import Callable

import obsws_python
import pytest

from sessions import Client, Session, until

Start = Callable[..., Session]
NO_PASSWORD = ("--obs-no-password",)


def test_obsws_python(start: Start) -> None:
    """The methods of the library whose requests were unknown."""
    session = start(*NO_PASSWORD)
    client = obsws_python.ReqClient(host="127.0.0.1", port=session.port, password="", timeout=20)
    assert client.get_source_active("Program").video_active
    assert not client.get_source_active("Slate").video_active
    assert client.get_input_settings("Program").input_kind == "psstudio_program"
    assert client.get_transition_kind_list().transition_kinds == ["cut_transition"]
    realm = "OBS_WEBSOCKET_DATA_REALM_GLOBAL"
    assert client.get_persistent_data(realm, "last").slot_value is None
    client.set_persistent_data(realm, "last", {"show": 7})
    assert client.get_persistent_data(realm, "last").slot_value == {"show": 7}
    file = session.folder / "psstudio" / "obs-websocket.json"
    assert json.loads(file.read_text()) == {realm: {"last": {"show": 7}}}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    client.trigger_hot_key_by_name("libobs.mute")
    assert client.get_input_mute("Program").input_muted
    client.save_source_screenshot("Program", "png", "shot.png", 320, 180, -1)
    assert (session.folder / "shot.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    with pytest.raises(obsws_python.error.OBSSDKRequestError) as failure:
        client.send_stream_caption("Hello")
    assert failure.value.code == 703
    with pytest.raises(obsws_python.error.OBSSDKRequestError) as failure:
        client.get_scene_item_id("Program", "Camera")
    assert failure.value.code == 204
    client.disconnect()


def test_images(start: Start) -> None:
    """JPEG has chroma of half the width and half the height; the quality decides the size."""
    session = start(*NO_PASSWORD)
    client = Client(session)

    def image(kind: str, quality: int) -> bytes:
        wanted = {"sourceName": "Program", "imageFormat": kind, "imageCompressionQuality": quality}
        text = client.call("GetSourceScreenshot", wanted)["imageData"]
        head, data = text.split(",")
        assert head == f"data:image/{kind};base64"
        return base64.b64decode(data)

    jpeg = image("jpg", -1)
    place = 2
    while not 0xC0 <= jpeg[place + 1] <= 0xC2:
        place += 2 + int.from_bytes(jpeg[place + 2 : place + 4])
    frame = jpeg[place + 4 :]
    assert [int.from_bytes(frame[1:3]), int.from_bytes(frame[3:5])] == [180, 320]
    # Three components, of which luma has twice the samples in both directions.
    assert [frame[7 + 3 * number] for number in range(frame[5])] == [0x22, 0x11, 0x11]
    assert b"JFIF" in jpeg[:20]
    assert b"Adobe" not in jpeg
    assert len(image("jpg", 5)) * 2 < len(image("jpg", 95))
    png = image("png", -1)
    # Eight bits, RGB.
    assert (png[:8], png[24:26]) == (b"\x89PNG\r\n\x1a\n", b"\x08\x02")
    assert len(image("png", 0)) < len(image("png", 100))


def test_stream_service(start: Start) -> None:
    """A stream is sent to the server that was set, and the former output is removed."""
    session = start(*NO_PASSWORD)
    client = Client(session, mask=64)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
        receiver.bind(("127.0.0.1", 0))
        receiver.settimeout(20)
        server = f"udp://127.0.0.1:{receiver.getsockname()[1]}"
        service = {"streamServiceType": "rtmp_custom", "streamServiceSettings": {"server": server, "key": ""}}
        assert client.code("SetStreamServiceSettings", service) == 500
        client.call("StopStream")
        client.states("StreamStateChanged", 2)
        client.call("SetStreamServiceSettings", service)
        settings = client.call("GetStreamServiceSettings")["streamServiceSettings"]
        assert settings == {"server": server, "key": "", "use_auth": False}
        client.call("StartStream")
        assert client.states("StreamStateChanged", 2) == ["STARTING", "STARTED"]
        assert receiver.recv(2000)[0] == 0x47
        assert [x["outputName"] for x in client.call("GetOutputList")["outputs"]] == ["File 1", "UDP 3"]
        client.call("StopStream")
        until("it has stopped", lambda: session.output(3)["state"] == "stopped")
    session.end()


def test_caption(start: Start) -> None:
    """A caption is refused, and is in the trace."""
    session = start(*NO_PASSWORD, "--trace", "show.trace.jsonl")
    client = Client(session)
    response = client.request("SendStreamCaption", {"captionText": "Good morning"})
    assert response["requestStatus"]["code"] == 703
    session.end()
    lines = [json.loads(x) for x in (session.folder / "show.trace.jsonl").read_text().splitlines()]
    assert [x for x in lines if x.get("event") == "command" and "Good morning" in json.dumps(x)]
