#!/usr/bin/env bash
# Builds Debian packages of the programs, the libraries, their development files, the GStreamer plugin, the Python package and the
# documents into .build/deb, or the folder in DEBS.
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in dpkg-shlibdeps dpkg-architecture dpkg-deb chrpath; do
    command -v $tool >/dev/null || { echo "deb: $tool is missing; install the Debian packages dpkg-dev and chrpath" >&2; exit 1; }
done
version=$(scripts/version.sh --debian)
architecture=$(dpkg --print-architecture)
tuple=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
maintainer=${DEBFULLNAME:-The psstudio authors} maintainer+=" <${DEBEMAIL:-psstudio@example.org}>"
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(scripts/version.sh --epoch)}

target=.build/deb
rm -rf $target
output=${DEBS:-$target}
mkdir -p $target/debian "$output"
all=$PWD/$target/all
make --no-print-directory install DESTDIR="$all" PREFIX=/usr LIBDIR="lib/$tuple" PLUGIN_RPATH= >/dev/null
# The loader finds both libraries in the system's folder.
chrpath --delete "$all/usr/lib/$tuple/libmeetingsdk.so.1" >/dev/null
mkdir -p "$all/usr/share/man/man1" "$all/usr/lib/systemd/system"
scripts/manual.sh "$all/usr/bin/psstudio" "$version" | gzip -9n >"$all/usr/share/man/man1/psstudio.1.gz"
install -m 644 packaging/psstudio@.service "$all/usr/lib/systemd/system/"
# What pip would install, with the files that tell other tools about it: pytest finds the plugin there.
dist=usr/lib/python3/dist-packages
mkdir -p "$all/$dist"
wheel=$(scripts/wheel.sh pure)
python3 -m zipfile -e "$wheel" "$all/$dist"
sed "s|@VERSION@|$version|; s|@ARCHITECTURE@|$architecture|; s|@MAINTAINER@|$maintainer|" packaging/debian/control.in \
    >$target/control.in
# dpkg-shlibdeps reads it here; the dependencies follow.
sed 's/@DEPENDS@, *//; /@DEPENDS@/d' $target/control.in >$target/debian/control
echo "libpsstudio 0 libpsstudio0 (= $version)" >$target/debian/shlibs.local

# Arguments: the package, and its files.
package() {
    local name=$1 root=$target/$1
    shift
    local path folder
    for path in "$@"; do
        folder=$root/$(dirname "$path")
        mkdir -p "$folder"
        cp -a "$all/$path" "$folder/"
    done
    mkdir -p "$root/DEBIAN" "$root/usr/share/doc/$name"
    install -m 644 packaging/debian/copyright "$root/usr/share/doc/$name/copyright"
    # What is linked statically is in programs and in the library.
    case $name in
        psstudio | psstudio-server | libpsstudio0)
            install -m 644 "$all/usr/share/doc/psstudio/"{licences.txt,psstudio.spdx.json} "$root/usr/share/doc/$name" ;;
    esac
    if [ -e "packaging/debian/$name.lintian-overrides" ]; then
        mkdir -p "$root/usr/share/lintian/overrides"
        install -m 644 "packaging/debian/$name.lintian-overrides" "$root/usr/share/lintian/overrides/$name"
    fi
    changelog | gzip -9n >"$root/usr/share/doc/$name/changelog.gz"
    # This package's paragraph, with what is known only now.
    local depends size
    depends=$(dependencies "$root")
    size=$(du -k -s --exclude=DEBIAN "$root" | cut -f1)
    awk -v name="$name" 'BEGIN { RS = "" } $0 ~ "^Package: " name "\n"' $target/control.in |
        sed "s/@DEPENDS@/$depends/; s/^Package: .*/&\nVersion: $version\nMaintainer: $maintainer\nInstalled-Size: $size/" \
            >"$root/DEBIAN/control"
    case $name in
        libpsstudio0) echo "libpsstudio 0 libpsstudio0 (>= $version)" >"$root/DEBIAN/shlibs" ;;
        libmeetingsdk-psstudio-dev) echo "libmeetingsdk 1 $name (>= $version)" >"$root/DEBIAN/shlibs" ;;
    esac
    if [ -e "$root/DEBIAN/shlibs" ]; then
        echo "activate-noawait ldconfig" >"$root/DEBIAN/triggers"
    fi
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
    find "$root" -type d -exec chmod 755 {} +
    chmod 644 "$root"/DEBIAN/*
    if [ "$name" = python3-psstudio ]; then
        # What Python compiles is made with the package, and goes with it.
        printf '#!/bin/sh\nset -e\nif command -v py3compile >/dev/null; then py3compile -p %s; fi\n' "$name" >"$root/DEBIAN/postinst"
        printf '#!/bin/sh\nset -e\nif command -v py3clean >/dev/null; then py3clean -p %s; fi\n' "$name" >"$root/DEBIAN/prerm"
        chmod 755 "$root/DEBIAN/postinst" "$root/DEBIAN/prerm"
    fi
    dpkg-deb --root-owner-group -Zxz -z3 --build "$root" "$output" >/dev/null
    echo "$output/${name}_${version}_$(sed -n 's/^Architecture: //p' "$root/DEBIAN/control").deb"
}
changelog() {
    printf 'psstudio (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md of the sources.\n\n -- %s  %s\n' \
        "$version" "$maintainer" "$(date -R -u -d "@$SOURCE_DATE_EPOCH")"
}
# The packages that the package's programs and libraries need.
dependencies() {
    local files=()
    mapfile -t files < <(find "$PWD/$1" -type f \( -path '*/bin/*' -o -path '*/libexec/*' -o -name '*.so*' \))
    [ ${#files[@]} -gt 0 ] || return 0
    (cd $target && dpkg-shlibdeps -O -Ldebian/shlibs.local "-l$all/usr/lib/$tuple" "${files[@]/#/-e}") |
        sed 's/^shlibs:Depends=//'
}
share=usr/share
package psstudio usr/bin/psstudio $share/man $share/bash-completion $share/zsh $share/fish \
    usr/lib/systemd/system/psstudio@.service
package psstudio-server usr/libexec/psstudio-server
package libpsstudio0 "usr/lib/$tuple/libpsstudio.so.0"
package libpsstudio-dev usr/include/psstudio.h "usr/lib/$tuple/libpsstudio.so" "usr/lib/$tuple/pkgconfig/psstudio.pc"
package libmeetingsdk-psstudio-dev usr/include/psstudio-meetingsdk usr/include/psstudio-meetingsdk-win32 \
    "usr/lib/$tuple/libmeetingsdk.so" "usr/lib/$tuple/libmeetingsdk.so.1" \
    "usr/lib/$tuple/pkgconfig/psstudio-meetingsdk.pc" "usr/lib/$tuple/pkgconfig/psstudio-meetingsdk-win32.pc"
package gstreamer1.0-psstudio "usr/lib/$tuple/gstreamer-1.0"
package python3-psstudio "$dist/psstudio" "$dist/psstudio-$(scripts/version.sh --python).dist-info"
scripts/documents.sh "$all/usr/share/doc/psstudio-doc"
package psstudio-doc usr/share/doc/psstudio-doc
