package import StudioCore

/// The counts of a rendered source: each frame of it was delivered, or dropped for a reason. A frame counts as delivered
/// when its callback has returned, and as late when its callback had not begun before the source ended.
package struct RenderStatistics: Hashable, Sendable {
    /// Frames that a callback of the client got.
    package var delivered = 0
    /// Frames without a handler.
    package var withoutHandler = 0
    /// Frames for which the handler has no callback.
    package var unreached = 0
    /// Frames that the delivery dropped.
    package var dropped: [DropReason: Int] = [:]

    package init() {}

    mutating func count(_ reception: RenderReception?) {
        switch reception {
        case .reached: delivered += 1
        case .unreached: unreached += 1
        case .gone, nil: withoutHandler += 1
        case .unmapped: dropped[.conversion, default: 0] += 1
        }
    }

    mutating func add(_ other: [DropReason: Int]) { dropped.merge(other) { $0 + $1 } }
}
