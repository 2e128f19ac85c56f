"""Apps and sessions, plain and with asyncio."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import psstudio
from psstudio import aio

INLINE = """
version: 1
role: host
meeting:
  participants:
    - {name: Ann, role: coHost, video: true}
"""


@pytest.mark.usefixtures("temporary")
class TestPlain:
    def test_an_app_is_steered_from_outside(self, sender):
        with psstudio.run(sender("frames=200"), scenario=INLINE, seed=3) as app:
            session = app.session
            assert session.pid > 0
            assert session.program.startswith("python")
            # The session waits for the test in its init, so nothing is missed.
            assert session.wait_for(psstudio.SessionChanged).sequence == 1
            session.wait_for(psstudio.SessionChanged, state="sending")
            assert "Ann" in [person.name for person in session.participants]
            bob = session.add_participant("Bob", is_video_on=True)
            assert session.wait_for(psstudio.ParticipantJoined, name="Bob").user == bob
            session.mute("Bob", "camera")
            assert session.wait_for(psstudio.TrackMuted).user == bob
            session.set_role("coHost", bob)
            session.send_chat("Hello", bob)
            session.set_responses(minimum_answer_delay=0.1, sender_delivery=psstudio.Delivery(count=2, delay=0.5))
            assert session.wait_for(lambda state: state.video.accepted >= 10).video.refused == 0
            number = session.add_output("null:")
            assert session.outputs[-1].output == number == 2
            assert session.missed == 0
            session.remove_participant(bob)
            result = app.wait(30)
        assert result.exit_code == 0
        # The pace of a busy machine is no fault of the package.
        assert [finding.rule for finding in result.violations if finding.is_contract] == []
        assert result.check() is result
        assert not result.was_stopped

    def test_the_trace_and_the_snapshot_are_objects(self, sender):
        with psstudio.run(sender("frames=30")) as app:
            result = app.wait(30)
            trace = result.trace()
            assert trace.header["interface"] == "production-studio"
            assert len(list(trace.of("video"))) == 30
            assert [record["result"] for record in trace.of("call", "start")] == ["Success"]
            report = psstudio.verify(*result.traces)
            assert report.exit_code == 0
            assert report.traces[0].metrics.video.frames == 30
            strict = psstudio.verify(*result.traces, options=["--max-drops", "0"])
            assert len(strict.traces[0].budgets) == 1
        assert not app.folder.exists()

    def test_a_violation_has_rule_diagnosis_and_fix(self, sender):
        with psstudio.run(sender("size")) as app:
            app.session.wait_for(psstudio.Violation, rule="PS-SEND-005")
            result = app.wait(30)
        assert result.exit_code == 3
        finding = next(finding for finding in result.violations if finding.is_contract)
        assert finding.rule == "PS-SEND-005"
        assert finding.diagnosis == "the frame is 130x72, expected 128x72"
        assert finding.fix == "scale before sending, or restart with this size"
        with pytest.raises(AssertionError, match=r"PS-SEND-005 at .*\n  diagnosis: .*\n  fix: scale before"):
            result.check()

    def test_a_rule_without_a_hint_is_the_fix(self, sender):
        with psstudio.run(sender("crash")) as app:
            result = app.wait(30)
        assert result.crashed
        assert result.signal == signal.SIGSEGV
        assert "TRACE-QUALITY-010" in [finding.rule for finding in result.violations]
        finding = psstudio.Finding("contract", "TRACE-ORDER-001", 1, 0.5, 9, "a frame was sent")
        assert finding.fix == "The app sends only after onStartSend."
        with pytest.raises(AssertionError, match="was killed by signal 11"):
            result.check()

    def test_a_missed_budget_fails_the_check(self, sender):
        with psstudio.run(sender("frames=20"), options=["--max-interval", "1ms", "--max-drops", "0"]) as app:
            result = app.wait(30)
        assert result.exit_code == 7
        assert result.app_exit_code == 0
        missed = r"the budget max-interval was missed: measured [0-9.]+, limit 1"
        with pytest.raises(AssertionError, match=f"^the app missed a budget\n{missed}$"):
            result.check()
        with psstudio.run(sender("crash"), options=["--strict"]) as app:
            assert app.wait(30).problems == ()

    def test_a_trace_that_cannot_be_read_fails_the_check(self):
        code = "import os; os.mkfifo(os.environ['PSSTUDIO_TRACE'] + '/session-1-1.jsonl')"
        with psstudio.App([sys.executable, "-c", code]) as app:
            result = app.wait(30)
        with pytest.raises(AssertionError, match=r"^a trace cannot be read\n.*/session-1-1.jsonl: not a file$"):
            result.check()

    @pytest.mark.parametrize(("code", "reason"), [(0, "opened no session"), (7, "ended with exit code 7")])
    def test_an_exit_code_fails_the_check(self, code, reason):
        with psstudio.App(["sh", "-c", f"exit {code}"]) as app:
            result = app.wait(30)
        with pytest.raises(AssertionError, match=f"^the app {reason}$"):
            result.check()

    def test_a_stop_is_that_of_a_container(self, sender):
        with psstudio.run(sender()) as app:
            app.session.wait_for(psstudio.SessionChanged, state="sending")
            result = app.stop()
            assert result.exit_code == 0
            assert result.was_stopped
            assert result.app_exit_code == 0
        with psstudio.run(sender("unhandled")) as app:
            app.session.wait_for(psstudio.SessionChanged, state="sending")
            result = app.stop()
            assert result.exit_code == 143
            assert "does not handle" in result.message
        with psstudio.run(sender("hang"), stop_after=1, grace=0.3) as app:
            result = app.wait(30)
            assert result.exit_code == 137
            assert result.was_killed

    def test_a_running_session_is_reached(self, sender, temporary, monkeypatch):
        monkeypatch.setenv("XDG_RUNTIME_DIR", str(temporary))
        with pytest.raises(psstudio.NoSession, match="--control auto"):
            psstudio.attach()
        with pytest.raises(psstudio.NoSession, match="no session listens"):
            psstudio.attach("abc")
        app = subprocess.Popen(
            sender("frames=300"), env={**os.environ, "PSSTUDIO_CONTROL": "auto"}, stdout=-1, text=True
        )
        with app:
            assert app.stdout.readline() == "sending\n"
            with psstudio.attach() as session, psstudio.attach(session.id) as other:
                assert other.id == session.id
                with pytest.raises(psstudio.CommandRejected, match="notFound: no participant is called 'Eve'"):
                    session.send_chat("Hello", "Eve")
                with pytest.raises(psstudio.CommandRejected) as caught:
                    session.remove_output(7)
                assert caught.value.code == "notFound"
                session.stop()
                with pytest.raises(psstudio.SessionGone, match="the session has ended; last events"):
                    while True:
                        session.wait_for(psstudio.OutputAdded, timeout=20)
                assert isinstance(session.events[-1], psstudio.SessionChanged | psstudio.Stopped)
                assert not session.is_open

    def test_a_wait_that_fails_reports_what_happened(self, sender):
        with psstudio.run(sender()) as app:
            app.session.wait_for(psstudio.SessionChanged, state="sending")
            with pytest.raises(psstudio.WaitTimeout, match=r"OutputRemoved output=1 did not .* 0.05 s; last events:\n"):
                app.session.wait_for(psstudio.OutputRemoved, 0.05, output=1)
            with pytest.raises(psstudio.WaitTimeout):
                app.wait(0.05)

    def test_an_app_without_a_session_is_an_error(self, sender):
        with pytest.raises(psstudio.AppEnded, match="ended with 9 and opened no session"):
            psstudio.run(sender("exit"))
        with pytest.raises(psstudio.WaitTimeout, match="does it use psstudio"):
            psstudio.run(["sleep", "60"], timeout=0.2)
        with pytest.raises(psstudio.ProgramFailed, match="cannot start '/none/bot'"):
            psstudio.run(["/none/bot"])
        with pytest.raises(psstudio.StudioError, match="write a list of words"):
            psstudio.run("./bot")
        with pytest.raises(psstudio.ProgramFailed, match=r"none\.yaml"):
            psstudio.run(["true"], scenario="none.yaml")

    def test_no_thread_is_started(self, sender):
        with psstudio.run(sender("frames=10")) as app:
            assert threading.active_count() == 1
            app.wait(30)
        assert threading.active_count() == 1

    def test_a_file_is_probed(self, tmp_path):
        show = tmp_path / "show.mkv"
        command = [psstudio._program.find(), "start", "--fast", "--quiet", "--video", "coded:", "--duration", "2s"]
        command += ["--width", "640", "--height", "360", "--out", str(show)]
        with psstudio.run(command) as app:
            assert app.wait(60).exit_code == 0
        probe = psstudio.probe(show, options=["--max-missing", "0"])
        assert probe.meets_budgets
        assert probe.video.count == 60
        assert probe.sync is None or abs(probe.sync.worst) < 40
        assert {stream.kind for stream in probe.streams} == {"video", "audio"}
        text = tmp_path / "text"
        text.write_text("no media")
        with pytest.raises(psstudio.ProgramFailed) as caught:
            psstudio.probe(text)
        assert caught.value.exit_code == 5


@pytest.mark.usefixtures("temporary")
class TestAsync:
    async def test_apps_are_steered_at_once(self, sender):
        async def one(name: str) -> psstudio.Result:
            async with await aio.run(sender("frames=100"), scenario=INLINE) as app:
                session = app.session
                event = await session.wait_for(psstudio.SessionChanged)
                assert event.sequence == 1
                joined = asyncio.create_task(session.wait_for(psstudio.ParticipantJoined, name=name))
                await session.wait_for(lambda state: state.video.accepted >= 5)
                user = await session.add_participant(name)
                assert (await joined).user == user
                await session.set_role("coHost", name)
                assert name in [person.name for person in await session.participants()]
                return await app.wait(30)

        results = await asyncio.gather(one("Bob"), one("Eve"), one("Joe"))
        assert [result.exit_code for result in results] == [0, 0, 0]
        assert threading.active_count() == 1

    async def test_the_end_of_a_session_ends_a_wait(self, sender):
        async with await aio.run(sender()) as app:
            session = app.session
            await session.wait_for(psstudio.SessionChanged, state="sending")
            waiting = asyncio.create_task(session.wait_for(psstudio.OutputRemoved, 60, output=9))
            with pytest.raises(psstudio.WaitTimeout):
                await session.wait_for(psstudio.OutputRemoved, 0.05)
            result = await app.stop()
            assert result.was_stopped
            with pytest.raises(psstudio.SessionGone):
                await waiting
            with pytest.raises(psstudio.SessionGone):
                await session.snapshot()

    async def test_an_event_needs_no_interval_and_a_condition_has_one(self, sender, monkeypatch):
        seconds = []
        change = aio.AsyncSession._change

        async def recorded(self, has_changed, longest):
            seconds.append(longest)
            await change(self, has_changed, longest)

        async def snapshot(_):
            return None

        async with await aio.run(sender()) as app:
            await app.session.wait_for(psstudio.SessionChanged, state="sending")
            monkeypatch.setattr(aio.AsyncSession, "_change", recorded)
            waiting = asyncio.create_task(app.session.wait_for(psstudio.OutputRemoved, 60))
            await asyncio.sleep(0)
            assert seconds[0] > 50
            assert len(seconds) == 1
            waiting.cancel()
            await app.session.snapshot()
            monkeypatch.setattr(aio.AsyncSession, "snapshot", snapshot)
            seconds.clear()
            waiting = asyncio.create_task(app.session.wait_for(lambda state: False, 60))
            await asyncio.sleep(0)
            assert seconds == [0.02]
            waiting.cancel()

    async def test_a_cancelled_test_leaves_nothing(self, sender):
        async def hanging() -> None:
            async with await aio.run(sender("hang"), grace=0.2) as app:
                await app.session.wait_for(psstudio.OutputRemoved, 600)

        task = asyncio.create_task(hanging())
        await asyncio.sleep(0.5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_process_of_python_that_is_killed_leaves_nothing(number, sender, temporary):
    # Whoever runs the tests in the background may ignore these signals.
    code = "import psstudio, signal, time; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code += "; signal.signal(signal.SIGHUP, signal.SIG_DFL)"
    code += f"; app = psstudio.run({sender('hang')!r}, grace=0.2); print('ready', flush=True); time.sleep(600)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout.readline() == b"ready\n"
        assert len(list(temporary.glob("psstudio-py-*"))) == 1
        process.send_signal(number)
        process.wait(30)
    # The fixture `temporary` waits until nothing is left.


def test_a_child_of_fork_has_a_folder_of_its_own(sender, temporary):
    code = (
        "import os, psstudio\n"
        f"with psstudio.run({sender('frames=10')!r}) as app:\n"
        "    pid = os.fork()\n"
        "    if pid == 0:\n"
        f"        with psstudio.run({sender('frames=10')!r}) as other:\n"
        "            assert other.folder.parent != app.folder.parent\n"
        "            os._exit(other.wait(30).exit_code)\n"
        "    assert os.waitpid(pid, 0)[1] == 0\n"
        "    assert app.wait(30).exit_code == 0\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert not list(Path(temporary).glob("psstudio-py-*/*/traces"))


def test_a_process_of_python_that_is_killed_while_it_starts_apps_leaves_nothing(sender, temporary):
    code = f"import psstudio\nwhile True: psstudio.App({sender()!r}, grace=0.2); print(flush=True)"
    for _ in range(4):
        with subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            for _ in range(3):
                process.stdout.readline()
            process.kill()
            process.wait(30)
    # The fixture `temporary` waits until nothing is left.


def test_apps_of_several_threads_share_one_folder(sender, temporary):
    apps = []
    threads = [threading.Thread(target=lambda: apps.append(psstudio.App(sender("frames=5")))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(list(temporary.glob("psstudio-py-*"))) == 1
    for app in apps:
        with app:
            assert app.wait(30).exit_code == 0


@pytest.mark.usefixtures("temporary")
def test_an_app_that_is_closed_at_once_leaves_nothing(sender):
    for _ in range(3):
        psstudio.App(sender()).close()


def test_values_are_checked():
    assert psstudio.Delivery(delay=2) == psstudio.Delivery(1, 2)
    assert psstudio.Delivery() != psstudio.Delivery(2)
    assert repr(psstudio.Delivery()) == "Delivery(count=1, delay=0.0)"
    assert len({psstudio.Delivery(), psstudio.Delivery(1)}) == 1
    for arguments, named in [((1, 2, 3), {}), ((1,), {"count": 2}), ((), {"often": 1})]:
        with pytest.raises(TypeError, match="Delivery takes count, delay"):
            psstudio.Delivery(*arguments, **named)
    with pytest.raises(TypeError, match="missing: event, values"):
        psstudio.UnknownEvent(1, 2.0)
