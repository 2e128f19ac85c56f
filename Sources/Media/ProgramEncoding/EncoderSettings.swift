package import PipelineFiles
public import StudioCore

/// The settings of a program encoder.
public struct EncoderSettings: Sendable {
    /// The speed presets of x264, fastest first. Slower presets use more CPU time and give better quality at the same
    /// bitrate.
    public enum Preset: String, Sendable, CaseIterable, Encodable {
        /// 125 fps at 1080p on two cores.
        case ultrafast
        /// 83 fps.
        case superfast
        /// 58 fps; the default.
        case veryfast
        /// 40 fps.
        case faster
        /// Slower than `faster`.
        case fast
        /// The default of x264.
        case medium
        /// Slower than real time on most machines.
        case slow
    }

    /// The accepted video bitrates in bit/s: x264's range in kbit/s, which is also its element's.
    public static let videoBitrates = 1_000...2_048_000_000

    /// The video bitrate in bit/s.
    public var videoBitrate: Int
    /// The audio bitrate in bit/s.
    public var audioBitrate = 160_000
    /// The speed preset of x264.
    public var preset = Preset.veryfast
    /// The output range. Servers expect limited range; the samples are converted, not relabelled.
    public var range = VideoRange.limited
    /// Whether there is an audio track; without audio from the client it contains silence.
    public var hasAudio = true
    /// Whether two sessions on a manual clock produce identical bits, for files. x264 then uses frame threads instead
    /// of sliced threads and disables VBV, because both make rate control depend on thread timing.
    public var isReproducible = false
    /// The key frame interval in seconds.
    public var keyFrameInterval = 2.0
    /// The times of the program at which files go on in others, each with a key frame.
    package var splitInterval: MediaTime?
    /// The pipelines of the encoders and of the shared muxer.
    package var pipelines = PipelineSet.ready
    /// The codecs in which outputs may ask for the program.
    package var codecs = CodecTable.ready

    /// The defaults for a frame size.
    public init(width: Int, height: Int) {
        videoBitrate = Self.defaultBitrate(width: width, height: height)
    }

    /// The video bitrate for a frame size, similar to the recommendations of large platforms at 30 fps.
    public static func defaultBitrate(width: Int, height: Int) -> Int {
        bitrates.first { width * height <= $0.pixels }?.bitrate ?? 16_000_000
    }

    /// A warning about a video bitrate at which frames of this size cannot be recognised; `nil` for any other. Other programs take a number
    /// without a unit for kbit/s.
    package static func warning(videoBitrate: Int, width: Int, height: Int) -> String? {
        guard videoBitrate < lowBitrate, width * height > lowBitratePixels else { return nil }
        let isInKilobits = (100...100_000).contains(videoBitrate)
        return "warning: the video bitrate is \(videoBitrate) bit/s, which is too low for \(width)x\(height); "
            + (isInKilobits ? "for \(videoBitrate) kbit/s, use --bitrate \(videoBitrate)k" : "use a higher --bitrate")
    }

    /// Below it, frames larger than ``lowBitratePixels`` are warned of.
    private static let lowBitrate = 100_000
    private static let lowBitratePixels = 320 * 180

    /// The table of ``defaultBitrate(width:height:)``: maximum pixels and bit/s.
    package static let bitrates: [(size: String, pixels: Int, bitrate: Int)] = [
        ("426x240", 426 * 240, 500_000),
        ("640x360", 640 * 360, 1_000_000),
        ("854x480", 854 * 480, 1_500_000),
        ("1280x720", 1280 * 720, 3_000_000),
        ("1920x1080", 1920 * 1080, 6_000_000),
        ("2560x1440", 2560 * 1440, 10_000_000),
    ]
}
