/// Places frames that arrive at a varying rate on a grid of constant rate, for files without time stamps.
///
/// Each frame belongs to the nearest interval. Of several frames in an interval the first is kept; an empty interval
/// shows the frame before it.
public struct ConstantRatePlacement: Hashable, Sendable {
    /// The frames of the grid per second.
    public let rate: Rate
    /// The time of the first interval.
    public let origin: MediaTime
    /// The number of intervals that are filled.
    public private(set) var filled: Int64 = 0

    /// Creates an empty grid.
    public init(rate: Rate, origin: MediaTime) {
        self.rate = rate
        self.origin = origin
    }

    /// Places a frame.
    ///
    /// - Returns: how many intervals before it show the frame before it, or it if there is none; `nil` when its interval
    ///   has a frame already.
    public mutating func place(at time: MediaTime) -> Int64? {
        let interval = max(0, (time - origin).count(at: rate))
        guard interval >= filled else { return nil }
        defer { filled = interval + 1 }
        return interval - filled
    }

    /// Ends the grid.
    ///
    /// - Returns: how many intervals show the last frame until `time`.
    public mutating func finish(at time: MediaTime) -> Int64 {
        let end = max(filled, (time - origin).count(at: rate))
        defer { filled = end }
        return end - filled
    }
}
