#!/usr/bin/env bash
# Makes an image of psstudio as an OCI layout, without a container engine. Arguments: the apt folder, and the folder for the layout.
#
#   --root FOLDER    inside of the system that becomes the image: removes what psstudio does not use
#
# It is a minimal Debian 12 with the packages, like that of packaging/Containerfile. Plugins that psstudio does not use are removed, and
# then packages that only they needed. Copyright files stay.
set -euo pipefail
cd "$(dirname "$0")/.."
complain() { echo "image: $*" >&2; exit 1; }

# The libraries that the files need, those of others included. Scripts and static programs need none, and what is not installed is left out.
libraries() {
    { ldd "$@" 2>/dev/null || true; } | grep -oE '/[^ :)]*' | sort -u | { xargs -r realpath -e 2>/dev/null || true; } | sort -u
}

# Removes unused plugins and packages from the root. Arguments: the root.
shrink() {
    local root=$1 folder=$1/usr/lib/x86_64-linux-gnu plugin name package
    for plugin in "$folder"/gstreamer-1.0/libgst*.so; do
        name=$(basename "$plugin" .so)
        grep -qx "${name#libgst}" packaging/image-plugins.txt || rm "$plugin"
    done
    while read -r name; do
        [ -e "$folder/gstreamer-1.0/libgst$name.so" ] || complain "there is no plugin $name, of packaging/image-plugins.txt"
    done < <(grep -v '^#' packaging/image-plugins.txt)
    cp "$0" "$root/shrink"
    chroot "$root" /shrink --used >"$root/used"
    # What the packages of psstudio brought, and what nothing that stays needs.
    while read -r package; do
        grep -qxF "$package" "$root/essential" || grep -qxF "$package" "$root/used" || echo "$package"
    done < <(chroot "$root" dpkg-query -W -f '${binary:Package}\n') >"$root/unused"
    xargs chroot "$root" dpkg --purge --force-depends --force-remove-essential <"$root/unused" >"$root/log" 2>&1 ||
        { cat "$root/log" >&2; complain "dpkg does not remove the unused packages"; }
    rm -rf "$root"/{shrink,used,unused,essential,log} "$root"/var/lib/apt/lists/* "$root"/var/cache/* "$root"/var/log/* "$root"/tmp/* \
        "$root"/usr/share/{man,info,locale,lintian,gtk-doc,bash-completion,zsh,fish} "$root"/var/lib/dpkg/*-old
    find "$root/usr/share/doc" -type f ! -name copyright ! -name 'licences.txt' ! -name '*.spdx.json' -delete
    find "$root/usr/share/doc" -type d -empty -delete
}

# Prints the packages whose files psstudio uses. Runs inside of the root. Those of the system are kept anyway.
used() {
    local files=()
    # Without /proc, there are no process substitutions.
    find /usr/bin/psstudio /usr/libexec/psstudio-server /usr/lib/x86_64-linux-gnu/gstreamer-1.0 \
        /usr/lib/x86_64-linux-gnu/gstreamer1.0 /usr/lib/x86_64-linux-gnu/gio/modules -type f >/files
    mapfile -t files </files
    rm /files
    { libraries "${files[@]}"; printf '%s\n' "${files[@]}"; } | sort -u | while read -r file; do
        # Debian 12 has merged folders, and packages name the old ones.
        dpkg-query -S "$file" "${file#/usr}" 2>/dev/null || true
    done | sed 's/: .*//; s/, /\n/g' | sort -u
    printf '%s\n' ca-certificates glib-networking-common
}

case ${1:-} in
    --used) used; exit ;;
esac
apt=$(realpath "$1") output=$(realpath "$2")
command -v mmdebstrap >/dev/null || complain "mmdebstrap is missing; install the Debian package mmdebstrap"
[ "$(id -u)" = 0 ] || complain "it needs root, for the owners of the files"
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(scripts/version.sh --epoch)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A user who may write nothing but /media. apt copies the packages, because the folder does not exist inside.
mmdebstrap --quiet --variant=minbase --components=main \
    --essential-hook='chroot "$1" dpkg-query -W -f "\${binary:Package}\n" >"$1/essential"' \
    --include=psstudio,psstudio-server,glib-networking,ca-certificates \
    --customize-hook='chroot "$1" useradd --uid 1000 --user-group --no-log-init --create-home psstudio' \
    --customize-hook='install -d -o 1000 -g 1000 "$1/media"' \
    bookworm "$work/root" "deb http://deb.debian.org/debian bookworm main" \
    "deb http://deb.debian.org/debian-security bookworm-security main" "deb [trusted=yes] copy:$apt ./" >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; complain "mmdebstrap fails"; }
rm -f "$work/root/etc/apt/sources.list.d"/*
echo "deb http://deb.debian.org/debian bookworm main" >"$work/root/etc/apt/sources.list"
shrink "$work/root"
python3 scripts/oci-layout.py "$work/root" "$output/image" "$(scripts/version.sh --debian)" "$(git rev-parse HEAD 2>/dev/null || echo unknown)"
du -sm --apparent-size "$work/root" | cut -f 1 | sed 's/$/ MB in the image/'
