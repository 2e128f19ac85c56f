"""Counts the lines of modules and of what they compile against, and keeps both true in docs/architecture.md.

modules.py [MODULE…]   prints them, of all modules by default
modules.py --check     fails when the page is wrong, or a small module gives no reason for being one
modules.py --write     writes them into the tables of the page
"""

import re
import sys
from pathlib import Path

PAGE = Path("docs/architecture.md")
# In lines. A smaller module says in the first line of a file why it is one.
SMALL, REASON = 200, "// A module of its own: "
# Modules outside of Sources, which SwiftPM wants beside the files that it compiles into them.
ELSEWHERE = {"PipelineFiles": Path("pipelines"), "ScenarioFiles": Path("examples/scenarios")}
FLOORS = ("Programs", "Interfaces", "Session", "Media", "Studio", "System", "Core")
HEAD = ("module", "lines", "closure")


def folders() -> list[Path]:
    """The folders of the modules below Sources. Each interface is a folder of modules."""
    found = [folder for floor in FLOORS for folder in sorted(Path("Sources", floor).iterdir())]
    groups = [folder for folder in found if folder.parent.name == "Interfaces" and not any(folder.glob("*.swift"))]
    found += [folder for group in groups for folder in sorted(group.iterdir())]
    return [folder for folder in found if folder not in groups and any(folder.rglob("*.swift"))]


modules = ELSEWHERE | {folder.name: folder for folder in folders()}
files = {
    name: sorted(folder.glob("*.swift") if name in ELSEWHERE else folder.rglob("*.swift"))
    for name, folder in modules.items()
}
texts = {name: [file.read_text() for file in files[name]] for name in modules}
sizes = {name: sum(len(text.splitlines()) for text in texts[name]) for name in modules}
imported = {
    name: {
        other
        for text in texts[name]
        for other in re.findall(r"^ *(?:@\w+ |[a-z]+ )*import (?:[a-z]+ )?(\w+)", text, flags=re.MULTILINE)
        if other in modules and other != name
    }
    for name in modules
}


def closure(name: str) -> set[str]:
    """The own modules that a module compiles against, directly and through others."""
    found: set[str] = set()
    left = [name]
    while left:
        for other in imported[left.pop()] - found:
            found.add(other)
            left.append(other)
    return found


def numbers(name: str) -> tuple[int, int]:
    return sizes[name], sum(sizes[other] for other in closure(name))


def rounded(number: int) -> int:
    """To two digits, so that the page stays while a module changes a little."""
    step = 10 ** max(0, len(str(number)) - 2)
    return (number + step // 2) // step * step


def holds(written: str, number: int) -> bool:
    """Whether a number in the page is that of a module, to a tenth."""
    return written.isdigit() and abs(int(written) - number) <= max(10, number // 10)


def check() -> list[str]:
    faults = []
    rows: dict[str, tuple[str, str]] = {}
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if name := re.match(r"`([\w-]+)`", cells[0]):
            if name[1] in modules and len(cells) == 5:
                rows[name[1]] = (cells[1], cells[2])
    for name in sorted(modules):
        if name not in rows:
            faults.append(f"{PAGE} has no row for the module {name}")
        elif not all(holds(*pair) for pair in zip(rows[name], numbers(name))):
            faults.append(f"{PAGE} has other lines for {name}: scripts/lines.sh --write")
        if sizes[name] < SMALL and not any(text.startswith(REASON) for text in texts[name]):
            faults.append(f"the module {name} has {sizes[name]} lines: merge it, or begin a file with '{REASON}…'")
    return faults


def write() -> None:
    """Fills the columns of each table of modules that has them."""
    lines = []
    inside = False
    for line in PAGE.read_text().splitlines():
        cells = line.strip("|").split(" | ")
        inside = line.startswith("|") and (inside or tuple(cell.strip() for cell in cells[:3]) == HEAD)
        name = re.match(r" `([\w-]+)`", line.strip("|"))
        if inside and name and name[1] in modules:
            cells[1:3] = [str(rounded(number)) for number in numbers(name[1])]
            line = "|" + " | ".join(cells) + "|"
        lines.append(line)
    PAGE.write_text("\n".join(lines) + "\n")


match sys.argv[1:]:
    case ["--check"]:
        found = check()
        for fault in found:
            print(f"lint: {fault}", file=sys.stderr)
        sys.exit(found != [])
    case ["--write"]:
        write()
    case names:
        if unknown := [name for name in names if name not in modules]:
            sys.exit(f"modules.py: there is no module {unknown[0]!r}")
        print("module", "lines", "modules", "their lines", sep="\t")
        for name in names or sorted(modules):
            print(name, sizes[name], len(closure(name)), numbers(name)[1], sep="\t")
