/// The shape of signed 16-bit little-endian PCM, channels interleaved.
public struct AudioFormat: Hashable, Sendable, CustomStringConvertible {
    /// Sample pairs or samples a second, in hertz.
    public let sampleRate: Int32
    /// 1 is mono, 2 is stereo (left, right, left, right …).
    public let channels: Int32

    /// Makes a format; the sender's rules say which ones it takes (32000 or 48000 Hz, 1 or 2 channels).
    public init(sampleRate: Int32, channels: Int32) {
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// 48 kHz stereo: what the program's sound track always is.
    public static let program = AudioFormat(sampleRate: 48_000, channels: 2)

    /// Bytes of one sample over all channels.
    public var frameBytes: Int { Int(channels) * 2 }

    /// Samples a second as a rate.
    public var rate: Rate { .samples(sampleRate) }

    /// `48000 Hz stereo`.
    public var description: String {
        "\(sampleRate) Hz \(channels == 1 ? "mono" : channels == 2 ? "stereo" : "\(channels) channels")"
    }
}

/// How many channels a block of audio has.
///
/// A number that arrives from foreign code and means neither is kept, as in ``FrameDataFormat``.
public enum AudioChannel: Hashable, Sendable, CustomStringConvertible {
    /// One channel.
    case mono
    /// Two channels, interleaved left and right.
    case stereo
    /// A number that means no layout.
    case unknown(UInt32)

    /// The number of channels, or `nil` for an unknown layout.
    package var count: Int32? {
        switch self {
        case .mono: 1
        case .stereo: 2
        case .unknown: nil
        }
    }

    /// `mono`, `stereo`, or the unknown number.
    public var description: String {
        switch self {
        case .mono: "mono"
        case .stereo: "stereo"
        case .unknown(let number): "channel layout \(number)"
        }
    }
}
