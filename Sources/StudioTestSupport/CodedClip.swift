/// A coded run in a file, and what `psstudio probe` finds of it later: which pictures and samples arrived, and when.
package struct CodedClip: Sendable {
    package let path: String
    package let pictures: Int

    /// Sends the coded card and its sound into a Matroska file of high quality, limited range; of the same run each time, so
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
        pictures = try outcome.summary.video.accepted
    }

    /// Encodes it anew with ffmpeg.
    package func encode(_ folder: TestFolder, _ name: String, _ arguments: [String]) throws -> String {
        try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-y", "-i", path] + arguments + [folder.file(name)])
        return folder.file(name)
    }
}

/// What a probe says of a clip that must hold coded pictures.
package struct CodedReport: Sendable {
    package let pictures: ProbedMedia.Pictures
    package let sound: ProbedMedia.Sound?
    package let sync: ProbedMedia.Sync?
    package let color: ProbedMedia.Color?

    /// - Throws: for a file that holds no coded pictures.
    package init(_ path: String) throws {
        let media = try ProbedMedia(path)
        guard media.exitCode == 0, let pictures = media.pictures else { throw TestFailure("\(path): \(media.verdict)") }
        (self.pictures, sound, sync, color) = (pictures, media.sound, media.sync, media.color)
    }

    /// Milliseconds by which the sound is ahead of the picture at most and at least.
    package var offsets: ClosedRange<Double> {
        get throws {
            guard let values = sync?.course.map(\.value), let least = values.min(), let most = values.max() else {
                throw TestFailure("the sync could not be measured")
            }
            return least...most
        }
    }
}
