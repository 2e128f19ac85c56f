import Foundation
import Glibc
import StudioCore
import StudioTestSupport

/// A session of coded media on a busy machine. One of two RTMP servers with the same port stalls and dies at seeded
/// moments. What a probe of an output finds missing must be what the session has counted as lost.
struct LossSession {
    let seconds: Int
    let seed: UInt64
    /// The number of processes that keep a core busy.
    let load: Int

    /// The outputs in the order of the command line.
    private enum Kind: String, CaseIterable {
        case stallingRTMP, mp4, steadyRTMP, ts, srtCaller, hls
    }

    func run() throws -> [String] {
        let folder = try TestFolder()
        let receivers = try Receivers(in: folder)
        let recorder = try RTMPServer()
        let port = try unusedPort()
        let steady = try HostileServer(.controlled(server: receivers.rtmp.port), port: port)
        let stalling = try HostileServer(.controlled(server: recorder.port), on: LoopbackHost(2), port: port)
        let busy = try (0..<load).map { _ in try ChildProcess("nice", ["sh", "-c", "while :; do :; done"]) }
        defer { for process in busy { process.kill() } }
        let addresses = Kind.allCases.map { kind in
            switch kind {
            case .stallingRTMP: stalling.url()
            case .mp4: folder.file("loss.mp4")
            case .steadyRTMP: steady.url()
            case .ts: folder.file("loss.ts")
            case .srtCaller: receivers.srtCaller
            case .hls: folder.file("hls/index.m3u8")
            }
        }
        let program = try StudioProgram(
            SoakSession.source
                + [
                    "--duration", "\(seconds)s", "--json", "--hls-window", "all", "--retry",
                    "attempts=unlimited,delay=1s..4s",
                ]
                + addresses.flatMap { ["--out", $0] })
        var disturbance = Disturbance(seed: seed)
        disturbance.disturb(stalling, while: program.process, seconds: Double(seconds))
        let outcome = try program.finish(seconds: SoakSession.margin)
        for process in busy { process.kill() }
        try receivers.settle()
        try settle(recorder)
        let summary = try outcome.summary
        Soak.report(
            "\(disturbance.stalls) stalls, \(disturbance.deaths) deaths; \(summary.video.accepted) frames accepted, "
                + "\(summary.video.dropped) dropped, \(summary.repeatedFrames) repeated, \(summary.delays) delays")
        var findings = outcome.exitCode == 0 ? [] : ["exit code \(outcome.exitCode)\n\(outcome.errors)"]
        for (kind, output) in zip(Kind.allCases, summary.outputs) {
            let paths: [String]
            switch kind {
            case .stallingRTMP: paths = try recorder.recordings
            case .steadyRTMP: paths = try receivers.rtmp.recordings
            case .srtCaller: paths = [folder.file("caller.ts")]
            case .mp4, .ts, .hls: paths = [output.destination]
            }
            let check = LossCheck(name: "\(kind)", paths: paths, output: output, summary: summary)
            findings += try check.findings(mayLose: kind == .stallingRTMP ? disturbance.deaths + output.reconnects : 0)
        }
        return findings
    }

    private func settle(_ server: RTMPServer) throws {
        var (before, since) = (-1, 0)
        try waitUntil("the recordings are complete") {
            let bytes = try server.recordings.map(TestFolder.size(of:)).reduce(0, +)
            since = bytes == before ? since + 1 : 0
            before = bytes
            return since > 100
        }
    }
}

/// Stalls and deaths of a server, at seeded moments.
struct Disturbance {
    private var random: SeededRandom
    private(set) var stalls = 0
    private(set) var deaths = 0

    /// Seconds before the end in which nothing is disturbed, so that the stream ends properly.
    private static let quietEnd = 20.0

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// Disturbs until the process ends.
    mutating func disturb(_ server: HostileServer, while process: ChildProcess, seconds: Double) {
        var time = 0.0
        while true {
            let pause = Double.random(in: 4...40, using: &random)
            let stall = Double.random(in: 0.2...14, using: &random)
            let dies = random.chance(percent: 50)
            guard time + pause + stall < seconds - Self.quietEnd else { break }
            guard wait(pause, process) else { return }
            server.stall()
            stalls += 1
            let runs = wait(stall, process)
            if dies {
                server.dropConnections()
                deaths += 1
            }
            server.resume()
            guard runs else { return }
            time += pause + stall
        }
        while process.isRunning { usleep(100_000) }
    }

    /// - Returns: whether the process still runs.
    private func wait(_ seconds: Double, _ process: ChildProcess) -> Bool {
        for _ in 0..<Int(seconds * 10) where process.isRunning { usleep(100_000) }
        return process.isRunning
    }
}

/// Compares what arrived at an output with what was counted.
struct LossCheck {
    let name: String
    /// The files with what arrived: one for each connection.
    let paths: [String]
    let output: SessionReport.Output
    let summary: SessionReport

    /// The bytes that a lost connection may have in the socket buffers of both sides, which no side can count.
    private static let socketBytes = 64 * 1024
    private static let probeTimeout = 1800.0

    /// - Parameter mayLose: the number of lost connections.
    func findings(mayLose connections: Int) throws -> [String] {
        var (frames, distinct, bytes, audio) = (0, 0, 0, 0)
        // A publication that ended before its first frame has a header only.
        for path in paths where path.hasSuffix("m3u8") || TestFolder.size(of: path) > 1000 {
            let media = try StudioProgram.run(["probe", path, "--json"], seconds: Self.probeTimeout).probed
            guard let video = media.video else { continue }
            frames += video.count
            if let lowest = video.lowest, let highest = video.highest {
                distinct += highest - lowest + 1 - video.missing
            }
            bytes += TestFolder.size(of: path)
            audio += media.streams.first { $0.kind == "audio" }?.units ?? 0
        }
        let taken = output.outputTotalFrames - output.outputSkippedFrames
        let takenAudio = output.outputTotalAudio - output.outputSkippedAudio
        let missing = summary.video.accepted - distinct
        let lost = summary.video.dropped + output.outputSkippedFrames
        let slack = connections == 0 ? 0 : connections * (Self.socketBytes * frames / max(1, bytes) + 1)
        Soak.report(
            "\(name): \(paths.count) files with \(frames) frames, \(taken) were counted as taken; \(missing) numbers are "
                + "missing, \(lost) were counted as lost; audio \(audio) of \(takenAudio); slack \(slack)")
        var findings: [String] = []
        if abs(frames - taken) > slack { findings.append("\(name): \(frames) frames arrived, \(taken) were taken") }
        // A lost unit may be a repeated frame, whose number is not missing.
        if missing > lost + slack || missing < lost - summary.repeatedFrames - slack {
            findings.append("\(name): \(missing) frames are missing, \(lost) were counted as lost")
        }
        if abs(audio - takenAudio) > 2 * slack {
            findings.append("\(name): \(audio) audio units arrived, not \(takenAudio)")
        }
        return findings
    }
}
