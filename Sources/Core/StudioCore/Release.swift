/// The version of psstudio, which `scripts/version.sh` copies from the file `VERSION`.
package let release: StaticString = "0.2.0"
