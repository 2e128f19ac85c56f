#!/usr/bin/env bash
# Builds the Debian packages, installs them over a copy-on-write image of this machine without its Swift toolchain, uses and
# removes them. Needs root and overlay mounts.
set -euo pipefail
cd "$(dirname "$0")/.."

complain() { echo "test-deb: $*" >&2; exit 1; }

if [ "${1:-}" != --inside ]; then
    mapfile -t packages < <(scripts/deb.sh)
    [ ${#packages[@]} = 4 ] || complain "there are ${#packages[@]} packages, not 4"
    for package in "${packages[@]}"; do
        dpkg-deb --field "$package" Depends | grep -q . || complain "$package has no dependencies"
    done
    if command -v lintian >/dev/null; then
        lintian --fail-on error "${packages[@]}"
    else
        echo "test-deb: lintian is not installed; the packages are not checked by it"
    fi
    if ! unshare --mount true 2>/dev/null; then
        echo "test-deb: this system forbids mount namespaces; the packages are not installed"
        exit 0
    fi
    layer=$(mktemp -d)
    trap 'rmdir "$layer"' EXIT
    toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
    unshare --mount "$0" --inside "$layer" "${toolchain%/usr}" "${packages[@]}"
    exit
fi

# What follows changes nothing outside: the layer is in memory, and ends with this process.
layer=$2 toolchain=$3
shift 3
packages=("$@")
mount -t tmpfs none "$layer"
for folder in usr etc var; do
    mkdir "$layer/$folder" "$layer/work-$folder"
    mount -t overlay overlay -o "lowerdir=/$folder,upperdir=$layer/$folder,workdir=$layer/work-$folder" /$folder
done
[ -z "$toolchain" ] || mount -t tmpfs none "$toolchain"
unset LD_LIBRARY_PATH GST_PLUGIN_PATH PKG_CONFIG_PATH
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=$layer

dpkg -i "${packages[@]}" >"$layer/log" 2>&1 || { cat "$layer/log" >&2; complain "dpkg -i fails"; }
names=(psstudio libpsstudio0 libpsstudio-dev gstreamer1.0-psstudio)
dpkg-query -L "${names[@]}" | sort -u >"$layer/files"
version=$(dpkg-query -W -f '${Version}' psstudio)
[ "$(psstudio --version)" = "$version" ] || complain "psstudio --version is not $version"
psstudio start --quiet --fast --duration 1s --width 320 --height 180 --out "$layer/x.mp4" || complain "start fails"
psstudio probe "$layer/x.mp4" --quiet >/dev/null 2>&1 || [ $? = 5 ] || complain "probe fails"
zcat /usr/share/man/man1/psstudio.1.gz | grep -q '^\.SH COMMAND START' || complain "the man page has no start"
if command -v man >/dev/null; then
    MANWIDTH=100 man --warnings -l /usr/share/man/man1/psstudio.1.gz 2>"$layer/log" | grep -q -- "--video" ||
        complain "the man page does not show --video"
    [ ! -s "$layer/log" ] || { cat "$layer/log" >&2; complain "the man page has warnings"; }
fi
# shellcheck disable=SC2046
cc -Wall -Werror examples/embedding/send.c -o "$layer/send" $(pkg-config --cflags --libs psstudio)
code=0
"$layer/send" /dev/null /dev/null null: || code=$?
[ $code = 0 ] || complain "the example fails with $code"
gst-launch-1.0 -q videotestsrc num-buffers=5 ! video/x-raw,width=320,height=180,framerate=30/1 ! pssink outputs=null: ||
    complain "pssink fails"
if command -v systemd-analyze >/dev/null; then
    systemd-analyze verify /usr/lib/systemd/system/psstudio@.service || complain "the unit is invalid"
else
    echo "test-deb: systemd is not installed; the unit is not checked"
fi
echo "test-deb: installed and used"

dpkg -r "${names[@]}" >"$layer/log" 2>&1 || { cat "$layer/log" >&2; complain "dpkg -r fails"; }
while read -r path; do
    # A symbolic link whose target is gone does not exist for -e.
    [ -d "$path" ] || { [ ! -e "$path" ] && [ ! -L "$path" ]; } || complain "dpkg -r leaves $path"
done <"$layer/files"
echo "test-deb: removed"
