# Sourced by the scripts that build. Steps with equal flags share a build folder, others rebuild everything.

strict=(-Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error)
# CI needs no debugger, and builds an eighth faster without debug information.
[ -z "${CI:-}" ] || strict+=(-debug-info-format none)
release=(-c release --static-swift-stdlib "${strict[@]}")
