#!/usr/bin/env bash
# Builds the Debian packages, checks them with lintian, installs, uses and removes them. Needs root.
#
#   CLEAN_ROOT=1  in a minimal Debian system, after the lines of the container file, instead of a copy-on-write image of this
#                 machine without its Swift toolchain; downloads about 300 MB
set -euo pipefail
cd "$(dirname "$0")/.."

complain() { echo "test-deb: $*" >&2; exit 1; }
names=(psstudio psstudio-server libpsstudio0 libpsstudio-dev libmeetingsdk-psstudio-dev gstreamer1.0-psstudio python3-psstudio psstudio-doc)

# MARK: In the root in which the packages are installed

# Arguments: an empty folder. The packages are installed.
use_packages() {
    local folder=$1 version code=0 path
    dpkg-query -L "${names[@]}" | sort -u >"$folder/files"
    version=$(dpkg-query -W -f '${Version}' psstudio)
    [[ "$(psstudio --version)" = "psstudio ${version%%~*} ("* ]] || complain "psstudio --version is not $version"
    psstudio start --quiet --fast --duration 1s --width 320 --height 180 --out "$folder/x.mp4" || complain "start fails"
    psstudio start --quiet --fast --video coded: --duration 1s --width 640 --height 360 --out "$folder/coded.mp4" ||
        complain "start fails"
    psstudio probe "$folder/coded.mp4" --quiet --max-missing 0 || complain "probe fails"
    zcat /usr/share/man/man1/psstudio.1.gz >"$folder/manual" || complain "there is no man page"
    grep -q '^\.SH COMMAND START' "$folder/manual" || complain "the man page has no start"
    if command -v man >/dev/null; then
        MANWIDTH=100 man --warnings -l "$folder/manual" 2>"$folder/log" | grep -q -- "--video" ||
            complain "the man page does not show --video"
        [ ! -s "$folder/log" ] || { cat "$folder/log" >&2; complain "the man page has warnings"; }
    fi
    psstudio serve --openapi | grep -q '"openapi"' || complain "the server does not start"
    # shellcheck disable=SC2046
    cc -Wall -Werror examples/embedding/send.c -o "$folder/send" $(pkg-config --cflags --libs psstudio)
    "$folder/send" /dev/null /dev/null null: || complain "the example fails with $?"
    if command -v c++ >/dev/null; then
        # shellcheck disable=SC2046
        c++ -std=c++17 -Wall -Werror examples/embedding/meeting_bot.cpp -o "$folder/bot" \
            $(pkg-config --cflags --libs psstudio-meetingsdk glib-2.0)
        PSSTUDIO_SCENARIO=examples/embedding/meeting_bot.yaml "$folder/bot" 1 "$folder/bot.y4m" "$folder/bot.wav" \
            >/dev/null 2>&1 || complain "the C++ bot fails"
    fi
    python3 - <<'EOF' || complain "the Python package fails"
import psstudio

command = ["psstudio", "start", "--quiet", "--width", "128", "--height", "72", "--out", "null:"]
with psstudio.run(command) as app:
    app.session.wait_for(lambda state: state.video.accepted > 5)
    assert app.stop().exit_code == 0
EOF
    gst-launch-1.0 -q videotestsrc num-buffers=5 ! video/x-raw,width=320,height=180,framerate=30/1 ! \
        pssink outputs=null: || complain "pssink fails"
    if command -v systemd-analyze >/dev/null; then
        systemd-analyze verify /usr/lib/systemd/system/psstudio@.service || complain "the unit is invalid"
    else
        echo "test-deb: systemd is not installed; the unit is not checked"
    fi
    echo "test-deb: installed and used"

    dpkg -r "${names[@]}" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; complain "dpkg -r fails"; }
    while read -r path; do
        # A symbolic link whose target is gone does not exist for -e.
        [ -d "$path" ] || { [ ! -e "$path" ] && [ ! -L "$path" ]; } || complain "dpkg -r leaves $path"
    done <"$folder/files"
    echo "test-deb: removed"
}

# MARK: Roots, in a mount namespace of their own

# A copy-on-write image of this machine. Arguments: an empty folder, the toolchain, the packages.
overlay() {
    local layer=$1 toolchain=$2 folder
    shift 2
    mount -t tmpfs none "$layer"
    for folder in usr etc var; do
        mkdir "$layer/$folder" "$layer/work-$folder"
        mount -t overlay overlay -o "lowerdir=/$folder,upperdir=$layer/$folder,workdir=$layer/work-$folder" /$folder
    done
    [ -z "$toolchain" ] || mount -t tmpfs none "$toolchain"
    unset LD_LIBRARY_PATH GST_PLUGIN_PATH PKG_CONFIG_PATH
    export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=$layer
    dpkg -i "$@" >"$layer/log" 2>&1 || { cat "$layer/log" >&2; complain "dpkg -i fails"; }
    use_packages "$layer"
}

# A minimal Debian system. Arguments: an empty folder, the packages.
clean_root() {
    local root=$1 line command target is_used=
    shift
    mount -t tmpfs none "$root"
    mmdebstrap --quiet --variant=minbase --components=main bookworm "$root" || complain "mmdebstrap fails"
    mount -t proc none "$root/proc"
    mount --rbind /dev "$root/dev"
    cp /etc/resolv.conf "$root/etc/"
    # No command reads the lines of the container file.
    inside() {
        env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive chroot "$root" "$@" </dev/null
    }
    # The container file, line by line; continued lines are joined.
    while read -r command line; do
        case $command in
            FROM) [ "$line" = debian:bookworm-slim ] || complain "the container file is not based on Debian 12" ;;
            COPY)
                target=$root${line##* }
                mkdir -p "$target"
                # shellcheck disable=SC2086
                cp ${line% *} "$target"
                ;;
            RUN) inside sh -c "$line" >"$root/log" 2>&1 || { cat "$root/log" >&2; complain "RUN $line fails"; } ;;
            WORKDIR)
                mkdir -p "$root$line"
                inside sh -c "cd $line && psstudio start --quiet --fast --duration 1s --width 320 --height 180 --out show.mp4" ||
                    complain "the container's program fails"
                [ -s "$root$line/show.mp4" ] || complain "the container's program writes nothing"
                is_used=1
                ;;
        esac
    done < <(sed -e ':join' -e '/\\$/{N;s/\\\n//;bjoin' -e '}' packaging/Containerfile | grep -v '^#')
    [ -n "$is_used" ] || complain "the container's program was not used: its line WORKDIR was not reached"
    echo "test-deb: the lines of the container file work"
    mkdir -p "$root/test/scripts" "$root/test/examples/embedding"
    cp "$0" "$root/test/scripts/"
    cp examples/embedding/send.c "$root/test/examples/embedding/"
    cp "$@" "$root/test/"
    inside sh -c "apt-get -qq update && apt-get -qq install --yes --no-install-recommends gcc libc6-dev pkg-config \
        gstreamer1.0-tools /test/*.deb" >"$root/log" 2>&1 || { cat "$root/log" >&2; complain "apt-get install fails"; }
    inside /test/scripts/test-deb.sh --use
}

case ${1:-} in
    --overlay) shift; overlay "$@"; exit ;;
    --clean-root) shift; clean_root "$@"; exit ;;
    --use) use_packages "$(mktemp -d)"; exit ;;
esac

# MARK: Packages

mapfile -t packages < <(scripts/deb.sh)
[ ${#packages[@]} = ${#names[@]} ] || complain "there are ${#packages[@]} packages, not ${#names[@]}"
for package in "${packages[@]}"; do
    [[ "$package" = */psstudio-doc_* ]] || dpkg-deb --field "$package" Depends | grep -q . || complain "$package has no dependencies"
done
as_other=()
# lintian refuses to work as root.
[ "$(id -u)" -ne 0 ] || as_other=(--allow-root)
lintian --fail-on error "${as_other[@]}" "${packages[@]}" || complain "lintian reports errors"
echo "test-deb: lintian reports no errors"
# Swift's compiler does not mark the targets of jumps, and calls functions of the C library without their checked forms.
while read -r file; do
    swift=()
    case $file in */bin/psstudio | */libexec/psstudio-server | */libpsstudio.so.0) swift=(--nofortify) ;; esac
    hardening-check --quiet --nocfprotection "${swift[@]}" "$file" || complain "$file is not hardened"
    ! objdump -p "$file" | grep -q -w -e RUNPATH -e RPATH || complain "$file has a folder of libraries in it"
done < <(find .build/deb/all/usr -type f -exec sh -c 'head -c 4 "$1" | grep -q ELF' sh {} \; -print)
echo "test-deb: programs and libraries are hardened"
if ! unshare --mount true 2>/dev/null; then
    echo "test-deb: this system forbids mount namespaces; the packages are not installed"
    exit 0
fi
layer=$(mktemp -d)
trap 'rmdir "$layer"' EXIT
# What follows changes nothing outside: the layer is in memory, and ends with the process.
if [ -n "${CLEAN_ROOT:-}" ]; then
    unshare --mount "$0" --clean-root "$layer" "${packages[@]}"
else
    toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
    unshare --mount "$0" --overlay "$layer" "${toolchain%/usr}" "${packages[@]}"
fi
