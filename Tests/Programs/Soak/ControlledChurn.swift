import Foundation
import Glibc
import StudioCore
import StudioRuntime
import StudioTestSupport

/// A session of coded media in which `psstudio control` adds, restarts and removes outputs of every kind, one after the other,
/// while another one watches. The file that stays must have every frame.
final class ControlledChurn: Sendable {
    private struct Progress: Sendable {
        var commands = 0
        var findings: [String] = []
    }

    private let seconds: Int
    private let clock = SystemClock()
    private let progress = Lock(Progress())

    /// Seconds between two commands, so that an output takes media.
    private static let pause: UInt32 = 2
    /// A shorter session is a part of one cycle through all kinds, in which memory does not repeat.
    private static let shortestForResources = 300

    init(seconds: Int) { self.seconds = seconds }

    func run() throws -> [String] {
        let folder = try TestFolder()
        let receivers = try Receivers(in: folder)
        let addresses = ChurnSession.addresses(folder, receivers)
        let socket = folder.file("s.sock")
        let program = try StudioProgram(
            SoakSession.source + [
                "--audio", "coded:", "--duration", "\(seconds)s", "--json", "--force", "--control", socket, "--out",
                folder.file("stays.mp4"),
            ])
        try waitUntil("it sends: \(program.errorsSoFar)") {
            try StudioProgram.run(["control", "--session", socket, "status"]).outputText.contains("\nsending")
        }
        let watch = try StudioProgram(["control", "--session", socket, "watch", "--json"])
        let commander = try Worker("commander") { [self] in
            // A kind that would not be removed before the end is not added.
            var index = 0
            while clock.now.seconds < Double(seconds - 20) {
                churn(addresses[index % addresses.count], socket)
                index += 1
            }
        }
        let cycle = addresses.count * 3 * Int(Self.pause)
        var samples = ResourceSamples(warmUp: min(2 * cycle, seconds / 3), window: min(cycle, seconds / 4))
        samples.take(of: program.process, seconds: seconds - 5)
        commander.join()
        let outcome = try program.finish(seconds: SoakSession.margin)
        let watched = try watch.finish()
        try receivers.settle()
        var (count, findings) = progress.withLock { ($0.commands, $0.findings) }
        if seconds >= Self.shortestForResources { findings += samples.findings() }
        if outcome.exitCode != 0 { findings.append("exit code \(outcome.exitCode)\n\(outcome.errors)") }
        if watched.exitCode != 0 { findings.append("watch ended with \(watched.exitCode): \(watched.errors)") }
        let summary = try outcome.summary
        Soak.report(
            "\(count) commands, \(summary.outputs.count) outputs, \(watched.outputText.count(of: "\n")) events; "
                + "\(summary.delays) delays")
        // Each addition and each restart is an output of its own.
        if summary.outputs.count != count / 3 * 2 + 1 { findings.append("\(summary.outputs.count) outputs") }
        for output in summary.outputs where output.state != "finished" {
            findings.append("\(output.destination) is \(output.state): \(output.message ?? "")")
        }
        return try findings
            + SyncCheck(name: "stays.mp4", path: folder.file("stays.mp4"), frames: .all(summary.encodedFrames))
            .findings()
    }

    /// Adds an output, restarts it and removes it.
    private func churn(_ address: String, _ socket: String) {
        guard let added = command(["add-output", address], socket),
            let restarted = command(["restart-output", added], socket)
        else { return }
        _ = command(["remove-output", restarted], socket)
    }

    /// Performs a command, and lets the outputs take media.
    ///
    /// - Returns: what it prints; `nil` when it fails.
    private func command(_ words: [String], _ socket: String) -> String? {
        let result = Result {
            try StudioProgram.run(["control", "--session", socket] + words, seconds: SoakSession.margin)
        }
        let failure: String?
        switch result {
        case .success(let outcome): failure = outcome.exitCode == 0 ? nil : "\(outcome.exitCode): \(outcome.errors)"
        case .failure(let error): failure = "\(error)"
        }
        progress.withLock { progress in
            progress.commands += 1
            if let failure { progress.findings.append("\(words.joined(separator: " ")) fails with \(failure)") }
        }
        guard failure == nil, case .success(let outcome) = result else { return nil }
        sleep(Self.pause)
        return outcome.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
