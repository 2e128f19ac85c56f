import Foundation
import Glibc
import StudioCore
import StudioRuntime
import StudioTestSupport

/// A script starts, stops and splits two recordings beside a stream. Every file must play, none may have a gap, and the parts of a
/// split must fit: together they have every frame and every audio block of the files that stay, once and in order.
final class RecordingChurn {
    private let seconds: Int
    private let clock = SystemClock()
    private var findings: [String] = []
    private var commands = 0
    /// The gaps in the audio of a kind of recording, with the file.
    private var gaps: [String: [String]] = [:]
    /// The files of each recording, in order; those of one group were split.
    private var groups: [String: [[String]]] = [:]

    /// Seconds between two rounds: a hundred in ten minutes.
    private static let interval = 6.0
    /// A recording is split twice, stopped, and started again.
    private static let round = ["split-output", "split-output", "stop-output", "start-output"]
    private static let kinds = ["mp4", "ts"]
    /// The stream and the files that stay come first.
    private static let firstRecording = 4

    init(seconds: Int) { self.seconds = seconds }

    func run() throws -> [String] {
        let (folder, rtmp) = (try TestFolder(), try RTMPServer())
        let socket = folder.file("s.sock")
        let names = Self.kinds.map { "stays.\($0)" } + Self.kinds.map { "recording.\($0)" }
        for kind in Self.kinds { groups[kind] = [[folder.file("recording.\(kind)")]] }
        let program = try StudioProgram(
            SoakSession.source + [
                "--audio", "coded:", "--duration", "\(seconds)s", "--json", "--control", socket, "--out", rtmp.url(),
            ] + names.flatMap { ["--out", folder.file($0)] })
        try waitUntil("it sends: \(program.errorsSoFar)") {
            try StudioProgram.run(["control", "--session", socket, "status"]).outputText.contains("\nsending")
        }
        perform(socket)
        let outcome = try program.finish(seconds: SoakSession.margin)
        if outcome.exitCode != 0 { findings.append("exit code \(outcome.exitCode)\n\(outcome.errors)") }
        let summary = try outcome.summary
        let files = groups.values.map { $0.reduce(0) { $0 + $1.count } }.reduce(0, +)
        Soak.report("\(commands) commands, \(files) files; \(summary.delays) delays")
        for output in summary.outputs where !["finished", "stopped"].contains(output.state) {
            findings.append("\(output.destination) is \(output.state): \(output.message ?? "")")
        }
        for kind in Self.kinds { try check(kind, folder.file("stays.\(kind)"), delays: summary.delays) }
        if try rtmp.recordings.count != 1 { findings.append("the stream was interrupted") }
        let sync = SyncCheck(name: "stays.mp4", path: folder.file("stays.mp4"), frames: .all(summary.encodedFrames))
        // After a delay of the machine, the session goes on with the times at which its units arrive.
        findings += try sync.findings(judgesOffsets: summary.delays == 0)
        return findings
    }

    // MARK: Commands

    /// Performs one command on each recording in each round, up to the last that is complete before the end.
    private func perform(_ socket: String) {
        let begin = clock.now.seconds
        for index in 0..<Int(Double(seconds) / Self.interval) - 1 {
            let next = begin + Double(index) * Self.interval + Self.interval / 2
            usleep(UInt32(max(0, next - clock.now.seconds) * 1e6))
            let name = Self.round[index % Self.round.count]
            for (offset, kind) in Self.kinds.enumerated() {
                guard let path = command(name, Self.firstRecording + offset, socket) else { continue }
                switch name {
                case "split-output":
                    let latest = groups[kind]?.popLast() ?? []
                    groups[kind]?.append(latest + [path])
                case "start-output": groups[kind]?.append([path])
                default: break
                }
            }
        }
    }

    /// - Returns: what it prints; `nil` when it fails.
    private func command(_ name: String, _ output: Int, _ socket: String) -> String? {
        commands += 1
        do {
            let outcome = try StudioProgram.run(
                ["control", "--session", socket, name, "\(output)"], seconds: SoakSession.margin)
            if outcome.exitCode == 0 { return outcome.outputText.trimmingCharacters(in: .whitespacesAndNewlines) }
            findings.append("\(name) \(output) fails with \(outcome.exitCode): \(outcome.errors)")
        } catch {
            findings.append("\(name) \(output): \(error)")
        }
        return nil
    }

    // MARK: Files

    /// - Parameter delays: how often the machine has delayed the session, which leaves a gap each.
    private func check(_ kind: String, _ whole: String, delays: Int) throws {
        let all = try PacketHashes(whole)
        var (video, audio) = (0, 0)
        for group in groups[kind] ?? [] {
            for (index, path) in group.enumerated() {
                let part = try PacketHashes(path)
                // The first part of a group begins anywhere, the others where the part before has ended.
                let isFirst = index == 0
                guard let nextVideo = Self.end(of: part.video, in: all.video, from: video, anywhere: isFirst),
                    let nextAudio = Self.end(of: part.audio, in: all.audio, from: audio, anywhere: isFirst)
                else {
                    findings.append("\(path) does not fit the part before it")
                    continue
                }
                (video, audio) = (nextVideo, nextAudio)
                try probe(path, of: kind)
            }
        }
        if let gaps = gaps[kind], gaps.count > delays { findings.append("gaps in the audio: \(gaps)") }
    }

    /// The index behind a part of the whole; `nil` when it is not there.
    private static func end(of part: [Substring], in whole: [Substring], from start: Int, anywhere: Bool) -> Int? {
        guard !part.isEmpty, start + part.count <= whole.count else { return nil }
        for index in start...(anywhere ? whole.count - part.count : start)
        where whole[index..<index + part.count].elementsEqual(part) { return index + part.count }
        return nil
    }

    private func probe(_ path: String, of kind: String) throws {
        let media = try StudioProgram.run(["probe", path, "--json"], seconds: SoakSession.margin).probed
        guard let video = media.video, let audio = media.audio else {
            findings.append("\(path): no coded media")
            return
        }
        if video.missing > 0 || !video.repeated.isEmpty || !video.outOfOrder.isEmpty || !video.unreadable.isEmpty {
            findings.append("\(path): \(video.missing) frames missing, \(video.repeated.count) repeated")
        }
        gaps[kind, default: []] += audio.gaps.map { "\(path): \($0)" }
        if !audio.overlaps.isEmpty { findings.append("\(path): overlaps in the audio: \(audio.overlaps)") }
    }
}
