"""What the pytest plugin does when an app or a file fails it."""

from __future__ import annotations

from inner import HEAD


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
