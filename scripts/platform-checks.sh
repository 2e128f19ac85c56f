#!/usr/bin/env bash
# Runs inside of a minimal system: installs one form of the release by one command, uses it as an ordinary user, upgrades and removes it.
# /release has the release, /project has examples and scripts. Argument: deb, wheel, tar, or ci for the steps of examples/ci.
set -euo pipefail
form=$1
complain() { echo "$form: $*" >&2; exit 1; }
say() { echo "$form: $*"; }
cd /home/user
as_user() { setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs env HOME=/home/user PATH="$PATH" "$@"; }
# The steps as they are written: an ordinary user runs them, who may use sudo, as the user of a runner.
if [ "$form" = ci ]; then
    echo "user ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/user
    mkdir work
    chown 1000:1000 work
    cd work
    run_steps() { setpriv --reuid=1000 --regid=1000 --clear-groups env HOME=/home/user bash <(python3 /project/scripts/ci-steps.py "$@") >/tmp/log 2>&1; }
    run_steps /project/examples/ci/psstudio.gitlab-ci.yml RELEASE=/release TESTS=/project/examples/pytest/test_program.py ||
        { cat /tmp/log >&2; complain "the job for GitLab fails"; }
    grep -q 'tests="1"' report.xml || complain "the job for GitLab leaves no report of a test"
    run_steps /project/examples/ci/psstudio/action.yml release=/release \
        command='psstudio start --quiet --duration 1s --width 64 --height 36 --out null:' ||
        { cat /tmp/log >&2; complain "the action for GitHub fails"; }
    [ -s psstudio-results/report.xml ] && [ -s psstudio-results/report.html ] || complain "the action for GitHub leaves no reports"
    [ -n "$(ls psstudio-results/traces)" ] || complain "the action for GitHub leaves no trace"
    say "the steps for GitHub and GitLab work as they are written"
    exit
fi
files() { find / -xdev \( -path /proc -o -path /dev -o -path /release -o -path /project -o -path /tmp -o -path /var/log -o -path /var/cache \
    -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path '/home/user/.cache' \) -prune -o -not -type d -print | sort; }

files >/tmp/before
python3 -m venv --system-site-packages env
chown -R 1000:1000 /home/user
files >/tmp/with-environment

# MARK: From nothing to the first recorded second

install_form() {
    case $form in
        deb) apt-get -qq install --yes --no-install-recommends "$1"/apt/*.deb >/tmp/log 2>&1 ;;
        wheel) as_user env/bin/pip install --quiet --no-index --disable-pip-version-check "$1"/psstudio-*-linux_x86_64.whl >/tmp/log 2>&1 ;;
        tar) as_user tar -xf "$1"/psstudio-*-linux-x86_64.tar.xz ;;
    esac
}
began=$(date +%s%N)
install_form /release || { cat /tmp/log >&2; complain "it cannot be installed"; }
case $form in
    deb) prefix=/usr ;;
    wheel) prefix=/home/user/env ;;
    tar) prefix=$(echo /home/user/psstudio-*) ;;
esac
export PATH=$prefix/bin:$PATH
as_user psstudio start --quiet --fast --duration 1s --width 640 --height 360 --out first.mp4 || complain "the first second fails"
milliseconds=$((($(date +%s%N) - began) / 1000000))
[ -s first.mp4 ] || complain "the first second is empty"
say "installed, and a second recorded, after $milliseconds ms"
[ "$milliseconds" -le 10000 ] || complain "that is more than 10 s"

# MARK: Use

say "$(as_user psstudio --version)"
as_user psstudio doctor --no-benchmark --quiet || complain "doctor reports faults"
as_user psstudio serve --openapi | grep -q '"openapi"' || complain "the server does not start"
library=$prefix/lib
[ "$form" != deb ] || library=/usr/lib/$(gcc -dumpmachine)
export PKG_CONFIG_PATH=$library/pkgconfig
[ "$form" = deb ] || export LD_LIBRARY_PATH=$library GST_PLUGIN_PATH=$library/gstreamer-1.0
examples=/project/examples/embedding
# shellcheck disable=SC2046
gcc -Wall -Werror $examples/send.c -o send $(pkg-config --cflags --libs psstudio) || complain "the C example is not compiled"
as_user env LD_LIBRARY_PATH="${LD_LIBRARY_PATH:-}" ./send /dev/null /dev/null null: || complain "the C example fails"
# shellcheck disable=SC2046
g++ -std=c++17 -Wall -Werror /project/examples/pytest/sender.cpp -o bot $(pkg-config --cflags --libs psstudio-meetingsdk glib-2.0) ||
    complain "the C++ example is not compiled"
as_user env LD_LIBRARY_PATH="${LD_LIBRARY_PATH:-}" PSSTUDIO_ROLE=cohost psstudio exec --quiet --stop-after 2s -- ./bot >/tmp/log 2>&1 ||
    { cat /tmp/log >&2; complain "exec of a C++ bot fails with $?"; }
as_user env LD_LIBRARY_PATH="${LD_LIBRARY_PATH:-}" GST_PLUGIN_PATH="${GST_PLUGIN_PATH:-}" gst-launch-1.0 -q videotestsrc num-buffers=5 ! \
    video/x-raw,width=320,height=180,framerate=30/1 ! pssink outputs=null: || complain "pssink fails"
# pytest and the package: those of the system for the Debian packages, those of the environment otherwise.
python=/usr/bin/python3
[ "$form" = deb ] || python=/home/user/env/bin/python
[ "$form" != tar ] || as_user env/bin/pip install --quiet --no-index --disable-pip-version-check /release/psstudio-*-none-any.whl >/tmp/log 2>&1 ||
    { cat /tmp/log >&2; complain "the pure wheel cannot be installed"; }
cat >test_bot.py <<'EOF'
import psstudio


def test_bot(studio, meeting):
    assert psstudio.is_available()
    app = studio.run(["./bot"], env={"PSSTUDIO_ROLE": "cohost"})
    meeting.wait_for(lambda state: state.video.accepted > 30)
    meeting.end_meeting()
    assert app.wait(10).app_exit_code == 0
EOF
as_user env LD_LIBRARY_PATH="${LD_LIBRARY_PATH:-}" "$python" -m pytest -q -p no:cacheprovider test_bot.py >/tmp/log 2>&1 ||
    { cat /tmp/log >&2; complain "pytest fails"; }
if [ "$form" = deb ]; then
    as_user env PSSTUDIO_BINARY=/usr/bin/psstudio SELFTEST_SECONDS=5 SELFTEST_SIZE=640x360 /project/scripts/selftest.sh >/tmp/log 2>&1 ||
        { cat /tmp/log >&2; complain "the selftest fails"; }
    grep -c . /tmp/log | sed "s/^/$form: lines of the selftest: /"
    as_user psstudio receive --help >/dev/null || complain "receive does not start"
fi
say "used"

# MARK: Upgrade and removal

case $form in
    deb)
        mapfile -t names < <(for file in /release/apt/*.deb; do dpkg-deb -f "$file" Package; done)
        # An earlier build of the same files.
        mkdir -p /tmp/old/apt
        for file in /release/apt/*.deb; do
            dpkg-deb -R "$file" /tmp/old/tree
            version=$(dpkg-deb -f "$file" Version)
            sed -i "s/$version/0.1.0/g" /tmp/old/tree/DEBIAN/control
            dpkg-deb -Znone -b /tmp/old/tree /tmp/old/apt >/dev/null
            rm -rf /tmp/old/tree
        done
        apt-get -qq install --yes --no-install-recommends --allow-downgrades /tmp/old/apt/*.deb >/tmp/log 2>&1 || { cat /tmp/log >&2; complain "downgrade"; }
        grep -q 'downgrading' /tmp/log || complain "a downgrade is not said to be one"
        install_form /release || { cat /tmp/log >&2; complain "the upgrade fails"; }
        [ "$(dpkg-query -W -f '${Version}' psstudio)" = "$version" ] || complain "the later build does not replace the earlier one"
        rm -rf /tmp/old
        dpkg --purge "${names[@]}" >/tmp/log 2>&1 || { cat /tmp/log >&2; complain "removal fails"; }
        ;;
    wheel) as_user env/bin/pip uninstall --quiet --yes psstudio >/tmp/log 2>&1 || { cat /tmp/log >&2; complain "removal fails"; } ;;
    tar)
        rm -rf "$prefix"
        as_user env/bin/pip uninstall --quiet --yes psstudio >/tmp/log 2>&1 || { cat /tmp/log >&2; complain "removal fails"; }
        ;;
esac
rm -rf first.mp4 send bot test_bot.py psstudio-artifacts __pycache__
left=$(comm -13 /tmp/with-environment <(files) | grep -v -e '\.pyc$' -e '^/etc/ld.so.cache$' || true)
[ -z "$left" ] || complain "it leaves $left"
say "removed, without a file left"
