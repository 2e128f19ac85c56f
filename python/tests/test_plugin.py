"""The pytest plugin, in runs of pytest inside of pytest."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

APP = [sys.executable, str(Path(__file__).parent / "apps" / "sender.py")]
# pytest-asyncio warns without it.
LOOP = ("-o", "asyncio_default_fixture_loop_scope=function")
HEAD = f"""
import psstudio, pytest
APP = {APP!r}
"""
SIZE = (
    HEAD
    + """
def test_bot(studio):
    app = studio.run([*APP, "size"])
    app.session.wait_for(psstudio.SessionChanged, state="sending")
    app.wait(30)
"""
)
CUT = (
    HEAD
    + """
def test_bot(studio):
    app = studio.run([*APP, "frames=20"])
    app.wait(30)

def test_pause(studio):
    app = studio.run([*APP, "crash"])
    app.wait(30)
"""
)


@pytest.fixture
def run(pytester, temporary, monkeypatch):
    """Runs pytest in a process of its own."""
    monkeypatch.chdir(pytester.path)

    def run(text: str, *options: str) -> pytest.RunResult:
        pytester.makepyfile(text)
        return pytester.runpytest_subprocess("-p", "no:cacheprovider", "-W", "error", *LOOP, *options)

    return run


class TestResults:
    def test_a_correct_app_passes(self, run):
        result = run(
            HEAD
            + """
@pytest.mark.scenario("co-host-revoked", seed=7)
def test_bot(studio, meeting):
    app = studio.run(APP)
    assert isinstance(meeting, psstudio.Session)
    meeting.wait_for(psstudio.SessionChanged, state="sending")
    ann = meeting.add_participant("Ann")
    assert meeting.wait_for(psstudio.ParticipantJoined, name="Ann").user == ann
    meeting.wait_for(psstudio.SendingStopped)
    result = app.wait(30)
    assert result.trace().header["seed"] == "7"
"""
        )
        result.assert_outcomes(passed=1)

    def test_a_violation_fails_the_test_and_is_explained(self, run, pytester):
        result = run(SIZE)
        result.assert_outcomes(failed=1)
        result.stdout.fnmatch_lines(
            [
                "*violated PS-SEND-005 at *",
                "  diagnosis: the frame is 130x72, expected 128x72",
                "  fix: scale before sending, or restart with this size",
                "*psstudio: app*",
                "exit code 3",
                "*psstudio: violations*",
                "PS-SEND-005 at *",
                "*psstudio: last events*",
                "* s  sessionChanged state='sending'",
                "* s  violation rule='PS-SEND-005' *",
                "*psstudio: artefacts*",
                str(pytester.path / "psstudio-artifacts" / "test_a_violation*"),
            ]
        )
        (folder,) = (pytester.path / "psstudio-artifacts").iterdir()
        names = sorted(path.name for path in folder.iterdir())
        assert len(names) == 3
        assert names[0].endswith(".jsonl")
        assert names[1:] == ["stderr", "stdout"]
        assert "PS-SEND-005" in (folder / names[0]).read_text()

    def test_an_expected_violation_passes_and_a_missing_one_fails(self, run):
        text = SIZE.replace("def test_bot(studio):", 'def test_bot(studio):\n    studio.expect("PS-SEND-005")')
        run(text).assert_outcomes(passed=1)
        result = run(text.replace('"PS-SEND-005"', '"PS-SEND-006"'))
        result.assert_outcomes(failed=1)
        result.stdout.fnmatch_lines(["PS-SEND-006 was expected and not violated"])

    def test_a_crash_fails_and_strict_fails_for_quality(self, run):
        result = run(CUT)
        result.assert_outcomes(passed=1, failed=1)
        result.stdout.fnmatch_lines(["*was killed by signal 11*"])
        strict = run(
            HEAD
            + """
def test_cut(studio):
    app = studio.run(["sh", "-c", '"$@" & wait; exit 0', "sh", *APP, "crash"])
    app.wait(30)
""",
            "--psstudio-strict",
        )
        strict.assert_outcomes(failed=1)
        strict.stdout.fnmatch_lines(["*violated TRACE-QUALITY-010 at *", "  fix: The trace is complete."])

    def test_a_failed_assertion_shows_what_the_app_did(self, run):
        result = run(
            HEAD
            + """
def test_bot(studio, meeting):
    studio.run([*APP])
    meeting.wait_for(psstudio.SessionChanged, state="sending")
    assert 1 == 2
""",
            "--psstudio-artifacts=kept",
        )
        result.assert_outcomes(failed=1)
        result.stdout.fnmatch_lines(["*assert 1 == 2", "*psstudio: violations*", "none", "*/kept/*"])

    def test_an_app_that_the_test_leaves_is_stopped_and_judged(self, run):
        result = run(
            HEAD
            + """
def test_left(studio):
    studio.run([*APP])

def test_faulty(studio):
    app = studio.run([*APP, "size"])
    app.session.wait_for(psstudio.Violation)
""",
            "--psstudio-strict",
        )
        result.assert_outcomes(passed=1, failed=1)


class TestReports:
    """A report of a failed test never ends the run of the tests."""

    def test_an_app_that_cannot_be_started_is_reported(self, run):
        result = run(
            HEAD
            + """
def test_missing(studio):
    app = studio.start(["./missing"])
    while app.is_running:
        pass
    assert 1 == 2

def test_next(studio):
    assert studio.run([*APP, "frames=3"]).wait(30).exit_code == 0
"""
        )
        result.assert_outcomes(failed=1, passed=1)
        result.stdout.fnmatch_lines(["*assert 1 == 2", "*psstudio: app*", "./missing", "*cannot start './missing'*"])
        result.stdout.no_fnmatch_line("*INTERNALERROR*")

    def test_an_app_that_the_test_has_closed_is_reported(self, run):
        result = run(
            HEAD
            + """
def test_ended(studio):
    with studio.run([*APP, "frames=3"]) as app:
        app.wait(30)
    assert 1 == 2

def test_missing(studio):
    with studio.start(["./missing"]):
        assert 1 == 2
"""
        )
        result.assert_outcomes(failed=2)
        result.stdout.fnmatch_lines(["*psstudio: app*", "exit code 0", "*psstudio: artefacts*"])
        result.stdout.no_fnmatch_line("*INTERNALERROR*")

    def test_a_folder_that_cannot_be_written_is_reported(self, run, pytester):
        pytester.path.joinpath("kept").write_text("a file")
        result = run(
            HEAD
            + """
def test_bot(studio):
    studio.run([*APP, "frames=3"]).wait(30)
    assert 1 == 2
""",
            "--psstudio-artifacts=kept",
        )
        result.assert_outcomes(failed=1)
        result.stdout.fnmatch_lines(["*psstudio: artefacts*", "could not be kept: *Not a directory*"])


#: An app that cannot be ended, and one that ends; `calls` is what happened to them.
BROKEN = (
    HEAD
    + """
import pathlib

calls = []

class Broken:
    command, failure, observers, stderr = ["broken"], None, [], ""
    is_running, result = True, None
    traces = stdout_path = stderr_path = pathlib.Path("/none")

    def __init__(self, name):
        self.name = name

    def stop(self):
        calls.append(f"stop {self.name}")
        raise psstudio.WaitTimeout(f"{self.name} still runs")

    def close(self):
        calls.append(f"close {self.name}")
        raise psstudio.WaitTimeout(f"{self.name} still runs")
"""
)


class TestCleanUp:
    """An error of one app neither replaces that of the test nor leaves the other apps."""

    def test_the_error_of_the_test_stays(self, run):
        result = run(
            BROKEN
            + """
def test_bot(studio):
    # It may be stopped before it begins.
    app = studio.start([*APP])
    studio.apps.append(Broken("second"))
    Broken.close = lambda self: None
    assert 1 == 2
"""
        )
        result.assert_outcomes(failed=1)
        result.stdout.fnmatch_lines(
            [
                "E       assert 1 == 2",
                "E       WaitTimeout: second still runs",
                "*psstudio: app 2*",
                "broken",
                "still runs",
            ]
        )

    def test_all_apps_are_ended_after_an_error_of_one(self, run):
        result = run(
            BROKEN
            + """
from psstudio.pytest_plugin import Studio

@pytest.mark.parametrize("end", ["finish", "judge", "close"])
def test_ends(end):
    studio = Studio(None, None, is_strict=False)
    studio.apps = [Broken("first"), app := psstudio.run(APP), Broken("last")]
    calls.clear()
    if end == "finish":
        assert [str(error) for error in studio.finish()] == ["first still runs", "last still runs"]
    elif end == "judge":
        with pytest.raises(pytest.fail.Exception) as caught:
            studio.judge()
        assert str(caught.value).splitlines()[-2:] == [
            "WaitTimeout: first still runs", "WaitTimeout: last still runs"
        ]
    else:
        with pytest.raises(psstudio.WaitTimeout, match="last still runs") as caught:
            studio.close()
        assert caught.value.__notes__ == ["WaitTimeout: first still runs"]
        assert calls == ["close last", "close first"]
        assert not app.folder.exists()
        assert studio.apps == []
    assert not app.is_running
    app.close()

def test_interruption():
    studio = Studio(None, None, is_strict=False)
    studio.apps = [interrupted := Broken("first"), Broken("last")]
    def interrupt():
        raise KeyboardInterrupt
    interrupted.close = interrupt
    with pytest.raises(KeyboardInterrupt) as caught:
        studio.close()
    assert caught.value.__notes__ == ["WaitTimeout: last still runs"]
"""
        )
        result.assert_outcomes(passed=4)

    def test_an_app_that_cannot_be_closed_is_an_error_after_the_test(self, run):
        result = run(
            BROKEN
            + """
def test_bot(studio):
    studio.apps.append(Broken("only"))
    pytest.skip("no reason")

def test_next(studio):
    assert studio.run([*APP, "frames=3"]).wait(30).exit_code == 0
"""
        )
        result.assert_outcomes(skipped=1, errors=1, passed=1)
        result.stdout.fnmatch_lines(["*WaitTimeout: only still runs"])


class TestUse:
    def test_scenarios_are_names_files_and_texts(self, run, pytester):
        yaml = "version: 1\\nmeeting: {participants: [{name: Joe}]}\\n"
        pytester.path.joinpath("joe.yaml").write_text(yaml.replace("\\n", "\n"))
        result = run(
            HEAD
            + f"""
def has_joe(studio):
    studio.run([*APP])
    return "Joe" in [person.name for person in studio.session.participants]

def test_none(studio):
    assert not has_joe(studio)

@pytest.mark.scenario("joe.yaml")
def test_file(studio):
    assert has_joe(studio)

@pytest.mark.scenario("{yaml}")
def test_text(studio):
    assert has_joe(studio)

@pytest.mark.scenario("nobody-has-written-this")
def test_unknown(studio):
    with pytest.raises(psstudio.ProgramFailed, match="nobody-has-written-this"):
        studio.run([*APP])
""",
            "--strict-markers",
        )
        result.assert_outcomes(passed=4)

    def test_a_wrong_mark_is_an_error_of_usage(self, run):
        result = run(HEAD + "@pytest.mark.scenario()\ndef test_bot(studio): pass\n")
        result.assert_outcomes(errors=1)
        result.stdout.fnmatch_lines(["*write @pytest.mark.scenario(*"])

    def test_a_meeting_without_an_app_is_an_error(self, run):
        result = run(HEAD + "def test_bot(meeting): meeting.leave()\n")
        result.assert_outcomes(failed=1)
        result.stdout.fnmatch_lines(["*the test has started no app; call studio.run*"])

    def test_asyncio(self, run):
        result = run(
            HEAD
            + """
import asyncio

@pytest.mark.asyncio
async def test_two(studio):
    first, second = await asyncio.gather(studio.run_async([*APP]), studio.run_async([*APP]))
    assert first.session.id != second.session.id
    await first.session.wait_for(psstudio.SessionChanged, state="sending")
    assert (await second.stop()).exit_code == 0

@pytest.mark.asyncio
async def test_fails(studio):
    app = await studio.run_async([*APP])
    await app.session.wait_for(psstudio.SessionChanged, state="sending")
    assert 1 == 2
""",
        )
        result.assert_outcomes(passed=1, failed=1)
        result.stdout.fnmatch_lines(["*sessionChanged state='sending'*"])

    def test_xdist_shares_nothing(self, run):
        result = run(
            HEAD
            + """
@pytest.mark.parametrize("number", range(6))
def test_bot(studio, number):
    app = studio.run([*APP, "frames=30"])
    assert len(app.sockets()) == 1
    assert app.session.snapshot().session_id == app.session.id
    assert app.wait(60).exit_code == 0
""",
            "-n",
            "3",
        )
        result.assert_outcomes(passed=6)


HANGING = (
    HEAD
    + """
import time

def test_bot(studio, meeting):
    studio.run([*APP, "hang"], grace=0.2)
    meeting.wait_for(psstudio.SessionChanged, state="sending")
    open("ready", "w").close()
    time.sleep(600)
"""
)


class TestInterruptions:
    """The fixture `temporary` checks that no process, socket or folder is left."""

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
    def test_a_signal(self, number, pytester, temporary):
        self.interrupt(pytester, [], number)

    def test_a_signal_to_workers(self, pytester, temporary):
        self.interrupt(pytester, ["-n", "2"], signal.SIGKILL)

    @pytest.mark.parametrize("method", ["signal", "thread"])
    def test_a_timeout(self, method, run):
        result = run(HANGING, "--timeout=3", f"--timeout-method={method}")
        assert result.ret != 0
        assert "Timeout" in result.stdout.str() + result.stderr.str()

    def interrupt(self, pytester: pytest.Pytester, options: list[str], number: int) -> None:
        pytester.makepyfile(HANGING)
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
        with subprocess.Popen(
            command, cwd=pytester.path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        ) as process:
            deadline = time.monotonic() + 60
            while not (pytester.path / "ready").exists() and time.monotonic() < deadline:
                time.sleep(0.02)
            assert (pytester.path / "ready").exists()
            if options:
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
            assert process.wait(60) != 0
