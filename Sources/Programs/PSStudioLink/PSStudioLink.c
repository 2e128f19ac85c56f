// Empty: this target carries the linker flags of the C library. On a target with Swift code they would reach the link of
// the tests, too.
