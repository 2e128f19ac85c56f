"""Writes the enumerations of the vendors, from the tables in Sources/Interfaces/*/Names.

usage: names.py [--check]

A section is an enumeration, a row a constant. Which columns a table has says what is made from it:

- Swift: an open set with these constants, and with the static members of the column member. The numbers of psstudio's own
  names, in the column psstudio, become a table of psstudio.
- case: a closed enumeration with these cases, and the constants of the column constant.
- C++: an enumeration in the header that the section names.
"""

import re
import sys
import textwrap
from pathlib import Path

INTERFACES = Path("Sources/Interfaces")
MODULES = {
    "AVFoundation": "AVFoundation",
    "Agora": "AgoraRtcKit",
    "Zego": "ZegoExpressEngine",
    "ZoomMeeting": "ZoomSDK",
    "ZoomVideo": "ZoomVideoSDK",
}
MEETING = INTERFACES / "ZoomMeeting/Names"
NUMBERS = INTERFACES / "ZoomMeeting/ZoomSDKNames/Names/VendorNumbers.swift"
HEADERS = Path("Sources/Programs/MeetingSDK/include/meetingsdk/psstudio/names")
COLUMNS = {"Swift", "C++", "case", "constant", "member", "psstudio", "meaning"}
CONDITIONS = {"on Linux": "defined(__linux__)", "with WIN32": "defined(WIN32)", "without WIN32": "!defined(WIN32)"}
WIDTH = 120
DISCLAIMER = """\
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names and values are the interface's, so
// that a client of it compiles unchanged.
"""


class Constant:
    """A row of a table."""

    def __init__(self, cells: dict[str, str]):
        self.swift, self.number = value(cells.get("Swift", ""))
        self.cpp, self.cpp_number = value(cells.get("C++", ""))
        self.case, self.case_number = value(cells.get("case", ""))
        self.constant, self.member = cells.get("constant", ""), cells.get("member", "")
        self.own, self.meaning = cells.get("psstudio", ""), cells.get("meaning", "")


class Enumeration:
    """A section of a page: the table with the names of both languages."""

    def __init__(self, text: str):
        heading, *paragraphs, table = [part.strip() for part in text.split("\n\n") if part.strip()]
        heading, _, self.number_type = heading.partition(": ")
        self.name, *other = heading.split(" and ")
        self.cpp_name = other[0] if other else self.name
        place = rf"In C\+\+, `([\w/.]+)`(?:, ({'|'.join(CONDITIONS)}))?(?:: (.*)|\.)"
        self.cpp = re.fullmatch(place, paragraphs[-1])
        self.abstract, *rest = (paragraphs[:-1] if self.cpp else paragraphs) or [""]
        if rest:
            sys.exit(f"names: {self.name}: this is no place in C++: {rest[0]}")
        titles, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
        if unknown := set(titles) - COLUMNS:
            sys.exit(f"names: {self.name}: a table has no column {unknown.pop()!r}")
        self.titles = titles
        self.constants = [Constant(dict(zip(titles, row, strict=True))) for row in rows]

    def swift_text(self) -> str:
        """The declarations in Swift; empty when only C++ has them."""
        if "case" in self.titles:
            return self.closed_text()
        return self.open_text() if "Swift" in self.titles else ""

    def closed_text(self) -> str:
        text = comment(self.abstract) + f"public enum {self.name}: {self.number_type}, Hashable, Sendable {{\n"
        text += "".join(
            f"{comment(one.meaning, 4)}    case {one.case} = {one.case_number}\n" for one in self.constants
        )
        named = [
            f"/// {one.case_number}.\n{assignment(one.constant, self.name, one.case)}"
            for one in self.constants if one.constant
        ]
        return text + "}\n" + ("\n" + "".join(named) if named else "")

    def open_text(self) -> str:
        text = f"""\
{comment(self.abstract)}///
/// An open set, like an imported C enum: any number is preserved.
public struct {self.name}: VendorNumber {{
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {{
        self.rawValue = rawValue
    }}
}}

"""
        named = [one for one in self.constants if one.swift]
        text += "".join(
            f"{comment(one.meaning)}public let {one.swift} = {self.name}(rawValue: {one.number})\n" for one in named
        )
        members = [
            f"{comment(one.meaning, 4)}    public static let {one.member} = {one.swift}\n" for one in named if one.member
        ]
        return text + (f"\nextension {self.name} {{\n" + "\n".join(members) + "}\n" if members else "")

    def cpp_text(self) -> str:
        _, condition, abstract = self.cpp.groups()
        named = sorted((one for one in self.constants if one.cpp), key=lambda one: int(one.cpp_number, 0))
        text = comment(abstract or "") + f"enum {self.cpp_name} {{\n"
        # A table of both languages explains in Swift.
        is_alone = "Swift" not in self.titles
        text += "".join(
            f"{comment(one.meaning, 4) if is_alone else ''}    {one.cpp} = {one.cpp_number},\n" for one in named
        )
        text += "};\n"
        return f"#if {CONDITIONS[condition]}\n{text}#endif\n" if condition else text


def assignment(constant: str, name: str, case: str) -> str:
    """A constant with the value of a case."""
    line = f"public let {constant} = {name}.{case}\n"
    return line if len(line) <= WIDTH + 1 else f"public let {constant} = {name}\n    .{case}\n"


def comment(text: str, indent: int = 0) -> str:
    """The lines of a comment for documentation; none without a text."""
    start = " " * indent + "/// "
    lines = textwrap.wrap(text, WIDTH - len(start), break_long_words=False, break_on_hyphens=False)
    return "".join(f"{start}{line}\n" for line in lines)


def value(cell: str) -> tuple[str, str]:
    """The name and the number of a cell."""
    name, _, number = cell.partition(" = ")
    return name, number


def head(path: Path) -> str:
    return f"// Generated by scripts/names.py from {path}; do not edit.\n"


def filled(items: list[str], indent: str) -> str:
    """The items, as many on a line as have space."""
    lines = [indent]
    for item in items:
        if len(f"{lines[-1]}{item},") > WIDTH:
            lines.append(indent)
        lines[-1] += f"{item}, "
    return "\n".join(line.rstrip() for line in lines)


def numbers(meeting: list[Enumeration]) -> str:
    """The numbers of psstudio's codes. An older spelling has the number of a name before it, and no code."""
    tables = {one.name: one for one in meeting}
    codes = list(dict.fromkeys((one.number, one.swift) for one in tables["ZoomSDKError"].constants if one.member))
    if [int(number) for number, _ in codes] != list(range(len(codes))):
        sys.exit("names: the numbers of ZoomSDKError have a gap")
    prefix = "ZoomSDKError_"
    text = head(MEETING) + f"""
package import StudioCore

extension StudioError.Code {{
    /// All codes of `ZoomSDKError` without their prefix, indexed by number.
    static let names = [
{filled([f'"{name.removeprefix(prefix)}"' for _, name in codes], " " * 8)}
    ]
}}
"""
    for own, label, summary, name in (
        ("JoinFailure", "failure", "failures", "ZoomSDKMeetingError"),
        ("AuthenticationResult", "result", "results", "ZoomSDKAuthError"),
    ):
        rows = [f"(.{one.own}, {one.number})" for one in tables[name].constants if one.own]
        text += f"""
extension {own} {{
    /// All {summary} with a constant of `{name}`, with its number.
    package static let numbered: [({label}: {own}, number: UInt32)] = [
{filled(rows, " " * 8)}
    ]
}}
"""
    return text


def enumerations(page: Path) -> list[Enumeration]:
    return [Enumeration(text) for text in re.split(r"^## ", page.read_text(), flags=re.M)[1:]]


def swift_files(interface: str, module: str) -> dict[Path, str]:
    """The text of each file of a module."""
    made = {}
    ignored = "// swift-format-ignore-file: AlwaysUseLowerCamelCase\n"
    for page in sorted((INTERFACES / interface / "Names").glob("*.md")):
        parts = [text for one in enumerations(page) if (text := one.swift_text())]
        if parts:
            made[constants(interface, module) / f"{page.stem}.swift"] = "\n".join([head(page) + ignored, *parts])
    return made


def constants(interface: str, module: str) -> Path:
    """The folder of the generated files of a module."""
    return INTERFACES / interface / module / "Names/Constants"


def generated() -> dict[Path, str]:
    """The text of each file."""
    made, headers = {}, {}
    for interface, module in MODULES.items():
        made |= swift_files(interface, module)
    meeting = [one for page in sorted(MEETING.glob("*.md")) for one in enumerations(page)]
    for one in (one for one in meeting if one.cpp):
        headers.setdefault(one.cpp[1], []).append(one)
    for name, members in headers.items():
        guard = f"PSSTUDIO_MEETINGSDK_NAMES_{re.sub(r'[^A-Z0-9]', '_', Path(name).name.upper())}"
        parts = [one.cpp_text() for one in members]
        made[HEADERS / name] = "\n".join(
            [head(MEETING) + DISCLAIMER, f"#ifndef {guard}\n#define {guard}\n", "namespace ZOOMSDK {\n", *parts,
             "}  // namespace ZOOMSDK\n", "#endif\n"]
        )
    return made | {NUMBERS: numbers(meeting)}


def main() -> int:
    made = generated()
    folders = [HEADERS, *(constants(*one) for one in MODULES.items())]
    found = {path for folder in folders for path in folder.rglob("*.*")}
    wrong = [path for path, text in made.items() if not path.exists() or path.read_text() != text]
    wrong += sorted(found - set(made))
    if "--check" in sys.argv:
        if wrong:
            print(f"names: not up to date: {', '.join(map(str, wrong))}; run python3 scripts/names.py", file=sys.stderr)
        return len(wrong) > 0
    for path in wrong:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path in made:
            path.write_text(made[path])
        else:
            path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
