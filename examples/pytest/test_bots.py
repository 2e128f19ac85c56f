"""The same tests for a sender and a recorder bot in C++, Swift and Python, and for a faulty twin of each.

build.sh builds the bots in C++ and Swift; BOTS is their folder. The recorder in Python needs the package
zoom-meeting-sdk.
"""

import importlib.util
import os
import sys
import time
from pathlib import Path

import pytest

import psstudio

HERE = Path(__file__).parent
BOTS = Path(os.environ.get("BOTS", HERE / "bots"))
PYTHON = sys.executable
#: How long a recorder records, in seconds.
RECORDED = 2
COHOST = {"PSSTUDIO_ROLE": "cohost"}

SENDERS = {
    "cpp": [BOTS / "sender"],
    "swift": [BOTS / "ZoomApp", "endless"],
    "python": [PYTHON, HERE / "sender.py"],
}
# The recorder in Swift is one for the Zoom Video SDK, whose rules have names of their own.
RECORDERS = {
    "cpp": ([BOTS / "meeting_bot", "600", "frames.y4m", "sound.wav"], "ZM-REC-009"),
    "swift": ([BOTS / "ZoomRecorder"], "ZV-REF-001"),
    "python": ([PYTHON, HERE / "recorder.py"], "ZM-REC-009"),
}
MEETING = """
version: 1
meeting:
  participants:
    - {name: Ann, role: host, video: true}
steps:
  - {on: onJoin, publishMedia: {user: Ann, source: "coded:"}}
"""


@pytest.fixture(params=SENDERS)
def sender(request):
    """The command of a sender."""
    return SENDERS[request.param]


@pytest.fixture(params=RECORDERS)
def recorder(request, tmp_path):
    """The command of a recorder, the rule that its twin breaks, and the arguments for its start."""
    needs_package = request.param == "python"
    if needs_package and importlib.util.find_spec("zoom_meeting_sdk") is None:
        pytest.skip("the package zoom-meeting-sdk is not installed")
    command, rule = RECORDERS[request.param]
    if not needs_package:
        return command, rule, {}
    # The vendor's library, which psstudio's replaces, writes log files into the home folder when it is loaded.
    return command, rule, {"options": ["--preload-meeting-sdk"], "env": {**COHOST, "HOME": str(tmp_path)}}


def test_a_sender_sends_until_the_meeting_ends(sender, studio, meeting):
    app = studio.run(sender, env=COHOST)
    meeting.wait_for(lambda state: state.video.accepted > 30)
    meeting.end_meeting()
    assert app.wait(20).app_exit_code == 0


@pytest.mark.scenario("co-host-revoked")
def test_a_sender_ends_when_its_role_is_revoked(sender, studio, meeting):
    app = studio.run(sender)
    meeting.wait_for(psstudio.SendingStopped)
    # It leaves, or waits for a role; it may not send.
    assert app.stop().exit_code in (0, 4)


def test_a_sender_is_stopped_with_its_container(sender, studio, meeting):
    app = studio.run(sender, env=COHOST)
    meeting.wait_for(lambda state: state.video.accepted > 10)
    assert app.stop().exit_code == 0


def test_a_faulty_sender_is_found(sender, studio, meeting):
    studio.expect("PS-SEND-005")
    studio.run([*sender, "faulty"], env=COHOST)
    meeting.wait_for(psstudio.Violation, rule="PS-SEND-005")


@pytest.mark.scenario(MEETING)
def test_a_recorder_finishes_its_file_when_its_container_is_stopped(recorder, studio, meeting, tmp_path):
    command, _, arguments = recorder
    app = studio.run(command, cwd=tmp_path, **arguments)
    meeting.wait_for(psstudio.SubscriptionChanged, track="camera", is_active=True)
    time.sleep(RECORDED)
    assert app.stop().exit_code == 0
    file = tmp_path / "frames.y4m"
    if file.exists():
        probe = psstudio.probe(file)
        assert probe.video.readable > 20
        assert probe.video.damaged == ()
    else:
        assert int(app.stdout.split(" frames")[0].split()[-1]) > 20


@pytest.mark.scenario(MEETING)
def test_a_faulty_recorder_is_found(recorder, studio, meeting, tmp_path):
    command, rule, arguments = recorder
    studio.expect(rule)
    app = studio.run([*command, "faulty"], cwd=tmp_path, **arguments)
    meeting.wait_for(psstudio.MeetingStatusChanged if rule.startswith("ZM") else psstudio.SubscriptionChanged)
    time.sleep(RECORDED)
    app.stop()
