"""Commands to the outputs and the audio of a running program."""

from __future__ import annotations

import pytest

import psstudio

pytestmark = pytest.mark.usefixtures("temporary")


def test_a_recording_is_split_stopped_and_started(tmp_path):
    names = [str(tmp_path / name) for name in ("show.mkv", "show-2.mkv", "show-3.mkv")]
    command = [psstudio._program.find(), "start", "--quiet", "--video", "coded:", "--audio", "coded:"]
    command += ["--width", "320", "--height", "180", "--duration", "60s", "--out", names[0]]
    with psstudio.run(command) as app:
        session = app.session
        session.wait_for(lambda state: state.video.accepted > 10)
        assert session.split_output(1) == names[1]
        assert session.wait_for(psstudio.OutputSplit, output=1).address == names[1]
        session.stop_output(1)
        session.wait_for(lambda state: state.outputs[0].state == "stopped")
        with pytest.raises(psstudio.CommandRejected, match="is stopped already; startOutput starts it again"):
            session.stop_output(1)
        frames = session.outputs[0].output_total_frames
        assert session.start_output(1) == names[2]
        # A key frame comes at the latest after a second.
        session.wait_for(lambda state: state.outputs[0].output_total_frames > frames + 45)
        session.stop()
        assert app.wait(30).exit_code == 0
    for name in names:
        assert psstudio.probe(name, options=["--max-missing", "0"]).meets_budgets


def test_the_program_has_a_volume():
    command = [psstudio._program.find(), "start", "--quiet", "--width", "128", "--height", "72"]
    with psstudio.run([*command, "--duration", "60s", "--out", "null:"]) as app:
        session = app.session
        session.wait_for(psstudio.SessionChanged, state="sending")
        session.set_volume(0.5)
        assert session.wait_for(psstudio.ProgramAudioChanged).volume_factor == 0.5
        session.set_mute(True)
        audio = session.wait_for(lambda state: state.program_audio.is_muted).program_audio
        assert audio.volume_factor == 0.5
        session.set_mute(False)
        assert not session.wait_for(psstudio.ProgramAudioChanged, is_muted=False, volume_factor=0.5).is_muted
        with pytest.raises(psstudio.CommandRejected, match="4"):
            session.set_volume(4.5)
        session.stop()
        assert app.wait(30).exit_code == 0
