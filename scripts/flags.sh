# Sourced by the scripts that build. Steps with equal flags share a build folder, others rebuild everything.

strict=(-Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error)
release=(-c release --static-swift-stdlib "${strict[@]}")
