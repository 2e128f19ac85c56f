#!/usr/bin/env bash
# Installs what `make release` has made in minimal systems, and uses it there. Builds nothing. Needs root.
#
#   UBUNTU_ROOT=FOLDER   a root of Ubuntu 24.04 with GStreamer's packages; without it, Ubuntu is not tried
#   ONLY=bookworm        one system
#
# Roots of Debian are made once, below .build/roots, with the packages that a user or a CI has: GStreamer, a compiler, Python, servers. The
# release is beside them. Everything else happens in memory and ends with the process.
set -euo pipefail
cd "$(dirname "$0")/.."
complain() { echo "test-platforms: $*" >&2; exit 1; }

gstreamer=(gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly gstreamer1.0-libav
           libxxhash0 glib-networking)
tools=(gcc g++ libc6-dev libglib2.0-dev pkg-config python3 python3-venv python3-pytest gstreamer1.0-tools nginx-light libnginx-mod-rtmp
       srt-tools procps xz-utils ca-certificates sudo python3-yaml)

# Makes the root of a Debian suite. Prints its folder.
root_of() {
    local suite=$1 folder=$PWD/.build/roots/$1 wanted="${gstreamer[*]} ${tools[*]}"
    if [ "$(cat "$folder.packages" 2>/dev/null)" != "$wanted" ]; then
        rm -rf "$folder" "$folder.packages"
        mkdir -p "$folder"
        # nginx is not to listen at port 80.
        mmdebstrap --quiet --variant=minbase --components=main \
            --include="$(tr ' ' , <<<"${gstreamer[*]} ${tools[*]}")" \
            --essential-hook='printf "#!/bin/sh\nexit 101\n" >"$1/usr/sbin/policy-rc.d"; chmod +x "$1/usr/sbin/policy-rc.d"' \
            "$suite" "$folder" http://deb.debian.org/debian >"$folder.log" 2>&1 || { cat "$folder.log" >&2; complain "mmdebstrap $suite fails"; }
        chroot "$folder" useradd --uid 1000 --create-home user
        echo "$wanted" >"$folder.packages"
    fi
    echo "$folder"
}

# Uses the release in a root, in a mount namespace of its own. Arguments: the name of the system, its root, the release.
try() {
    local name=$1 lower=$2 release=$3 layer root form
    layer=$(mktemp -d)
    mount -t tmpfs none "$layer"
    for form in deb wheel tar ci; do
        mkdir -p "$layer/$form/upper" "$layer/$form/work" "$layer/$form/root"
        root=$layer/$form/root
        mount -t overlay overlay -o "lowerdir=$lower,upperdir=$layer/$form/upper,workdir=$layer/$form/work" "$root"
        mount -t proc none "$root/proc"
        mount --rbind /dev "$root/dev"
        mkdir -p "$root/release" "$root/project"
        mount --bind -o ro "$release" "$root/release"
        # Examples and scripts, no sources: what a checkout beside the release has.
        git ls-files examples scripts docs | tar -cf - -T - | tar -xf - -C "$root/project"
        chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 \
            /project/scripts/platform-checks.sh "$form" </dev/null 2>&1 | sed "s/^/$name: /"
        [ "${PIPESTATUS[0]}" = 0 ] || complain "$name: $form fails"
        umount -l "$root"
    done
    umount -l "$layer"
    rmdir "$layer"
}

if [ "${1:-}" = --try ]; then
    shift
    try "$@"
    exit
fi
[ "$(id -u)" = 0 ] || complain "it needs root, to make systems and to install packages in them"
release=$PWD/.build/release-$(scripts/version.sh --debian)
[ -e "$release/SHA256SUMS" ] || complain "$release is missing or incomplete; run make release"
(cd "$release" && sha256sum --quiet --check SHA256SUMS)
tried=()
for suite in bookworm trixie; do
    [ "${ONLY:-$suite}" = "$suite" ] || continue
    unshare --mount "$0" --try "debian-$suite" "$(root_of "$suite")" "$release"
    tried+=("Debian $suite")
done
if [ -n "${UBUNTU_ROOT:-}" ]; then
    unshare --mount "$0" --try ubuntu-24.04 "$(realpath "$UBUNTU_ROOT")" "$release"
    tried+=("Ubuntu 24.04")
else
    echo "test-platforms: Ubuntu 24.04 was not tried; name a root of it: UBUNTU_ROOT=FOLDER"
fi
echo "test-platforms: passed on $(IFS=,; echo "${tried[*]}")"
