#!/usr/bin/env python3
"""Prints the commands of an action of GitHub, or of a job of GitLab, as a script for bash.

    ci-steps.py FILE NAME=VALUE…    the values are the inputs of the action, or variables of the job
"""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import yaml


def github(action: dict, values: dict[str, str]) -> list[str]:
    """The steps, each in a shell of its own as the runner does it."""
    lines = []
    for step in action["runs"]["steps"]:
        if "run" not in step:
            continue
        variables = {
            name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda match: values[match[1]], text)
            for name, text in step.get("env", {}).items()
        }
        words = [f"{name}={shlex.quote(value)}" for name, value in variables.items()]
        lines.append(f"env {' '.join(words)} bash -eo pipefail -c {shlex.quote(step['run'])}")
    return lines


def gitlab(job: dict, values: dict[str, str]) -> list[str]:
    """The variables, and the lines of the job in one shell."""
    variables = {**job.get("variables", {}), **values}
    return [f"export {name}={shlex.quote(value)}" for name, value in variables.items()] + job["before_script"] + job["script"]


def main() -> None:
    document = yaml.safe_load(Path(sys.argv[1]).read_text())
    values = dict(word.split("=", 1) for word in sys.argv[2:])
    lines = github(document, values) if "runs" in document else gitlab(next(iter(document.values())), values)
    print("set -euo pipefail", *lines, sep="\n")


main()
