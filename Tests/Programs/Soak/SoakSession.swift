import StudioTestSupport

/// A session of coded media through all kinds of outputs at once.
struct SoakSession {
    let seconds: Int

    /// Small, so that it fits two busy cores.
    static let source = ["start", "--width", "426", "--height", "240", "--video", "coded:"]
    /// Seconds for starting, finishing and delays of a busy machine.
    static let margin = 240.0

    private enum Kind: String, CaseIterable {
        case mp4, mkv, ts, hls, rtmp, srtCaller, srtListener, udp, null
    }

    func run() throws -> [String] {
        let folder = try TestFolder()
        let receivers = try Receivers(in: folder)
        let program = try StudioProgram(
            Self.source + ["--duration", "\(seconds)s", "--json", "--hls-window", "all"]
                + Kind.allCases.flatMap { ["--out", address(of: $0, folder, receivers)] })
        // The least of ten samples: HLS opens a file for each segment, and every output has moments of its own.
        var samples = ResourceSamples(warmUp: min(120, seconds / 5), window: min(10, seconds / 5))
        // Finishing is not a part of it: outputs end and close.
        samples.take(of: program.process, seconds: seconds - 2)
        let outcome = try program.finish(seconds: Self.margin)
        try receivers.settle()
        var findings = samples.findings()
        if outcome.exitCode != 0 { findings.append("exit code \(outcome.exitCode)\n\(outcome.errors)") }
        let summary = try outcome.summary
        Soak.report("\(summary.encodedFrames) frames; \(summary.delays) delays, \(summary.drops) dropped")
        for (kind, output) in zip(Kind.allCases, summary.outputs) {
            if output.state != "finished" { findings.append("\(kind) is \(output.state): \(output.message ?? "")") }
            if kind != .srtListener, output.outputSkippedFrames + output.outputSkippedAudio > 0 {
                findings.append("\(kind) lost \(output.outputSkippedFrames) frames")
            }
            if let lost = output.packetsLost, lost > 0 { findings.append("\(kind) lost \(lost) packets") }
            guard let check = try check(kind, output, summary, folder, receivers) else { continue }
            findings += try check.findings()
        }
        return findings
    }

    private func address(of kind: Kind, _ folder: TestFolder, _ receivers: Receivers) -> String {
        switch kind {
        case .mp4, .mkv, .ts: folder.file("soak.\(kind)")
        case .hls: folder.file("hls/index.m3u8")
        case .rtmp: receivers.rtmp.url()
        case .srtCaller: receivers.srtCaller
        case .srtListener: receivers.srtListener
        case .udp: receivers.udp
        case .null: "null:"
        }
    }

    private func check(
        _ kind: Kind, _ output: SessionReport.Output, _ summary: SessionReport, _ folder: TestFolder,
        _ receivers: Receivers
    ) throws -> SyncCheck? {
        let all = SyncCheck.Frames.all(summary.encodedFrames)
        switch kind {
        case .mp4, .mkv, .ts, .hls:
            return SyncCheck(name: "\(kind)", path: address(of: kind, folder, receivers), frames: all)
        case .rtmp:
            let recordings = try receivers.rtmp.recordings
            guard let path = recordings.first, recordings.count == 1 else {
                throw TestFailure("\(recordings.count) recordings")
            }
            return SyncCheck(name: "\(kind)", path: path, frames: all)
        case .srtCaller: return SyncCheck(name: "\(kind)", path: folder.file("caller.ts"), frames: all)
        case .srtListener:
            // Before its caller came, frames were lost.
            let taken = output.outputTotalFrames - output.outputSkippedFrames
            return SyncCheck(name: "\(kind)", path: folder.file("listener.ts"), frames: .all(taken))
        case .udp: return SyncCheck(name: "\(kind)", path: folder.file("udp.ts"), frames: all)
        case .null: return nil
        }
    }
}
