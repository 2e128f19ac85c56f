#!/usr/bin/env bash
# Installs missing Debian packages. Arguments: the required package sets.
set -euo pipefail

declare -A sets=(
    [build]="python3 pkg-config g++ libgstreamer1.0-dev libgstreamer-plugins-base1.0-dev libxxhash-dev libyaml-dev gstreamer1.0-plugins-base
             gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly gstreamer1.0-libav glib-networking"
    [test]="ffmpeg nginx-light libnginx-mod-rtmp stunnel4 openssl srt-tools gstreamer1.0-tools util-linux procps chromium
            mediainfo mediaconch mkvtoolnix mpv libimage-exiftool-perl flvmeta python3-m3u8 cmake libgtest-dev catch2 valgrind"
    [pip]="python3-pip"
    [python]="python3 python3-venv parallel"
    [page]="python3 python3-venv chromium chromium-driver gstreamer1.0-tools gstreamer1.0-plugins-bad"
    [server]="python3 python3-venv prometheus curl"
    [examples]="python3 python3-venv parallel"
    [deb]="dpkg-dev lintian mmdebstrap systemd chrpath devscripts"
    [bench]="ffmpeg nginx-light libnginx-mod-rtmp srt-tools gstreamer1.0-tools valgrind gcc libc6-dev"
)

if ! command -v swift >/dev/null; then
    echo "psstudio needs Swift 6.3 or newer: https://www.swift.org/install/linux/" >&2
    exit 1
fi

missing=()
for set in "$@"; do
    for package in ${sets[$set]}; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q "install ok installed" || missing+=("$package")
    done
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "missing packages, and sudo is not available: apt-get install ${missing[*]}" >&2; exit 1; }
    as_root=(sudo)
fi
echo "Installing missing Debian packages: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
# Prevents nginx from listening on port 80: the tests start their own instances on free loopback ports.
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ] && printf '%s\n' "${missing[@]}" | grep -q nginx; then
    printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee $policy >/dev/null
    "${as_root[@]}" chmod +x $policy
    trap '"${as_root[@]}" rm -f $policy' EXIT
fi
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
