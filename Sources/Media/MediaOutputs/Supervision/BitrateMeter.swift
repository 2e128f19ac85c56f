package import StudioCore

/// Measures a bitrate over the last seconds, from a growing count of bytes.
package struct BitrateMeter: Hashable, Sendable {
    /// The period that it covers. Two groups of pictures, so that an output that writes one at a time has an even bitrate.
    package static let window = MediaTime.seconds(4)
    /// The minimum distance of two samples; more frequent ones replace the last.
    package static let interval = MediaTime.seconds(0.5)

    private struct Sample: Hashable, Sendable {
        let time: MediaTime
        let bytes: UInt64
    }

    private var samples: [Sample] = []

    package init() {}

    /// Records the bytes up to now. A count that is smaller than the last one starts a new measurement.
    package mutating func record(_ bytes: UInt64, now: MediaTime) {
        if let last = samples.last, bytes < last.bytes || now < last.time { samples.removeAll(keepingCapacity: true) }
        if samples.count > 1, now - samples[samples.count - 2].time < Self.interval { samples.removeLast() }
        samples.append(Sample(time: now, bytes: bytes))
        while samples.count > 2, now - samples[1].time >= Self.window { samples.removeFirst() }
    }

    /// Bits per second from the oldest sample to the latest; 0 before the second sample.
    package var bitsPerSecond: Double {
        guard let first = samples.first, let last = samples.last, last.time > first.time else { return 0 }
        return Double(last.bytes - first.bytes) * 8 / (last.time - first.time).seconds
    }
}
