"""The libraries of real clients: obsws-python and simpleobsws."""

# ruff: noqa: S106
from __future__ import annotations

import asyncio
import os
import signal
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import obsws_python
import pytest
import simpleobsws

from sessions import Client, Session, until

Start = Callable[..., Session]
NO_PASSWORD = ("--obs-no-password",)
CHANGES = ["STOPPING", "STOPPED", "STARTING", "STARTED"]


def secured(start: Start, how: str, folder: Path) -> tuple[Session, str]:
    """A session whose password comes from there."""
    if how == "none":
        return start(*NO_PASSWORD), ""
    if how == "file":
        path = folder / "password"
        path.write_text("pä55 word\n")
        path.chmod(0o600)
        return start("--obs-password-file", str(path)), "pä55 word"
    if how == "variable":
        return start(password="secret"), "secret"
    session = start()
    assert session.password_file
    assert stat.S_IMODE(session.password_file.stat().st_mode) == 0o600
    password = session.password_file.read_text().strip()
    assert len(password) == 16
    return session, password


@pytest.mark.parametrize("how", ["none", "file", "variable", "random"])
def test_obsws_python(start: Start, how: str, tmp_path: Path) -> None:
    """obsws-python watches and controls stream and record, with events in the order of OBS, and meters."""
    session, password = secured(start, how, tmp_path)
    place = {"host": "127.0.0.1", "port": session.port, "password": password, "timeout": 10}
    client = obsws_python.ReqClient(**place)
    watcher = obsws_python.EventClient(**place, subs=4 | 8 | 64 | 65536)
    events: list[tuple[Any, ...]] = []
    meters: list[Any] = []

    def on_record_state_changed(data: Any) -> None:
        events.append(("record", data.output_state[21:], data.output_active, data.output_path))

    def on_stream_state_changed(data: Any) -> None:
        events.append(("stream", data.output_state[21:], data.output_active))

    def on_record_file_changed(data: Any) -> None:
        events.append(("file", data.new_output_path))

    def on_current_program_scene_changed(data: Any) -> None:
        events.append(("scene", data.scene_name))

    def on_input_mute_state_changed(data: Any) -> None:
        events.append(("mute", data.input_muted))

    def on_input_volume_meters(data: Any) -> None:
        meters.append(data.inputs[0]["inputLevelsMul"])

    watcher.callback.register(
        [
            on_record_state_changed,
            on_stream_state_changed,
            on_record_file_changed,
            on_current_program_scene_changed,
            on_input_mute_state_changed,
            on_input_volume_meters,
        ]
    )
    assert client.get_version().obs_version == "30.2.3"
    assert client.get_video_settings().base_width == 320
    assert client.get_video_settings().fps_numerator == 30
    assert client.get_record_status().output_active
    files = [str(session.folder / name) for name in ("show.mp4", "show-2.mp4", "show-3.mp4")]
    # A file that is stopped before its first frame is not there.
    until("it has frames", lambda: client.get_record_status().output_duration > 0)
    assert client.stop_record().output_path == files[0]
    until("it has stopped", lambda: len(events) == 2)
    with pytest.raises(obsws_python.error.OBSSDKRequestError) as failure:
        client.stop_record()
    assert failure.value.code == 501
    assert not client.get_record_status().output_active
    client.start_record()
    until("it records again", lambda: len(events) == 4)
    client.send("SplitRecordFile")
    until("it has split", lambda: len(events) == 5)
    client.stop_stream()
    until("the stream has stopped", lambda: len(events) == 7)
    client.start_stream()
    until("it streams again", lambda: len(events) == 9)
    client.set_current_program_scene("Slate")
    until("the slate is on air", lambda: len(events) == 10)
    assert client.get_current_program_scene().current_program_scene_name == "Slate"
    client.set_current_program_scene("Program")
    until("the source is on air", lambda: len(events) == 11)
    client.set_input_mute("Program", True)
    until("it is muted", lambda: len(events) == 12)
    assert events == [
        ("record", "STOPPING", False, None),
        ("record", "STOPPED", False, files[0]),
        ("record", "STARTING", False, None),
        ("record", "STARTED", True, files[1]),
        ("file", files[2]),
        ("stream", "STOPPING", False),
        ("stream", "STOPPED", False),
        ("stream", "STARTING", False),
        ("stream", "STARTED", True),
        ("scene", "Slate"),
        ("scene", "Program"),
        ("mute", True),
    ]
    until(
        "the levels of two channels", lambda: [len(x) for x in meters if x and x[0][1] > 0.001] and len(meters[-1]) == 2
    )
    until("silence behind the mute", lambda: meters[-1][0][1] == 0 and meters[-1][0][2] > 0.001)
    image = client.get_source_screenshot("Program", "jpg", 160, 90, -1).image_data
    assert image.startswith("data:image/jpg;base64,/9j/")
    image = client.get_source_screenshot("Program", "png", 160, 90, -1).image_data
    assert image.startswith("data:image/png;base64,iVBORw0KGgo")
    sizes = [len(client.get_source_screenshot("Program", "jpg", 320, 180, x).image_data) for x in (5, 95)]
    assert sizes[0] * 2 < sizes[1]
    reply = client.call_vendor_request("psstudio", "setVolume", {"factor": 0.5})
    assert reply.response_data == {}
    assert client.get_input_volume("Program").input_volume_mul == 0.5
    client.disconnect()
    watcher.disconnect()
    session.end()
    # The others have frames of the slate.
    session.probe(files[0])


@pytest.mark.parametrize("how", ["none", "variable"])
async def test_simpleobsws(start: Start, how: str, tmp_path: Path) -> None:
    """simpleobsws, which speaks MessagePack only."""
    session, password = await asyncio.to_thread(secured, start, how, tmp_path)
    parameters = simpleobsws.IdentificationParameters(eventSubscriptions=64)
    client = simpleobsws.WebSocketClient(url=session.url, password=password, identification_parameters=parameters)
    seen: list[tuple[str, str]] = []

    async def on_event(kind: str, data: dict[str, Any]) -> None:
        seen.append((kind, data["outputState"][21:]))

    async def call(kind: str, data: dict[str, Any] | None = None) -> Any:
        response = await client.call(simpleobsws.Request(kind, data))
        assert response.ok(), response
        return response.responseData

    async def until_seen(count: int) -> None:
        async with asyncio.timeout(20):
            while len(seen) < count:
                await asyncio.sleep(0.02)

    client.register_event_callback(on_event)
    await client.connect()
    assert await client.wait_until_identified(10)
    assert (await call("GetVersion"))["obsWebSocketVersion"] == "5.5.2"
    await call("StopStream")
    await until_seen(2)
    await call("StartStream")
    await until_seen(4)
    assert (await call("StopRecord"))["outputPath"] == str(session.folder / "show.mp4")
    await until_seen(6)
    await call("StartRecord")
    await until_seen(8)
    kinds = ["StreamStateChanged"] * 4 + ["RecordStateChanged"] * 4
    assert seen == list(zip(kinds, CHANGES * 2, strict=True))
    batch = await client.call_batch(
        [simpleobsws.Request("GetStats"), simpleobsws.Request("Sleep", {"sleepMillis": 20}), simpleobsws.Request("Fly")]
    )
    assert [x.requestStatus.code for x in batch] == [100, 100, 204]
    assert await client.call_batch([]) == []
    await client.disconnect()


def test_no_events(start: Start) -> None:
    """A client with the mask 0 gets no event, whatever happens."""
    session = start(*NO_PASSWORD)
    quiet, other = Client(session, mask=0), Client(session, mask=4095)
    for kind in ("StopStream", "StartStream", "StopRecord", "StartRecord"):
        other.call(kind)
        other.states("StreamStateChanged" if "Stream" in kind else "RecordStateChanged", 2)
    other.call("SetCurrentProgramScene", {"sceneName": "Slate"})
    other.call("BroadcastCustomEvent", {"eventData": {"a": 1}})
    assert other.event("CustomEvent") == {"a": 1}
    quiet.call("GetStats")
    assert quiet.events == []


def test_statistics(start: Start) -> None:
    """Statistics agree with those of `psstudio control status`, and those of outputs begin again with each start."""
    session = start(*NO_PASSWORD)
    client = Client(session, mask=64)
    names = ("outputBytes", "outputDuration")
    base = dict.fromkeys(names, 0)
    for recording in range(2):
        before = session.output(1)
        found = until(
            "newer counts",
            lambda base=base, before=before: (
                (x := client.call("GetRecordStatus"))["outputBytes"] >= before["outputBytes"] - base["outputBytes"]
                and x["outputDuration"] > 500
                and x
            ),
        )
        after = session.output(1)
        assert found["outputBytes"] <= after["outputBytes"] - base["outputBytes"]
        # The file begins where its first frame is, later than the former one ends.
        assert found["outputDuration"] <= after["outputDuration"] - base["outputDuration"]
        assert recording or found["outputDuration"] >= before["outputDuration"]
        assert found["outputTimecode"].startswith("00:00:")
        path = client.call("StopRecord")["outputPath"]
        client.states("RecordStateChanged", 2)
        idle = client.call("GetRecordStatus")
        assert [idle[name] for name in ("outputActive", *names)] == [False, 0, 0]
        base = {name: session.output(1)[name] for name in names}
        assert Path(path).stat().st_size >= found["outputBytes"] > 0
        if not recording:
            time.sleep(1)
            client.call("StartRecord")
            client.states("RecordStateChanged", 2)
    # A client that comes, asks once and leaves.
    client.call("StartRecord")
    client.states("RecordStateChanged", 2)
    client.close()
    time.sleep(1)
    wanted = session.status()["video"]["accepted"]
    client = Client(session)
    assert client.call("GetStats")["outputTotalFrames"] >= wanted
    stream = client.call("GetStreamStatus")
    assert 0 < stream["outputTotalFrames"] <= session.output(2)["outputTotalFrames"]
    assert stream["outputSkippedFrames"] == session.output(2)["outputSkippedFrames"] == 0
    outputs = {x["outputName"]: x for x in client.call("GetOutputList")["outputs"]}
    assert list(outputs) == ["File 1", "UDP 2"]
    before = session.status()["video"]["accepted"]
    statistics = until("newer frames", lambda: (x := client.call("GetStats"))["outputTotalFrames"] >= before and x)
    after = session.status()["video"]["accepted"]
    assert before <= statistics["outputTotalFrames"] <= after
    assert statistics["outputSkippedFrames"] == 0
    assert statistics["memoryUsage"] > 1
    assert statistics["availableDiskSpace"] > 1


def test_starts_and_stops(start: Start) -> None:
    """Record and stream start and stop many times. PSSTUDIO_OBS_STARTS=100 takes ten minutes, otherwise it is short."""
    starts = int(os.environ.get("PSSTUDIO_OBS_STARTS", "5"))
    interval = 6.0 if starts >= 100 else 0.2
    session = start(*NO_PASSWORD)
    client = Client(session, mask=64)
    files: list[str] = []
    for _ in range(starts):
        begin = time.monotonic()
        files.append(client.call("StopRecord")["outputPath"])
        assert client.states("RecordStateChanged", 2) == CHANGES[:2]
        client.call("StopStream")
        assert client.states("StreamStateChanged", 2) == CHANGES[:2]
        client.call("StartRecord")
        assert client.states("RecordStateChanged", 2) == CHANGES[2:]
        client.call("StartStream")
        assert client.states("StreamStateChanged", 2) == CHANGES[2:]
        # A file that is stopped before its first frame is not there.
        until("it has frames", lambda: client.call("GetRecordStatus")["outputDuration"] > 0)
        time.sleep(max(0.0, interval - (time.monotonic() - begin)))
    until("the parts", lambda: [x["part"] for x in session.status()["outputs"]] == [starts + 1, starts + 1])
    files.append(client.call("StopRecord")["outputPath"])
    assert client.states("RecordStateChanged", 2) == CHANGES[:2]
    client.call("StopStream")
    assert client.states("StreamStateChanged", 2) == CHANGES[:2]
    totals = [client.call(kind)["outputBytes"] for kind in ("GetRecordStatus", "GetStreamStatus")]
    assert totals == [0, 0]
    assert len(set(files)) == starts + 1
    snapshot = session.end()
    assert snapshot["video"]["dropped"] == 0
    for file in files:
        session.probe(file)


def test_commands_and_gone(start: Start) -> None:
    """A client that sends commands and leaves at once has them performed."""
    session = start(*NO_PASSWORD)
    client = Client(session)
    client.call("CallVendorRequest", vendor("addOutput", {"address": "two.mkv"}))
    until("the second file", lambda: session.output(3)["state"] == "live")

    def states() -> list[str]:
        return [x["state"] for x in session.status()["outputs"]]

    requests = [{"requestType": "StopStream"}, {"requestType": "StopRecord"}]
    messages = [
        [{"op": 6, "d": {"requestId": 1, **x}} for x in requests],
        [{"op": 8, "d": {"requestId": 1, "requests": requests}}],
    ]
    for sent in messages:
        for closes in (True, False):
            gone = Client(session)
            for message in sent:
                gone.send(message)
            if closes:
                gone.close()
            else:
                gone.socket.socket.close()
            until("all have stopped", lambda: states() == ["stopped"] * 3)
            client.call("StartRecord")
            client.call("StartStream")
            until("all are live", lambda: states() == ["live"] * 3)

    async def emit() -> None:
        hasty = simpleobsws.WebSocketClient(url=session.url)
        await hasty.connect()
        await hasty.wait_until_identified()
        for kind in ("StopStream", "StopRecord"):
            await hasty.emit(simpleobsws.Request(kind))
        await hasty.disconnect()

    asyncio.run(emit())
    until("all have stopped", lambda: states() == ["stopped"] * 3)


def vendor(kind: str, data: dict[str, Any]) -> dict[str, Any]:
    return {"vendorName": "psstudio", "requestType": kind, "requestData": data}


def test_stop_after_start(start: Start) -> None:
    """What was started just now can be stopped, also while its former part ends."""
    session = start(*NO_PASSWORD)
    client = Client(session, mask=64)
    for name, number in (("Stream", 2), ("Record", 1)):
        for _ in range(5):
            codes = [client.code(f"{word}{name}") for word in ("Stop", "Start", "Start", "Stop", "Stop")]
            assert codes == [100, 100, 500, 100, 501]
            until("it has stopped", lambda number=number: session.output(number)["state"] == "stopped")
            assert client.code(f"Start{name}") == 100
            until("it is live", lambda number=number: session.output(number)["state"] == "live")
    toggled = [client.call("ToggleOutput", {"outputName": "UDP 2"})["outputActive"] for _ in range(4)]
    assert toggled == [False, True, False, True]
    assert [client.code(x) for x in ("StopRecord", "StartRecord", "SplitRecordFile")] == [100, 100, 100]


def test_scenes_are_read_back(start: Start) -> None:
    """After the answer the scene is the current one, and has an image; asking twice is no error."""
    session = start(*NO_PASSWORD)
    client = Client(session)
    for name in ("Slate", "Slate", "Program", "Program", "Slate"):
        client.call("SetCurrentProgramScene", {"sceneName": name})
        assert client.call("GetCurrentProgramScene")["sceneName"] == name
        assert client.call("GetSceneList")["currentProgramSceneName"] == name
        client.call("GetSourceScreenshot", {"sourceName": name, "imageFormat": "jpg"})


def test_end_of_the_session(start: Start) -> None:
    """Clients hear ExitStarted and 1001 when the session ends, and 1001 when it is killed; the password file goes."""
    for kills in (False, True):
        session = start()
        assert session.password_file
        client = Client(session, mask=1, password=session.password_file.read_text().strip())
        meters = Client(session, mask=65536, password=session.password_file.read_text().strip())
        meters.event("InputVolumeMeters")
        if kills:
            session.process.kill()
        else:
            client.call("CallVendorRequest", {"vendorName": "psstudio", "requestType": "stop"})
            client.event("ExitStarted")
        with pytest.raises(Exception) as closing:  # noqa: PT011
            client.receive()
        assert closing.value.rcvd.code == 1001
        until("the file is gone", lambda session=session: not session.password_file.exists())
        assert not [x for x in session.errors if "has no levels" in x]


def test_silent_session(start: Start) -> None:
    """A session that hangs is reconnecting, and its requests are 207; when it goes on, so do its clients."""
    session = start("--obs-no-password")
    session.sending()
    client = Client(session, mask=64)
    assert client.code("GetStreamStatus") == 100
    session.process.send_signal(signal.SIGSTOP)
    try:
        states = {client.event(name)["outputState"] for name in ("StreamStateChanged", "RecordStateChanged")}
        assert states == {"OBS_WEBSOCKET_OUTPUT_RECONNECTING"}
        assert client.code("GetStreamStatus") == 207
        assert client.code("StopRecord") == 207
    finally:
        session.process.send_signal(signal.SIGCONT)
    states = {client.event(name)["outputState"] for name in ("StreamStateChanged", "RecordStateChanged")}
    assert states == {"OBS_WEBSOCKET_OUTPUT_RECONNECTED"}
    assert client.call("GetStreamStatus")["outputActive"]
    session.end()
