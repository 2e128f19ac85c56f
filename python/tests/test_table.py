"""The generated code, and what it is generated from."""

from __future__ import annotations

import dataclasses
import inspect
import json
import subprocess
import sys
from pathlib import Path

import psstudio
from psstudio import _program, _table, _version, _wire

PYTHON = Path(__file__).parent.parent
SCHEMA = PYTHON.parent / "docs" / "session.schema.json"


def test_the_table_matches_the_schema():
    done = subprocess.run(
        [sys.executable, PYTHON / "generate.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_table_that_differs_is_noticed(tmp_path):
    schema = json.loads(SCHEMA.read_text())
    schema["$defs"]["commands"]["fly"] = {"type": "object", "properties": {}, "description": "It flies."}
    other = tmp_path / "schema.json"
    other.write_text(json.dumps(schema))
    command = [sys.executable, PYTHON / "generate.py", "--check", other]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1


def test_the_program_has_the_same_table():
    assert _program.output(["control", "schema"]) == SCHEMA.read_text()


def test_the_version_is_that_of_the_program():
    assert _program.numbers(_program.version()) == _program.numbers(_version.__version__)


def test_every_command_is_a_method_and_a_coroutine():
    schema = json.loads(SCHEMA.read_text())["$defs"]["commands"]
    page = (PYTHON.parent / "docs" / "session.md").read_text()
    assert len(schema) == page[: page.index("## Events")].count("\n| `{")
    for name in schema:
        snake = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
        assert inspect.isfunction(getattr(psstudio.Session, snake)), name
        assert inspect.iscoroutinefunction(getattr(psstudio.aio.AsyncSession, snake)), name


def test_every_event_is_a_dataclass_that_decodes_its_example():
    page = (PYTHON.parent / "docs" / "session.md").read_text()
    rows = page[page.index("## Events") : page.index("## Snapshot")].splitlines()
    examples = [json.loads(row.split("`")[1]) for row in rows if row.startswith("| `{")]
    assert len(examples) == len(_table.EVENTS)
    for example in examples:
        event = _wire.event({"sequence": 7, "time": 1.5, "event": example})
        assert dataclasses.is_dataclass(event)
        assert not isinstance(event, psstudio.UnknownEvent)
        assert (event.sequence, event.time, event.kind) == (7, 1.5, next(iter(example)))
        assert len(dataclasses.fields(event)) == 2 + len(next(iter(example.values())))
        assert event.kind in str(event)


def test_an_event_of_a_newer_program_is_kept():
    event = _wire.event({"sequence": 1, "time": 0, "event": {"flown": {"height": 3}}})
    assert event == psstudio.UnknownEvent(1, 0, "flown", {"height": 3})


def test_the_snapshots_of_the_page_are_decoded():
    page = (PYTHON.parent / "docs" / "session.md").read_text()
    first, second = (json.loads(part.split("```")[0]) for part in page.split("```json\n")[1:3])
    snapshot = psstudio.Snapshot.from_json({**first, "outputs": [second]})
    assert snapshot.state == "idle"
    assert snapshot.error is None
    assert snapshot.outputs[0].destination == "show.mp4"
    assert snapshot.outputs[0].output_duration == 0


def test_what_the_package_names_exists():
    for name in psstudio.__all__:
        assert getattr(psstudio, name) is not None, name


def test_the_import_is_fast():
    """Less than 60 ms on a free machine; five times as much fails on any."""
    code = "import sys; before = set(sys.modules); import psstudio; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "psstudio._table" in loaded
    for slow in ("asyncio", "subprocess", "tempfile", "shutil", "pytest", "typing_extensions", "psstudio.reports"):
        assert slow not in loaded
