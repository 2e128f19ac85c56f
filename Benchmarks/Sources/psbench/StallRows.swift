import Foundation
import MediaOutputs
import ProductionStudio
import StudioEngine

/// The time of single sends in a live session, with and without an output whose peer has stopped reading.
struct StallRows {
    private static let size = Size(width: 1280, height: 720)
    private static let framesPerSecond: Int64 = 60
    private static let frames = 600
    /// The server stops reading within the first seconds.
    private static let stallBytes = 30_000
    private static let rounds = 3

    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    func measure() throws -> [Measurement] { [try stalledServer(), try silentListener()] }

    private func stalledServer() throws -> Measurement {
        let server = try RTMPFixture(in: settings)
        defer { server.close() }
        return try compare("send, one output stalled / none") {
            let relay = try SegmentRelay(to: server.port, stallingAfter: Self.stallBytes)
            let time = try percentile(to: ["rtmp://127.0.0.1:\(relay.port)/live/key"])
            guard relay.isStalled else { throw Invalid("the server has not stopped reading") }
            _ = relay.finish()
            return time
        }
    }

    /// The listener is suspended after a second. libsrt gives up a silent peer after five, so the second half of the
    /// session has a dead one.
    private func silentListener() throws -> Measurement {
        try compare("send, one SRT listener silent / none") {
            let port = try Loopback.freePort()
            let listener = try SRTFixture(port: port)
            defer { listener.close() }
            return try percentile(to: ["srt://127.0.0.1:\(port)"]) { frame, output in
                switch frame {
                case 60:
                    guard output.status.bytes > 0 else { throw Invalid("the listener has taken nothing") }
                    listener.suspend()
                case Self.frames - 1:
                    guard output.status.skippedFrames > 0 else { throw Invalid("the listener has not been silent") }
                default: break
                }
            }
        }
    }

    /// Sessions with the output, and sessions without it, in alternating order.
    private func compare(_ row: String, _ measured: () throws -> Double) throws -> Measurement {
        var (ours, twin): ([Double], [Double]) = ([], [])
        for round in 0..<min(Self.rounds, settings.iterations) {
            if round.isMultiple(of: 2) { twin.append(try percentile(to: [])) }
            ours.append(try measured())
            if !round.isMultiple(of: 2) { twin.append(try percentile(to: [])) }
        }
        let detail = "\(Self.size), p99 of \(Self.frames)"
        return Measurement(row, detail, .microseconds, ours: ours, twin: twin)
    }

    /// The 99th percentile of a send in microseconds, in a session with a file and these outputs.
    ///
    /// - Parameter onFrame: called after each send with its number and the last output.
    private func percentile(
        to outputs: [String], onFrame: (Int, Output) throws -> Void = { _, _ in }
    ) throws -> Double {
        let file = settings.work("stall.mkv")
        try? FileManager.default.removeItem(atPath: file)  // It does not exist before the first round.
        var options = OutputOptions()
        options.finishTimeout = .seconds(1)  // The end of a stalled output is not measured.
        let session = try StudioSession(
            width: Int32(Self.size.width), height: Int32(Self.size.height), frameRate: Rate(Self.framesPerSecond),
            options: options, to: [file] + outputs)
        let sender = try session.sender
        let frame = Frame(Self.size)
        var times: [Double] = []
        times.reserveCapacity(Self.frames)
        for number in 0..<Self.frames {
            session.waitForNextFrame()
            times.append(
                try seconds {
                    try sender.sendVideo(
                        frame.bytes, width: Self.size.width, height: Self.size.height,
                        format: .i420Full)
                })
            if let last = session.outputs.last { try onFrame(number, last) }
        }
        session.stop()
        session.waitUntilOver()
        return times.sorted()[Self.frames * 99 / 100] * 1e6
    }
}
