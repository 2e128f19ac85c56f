#!/usr/bin/env bash
# Builds the documentation of the public modules, with every warning as an error, into .build-docs.
#
#   --update   first updates what is generated: docs/rules.md, Rules.md and VendorNames.md of ProductionStudio, Symbols.md of
#              ZoomSDK, the enumerations of the vendors, the C++ methods that are not emulated, and the table of the
#              C++ symbols
set -euo pipefail
cd "$(dirname "$0")/.."

source scripts/flags.sh
source scripts/interfaces.sh
catalog=Sources/Studio/ProductionStudio/ProductionStudio.docc
if [ "${1:-}" = --update ]; then
    python3 scripts/names.py
    python3 scripts/rule-comments.py
    python3 Tests/Programs/MeetingSDK/stubs.py
    table=$(python3 Tests/Programs/MeetingSDK/symbols.py)
    echo "$table" >Sources/Interfaces/InterfaceRegistry/CppSymbols.swift
    swift build "${strict[@]}" --product psstudio
    .build/debug/psstudio rules --markdown | tee docs/rules.md >"$catalog/Rules.md"
    .build/debug/psstudio rules --names >"$catalog/VendorNames.md"
    .build/debug/psstudio rules --symbols --interface production-studio \
        >Sources/Interfaces/ZoomMeeting/ZoomSDK/ZoomSDK.docc/Symbols.md
fi

# The article's samples must equal the files of an example, which are compiled and run.
article=Sources/Programs/ProductionStudioTesting/ProductionStudioTesting.docc/TenMinutes.md
shown=$(awk '/^```swift$/ { inside = 1; next } /^```$/ { inside = 0 } inside' $article)
example=examples/TenMinutes
if ! diff <(echo "$shown") <(cat $example/{Package,Sources/Camera/Camera,Tests/CameraTests/CameraTests}.swift); then
    echo "docs: the samples of $article differ from $example" >&2
    exit 1
fi

for module in ProductionStudio ProductionStudioTesting StudioEngine MediaReceiving $(cut -d' ' -f2 <<<"$interfaces"); do
    swift build "${strict[@]}" --target "$module"
done
folder=.build-docs
rm -rf $folder
mapfile -t includes < <(pkg-config --cflags-only-I gstreamer-1.0 gstreamer-app-1.0 gstreamer-video-1.0 \
    gstreamer-audio-1.0 | tr ' ' '\n' | sed '/^$/d')
target=$(swift -print-target-info | sed -n 's/.*"triple" *: *"\([^"]*\)".*/\1/p' | head -1)

# Arguments: the module, its folder, and the modules whose symbols it includes.
document() {
    local module=$1 sources=$2 shown=${3:-}
    mkdir -p "$folder/symbols/$module"
    swift symbolgraph-extract -module-name "$module" -target "$target" -minimum-access-level public \
        -I "$(swift build --show-bin-path "${strict[@]}")/Modules" -I Sources/System/CGStreamer -I Sources/System/CSRT/include -I Sources/System/CLocalSocket/include -I Sources/System/CXXHash -I Sources/System/CDispatchQueue/include -I Sources/System/CProcess/include \
        -I Sources/System/CThreadSanitizer/include -I Sources/System/CYAML "${includes[@]}" \
        ${shown:+-experimental-allowed-reexported-modules=$shown} -output-dir "$folder/symbols/$module"
    docc convert "$sources/$module.docc" --additional-symbol-graph-dir "$folder/symbols/$module" --warnings-as-errors \
        --fallback-display-name "$module" --fallback-bundle-identifier "psstudio.$module" \
        --output-path "$folder/$module.doccarchive"
}
document ProductionStudio Sources/Studio/ProductionStudio StudioCore,StudioMeeting,StudioRuntime
document ProductionStudioTesting Sources/Programs/ProductionStudioTesting
document StudioEngine Sources/Session/StudioEngine MediaInputs,MediaOutputs,ProgramEncoding,SessionProtocol,StudioScenario
document MediaReceiving Sources/Media/MediaReceiving
# Clients see these with the module.
declare -A shown=([AVFoundation]=CoreMedia,CoreVideo [AgoraRtcKit]=FacadeSupport [ZegoExpressEngine]=FacadeSupport
    [ZoomVideoSDK]=FacadeSupport)
while read -r interface module; do
    document "$module" "Sources/Interfaces/$interface/$module" "${shown[$module]:-}"
done <<<"$interfaces"
echo "docs: $(find $folder -maxdepth 1 -name "*.doccarchive" | wc -l) archives in $folder"
