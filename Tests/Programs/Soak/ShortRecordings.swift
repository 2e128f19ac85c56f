import Foundation
import Glibc
import StudioCore
import StudioTestSupport

/// A script starts and stops a recording again and again, back to back, for 0.3 to 1.5 s each. Every file must be there, with a
/// length within two frames of the time between both commands.
final class ShortRecordings {
    private let count: Int
    private var random: SeededRandom
    private var findings: [String] = []

    private static let lengths = 0.3...1.5
    private static let framesPerSecond = 30.0

    init(count: Int, seed: UInt64) { (self.count, random) = (count, SeededRandom(seed: seed)) }

    func run() throws -> [String] {
        let folder = try TestFolder()
        let socket = folder.file("s.sock")
        let program = try StudioProgram(
            SoakSession.source + [
                "--audio", "coded:", "--json", "--control", socket, "--out", folder.file("short.mp4"), "--out", "null:",
            ])
        try waitUntil("it sends: \(program.errorsSoFar)") {
            try StudioProgram.run(["control", "--session", socket, "status"]).outputText.contains("\nsending")
        }
        let watch = try StudioProgram(["control", "--session", socket, "watch", "--json"])
        _ = try command(["stop-output", "1"], socket)
        var files: [String] = []
        for _ in 0..<count {
            files.append(try command(["start-output", "1"], socket))
            usleep(UInt32(Double.random(in: Self.lengths, using: &random) * 1e6))
            _ = try command(["stop-output", "1"], socket)
        }
        _ = try command(["stop"], socket)
        let outcome = try program.finish(seconds: SoakSession.margin)
        if outcome.exitCode != 0 { findings.append("exit code \(outcome.exitCode)\n\(outcome.errors)") }
        let (summary, events) = (try outcome.summary, try watch.finish().outputText)
        let lengths = Self.recorded(in: events)
        Soak.report("\(files.count) short recordings; \(summary.delays) delays")
        if Set(files).count != count { findings.append("\(Set(files).count) names of \(count) recordings") }
        guard lengths.count == count else { return findings + ["\(lengths.count) recordings in the events"] }
        for (file, length) in zip(files, lengths) { try check(file, length) }
        return findings
    }

    /// - Returns: what it prints.
    private func command(_ words: [String], _ socket: String) throws -> String {
        let outcome = try StudioProgram.run(
            ["control", "--session", socket] + words, seconds: SoakSession.margin)
        if outcome.exitCode != 0 {
            findings.append("\(words.joined(separator: " ")) fails with \(outcome.exitCode): \(outcome.errors)")
        }
        return outcome.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The seconds of the session's clock from each start of output 1 to its stop.
    private static func recorded(in events: String) -> [Double] {
        var (lengths, start) = ([Double](), Double?.none)
        for line in events.split(separator: "\n") {
            guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                let event = object["event"] as? [String: Any], let time = event["time"] as? Double,
                let kind = event["event"] as? [String: Any],
                let performed = kind["commandPerformed"] as? [String: Any],
                let command = performed["command"] as? [String: Any]
            else { continue }
            if command["startOutput"] != nil { start = time }
            guard command["stopOutput"] != nil, let begin = start else { continue }
            lengths.append(time - begin)
            start = nil
        }
        return lengths
    }

    private func check(_ file: String, _ length: Double) throws {
        guard FileManager.default.fileExists(atPath: file) else {
            findings.append("\(file) is not there")
            return
        }
        let media = try StudioProgram.run(["probe", file, "--json"], seconds: SoakSession.margin).probed
        guard let video = media.video else {
            findings.append("\(file): no coded video")
            return
        }
        let wanted = length * Self.framesPerSecond
        if abs(Double(video.count) - wanted) > 2 {
            findings.append("\(file) has \(video.count) frames, and was recorded for \(wanted)")
        }
        if video.missing > 0 || !video.outOfOrder.isEmpty || !video.unreadable.isEmpty {
            findings.append("\(file): \(video.missing) frames missing")
        }
    }
}
