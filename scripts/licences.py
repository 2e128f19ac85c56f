#!/usr/bin/env python3
"""Writes the licences of what psstudio's programs and libraries have linked statically.

    licences.py FOLDER     writes licences.txt, with LICENSE and NOTICE of each, and psstudio.spdx.json into FOLDER
    licences.py --check    fails when a resolved package has no licence in packaging/licences.toml
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
BUILD = PROJECT / ".build"
PRODUCTS = ["psstudio", "psstudio-server", "psstudio-c"]


def fail(message: str) -> None:
    sys.exit(f"licences: {message}")


def printed(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=PROJECT).stdout.strip()


def table() -> dict[str, dict]:
    return tomllib.loads((PROJECT / "packaging/licences.toml").read_text())


def resolved() -> dict[str, str]:
    """The versions of the resolved packages."""
    pins = json.loads((PROJECT / "Package.resolved").read_text())["pins"]
    return {pin["identity"]: pin["state"].get("version") or pin["state"]["revision"] for pin in pins}


def check() -> None:
    known = set(table()["packages"])
    for package in sorted(set(resolved()) - known):
        print(f"licences: {package} has no licence in packaging/licences.toml", file=sys.stderr)
    for package in sorted(known - set(resolved())):
        print(f"licences: packaging/licences.toml has {package}, which is not resolved", file=sys.stderr)
    if known != set(resolved()):
        sys.exit(1)


def packages_of_modules() -> dict[str, str | None]:
    """The package of each module, from the manifest of the release build; None for psstudio's own."""
    found: dict[str, str | None] = {}
    package = None
    # A step has its inputs, and then its outputs, on one line each.
    for line in (BUILD / "release.yaml").read_text().splitlines():
        if line.startswith("    inputs:"):
            source = re.search(r'"[^"]*/checkouts/([^/"]+)/[^"]*"', line)
            package = source[1] if source else None
        elif line.startswith("    outputs:"):
            for module in re.findall(r"/release/([A-Za-z0-9_]+)\.build/", line):
                found[module] = found.get(module) or package
    return found


def linked() -> dict[str, list[str]]:
    """The packages that each product has linked, from the lists of its objects."""
    owners = packages_of_modules()
    result = {}
    for product in PRODUCTS:
        objects = BUILD / f"release/{product}.product/Objects.LinkFileList"
        if not objects.exists():
            fail(f"{product} is not built; run make build server library")
        modules = set(re.findall(r"/release/([A-Za-z0-9_]+)\.build/", objects.read_text()))
        unknown = modules - set(owners)
        if unknown:
            fail(f"no package is known for the modules {', '.join(sorted(unknown))} of {product}")
        result[product] = sorted({package for module in modules if (package := owners[module])})
    return result


def texts(package: str) -> list[tuple[str, str]]:
    """Name and text of each licence file of a package."""
    root = BUILD / "checkouts" / package
    files = [
        path
        for path in sorted(root.rglob("*"))
        if re.match(r"(LICENSE|NOTICE|COPYING)", path.name, re.IGNORECASE)
        and path.is_file()
        and "Tests" not in path.relative_to(root).parts
    ]
    if not files:
        fail(f"the package {package} has no licence file")
    return [(str(path.relative_to(root)), path.read_text().strip("\n") + "\n") for path in files]


def library_text(name: str, row: dict[str, str]) -> str:
    if "system" in row:
        path = Path(row["system"])
    else:
        path = Path(os.path.realpath(printed("which", "swift"))).parent.parent / row["toolchain"]
    if not path.exists():
        fail(f"the text for {name} is missing: {path}")
    return path.read_text().strip("\n") + "\n"


def document(packages: dict[str, str], users: dict[str, list[str]]) -> str:
    """All texts, each once, with the names of those that have it."""
    rows = table()
    own = (PROJECT / "LICENSE").read_text().strip("\n") + "\n"
    parts: dict[str, list[str]] = {own: ["psstudio: LICENSE"]}
    for package in sorted(packages):
        for file, text in texts(package):
            parts.setdefault(text, []).append(f"{package} {packages[package]}: {file}")
    for name, row in sorted(rows["libraries"].items()):
        parts.setdefault(library_text(name, row), []).append(row["name"])
    lines = ["The licences of psstudio, and of what its programs and libraries have linked statically.", ""]
    width = max(len(name) for name in packages)
    for package in sorted(packages):
        lines.append(f"  {package:<{width}}  {packages[package]:<8}  {rows['packages'][package]}; in {', '.join(users[package])}")
    for _, row in sorted(rows["libraries"].items()):
        lines.append(f"  {row['name']}: {row['licence']}")
    for text, names in parts.items():
        lines += ["", "=" * 78, *names, "=" * 78, "", text.rstrip("\n")]
    return "\n".join(lines) + "\n"


def spdx(packages: dict[str, str], version: str, when: int) -> str:
    """The same list as SPDX 2.3. Its creation time is that of the commit, so that two builds are equal."""
    rows = table()

    def entry(name: str, version: str, licence: str) -> dict[str, object]:
        return {
            "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]", "-", name),
            "name": name,
            "versionInfo": version,
            "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False,
            "licenseConcluded": licence,
            "licenseDeclared": licence,
            "copyrightText": "NOASSERTION",
        }

    entries = [entry("psstudio", version, "MIT")]
    entries += [entry(name, packages[name], rows["packages"][name]) for name in sorted(packages)]
    entries += [entry(name, "NOASSERTION", row["licence"]) for name, row in sorted(rows["libraries"].items())]
    digest = hashlib.sha256(json.dumps(entries, sort_keys=True).encode()).hexdigest()
    relations = [
        {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-psstudio"}
    ]
    relations += [
        {"spdxElementId": "SPDXRef-psstudio", "relationshipType": "STATIC_LINK", "relatedSpdxElement": part["SPDXID"]}
        for part in entries[1:]
    ]
    return (
        json.dumps(
            {
                "spdxVersion": "SPDX-2.3",
                "dataLicense": "CC0-1.0",
                "SPDXID": "SPDXRef-DOCUMENT",
                "name": f"psstudio-{version}",
                "documentNamespace": f"https://spdx.org/spdxdocs/psstudio-{version}-{digest}",
                "creationInfo": {
                    "created": datetime.fromtimestamp(when, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
                    "creators": ["Organization: The psstudio authors", "Tool: scripts/licences.py"],
                },
                "packages": entries,
                "relationships": relations,
            },
            indent=2,
        )
        + "\n"
    )


def main() -> None:
    if len(sys.argv) != 2:
        fail("name a folder, or --check")
    check()
    if sys.argv[1] == "--check":
        return
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    by_product = linked()
    versions = resolved()
    users: dict[str, list[str]] = {}
    for product, packages in by_product.items():
        for package in packages:
            users.setdefault(package, []).append(product)
    linked_versions = {package: versions[package] for package in users}
    version = printed("scripts/version.sh", "--debian")
    when = int(os.environ.get("SOURCE_DATE_EPOCH") or printed("scripts/version.sh", "--epoch"))
    (folder / "licences.txt").write_text(document(linked_versions, users))
    (folder / "psstudio.spdx.json").write_text(spdx(linked_versions, version, when))


if __name__ == "__main__":
    main()
