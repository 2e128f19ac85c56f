import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramConsole
import ProgramEncoding
import StudioCore
import StudioEngine
import StudioRuntime

/// Reports the progress of a session: a status for people, ffmpeg's progress block for programs.
final class StatusReporter {
    /// The update interval on a terminal, in seconds.
    static let interval = 0.25
    /// The interval between lines when standard error is not a terminal, in seconds.
    private static let lineInterval = 5.0
    /// The window for frame rate and bitrate, in seconds.
    private static let window = 2.0

    private struct Sample {
        let time: MediaTime
        let frames: Int
        let bytes: UInt64
        let dropped: Int
        let repeated: Int
    }

    private let session: StudioSession
    private let console: Console
    private let progress: ProgressFile?
    private let clock = SystemClock()
    private var samples: [Sample] = []
    private var lastLine: MediaTime?
    private var lastRows: [String] = []
    /// What became of the server of the session; `nil` while it runs, or when there is none.
    var server: SessionServerState?

    init(_ session: StudioSession, console: Console, progress: ProgressFile?) {
        self.session = session
        self.console = console
        self.progress = progress
    }

    /// - Parameter isLast: whether the session has nothing more to send; the line is then printed regardless of the
    ///   interval.
    func report(isLast: Bool) {
        let now = clock.now
        let sample = sample(now)
        samples.append(sample)
        while samples.count > 2, now - samples[0].time > .seconds(Self.window) { samples.removeFirst() }
        progress?.write(block(sample, isEnd: false))
        if isDue(now) || isLast { show(rows(sample)) }
    }

    /// Reports which files are being rewritten at the end, if that takes long.
    func reportFinalization() {
        let rows = session.parts.compactMap { output -> String? in
            guard let share = output.status.finalization else { return nil }
            return "\(output.address): rewriting it as an ordinary MP4, \(Int(share * 100)) %"
        }
        if rows.isEmpty || !isDue(clock.now) { return }
        show(rows)
    }

    /// Writes the last progress block: its values are final.
    func end() {
        progress?.write(block(sample(clock.now), isEnd: true), timeout: 1000)
    }

    private func sample(_ now: MediaTime) -> Sample {
        let snapshot = session.snapshot
        return Sample(
            time: now, frames: snapshot.video.accepted, bytes: snapshot.outputs.map(\.outputBytes).max() ?? 0,
            dropped: snapshot.video.dropped, repeated: snapshot.repeatedFrames)
    }

    private func show(_ rows: [String]) {
        if rows != lastRows { console.status(rows) }
        lastRows = rows
    }

    private func isDue(_ now: MediaTime) -> Bool {
        if console.isTerminal { return true }
        guard let lastLine, now - lastLine < .seconds(Self.lineInterval) else {
            lastLine = now
            return true
        }
        return false
    }

    // MARK: Values

    private func perSecond(_ value: (Sample) -> Double) -> Double {
        guard let first = samples.first, let last = samples.last, last.time > first.time else { return 0 }
        return (value(last) - value(first)) / (last.time - first.time).seconds
    }

    private var framesPerSecond: Double { perSecond { Double($0.frames) } }
    private var bitsPerSecond: Double { perSecond { Double($0.bytes) * 8 } }

    private func position(_ sample: Sample) -> MediaTime {
        MediaTime(count: Int64(sample.frames), rate: session.frameRate ?? .thirty)
    }

    // MARK: Texts

    /// The session, then each output. A single output stands behind the session.
    private func rows(_ sample: Sample) -> [String] {
        let state = session.studio.isStarted ? (sample.frames > 0 ? "sending" : "starting") : "stopped"
        let session =
            "\(state) \(position(sample).timecode)  \(NumberText.tenths(framesPerSecond)) fps  "
            + "\(NumberText.tenths(bitsPerSecond / 1e6)) Mbit/s  dropped \(sample.dropped)"
            + (server.map { "  server \($0.rawValue)" } ?? "")
        let present = self.session.outputGroup?.members.filter { !$0.isRemoved } ?? []
        let outputs = present.map { describe($0.output) }
        return outputs.count == 1 ? [session + "  | " + outputs[0]] : [session] + outputs.map { "  " + $0 }
    }

    private func describe(_ output: MediaOutputs.Output) -> String {
        let status = output.status
        let path = output.driver.traits.path
        let place = path?.split(separator: "/").last.map(String.init) ?? output.address.description
        let attempt = if case .retrying(let number, _, _) = status.state { ", attempt \(number)" } else { "" }
        let reason = status.failure.map { ": \($0.message)\(attempt)" } ?? ""
        let lost = status.lostFrames
        let losses = lost > 0 ? ", \(lost == 1 ? "1 frame" : "\(lost) frames") lost" : ""
        let packets = status.network.map { $0.packetsLost > 0 ? ", \($0.packetsLost) packets lost" : "" } ?? ""
        let bitrate = status.bitsPerSecond >= 500 ? ", \(Int((status.bitsPerSecond / 1000).rounded())) kbit/s" : ""
        return "\(place) \(TimeText.bytes(status.bytes))\(bitrate)\(losses)\(packets)  \(status.state.name)\(reason)"
    }

    /// The format of ffmpeg's `-progress`, for existing parsers.
    private func block(_ sample: Sample, isEnd: Bool) -> String {
        let time = position(sample)
        let speed = framesPerSecond / (session.frameRate ?? .thirty).perSecond
        return """
            frame=\(sample.frames)
            fps=\(NumberText.tenths(framesPerSecond))
            bitrate=\(NumberText.tenths(bitsPerSecond / 1000))kbits/s
            total_size=\(sample.bytes)
            out_time_us=\(time.nanoseconds / 1000)
            out_time=\(time.timecode)000
            dup_frames=\(sample.repeated)
            drop_frames=\(sample.dropped)
            speed=\(NumberText.tenths(speed))x
            progress=\(isEnd ? "end" : "continue")

            """
    }
}
