#!/usr/bin/env bash
# Installs psstudio into a folder that can be moved: bin, libexec, lib, include, share. The tar and the wheel contain it.
#
#   stage.sh FOLDER
#
# bin/psstudio is the launcher, and the program is in libexec beside its server. Libraries find each other by their own place, and the
# files of pkg-config by theirs.
set -euo pipefail
cd "$(dirname "$0")/.."
complain() { echo "stage: $*" >&2; exit 1; }

folder=$(mkdir -p "$1" && cd "$1" && pwd)
[ -z "$(ls -A "$folder")" ] || complain "$folder is not empty"
# shellcheck disable=SC2016
make --no-print-directory install DESTDIR="$folder" PREFIX=/ LIBDIR=lib PC_PREFIX='$${pcfiledir}/../..' >/dev/null

# Those that a system without GStreamer lacks. The launcher's line has to install each.
needed() { objdump -p "$1" | awk '$1 == "NEEDED" { print $2 }'; }
others=()
for library in $(needed "$folder/bin/psstudio"; needed "$folder/libexec/psstudio-server"); do
    case $library in
        libc.so.6 | libm.so.6 | ld-linux-x86-64.so.2) ;;
        libglib-2.0.so.0 | libgobject-2.0.so.0 | libgio-2.0.so.0 | libgst*-1.0.so.0 | libxxhash.so.0 | libgcc_s.so.1)
            others+=("\"$library\"") ;;
        *) complain "the launcher knows no package of $library" ;;
    esac
done
mv "$folder/bin/psstudio" "$folder/libexec/psstudio"
list=$(printf '%s\n' "${others[@]}" | sort -u | paste -sd ,)
gcc -static -O2 -Wall -Wextra -Werror -fstack-protector-strong -D_FORTIFY_SOURCE=2 -s "-DLIBRARIES=$list" packaging/launcher.c \
    -o "$folder/bin/psstudio"
scripts/documents.sh "$folder/share/doc/psstudio"
mkdir -p "$folder/share/man/man1"
scripts/manual.sh "$folder/libexec/psstudio" "$(scripts/version.sh --debian)" | gzip -9n >"$folder/share/man/man1/psstudio.1.gz"
