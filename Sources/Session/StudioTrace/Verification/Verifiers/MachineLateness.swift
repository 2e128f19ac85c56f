import StudioCore

/// How late the machine has made a sender of audio that keeps its schedule: which gaps that explains, and which blocks follow
/// early because the sender catches up.
struct MachineLateness: Sendable {
    private struct Delay: Sendable {
        let time: MediaTime
        let length: MediaTime
    }

    /// A sender that keeps its schedule has caught up by then.
    private static let memory = MediaTime.seconds(1)
    /// A block is also late by its own part of the time between two blocks.
    private static let tolerance = MediaTime.milliseconds(10)

    private var delays: [Delay] = []
    /// The gaps that were explained, less what has followed early.
    private var gaps: [Delay] = []

    /// Notes a delay before a unit.
    mutating func add(_ delay: MediaTime?, at time: MediaTime) {
        guard let delay, delay > .zero else { return }
        delays.removeAll { time - $0.time > Self.memory }
        delays.append(Delay(time: time, length: delay))
    }

    /// The first block of a start: a sender whose schedule has begun before is as late as the delays.
    mutating func begin(at time: MediaTime) {
        delays.removeAll { time - $0.time > Self.memory }
        if !delays.isEmpty { gaps.append(Delay(time: time, length: Self.sum(delays))) }
    }

    /// Whether the delays of the last second are as long as a gap in front of a block.
    mutating func explains(gap: MediaTime, at time: MediaTime) -> Bool {
        delays.removeAll { time - $0.time > Self.memory }
        guard !delays.isEmpty, Self.sum(delays) + Self.tolerance >= gap else { return false }
        gaps.append(Delay(time: time, length: gap))
        return true
    }

    /// Whether a sender that was late catches up with a block that comes early.
    mutating func explains(overrun: MediaTime, at time: MediaTime) -> Bool {
        gaps.removeAll { time - $0.time > Self.memory }
        guard !gaps.isEmpty, Self.sum(gaps) + Self.tolerance >= overrun else { return false }
        gaps.append(Delay(time: time, length: .zero - overrun))
        return true
    }

    private static func sum(_ delays: [Delay]) -> MediaTime { delays.reduce(.zero) { $0 + $1.length } }
}
