# Makes the environment .build/python with the tools of the Python package, and defines `environment`. To be sourced in the
# folder of the checkout.
environment=$PWD/.build/python

prepare_environment() {
    local files=(python/requirements-test.txt examples/load/requirements.txt Tests/Programs/Page/requirements.txt Tests/Programs/OBS/requirements.txt) wanted
    wanted=$(cat "${files[@]}")
    [ "$(cat "$environment/wanted" 2>/dev/null)" != "$wanted" ] || return 0
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        { echo "Python 3.11 or newer is needed, not $(python3 --version)" >&2; return 1; }
    rm -rf "$environment"
    python3 -m venv "$environment" ||
        { echo "python3 -m venv does not work; install the Debian package python3-venv" >&2; return 1; }
    local arguments=()
    for file in "${files[@]}"; do arguments+=(-r "$file"); done
    "$environment/bin/pip" install --quiet --disable-pip-version-check "${arguments[@]}"
    "$environment/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e python
    echo "$wanted" >"$environment/wanted"
}
