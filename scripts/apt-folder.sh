#!/usr/bin/env bash
# Makes a folder of packages that apt installs from. Arguments: the folder with the packages.
#
# GPG_KEY names the key that signs it: InRelease, Release.gpg, and the public key as psstudio.gpg, for `Signed-By`.
set -euo pipefail
complain() { echo "apt-folder: $*" >&2; exit 1; }
cd "$1"
dpkg-scanpackages --multiversion . /dev/null 2>scan.log >Packages || { cat scan.log >&2; complain "dpkg-scanpackages fails"; }
rm scan.log
gzip -9nk Packages
sums() {
    local file
    echo "$1:"
    for file in Packages Packages.gz; do printf ' %s %d %s\n' "$("$2" $file | cut -d ' ' -f 1)" "$(stat -c %s $file)" $file; done
}
{
    echo "Origin: psstudio"
    echo "Label: psstudio"
    echo "Suite: stable"
    echo "Architectures: amd64"
    echo "Date: $(date -R -u -d "@$SOURCE_DATE_EPOCH")"
    sums SHA256 sha256sum
    sums SHA512 sha512sum
} >Release
if [ -n "${GPG_KEY:-}" ]; then
    gpg --batch --yes --local-user "$GPG_KEY" --clearsign --output InRelease Release
    gpg --batch --yes --local-user "$GPG_KEY" --armor --detach-sign --output Release.gpg Release
    gpg --batch --yes --output psstudio.gpg --export "$GPG_KEY"
fi
