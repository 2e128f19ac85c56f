package import StudioCore

/// The samples in front of the audio of an MP3 file, as its first frame tells: those that the encoder has inserted, and the delay of
/// decoders.
package struct MP3Priming: Hashable, Sendable {
    /// Samples before the first one of the audio.
    package let samples: Int64
    /// Samples per second.
    package let sampleRate: Int32

    /// The duration of the samples.
    package var time: MediaTime { MediaTime(count: samples, rate: .samples(sampleRate)) }

    /// The samples that every decoder of MPEG audio adds.
    private static let decoderDelay: Int64 = 529
    /// In bytes: the first frame, with the longest header of one.
    private static let longestFrame = 2048
    private static let sampleRates: [Int32] = [44_100, 48_000, 32_000]

    /// - Parameter read: returns up to this many bytes at an offset.
    /// - Returns: `nil` for other files, and for those that do not tell.
    package init?(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        let head = read(0, 10)
        guard head.count == 10 else { return nil }
        var start = 0
        if head.starts(with: Array("ID3".utf8)) {
            start = 10 + head[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) } + (head[5] & 0x10 == 0 ? 0 : 10)
        }
        let frame = read(start, Self.longestFrame)
        guard frame.count > 200, frame[0] == 0xFF, frame[1] & 0xE6 == 0xE2, frame[2] >> 2 & 3 < 3 else { return nil }
        let version = frame[1] >> 3 & 3
        guard version != 1 else { return nil }
        let isMono = frame[3] >> 6 == 3
        let side = version == 3 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
        let tag = frame[(4 + side)...]
        guard tag.starts(with: Array("Xing".utf8)) || tag.starts(with: Array("Info".utf8)) else { return nil }
        let flags = frame[4 + side + 7]
        let fields = [(1, 4), (2, 4), (4, 100), (8, 4)].reduce(0) { Int(flags) & $1.0 == 0 ? $0 : $0 + $1.1 }
        let encoder = frame[(4 + side + 8 + fields)...]
        guard encoder.count >= 24, ["LAME", "Lavf", "Lavc"].contains(where: { encoder.starts(with: Array($0.utf8)) })
        else {
            return nil
        }
        let delays = encoder.dropFirst(21).prefix(2).reduce(0) { $0 << 8 | Int64($1) }
        samples = delays >> 4 + Self.decoderDelay
        sampleRate = Self.sampleRates[Int(frame[2] >> 2 & 3)] >> (version == 3 ? 0 : version == 2 ? 1 : 2)
    }
}
