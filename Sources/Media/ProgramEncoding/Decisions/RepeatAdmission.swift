package import StudioCore

/// Decides whether an encoder takes frames that are repeated to fill a gap.
///
/// A burst after a suspension is taken. An encoder that is behind for ``patience`` catches up first: the last frame is shown
/// longer meanwhile. Otherwise its queue would grow for the whole gap, and its track would fall ever further behind the
/// other one, for which muxers wait.
package struct RepeatAdmission: Hashable, Sendable {
    /// Well below the 38 s of audio that an output's queue holds.
    package static let patience = MediaTime.seconds(5)

    private var behindSince: MediaTime?

    package init() {}

    /// - Parameter level: the number of units in front of the encoder.
    package mutating func admits(waiting level: Int, now: MediaTime) -> Bool {
        guard level > 1 else {
            behindSince = nil
            return true
        }
        let since = behindSince ?? now
        behindSince = since
        return now - since < Self.patience
    }
}
