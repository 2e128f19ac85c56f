import CodedMedia
import GStreamer
import StudioCore

/// Statistics of a coded stream before it is decoded: its codec and its access units.
struct StreamStatistics: Sendable {
    private(set) var codec = ""
    private(set) var profile: String?
    private(set) var level: String?
    private(set) var rate: Rate?
    /// `nil` when not signalled.
    private(set) var range: VideoRange?
    private(set) var matrix: Caps.SignalledMatrix?
    /// Whether no range and matrix can be assumed.
    private(set) var isUnsignalled = false
    private(set) var units = 0
    private(set) var bytes = 0
    /// Seconds in the stream's own time.
    private(set) var keyFrames: [Double] = []
    /// Presentation time and size of each unit, in decoding order.
    private var sizes: [(time: Double, bytes: Int)] = []
    private var firstTime: Double?
    private var lastTime = 0.0

    mutating func describe(_ caps: Caps) {
        codec = CodecName.of(caps)
        profile = caps.text("profile")
        level = caps.text("level")
        rate = caps.rate("framerate")
        let colorimetry = caps.colorimetry
        // Raw video signals nothing: its caps contain GStreamer's guess from the size. RGB has neither range nor
        // matrix; the measured ones are those of the conversion here.
        isUnsignalled = caps.mediaType == "video/x-raw" || colorimetry.matrix == .rgb
        (range, matrix) = isUnsignalled ? (nil, nil) : colorimetry
    }

    /// Takes the colours from the decoder, which uses the information in the stream, or assumes limited range.
    mutating func decoded(_ caps: Caps) {
        if !isUnsignalled, caps.colorimetry.range == .full { range = .full }
    }

    mutating func add(_ unit: ObservedUnit) {
        units += 1
        bytes += unit.byteCount
        guard let time = unit.time?.seconds else { return }
        firstTime = min(firstTime ?? time, time)
        lastTime = max(lastTime, time)
        sizes.append((time, unit.byteCount))
        if unit.isKeyFrame { keyFrames.append(time) }
    }

    /// Seconds from the first to the last unit, plus the duration of one; `nil` for fewer than two.
    private var duration: Double? {
        guard let firstTime, units > 1, lastTime > firstTime else { return nil }
        return (lastTime - firstTime) * Double(units) / Double(units - 1)
    }

    /// Bit/s; `nil` for fewer than two units.
    var bitrate: Double? { duration.map { Double(bytes) * 8 / $0 } }

    /// Seconds from each key frame to the next.
    var keyFrameIntervals: [Double] {
        let sorted = keyFrames.sorted()
        return zip(sorted, sorted.dropFirst()).map { $1 - $0 }
    }

    /// The bitrate in kbit/s of each whole second since the first unit; of longer gaps only the ends.
    var bitrateTimeSeries: [(time: Double, kilobits: Double)] {
        guard let duration, let firstTime else { return [] }
        var bytes: [Int: Int] = [:]
        for unit in sizes { bytes[Int((unit.time - firstTime).rounded(.down)), default: 0] += unit.bytes }
        for second in Array(bytes.keys) {
            for neighbour in [second - 1, second + 1] where neighbour > 0 { bytes[neighbour] = bytes[neighbour] ?? 0 }
        }
        return bytes.sorted { $0.key < $1.key }.filter { Double($0.key) + 1 <= duration + 0.05 }
            .map { (Double($0.key) + 0.5, Double($0.value) * 8 / 1000) }
    }
}

/// Common names of codecs.
enum CodecName {
    static func of(_ caps: Caps) -> String {
        let type = caps.mediaType
        switch (type, caps.integer("mpegversion")) {
        case ("audio/mpeg", 1): return caps.integer("layer").map { "MP\($0)" } ?? "MPEG audio"
        case ("audio/mpeg", _): return "AAC"
        case ("video/mpeg", 4): return "MPEG-4 Part 2"
        case ("video/mpeg", let version): return "MPEG-\(version ?? 2)"
        default: return names[type] ?? type
        }
    }

    private static let names = [
        "video/x-h264": "H.264", "video/x-h265": "HEVC", "video/x-vp8": "VP8", "video/x-vp9": "VP9",
        "video/x-av1": "AV1", "video/x-prores": "ProRes", "image/jpeg": "Motion JPEG", "video/x-raw": "raw video",
        "video/x-ffv": "FFV1", "video/x-flash-video": "FLV1", "video/x-theora": "Theora", "video/x-h263": "H.263",
        "video/x-dv": "DV", "image/png": "PNG",
        "audio/x-opus": "Opus", "audio/x-vorbis": "Vorbis", "audio/x-flac": "FLAC", "audio/x-ac3": "AC-3",
        "audio/x-raw": "PCM", "audio/x-alaw": "A-law", "audio/x-mulaw": "µ-law",
    ]
}
