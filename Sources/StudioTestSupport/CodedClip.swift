import Foundation

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

/// What `psstudio probe --json` says, as far as tests ask for it.
package struct CodedReport: Decodable, Sendable {
    package struct Event: Decodable, Sendable {
        package let number: Int?
        package let time: Double
    }

    package struct Pictures: Decodable, Sendable {
        package let count: Int
        package let readable: Int
        package let lowest: Int?
        package let highest: Int?
        package let missing: Int
        package let repeated: [Event]
        package let outOfOrder: [Event]
        package let damaged: [Event]
        package let width: Int
        package let height: Int
    }

    package struct Sound: Decodable, Sendable {
        package struct Span: Decodable, Sendable {
            package let time: Double
            package let milliseconds: Double
        }

        package let ends: Double
        package let gaps: [Span]
        package let overlaps: [Span]
    }

    package struct Sync: Decodable, Sendable {
        package struct Point: Decodable, Sendable {
            package let time: Double
            package let value: Double
        }

        package let course: [Point]
    }

    package struct Color: Decodable, Sendable {
        package let range: String?
        package let isAsSignalled: Bool
        package let lumaError: Double
    }

    package let pictures: Pictures
    package let sound: Sound?
    package let sync: Sync?
    package let color: Color?

    /// - Throws: for a file that holds no coded pictures.
    package init(_ path: String) throws {
        let outcome = try StudioProgram.run(["probe", "--json", path])
        guard outcome.exitCode == 0 else { throw TestFailure("\(path): \(outcome.outputText)\(outcome.errors)") }
        self = try JSONDecoder().decode(CodedReport.self, from: outcome.output)
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
