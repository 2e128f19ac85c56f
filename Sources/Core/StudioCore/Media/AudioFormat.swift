/// A format of signed 16-bit little-endian PCM with interleaved channels.
public struct AudioFormat: Hashable, Sendable, CustomStringConvertible {
    /// Samples per second and channel, in hertz.
    public let sampleRate: Int32
    /// 1 is mono, 2 is stereo (left, right, left, right …).
    public let channels: Int32

    /// Creates a format. The sender accepts 32000 or 48000 Hz, 1 or 2 channels.
    public init(sampleRate: Int32, channels: Int32) {
        self.sampleRate = sampleRate
        self.channels = channels
    }

    /// 48 kHz stereo: the format of the program's audio track.
    public static let program = AudioFormat(sampleRate: 48_000, channels: 2)

    /// The bytes of one sample of all channels.
    public var frameBytes: Int { Int(channels) * 2 }

    /// The sample rate as a rate.
    public var rate: Rate { .samples(sampleRate) }

    /// `48000 Hz stereo`.
    public var description: String {
        "\(sampleRate) Hz \(channels == 1 ? "mono" : channels == 2 ? "stereo" : "\(channels) channels")"
    }
}

/// The channel layout of an audio block.
///
/// Unknown numbers from the caller are preserved, as in ``FrameDataFormat``.
public enum AudioChannel: Hashable, Sendable, CustomStringConvertible {
    /// One channel.
    case mono
    /// Two channels, interleaved left and right.
    case stereo
    /// A number without a layout.
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
