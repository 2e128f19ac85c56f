#!/usr/bin/env bash
# Builds the library of the C++ interface: libmeetingsdk.so.1, with the functions of both branches, char and wchar_t.
# Arguments: the C library to link, the library to build, and further flags of the compiler. CXX is the compiler.
set -euo pipefail
cd "$(dirname "$0")/.."

library=$1 output=$2
shift 2
sources=Sources/Programs/MeetingSDK
compiler=${CXX:-g++}
# In a build folder, the library finds the C library by the name that it has when it is installed.
if [ "$(dirname "$library")" = "$(dirname "$output")" ] && [ "$(basename "$library")" != libpsstudio.so.0 ]; then
    ln -sf "$(basename "$library")" "$(dirname "$output")/libpsstudio.so.0"
fi
inputs=(scripts/build-meetingsdk.sh "$sources" Sources/Programs/CPSStudio/include)
# With further flags it is built each time.
if [ $# = 0 ] && [ -e "$output" ] && [ -z "$(find "${inputs[@]}" -newer "$output" -print -quit)" ]; then exit 0; fi
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
# The names of psstudio.h initialise a struct by its size.
# A sanitizer checks buffers itself, and its flags are among the further ones.
hardened=(-fstack-protector-strong -D_FORTIFY_SOURCE=2)
[ $# = 0 ] || hardened=()
common=(-std=c++17 -Os "${hardened[@]}" -fPIC -fvisibility=hidden -fno-semantic-interposition
        -Wall -Wextra -Wno-missing-field-initializers -Werror -I "$sources/include/meetingsdk" -I "$sources/library" -I Sources/Programs/CPSStudio/include)
read -ra glib <<<"$(pkg-config --cflags glib-2.0)"
linux=(-DMEETINGSDK=meetingsdk)
win32=(-DMEETINGSDK=meetingsdk_w -DWIN32 -I "$sources/include/meetingsdk-win32")
mkdir "$objects/linux" "$objects/win32"
for source in "$sources"/library/*/*.cpp; do
    name=$(basename "$source" .cpp)
    printf '%q ' "$compiler" "${common[@]}" "${glib[@]}" "${linux[@]}" "$@" -c "$source" -o "$objects/linux/$name.o"
    echo
    printf '%q ' "$compiler" "${common[@]}" "${glib[@]}" "${win32[@]}" "$@" -c "$source" -o "$objects/win32/$name.o"
    echo
done | xargs -P "$(nproc)" -I{} bash -c '{}'
# The branches have types of the same names that differ. All but the exported functions become local to their branch, so
# that the linker does not merge them.
grep -o '[A-Za-z_]*;' "$sources/library/meetingsdk.map" | tr -d ';' >"$objects/exported"
for branch in linux win32; do
    ld.bfd -r --force-group-allocation "$objects/$branch"/*.o -o "$objects/$branch.o"
    objcopy --keep-global-symbols="$objects/exported" "$objects/$branch.o"
done
# shellcheck disable=SC2046
$compiler -shared "$@" "$objects/linux.o" "$objects/win32.o" "$library" $(pkg-config --libs glib-2.0) -pthread \
    -Wl,-soname,libmeetingsdk.so.1 -Wl,-z,relro -Wl,-z,now -Wl,--as-needed -Wl,-z,nodelete -Wl,-z,defs -Wl,-rpath,'$ORIGIN' \
    -Wl,--version-script="$sources/library/meetingsdk.map" -o "$output"
