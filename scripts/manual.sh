#!/usr/bin/env bash
# Prints the man page of a program from its help texts. Arguments: the program and its version.
set -euo pipefail
program=$1 version=$2

# Backslashes, hyphens, and a dot or quote at the begin of a line have a meaning in roff.
quote() { sed 's/\\/\\e/g; s/-/\\-/g; s/^\([.'"'"']\)/\\\&\1/'; }
echo ".TH PSSTUDIO 1 \"\" \"psstudio $version\" \"User Commands\""
echo ".SH NAME"
echo "psstudio \\- send media through an emulated Production Studio into files and servers"
echo ".SH SYNOPSIS"
echo ".B psstudio"
echo ".I command"
echo ".RI [ options ]"
echo ".SH DESCRIPTION"
echo ".nf"
"$program" --help | sed '1,/^$/d' | quote
echo ".fi"
for command in $("$program" --help | sed -n '/^SUBCOMMANDS:/,$s/^  \([a-z]\{2,\}\) .*/\1/p'); do
    echo ".SH COMMAND ${command^^}"
    echo ".nf"
    # The help of start lists what is needed first.
    help=--help; [ "$command" != start ] || help=--help-all
    "$program" "$command" $help | quote
    echo ".fi"
done
echo ".SH SEE ALSO"
echo ".BR gst\\-launch\\-1.0 (1),"
echo ".BR ffmpeg (1)"
