package import StudioCore

/// Finds a callback for frames that takes so long that frames are missed. Decides, reports nothing.
///
/// Only callbacks count that last longer than a loaded machine delays a thread, several in a row, and each of which costs a
/// frame.
package struct SlowCallbackCheck: Sendable {
    /// A callback that takes longer is slow: three frames at 30 fps.
    package static let limit = Duration.milliseconds(100)
    /// How many slow callbacks in a row are reported.
    package static let count = 3

    private var row = 0
    private var missedInRow = 0
    private var total = Duration.zero
    /// The frames that were replaced by newer ones since the last callback returned.
    private var missed = 0
    private var isReported = false

    package init() {}

    /// A frame was replaced by a newer one while the subscriber was busy.
    package mutating func frameWasMissed() { missed += 1 }

    /// A callback has returned.
    ///
    /// - Returns: what is reported, once.
    package mutating func callbackReturned(after duration: Duration) -> StudioError? {
        defer { missed = 0 }
        guard duration > Self.limit, missed > 0 else {
            (row, missedInRow, total) = (0, 0, .zero)
            return nil
        }
        (row, missedInRow, total) = (row + 1, missedInRow + missed, total + duration)
        guard row >= Self.count, !isReported else { return nil }
        isReported = true
        let milliseconds: Double = (total / row) / Duration.milliseconds(1)
        return StudioError(
            .rendererSlow,
            "\(row) callbacks for frames in a row took \(NumberText.number(milliseconds, decimals: 0)) ms on average, "
                + "and \(missedInRow) frames were missed meanwhile",
            hint: "return at once: copy the frame, or keep it with AddRef, and work on it on another thread")
    }
}
