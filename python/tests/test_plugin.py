"""The pytest plugin, in runs of pytest inside of pytest."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from inner import HEAD

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

    def test_what_no_rule_is_violated_by_fails(self, run):
        result = run(
            HEAD
            + """
def test_budget(studio):
    app = studio.run([*APP, "frames=20"], options=["--max-interval", "1ms"])
    assert app.wait(30).app_exit_code == 0

def test_strict(studio):
    app = studio.run(["sh", "-c", '"$@" & wait; exit 0', "sh", *APP, "crash"], options=["--strict"])
    app.wait(30)

def test_trace(studio):
    studio.start([APP[0], "-c", "import os; os.mkfifo(os.environ['PSSTUDIO_TRACE'] + '/session-1-1.jsonl')"]).wait(30)

def test_killed(studio, meeting):
    studio.run([*APP, "hang"], grace=0.2)
    meeting.wait_for(psstudio.SessionChanged, state="sending")

def test_own_code(studio):
    studio.start(["sh", "-c", "exit 7"]).wait(30)
"""
        )
        result.assert_outcomes(passed=1, failed=4)
        result.stdout.fnmatch_lines(
            [
                "*: the budget max-interval was missed: measured *, limit 1",
                "*psstudio: problems*",
                "the budget max-interval was missed: *",
                "sh: a budget was missed",
                "*: */session-1-1.jsonl: not a file",
                "* did not end within 0.2s of SIGTERM and was killed*",
            ]
        )

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
