#!/usr/bin/env python3
"""Writes the documentation comment of each rule from its identifier and its statement, unless it has words of its own.

    rule-comments.py          rewrites the comments below Sources
    rule-comments.py --check  fails when one differs; lint runs it
"""

import pathlib
import re
import sys
import textwrap

RULE = re.compile(
    r"""(?P<comment>(?:^[ ]{4}///.*\n)*)
    (?P<start>^[ ]{4}(?:public|package)[ ]static[ ]let[ ]\w+[ ]=[ ]Rule\(\s*
      "(?P<id>[A-Z]+-[A-Z]+-\d+)",[^"]*
      (?P<statement>"(?:[^"\\]|\\.)*"(?:\s*\+\s*"(?:[^"\\]|\\.)*")*))""",
    re.MULTILINE | re.VERBOSE,
)
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
WIDTH = 120 - len("    /// ")


def documented(match):
    """The declaration below a comment that says what the rule says."""
    if match["comment"] and not match["comment"].lstrip(" /").startswith(match["id"]):
        return match[0]
    statement = "".join(LITERAL.findall(match["statement"])).replace('\\"', '"')
    lines = textwrap.wrap(f"{match['id']}: {statement}", WIDTH, break_long_words=False, break_on_hyphens=False)
    return "".join(f"    /// {line}\n" for line in lines) + match["start"]


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit("usage: rule-comments.py [--check]")
    stale, rules = [], 0
    for path in sorted(pathlib.Path(__file__).resolve().parent.parent.glob("Sources/**/*.swift")):
        text = path.read_text()
        written, count = RULE.subn(documented, text)
        rules += count
        if written == text:
            continue
        stale.append(str(path))
        if not check:
            path.write_text(written)
    if not rules:
        sys.exit("no rule was found; does the form of their declarations differ?")
    if check and stale:
        sys.exit("comments of rules differ from their statements; run scripts/rule-comments.py:\n" + "\n".join(stale))


main()
