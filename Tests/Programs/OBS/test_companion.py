"""The start sequence of Companion's module obs-studio 3.16.0, request by request, in MessagePack."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sessions import Client, Session

# All events of low volume, and all four of high volume.
MASK = 987135


def batch(client: Client, requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    client.send({"op": 8, "d": {"requestId": "batch", "requests": requests, "haltOnFailure": None}})
    response = client.response(op=9)
    assert response["requestId"] == "batch"
    return response["results"]


def test_start(start: Callable[..., Session]) -> None:
    """Every answer has the fields that the module reads."""
    session = start("--obs-no-password")
    client = Client(session, mask=MASK, packed=True)
    version = client.call("GetVersion")
    assert {"obsVersion", "obsWebSocketVersion", "platform", "platformDescription"} <= version.keys()
    assert version["supportedImageFormats"] == ["png", "jpg", "jpeg"]
    assert client.call("GetStudioModeEnabled") == {"studioModeEnabled": False}
    assert "OBSBasic.StartRecording" in client.call("GetHotkeyList")["hotkeys"]
    outputs = client.call("GetOutputList")["outputs"]
    assert [x["outputName"] for x in outputs] == ["File 1", "UDP 2"]
    # The module treats these kinds as those of OBS.
    known = {"ffmpeg_muxer", "ffmpeg_output", "replay_buffer", "rtmp_output"}
    assert not known & {x["outputKind"] for x in outputs}
    for output in outputs:
        status = client.call("GetOutputStatus", {"outputName": output["outputName"]})
        assert status["outputActive"] is True
        assert {"outputBytes", "outputTimecode", "outputReconnecting", "outputCongestion"} <= status.keys()
    assert client.call("GetMonitorList") == {"monitors": []}
    video = client.call("GetVideoSettings")
    assert (video["baseWidth"], video["baseHeight"], video["outputWidth"], video["outputHeight"]) == (
        320,
        180,
        320,
        180,
    )
    assert (video["fpsNumerator"], video["fpsDenominator"]) == (30, 1)
    assert client.code("GetReplayBufferStatus") == 604
    kinds = client.call("GetInputKindList")["inputKinds"]
    for kind in kinds:
        assert client.call("GetInputDefaultSettings", {"inputKind": kind})["defaultInputSettings"] == {}
    statistics = client.call("GetStats")
    numbers = {
        "activeFps", "availableDiskSpace", "averageFrameRenderTime", "cpuUsage", "memoryUsage", "outputSkippedFrames",
        "outputTotalFrames", "renderSkippedFrames", "renderTotalFrames",
    }  # fmt: skip
    assert all(isinstance(statistics[name], int | float) for name in numbers)
    record = client.call("GetRecordStatus")
    assert {"outputActive", "outputPaused", "outputTimecode", "outputDuration", "outputBytes"} <= record.keys()
    assert client.call("GetRecordDirectory") == {"recordDirectory": str(session.folder)}
    stream = client.call("GetStreamStatus")
    assert {
        "outputActive", "outputReconnecting", "outputTimecode", "outputDuration", "outputCongestion", "outputBytes",
        "outputSkippedFrames", "outputTotalFrames",
    } <= stream.keys()  # fmt: skip
    service = client.call("GetStreamServiceSettings")
    assert service["streamServiceSettings"]["key"] == ""
    assert client.call("GetProfileList") == {"currentProfileName": "psstudio", "profiles": ["psstudio"]}
    collections = client.call("GetSceneCollectionList")
    assert collections == {"currentSceneCollectionName": "psstudio", "sceneCollections": ["psstudio"]}
    assert [x["transitionName"] for x in client.call("GetSceneTransitionList")["transitions"]] == ["Cut"]
    assert client.call("GetCurrentSceneTransition")["transitionName"] == "Cut"
    special = client.call("GetSpecialInputs")
    assert special["desktop1"] == "Program"
    assert {special[x] for x in ("desktop2", "mic1", "mic2", "mic3", "mic4")} == {None}
    tracks = client.call("GetInputAudioTracks", {"inputName": "Program"})
    assert tracks["inputAudioTracks"]["1"] is True
    details = (
        "GetInputMute", "GetInputVolume", "GetInputAudioBalance", "GetInputAudioSyncOffset", "GetInputAudioMonitorType",
        "GetInputAudioTracks",
    )  # fmt: skip
    results = batch(client, [{"requestType": x, "requestData": {"inputName": "Program"}} for x in details])
    assert [x["requestStatus"]["code"] for x in results] == [100] * 6
    assert {key for x in results for key in x["responseData"]} == {
        "inputMuted", "inputVolumeMul", "inputVolumeDb", "inputAudioBalance", "inputAudioSyncOffset", "monitorType",
        "inputAudioTracks",
    }  # fmt: skip
    scenes = client.call("GetSceneList")
    assert scenes["currentProgramSceneName"] == "Program"
    assert [x["sceneName"] for x in scenes["scenes"]] == ["Program", "Slate"]
    for scene in scenes["scenes"]:
        name = scene["sceneName"]
        assert client.call("GetSceneItemList", {"sceneName": name}) == {"sceneItems": []}
        assert batch(client, []) == []
        assert client.call("GetSourceFilterList", {"sourceName": name}) == {"filters": []}
    levels = client.event("InputVolumeMeters")["inputs"]
    assert levels[0]["inputName"] == "Program"
    # Buttons.
    client.call("StopOutput", {"outputName": "UDP 2"})
    assert client.states("StreamStateChanged", 2) == ["STOPPING", "STOPPED"]
    assert client.call("ToggleOutput", {"outputName": "UDP 2"}) == {"outputActive": True}
    assert client.states("StreamStateChanged", 2) == ["STARTING", "STARTED"]
    assert client.code("PauseRecord") == 604
    image = client.call("GetSourceScreenshot", {"sourceName": "Program", "imageFormat": "jpg", "imageWidth": 161})
    assert image["imageData"].startswith("data:image/jpg;base64,/9j/")
