import Foundation

/// The analysis of a file by ffprobe, which is independent of psstudio's code.
package struct MediaProbe: Decodable, Sendable {
    package struct Stream: Decodable, Sendable {
        package let codec_type: String
        package let codec_name: String
        package let width: Int?
        package let height: Int?
        package let pix_fmt: String?
        package let color_range: String?
        package let color_space: String?
        package let color_transfer: String?
        package let color_primaries: String?
        package let avg_frame_rate: String
        package let r_frame_rate: String
        package let sample_rate: String?
        package let channels: Int?
        package let nb_read_frames: String?
        package let start_time: String?
        package let duration: String?
    }

    package struct Format: Decodable, Sendable {
        package let format_name: String
        package let duration: String?
    }

    package struct Frame: Decodable, Sendable {
        package let media_type: String
        package let key_frame: Int
        package let pts_time: String?
        package let best_effort_timestamp_time: String?
        package let nb_samples: Int?
        package let pict_type: String?

        /// Seconds.
        package var time: Double { (best_effort_timestamp_time ?? pts_time).flatMap { Double($0) } ?? .nan }
    }

    package let streams: [Stream]
    package let format: Format
    package let frames: [Frame]

    /// Decodes the whole file.
    ///
    /// - Throws: a ``TestFailure`` for a file that cannot be read or decoded completely.
    package init(_ path: String, isWhole: Bool = true) throws {
        let (output, errors) = try Tool.runForBoth(
            "ffprobe",
            ["-v", "error", "-count_frames", "-show_streams", "-show_format", "-show_frames", "-of", "json", path])
        if isWhole, !errors.isEmpty { throw TestFailure("\(path): ffprobe reports errors: \(errors)") }
        self = try JSONDecoder().decode(MediaProbe.self, from: output)
    }

    private func stream(_ type: String) throws -> Stream {
        let streams = streams.filter { $0.codec_type == type }
        guard let stream = streams.first, streams.count == 1 else {
            throw TestFailure("\(streams.count) streams of \(type) instead of one")
        }
        return stream
    }

    /// The only video stream.
    package var video: Stream { get throws { try stream("video") } }
    /// The only audio stream.
    package var audio: Stream { get throws { try stream("audio") } }
    package var hasAudio: Bool { streams.contains { $0.codec_type == "audio" } }
    package var videoFrames: [Frame] { frames.filter { $0.media_type == "video" } }
    package var audioFrames: [Frame] { frames.filter { $0.media_type == "audio" } }

    /// Seconds from zero to the end of the last frame.
    package func videoEnd(rate: Double = 30) -> Double {
        (videoFrames.map(\.time).max() ?? .nan) + 1 / rate
    }

    /// Seconds of decoded audio.
    package var audioSeconds: Double {
        guard let rate = streams.first(where: { $0.codec_type == "audio" })?.sample_rate.flatMap({ Double($0) }) else {
            return 0
        }
        return Double(audioFrames.reduce(0) { $0 + ($1.nb_samples ?? 0) }) / rate
    }

    /// The duration in the container, in seconds.
    package var seconds: Double { format.duration.flatMap { Double($0) } ?? .nan }
}

/// A fraction in ffprobe's format: `30000/1001`.
package func fraction(_ text: String) -> Double {
    let parts = text.split(separator: "/").compactMap { Double($0) }
    return parts.count == 2 && parts[1] != 0 ? parts[0] / parts[1] : .nan
}

/// The similarity of two videos, 0 to 1, by ffmpeg's `ssim` over all planes and frames.
package func structuralSimilarity(_ path: String, to reference: String) throws -> Double {
    let (_, errors) = try Tool.runForBoth(
        "ffmpeg",
        [
            "-nostdin", "-hide_banner", "-i", path, "-i", reference, "-lavfi",
            "[0:v]settb=1/30,setpts=N[a];[1:v]settb=1/30,setpts=N[b];[a][b]ssim", "-f", "null", "-",
        ])
    guard let all = errors.range(of: "All:", options: .backwards),
        let value = Double(errors[all.upperBound...].prefix { $0.isNumber || $0 == "." })
    else { throw TestFailure("ssim printed no result:\n\(errors)") }
    return value
}

/// Decodes frames without any conversion: tight I420.
package func decodedFrames(_ path: String, count: Int? = nil) throws -> [UInt8] {
    let limit = count.map { ["-frames:v", "\($0)"] } ?? []
    let arguments = ["-nostdin", "-v", "error", "-i", path, "-map", "0:v"] + limit + ["-fps_mode", "passthrough"]
    return Array(try Tool.run("ffmpeg", arguments + ["-f", "rawvideo", "-"]))
}

/// Decodes the audio: 16-bit samples, channels interleaved.
package func decodedSamples(_ path: String) throws -> [Int16] {
    let arguments = ["-nostdin", "-v", "error", "-i", path, "-map", "0:a", "-f", "s16le", "-"]
    return try Tool.run("ffmpeg", arguments).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
}
