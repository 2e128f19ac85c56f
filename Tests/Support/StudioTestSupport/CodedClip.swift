/// A coded session in a file, and its analysis with `psstudio probe`: which frames and samples arrived, and when.
package struct CodedClip: Sendable {
    package let path: String
    package let frames: Int

    /// Sends coded video and audio to a Matroska file of high quality, limited range. The session identity is fixed, so
    /// that every test has the same bytes.
    package init(
        _ folder: TestFolder, _ name: String = "master.mkv", size: (Int, Int) = (320, 180), rate: String = "30",
        seconds: Int = 4
    ) throws {
        path = folder.file(name)
        let outcome = try StudioProgram.run([
            "start", "--fast", "--quiet", "--json", "--video", "coded:1f3a9c02", "--width", "\(size.0)", "--height",
            "\(size.1)",
            "--fps", rate, "--format", "i420-limited", "--bitrate", "8M", "--duration", "\(seconds)s", "--out", path,
        ])
        guard outcome.exitCode == 0 else { throw TestFailure("no coded clip: \(outcome.errors)") }
        frames = try outcome.summary.video.accepted
    }

    /// Re-encodes it with ffmpeg.
    package func encode(_ folder: TestFolder, _ name: String, _ arguments: [String]) throws -> String {
        try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-y", "-i", path] + arguments + [folder.file(name)])
        return folder.file(name)
    }
}

/// The probe report of a clip that must contain coded frames.
package struct CodedReport: Sendable {
    package let video: ProbedMedia.Video
    package let audio: ProbedMedia.Audio?
    package let sync: ProbedMedia.Sync?
    package let color: ProbedMedia.Color?

    /// - Throws: a ``TestFailure`` for a file without coded frames.
    package init(_ path: String) throws {
        let media = try ProbedMedia(path)
        guard media.exitCode == 0, let video = media.video else { throw TestFailure("\(path): \(media.verdict)") }
        (self.video, audio, sync, color) = (video, media.audio, media.sync, media.color)
    }

    /// The maximum and minimum A/V offset in milliseconds, positive when audio is ahead.
    package var offsets: ClosedRange<Double> {
        get throws {
            guard let values = sync?.timeSeries.map(\.value), let least = values.min(), let most = values.max() else {
                throw TestFailure("the sync was not measured")
            }
            return least...most
        }
    }
}
