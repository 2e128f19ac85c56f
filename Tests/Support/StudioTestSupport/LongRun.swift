import Glibc

/// The ordinary run repeats randomized tests and races less often. The nightly run sets `PSSTUDIO_LONG=1` for all repetitions.
package enum LongRun {
    package static let isRequested = getenv("PSSTUDIO_LONG").map { String(cString: $0) == "1" } ?? false

    /// The number of repetitions in this run.
    package static func repetitions(ordinary: Int, long: Int) -> Int { isRequested ? long : ordinary }
}
