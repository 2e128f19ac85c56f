# The emulated interfaces, to be sourced: lines of folder and module, and the test targets of all of them.
registry=Sources/Interfaces/InterfaceRegistry/EmulatedInterface.swift
interfaces=$(sed -n 's/.*EmulatedInterface(catalogue: .*folder: "\([A-Za-z]*\)", module: "\([A-Za-z]*\)".*/\1 \2/p' $registry)
[ -n "$interfaces" ] || { echo "interfaces: none in $registry" >&2; exit 1; }
mapfile -t interface_tests < <(while read -r folder _; do ls Tests/Interfaces/$folder; done <<<"$interfaces" | grep 'Tests$')
