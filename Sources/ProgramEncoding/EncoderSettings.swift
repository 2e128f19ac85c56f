public import StudioCore

/// How a program is encoded.
public struct EncoderSettings: Sendable {
    /// x264's speed presets, fastest first: less CPU, or more picture for the same bitrate.
    public enum Preset: String, Sendable, CaseIterable {
        /// 125 frames a second at 1080p on two cores.
        case ultrafast
        /// 83 frames a second.
        case superfast
        /// 58 frames a second: the default.
        case veryfast
        /// 40 frames a second.
        case faster
        /// Slower still.
        case fast
        /// x264's own default.
        case medium
        /// Slower than most machines manage in real time.
        case slow
    }

    /// Bit/s of the picture.
    public var videoBitrate: Int
    /// Bit/s of the sound.
    public var audioBitrate = 160_000
    /// x264's speed preset.
    public var preset = Preset.veryfast
    /// The range that leaves: limited is what every ingest expects; the picture is converted, not relabelled.
    public var range = VideoRange.limited
    /// Whether there is a sound track; without sound from the app it holds silence.
    public var hasAudio = true
    /// Whether two runs on a manual clock encode to the same bits: for files. x264 then works on whole pictures instead of
    /// slices and keeps no buffer model, because both let the rate control depend on which thread is first.
    public var isReproducible = false
    /// Seconds from one key frame to the next.
    public var keyFrameInterval = 2.0

    /// The defaults for a picture size.
    public init(width: Int, height: Int) {
        videoBitrate = Self.defaultBitrate(width: width, height: height)
    }

    /// Bit/s by picture size, about what the large platforms recommend at 30 frames a second.
    public static func defaultBitrate(width: Int, height: Int) -> Int {
        bitrates.first { width * height <= $0.pixels }?.bitrate ?? 16_000_000
    }

    /// The table behind ``defaultBitrate(width:height:)``: up to so many pixels, so many bit/s.
    package static let bitrates: [(size: String, pixels: Int, bitrate: Int)] = [
        ("426x240", 426 * 240, 500_000),
        ("640x360", 640 * 360, 1_000_000),
        ("854x480", 854 * 480, 1_500_000),
        ("1280x720", 1280 * 720, 3_000_000),
        ("1920x1080", 1920 * 1080, 6_000_000),
        ("2560x1440", 2560 * 1440, 10_000_000),
    ]
}
