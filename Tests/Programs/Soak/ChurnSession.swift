import StudioTestSupport

/// A session in which outputs of every kind are added, restarted and removed by a scenario, beside one that stays.
struct ChurnSession {
    let seconds: Int

    /// Seconds between two commands: ten a minute.
    static let interval = 6
    /// Add, restart, remove.
    private static let commandsPerKind = 3

    func run() throws -> [String] {
        let folder = try TestFolder()
        let receivers = try Receivers(in: folder)
        let addresses = Self.addresses(folder, receivers)
        let (scenario, count) = Self.scenario(addresses, seconds: seconds)
        let program = try StudioProgram(
            SoakSession.source + [
                "--duration", "\(seconds)s", "--json", "--force", "--out", folder.file("stays.mp4"), "--scenario",
                try folder.write("churn.yaml", scenario),
            ])
        // In each cycle through all kinds, there are moments with no output but the one that stays.
        let cycle = min(addresses.count * Self.commandsPerKind * Self.interval, seconds / 3)
        var samples = ResourceSamples(warmUp: cycle, window: cycle)
        samples.take(of: program.process, seconds: seconds - 2)
        let outcome = try program.finish(seconds: SoakSession.margin)
        try receivers.settle()
        var findings = samples.findings()
        if outcome.exitCode != 0 { findings.append("exit code \(outcome.exitCode)\n\(outcome.errors)") }
        let summary = try outcome.summary
        Soak.report("\(count) commands, \(summary.outputs.count) outputs; \(summary.delays) delays")
        if summary.outputs.count <= count / 2 { findings.append("only \(summary.outputs.count) outputs") }
        for output in summary.outputs where output.state != "finished" {
            findings.append("\(output.destination) is \(output.state): \(output.message ?? "")")
        }
        return try findings
            + SyncCheck(name: "stays.mp4", path: folder.file("stays.mp4"), frames: .all(summary.encodedFrames))
            .findings()
    }

    /// An address of each kind.
    static func addresses(_ folder: TestFolder, _ receivers: Receivers) -> [String] {
        [
            folder.file("c.mp4"), receivers.rtmp.url(), folder.file("c.ts"), receivers.srtCaller,
            folder.file("hls/index.m3u8"), receivers.srtListener, folder.file("c.mkv"), receivers.udp,
            folder.file("c.flv"), "null:",
        ]
    }

    /// A scenario that adds, restarts and removes one address after the other.
    ///
    /// - Returns: its text and the number of its commands.
    static func scenario(_ addresses: [String], seconds: Int) -> (text: String, commands: Int) {
        var lines = ["version: 1", "steps:"]
        var (time, number, index) = (interval, 2, 0)
        // A kind that would not be removed before the end is not added.
        while time + commandsPerKind * interval < seconds {
            let address = addresses[index % addresses.count]
            lines.append("  - {at: \(time)s, addOutput: {address: '\(address)'}}")
            lines.append("  - {at: \(time + interval)s, restartOutput: {output: \(number)}}")
            lines.append("  - {at: \(time + 2 * interval)s, removeOutput: {output: \(number + 1)}}")
            time += commandsPerKind * interval
            number += 2
            index += 1
        }
        return (lines.joined(separator: "\n") + "\n", lines.count - 2)
    }
}
