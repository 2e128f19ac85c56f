"""Writes src/psstudio/_table.py from docs/session.schema.json: generate.py [--check] [SCHEMA]

`psstudio control schema` prints the same schema. With --check, nothing is written, and the exit code is 1 when the file
differs.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
SCHEMA = FOLDER.parent / "docs" / "session.schema.json"
TARGET = FOLDER / "src" / "psstudio" / "_table.py"
LIMIT = 120

HEAD = '''"""Commands, events and the snapshot of a session, generated from docs/session.schema.json by generate.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from ._values import Delivery, Event, User, Value, coded, value

'''

#: Names of the objects inside of events and the snapshot, with what is not in the schema.
OBJECTS = {
    "snapshot": ("Snapshot", "The state of a session. `time` values and counters start at zero with the session."),
    "snapshot.error": ("SnapshotError", "The first failure."),
    "snapshot.video": ("MediaCounts", "Units of one kind of media before the outputs: accepted, refused, dropped."),
    "snapshot.program": ("Program", "The form of the program; `has_slate`: it comes from sources of the session."),
    "snapshot.programAudio": ("ProgramAudio", "The audio of the program: a volume factor of 1 leaves it as it is."),
    "snapshot.waitingFor": ("PipeWait", "A pipe that nothing is sent without, and that has delivered nothing."),
    "snapshot.violations": ("ViolatedRule", "A violated rule, its count, and the diagnosis of the first violation."),
    "snapshot.outputs": (
        "Output",
        "An output. `output_duration` is in milliseconds, `output_bitrate` in kbit/s over the last four seconds, "
        "`round_trip_time` in milliseconds; `output_congestion` is 0 to 1.",
    ),
    "outputChanged.change": ("OutputChange", "The new state of an output; `delay` is in seconds."),
    "outputPartEnded.change": ("OutputChange", "The new state of an output; `delay` is in seconds."),
    "failed.failure": ("SessionFailure", "What failed, with one line that has a hint."),
    "trackFormatChanged.format": ("TrackFormat", "The format of a track: one of both is given."),
    "trackFormatChanged.format.video": ("VideoTrackFormat", "Size in pixels, range, and rotation in degrees."),
    "trackFormatChanged.format.audio": ("AudioTrackFormat", "Samples per second and channel, and channels."),
}


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def pascal(name: str) -> str:
    return name[0].upper() + name[1:]


def literal(words: list[Any]) -> str:
    return "Literal[" + ", ".join(quoted(word) if isinstance(word, str) else repr(word) for word in words) + "]"


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def wrapped(text: str, indent: str, first: str = "") -> list[str]:
    """The text in lines of at most LIMIT characters."""
    lines, line = [], indent + first
    for word in text.split():
        if len(line) + len(word) + 1 > LIMIT - 3 and line.strip():
            lines.append(line.rstrip())
            line = indent
        line += word + " "
    lines.append(line.rstrip())
    return lines


def docstring(text: str, indent: str, details: list[str] | None = None) -> list[str]:
    lines = wrapped(text, indent, '"""')
    if not details and len(lines[-1]) + 3 <= LIMIT and len(lines) == 1:
        return [lines[0] + '"""']
    if details:
        lines += ["", *details]
    return [*lines, indent + '"""']


class Generator:
    def __init__(self, schema: dict[str, Any]) -> None:
        self.definitions = schema["$defs"]
        self.versions = schema["x-versions"]
        self.words: dict[str, str] = {}
        self.classes: list[str] = []
        self.known: set[str] = set()

    # Types

    def word_type(self, name: str, owner: str, words: list[Any]) -> str:
        """The name of the type of some words; equal words have one type."""
        form = literal(words)
        for known, other in self.words.items():
            if other == form:
                return known
        candidate = pascal(name) if pascal(name) not in self.words else pascal(owner) + pascal(name)
        self.words[candidate] = form
        return candidate

    def type_of(self, name: str, owner: str, form: dict[str, Any]) -> str:
        if "enum" in form:
            return self.word_type(name, owner, form["enum"])
        if "$ref" in form:
            return "dict[str, Any]"
        if form["type"] == "array":
            return f"tuple[{self.object_type(f'{owner}.{name}', form['items'])}, ...]"
        if form["type"] == "object":
            if "properties" not in form:
                return "dict[str, int]"
            return self.object_type(f"{owner}.{name}", form)
        return {"string": "str", "boolean": "bool", "integer": "int", "number": "float"}[form["type"]]

    def object_type(self, path: str, form: dict[str, Any]) -> str:
        path = {"snapshot.audio": "snapshot.video"}.get(path, path)
        if path not in OBJECTS:
            raise SystemExit(f"generate: name the object {path} in OBJECTS")
        name, text = OBJECTS[path]
        if name not in self.known:
            self.known.add(name)
            self.classes += self.dataclass(name, text, path, form)
        return name

    def decoded(self, name: str, owner: str, form: dict[str, Any], value: str) -> str:
        """An expression that turns a value of JSON into one of Python."""
        kind = self.type_of(name, owner, form)
        if kind.startswith("tuple["):
            return f"tuple({kind[6:-6]}.from_json(item) for item in {value})"
        return f"{kind}.from_json({value})" if kind in self.known else value

    # Dataclasses

    def dataclass(self, name: str, text: str, owner: str, form: dict[str, Any]) -> list[str]:
        required = set(form.get("required", []))
        fields, decoding = [], []
        for key, value in form["properties"].items():
            kind = self.type_of(key, owner, value)
            is_optional = value.get("x-nullable", False) or key not in required
            fields.append(f"    {snake(key)}: {kind}{' | None' if is_optional else ''}")
            lookup = f'value.get("{key}")' if is_optional else f'value["{key}"]'
            expression = self.decoded(key, owner, value, lookup)
            if is_optional and expression != lookup:
                expression = self.decoded(key, owner, value, "found")
                expression = f"None if (found := {lookup}) is None else {expression}"
            decoding.append(f"            {snake(key)}={expression},")
        return [
            "@value",
            f"class {name}(Value):",
            *docstring(text, "    "),
            "",
            *fields,
            "",
            "    @classmethod",
            f"    def from_json(cls, value: Mapping[str, Any]) -> {name}:",
            '        """Decodes the JSON form; unknown keys are ignored."""',
            "        return cls(",
            *decoding,
            "        )",
            "",
            "",
        ]

    def event(self, name: str, form: dict[str, Any]) -> list[str]:
        required = set(form.get("required", []))
        fields, decoding = [], []
        for key, value in form["properties"].items():
            is_optional = key not in required
            fields.append(
                f"    {snake(key)}: {self.type_of(key, name, value)}{' | None = None' if is_optional else ''}"
            )
            lookup = f'value.get("{key}")' if is_optional else f'value["{key}"]'
            decoding.append(self.decoded(key, name, value, lookup))
        values = ", ".join(["sequence", "time", *decoding])
        return [
            "@value",
            f"class {pascal(name)}(Event):",
            *docstring(form["description"].replace("`", ""), "    "),
            "",
            f'    kind: ClassVar[str] = "{name}"',
            *fields,
            "",
            "    @classmethod",
            f"    def from_json(cls, sequence: int, time: float, value: Mapping[str, Any]) -> {pascal(name)}:",
            '        """Decodes the JSON form; unknown keys are ignored."""',
            f"        return cls({values})",
            "",
            "",
        ]

    # Commands

    def parameter(self, name: str, owner: str, form: dict[str, Any], is_required: bool) -> tuple[str, str]:
        """A parameter with its type and default, and its line in the docstring."""
        kind = self.parameter_type(name, owner, form)
        text = form.get("description", "")
        if form.get("x-unit") == "s":
            text = text.rstrip(".") + ", in seconds."
        line = f"            {snake(name)}: {text}"
        if "default" in form:
            default = form["default"]
            return f"{snake(name)}: {kind} = {quoted(default) if isinstance(default, str) else default}", line
        return f"{snake(name)}: {kind}" + ("" if is_required else " | None = None"), line

    def parameter_type(self, name: str, owner: str, form: dict[str, Any]) -> str:
        if form.get("x-participant"):
            return "User"
        if "enum" in form:
            return self.word_type(name, owner, form["enum"])
        if form["type"] != "object":
            return self.type_of(name, owner, form)
        properties = form["properties"]
        if set(properties) == {"count", "delay"}:
            return "Delivery"
        if all(set(value.get("properties", {})) == {"count", "delay"} for value in properties.values()):
            words = self.word_type("meetingStatus", owner, list(properties))
            return f"Mapping[{words}, Delivery]"
        return "Mapping[str, Any]"

    def method(self, name: str, form: dict[str, Any], is_async: bool, **nested: Any) -> list[str]:
        """A method. `command`, `outer` and `field` describe a method for one choice of a field of a command."""
        properties, required = form["properties"], set(form.get("required", []))
        wraps = list(properties) == ["responses"]
        if wraps:
            properties, required = properties["responses"]["properties"], set()
        outer = nested.get("outer", {})
        everything = {**outer, **properties}
        needed = required | set(outer)
        order = sorted(everything, key=lambda key: key not in needed or "default" in everything[key])
        parameters, lines = [], []
        for key in order:
            text, line = self.parameter(key, nested.get("command", name), everything[key], key in needed)
            parameters.append(text)
            lines += wrapped(line.strip(), "            ")
        if wraps:
            parameters.insert(0, "*")
        reply = form.get("x-reply", "done")
        result = {"done": "None", "participant": "int", "output": "int", "address": "str"}[reply]
        returns = {
            "participant": "The ID of the participant.",
            "output": "The number of the output.",
            "address": "The address of the output; the path of a file.",
        }.get(reply)
        details = (["        Args:", *lines] if lines else []) + (
            [*([""] if lines else []), "        Returns:", f"            {returns}"] if returns else []
        )
        sent = "{" + ", ".join(f'"{key}": {snake(key)}' for key in properties) + "}"
        command = nested.get("command", name)
        if wraps:
            sent = f'{{"responses": coded({sent})}}'
        elif outer:
            pairs = ", ".join(f'"{key}": {snake(key)}' for key in outer)
            sent = f'{{{pairs}, "{nested["field"]}": {{"{name}": {sent}}}}}'
        call = f'self._perform("{command}", {sent})'
        call = f"await {call}" if is_async else call
        if result != "None":
            call = f'return {result}(({call})["{"user" if reply == "participant" else reply}"])'
        prefix = "async def" if is_async else "def"
        signature = f"    {prefix} {snake(name)}(self{''.join(', ' + text for text in parameters)}) -> {result}:"
        return [
            signature,
            *docstring(form["description"].replace("`", ""), "        ", details or None),
            f"        {call}",
            "",
        ]

    def commands(self, name: str, text: str, is_async: bool) -> list[str]:
        form = "async def" if is_async else "def"
        lines = [
            f"class {name}:",
            f'    """{text}"""',
            "",
            f"    {form} _perform(self, command: str, fields: Mapping[str, Any]) -> dict[str, Any]:",
            "        raise NotImplementedError",
            "",
        ]
        for command, schema in self.definitions["commands"].items():
            lines += self.method(command, schema, is_async)
            for field, value in schema["properties"].items():
                if value.get("maxProperties") != 1:
                    continue
                others = {key: other for key, other in schema["properties"].items() if key != field}
                for choice, own in value["properties"].items():
                    lines += self.method(choice, own, is_async, command=command, outer=others, field=field)
        return lines

    def text(self) -> str:
        events: list[str] = []
        for name, form in self.definitions["events"].items():
            events += self.event(name, form)
        self.object_type("snapshot", self.definitions["snapshot"])
        commands = self.commands("Commands", "The commands of a session as methods.", False)
        commands += ["", *self.commands("AsyncCommands", "The commands of a session as coroutines.", True)]
        versions = [f"VERSIONS = {json.dumps(self.versions)}", '"""The versions of the coded forms."""', ""]
        words = [f"{name} = {form}" for name, form in self.words.items()]
        names = [pascal(name) for name in self.definitions["events"]]
        table = [
            "EVENTS: dict[str, Any] = {",
            *[f'    "{name}": {pascal(name)},' for name in self.definitions["events"]],
            "}",
        ]
        table += ['"""The class of each event by its name in JSON."""', "", ""]
        exported = sorted([*names, *self.known, *self.words])
        public = ["__all__ = [", *[f'    "{name}",' for name in exported], "]"]
        lines = versions + words + ["", ""] + self.classes + events + table + commands + ["", *public, ""]
        return HEAD + "\n".join(lines)


def main(arguments: list[str]) -> int:
    is_check = "--check" in arguments
    paths = [argument for argument in arguments if argument != "--check"]
    schema = json.loads((Path(paths[0]) if paths else SCHEMA).read_text(encoding="utf-8"))
    text = formatted(Generator(schema).text())
    if is_check:
        if TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"generate: {TARGET} differs from the schema; run python/generate.py", file=sys.stderr)
        return 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


def formatted(text: str) -> str:
    """The text without blank lines that classes and functions do not need."""
    return re.sub(r"\n{4,}", "\n\n\n", text).rstrip() + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
