"""Checks that the paths and symbols that pages name exist."""

import fnmatch
import re
import subprocess
import sys
from pathlib import Path

# These describe the sources: every path in them is checked. Of other pages, only paths below these folders.
DESCRIPTIONS = ("docs/architecture.md", "CONTRIBUTING.md")
ROOTS = ("Benchmarks", "Sources", "Tests", "docs", "examples", "packaging", "pipelines", "python", "scripts")
SUFFIXES = "c cpp css h html in js map md patch pipeline py sh swift txt yaml".split()
# Of these pages, every symbol is checked: types, and names with two words or with parentheses.
GUIDES = ("docs/", "README.md", "CONTRIBUTING.md")
SYMBOL = r"[A-Z]\w*[a-z]\w*(\.\w+)*(\(\S*\))?|[a-z]\w*\([\w:]*\)|[a-z]+[A-Z]\w*"
# Names of others that nothing in the sources has.
FOREIGN = {
    "AVAudioEngine": "Apple's, which is not emulated",
    "AVAudioFormat": "Apple's, which is not emulated",
    "Allow": "a field of HTTP",
    "EventSource": "a class of browsers",
    "TimeoutStartSec": "an option of systemd",
}
# Made by builds, and by users of the program.
MADE = (".build",)

listing = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True)
files = [file for file in listing.stdout.splitlines() if Path(file).is_file()]
places = set(files) | {str(folder) for file in files for folder in Path(file).parents}
ends = {place[i:] for place in places for i in [0, *(m.end() for m in re.finditer("/", place))]}


def text(file: str) -> str:
    """The text of a file; that of Swift without comments, which declare nothing."""
    content = Path(file).read_text(errors="ignore")
    return re.sub(r"^\s*//.*$", "", content, flags=re.MULTILINE) if file.endswith(".swift") else content


words = set(FOREIGN) | {
    word
    for file in files
    if file.split("/")[0] in (*ROOTS, "Makefile", "Package.swift") and not file.endswith(".md")
    for word in re.findall(r"[A-Za-z_]\w*", text(file))
}


def is_path(name: str) -> bool:
    return re.fullmatch(r"[\w.+*-]+(/[\w.+*-]+)*/?", name) is not None and (
        "/" in name or Path(name).suffix[1:] in SUFFIXES
    )


def missing(name: str, page: str) -> bool:
    describes = page in DESCRIPTIONS
    if is_path(name):
        if name.startswith(MADE) or not (describes or name.startswith(tuple(f"{root}/" for root in ROOTS))):
            return False
        known = ends if describes else places
        return not (fnmatch.filter(known, name) if "*" in name else name.rstrip("/") in known)
    is_symbol = page.startswith(GUIDES) and re.fullmatch(SYMBOL, name)
    return bool(is_symbol) and not set(re.findall(r"[A-Za-z_]\w*", name)) <= words


found = 0
# A tutorial names files of its own package.
for page in [file for file in files if file.endswith(".md") and ".docc/" not in file]:
    for number, line in enumerate(Path(page).read_text().splitlines(), start=1):
        for name in re.findall(r"`([^`]+)`", line):
            if missing(name, page):
                print(f"lint: {page}:{number} names '{name}', which does not exist", file=sys.stderr)
                found += 1
for name in sorted(FOREIGN):
    if not any(f"`{name}`" in Path(page).read_text() for page in files if page.endswith(".md")):
        print(f"lint: no page names '{name}' any more; remove it from FOREIGN in scripts/lint-names.py", file=sys.stderr)
        found += 1
sys.exit(found > 0)
