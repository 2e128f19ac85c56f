import Glibc

/// Peak and RMS of signed 16-bit samples with interleaved channels.
struct ChannelMeter: Hashable, Sendable {
    private struct Channel: Hashable, Sendable {
        var peak: Int32 = 0
        var squares: UInt64 = 0
    }

    /// Silence in dBFS.
    static let silence = -100.0

    private var channels: [Channel] = []
    private var count = 0

    /// Adds samples. Another number of channels begins anew.
    mutating func add(_ bytes: UnsafeRawBufferPointer, channels number: Int) {
        guard number > 0 else { return }
        if channels.count != number { (channels, count) = (Array(repeating: Channel(), count: number), 0) }
        let samples = bytes.count / (2 * number)
        for index in 0..<number {
            var channel = channels[index]
            for sample in 0..<samples {
                let value = bytes.loadUnaligned(fromByteOffset: 2 * (sample * number + index), as: Int16.self)
                let size = Int32(value.magnitude)
                channel.peak = max(channel.peak, size)
                channel.squares &+= UInt64(size &* size)
            }
            channels[index] = channel
        }
        count += samples
    }

    /// The levels in dBFS since the last call: 0 is the largest sample, and the RMS of a square wave with it.
    ///
    /// - Returns: `nil` when no samples were added.
    mutating func take() -> (peak: [Double], rms: [Double])? {
        guard count > 0 else { return nil }
        defer { (channels, count) = (Array(repeating: Channel(), count: channels.count), 0) }
        return (
            channels.map { Self.decibels(Double($0.peak) / 32768) },
            channels.map { Self.decibels((Double($0.squares) / Double(count)).squareRoot() / 32768) }
        )
    }

    /// In tenths, so that lines are short.
    private static func decibels(_ ratio: Double) -> Double {
        ratio > 0 ? max(silence, (200 * log10(ratio)).rounded() / 10) : silence
    }
}
