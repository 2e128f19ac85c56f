package import StudioCore

/// Audio that a client has sent ahead of time, in the order of its times. Decides what is due, performs nothing.
package struct AudioQueue: Sendable {
    /// What is published at once.
    package struct Piece: Hashable, Sendable {
        package let bytes: [UInt8]
        package let format: AudioFormat
        /// The time of the first sample.
        package let time: MediaTime
    }

    /// Consecutive audio of one format.
    private struct Stretch: Sendable {
        var bytes: [UInt8]
        let format: AudioFormat
        let start: MediaTime
        /// The samples of all channels that were taken.
        var taken = 0

        func time(ofSample count: Int) -> MediaTime { start + MediaTime(count: Int64(count), rate: format.rate) }
        var samples: Int { bytes.count / format.frameBytes }
        var end: MediaTime { time(ofSample: samples) }
        var next: MediaTime { time(ofSample: taken) }
    }

    /// Audio is published this long before its time, so that a late timer is not heard.
    package static let lead = MediaTime.milliseconds(100)
    /// Pieces per second.
    private static let pieceRate = 50
    /// The times of consecutive calls are rounded.
    private static let tolerance = MediaTime.milliseconds(1)
    /// A longer stretch is not extended: taking from its beginning is then not worth a copy of its rest.
    private static let longest = 1 << 20

    private var stretches: [Stretch] = []

    package init() {}

    package var isEmpty: Bool { stretches.isEmpty }

    /// When the next piece is due; `nil` when there is none.
    package var dueTime: MediaTime? { stretches.first.map { $0.next - Self.lead } }

    /// How much is queued.
    package var duration: MediaTime {
        stretches.reduce(.zero) { $0 + ($1.end - $1.next) }
    }

    /// Whether audio of this time is published at once.
    package static func isDue(until end: MediaTime, at now: MediaTime) -> Bool { end - now <= lead }

    /// Adds audio, whose time is not before the end of what is queued.
    package mutating func add(_ bytes: UnsafeRawBufferPointer, _ format: AudioFormat, at time: MediaTime) {
        if let last = stretches.last, last.format == format, time - last.end < Self.tolerance,
            last.bytes.count < Self.longest
        {
            stretches[stretches.count - 1].bytes += bytes
        } else {
            stretches.append(Stretch(bytes: Array(bytes), format: format, start: time))
        }
    }

    /// Takes the next piece if it is due: 20 ms, or what is left of a stretch.
    package mutating func takeDue(at now: MediaTime) -> Piece? {
        guard let dueTime, dueTime <= now, let stretch = stretches.first else { return nil }
        let frameBytes = stretch.format.frameBytes
        let count = min(max(1, Int(stretch.format.sampleRate) / Self.pieceRate), stretch.samples - stretch.taken)
        let range = stretch.taken * frameBytes..<(stretch.taken + count) * frameBytes
        let piece = Piece(bytes: Array(stretch.bytes[range]), format: stretch.format, time: stretch.next)
        if stretch.taken + count == stretch.samples {
            stretches.removeFirst()
        } else {
            stretches[0].taken += count
        }
        return piece
    }

    /// Discards everything.
    package mutating func removeAll() { stretches = [] }
}
