"""Checks that the paths and symbols that pages name exist."""

import re
import subprocess
import sys
from pathlib import Path

# These describe the sources: every path and every symbol in them is checked. Of other pages, only paths below these folders.
DESCRIPTIONS = ("docs/architecture.md", "CONTRIBUTING.md")
ROOTS = ("Benchmarks", "Sources", "Tests", "examples", "packaging", "pipelines", "python", "scripts")
SUFFIXES = "c cpp css h html in js map md pipeline py sh swift txt yaml".split()
# Made by builds, and by users of the program.
MADE = (".build",)

listing = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True)
files = [file for file in listing.stdout.splitlines() if Path(file).is_file()]
places = set(files) | {str(folder) for file in files for folder in Path(file).parents}
ends = {place[i:] for place in places for i in [0, *(m.end() for m in re.finditer("/", place))]}
words = {
    word
    for file in files
    if file.split("/")[0] in (*ROOTS, "Makefile", "Package.swift")
    for word in re.findall(r"[A-Za-z_]\w*", Path(file).read_text(errors="ignore"))
}


def is_path(name: str) -> bool:
    return re.fullmatch(r"[\w.+-]+(/[\w.+-]+)*/?", name) is not None and (
        "/" in name or Path(name).suffix[1:] in SUFFIXES
    )


def missing(name: str, describes: bool) -> bool:
    if is_path(name):
        if name.startswith(MADE) or not (describes or name.startswith(tuple(f"{root}/" for root in ROOTS))):
            return False
        return name.rstrip("/") not in (ends if describes else places)
    is_symbol = re.fullmatch(r"[A-Z]\w*[a-z]\w*(\.\w+)*(\(\S*\))?", name)
    return bool(describes and is_symbol) and not set(re.findall(r"[A-Za-z_]\w*", name)) <= words


found = 0
# A tutorial names files of its own package.
for page in [file for file in files if file.endswith(".md") and ".docc/" not in file]:
    for number, line in enumerate(Path(page).read_text().splitlines(), start=1):
        for name in re.findall(r"`([^`]+)`", line):
            if missing(name, page in DESCRIPTIONS):
                print(f"lint: {page}:{number} names '{name}', which does not exist", file=sys.stderr)
                found += 1
sys.exit(found > 0)
