# Sourced by the scripts that build. Steps with equal flags share a build folder, others rebuild everything.

scripts/version.sh --stamp

strict=(-Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error)
# Tests of signal processing take minutes without optimization. It concerns debug builds only.
export PSSTUDIO_OPTIMIZED=1
# Warnings are errors in the debug build only, which compiles all modules of the release build. So the folder of `make build` serves
# all other steps.
# Without the folder of the program among the places of libraries: the loader would look there first, in its subfolders,
# too, and no library lies there.
release=(-c release --static-swift-stdlib --disable-local-rpath)
# Functions are bound when a program starts, and the table of them is read-only then. C checks the stack.
release+=(-Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro -Xcc -fstack-protector-strong)
# The folder of the checkout is in no file: two builds in two folders are equal.
release+=(-Xcc "-ffile-prefix-map=$PWD=." -Xswiftc -file-prefix-map -Xswiftc "$PWD=.")
# CI needs no debugger, and builds an eighth faster without debug information. A release build has what a backtrace shows: functions,
# files and lines.
if [ -n "${CI:-}" ]; then
    strict+=(-debug-info-format none)
    release+=(-debug-info-format none)
else
    release+=(-Xswiftc -gline-tables-only)
fi
# A sanitizer's build takes the place of the debug build, in a folder of its own. In CI, `make docs` reads the modules of the address
# sanitizer's build.
case ${SANITIZE:-} in
    '') strict+=(--scratch-path .build) ;;
    address) strict+=(--sanitize=address --scratch-path .build-asan) ;;
    thread) strict+=(--sanitize=thread --scratch-path .build-tsan) ;;
    *)
        echo "SANITIZE is '$SANITIZE'; use address or thread" >&2
        exit 2
        ;;
esac

# SwiftPM without the warnings that a newcomer cannot act on: -pthread in the files of pkg-config, which it ignores,
# CMakeLists.txt in packages of others, and packages that a part of the targets does not use. Everything else passes, and so does the
# exit status.
swift() {
    local status=0 messages
    exec {messages}> >(awk '
        function finish() { if (others) printf "%s", block; block = ""; others = 0 }
        /^warning: prohibited flag\(s\): -pthread(, -pthread)*$/ { next }
        ENVIRON["PSSTUDIO_TEST_TARGETS"] != "" && /^warning: .* is not used by any target$/ { next }
        /^warning: .* which are unhandled;/ { finish(); block = $0 "\n"; next }
        block != "" && /^ / { block = block $0 "\n"; if (!/\/checkouts\/.*\/CMakeLists\.txt$/) others = 1; next }
        { finish(); print; fflush() }
        END { finish() }' >&2)
    command swift "$@" 2>&"$messages" {messages}>&- || status=$?
    exec {messages}>&-
    wait $!
    return "$status"
}
