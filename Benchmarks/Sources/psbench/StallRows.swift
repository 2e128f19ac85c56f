import Foundation
import ProductionStudio
import StudioEngine

/// The time of single sends in a live session, with and without an output whose server has stopped reading.
struct StallRows {
    private static let size = Size(width: 1280, height: 720)
    private static let framesPerSecond: Int64 = 60
    private static let frames = 600
    /// The server stops reading within the first seconds.
    private static let stallBytes = 30_000
    private static let rounds = 5

    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    func measure() throws -> [Measurement] {
        let server = try RTMPFixture(in: settings)
        defer { server.close() }
        var (ours, twin): ([Double], [Double]) = ([], [])
        for round in 0..<min(Self.rounds, settings.iterations) {
            if round.isMultiple(of: 2) { twin.append(try percentile(to: [])) }
            let relay = try SegmentRelay(to: server.port, stallingAfter: Self.stallBytes)
            ours.append(try percentile(to: ["rtmp://127.0.0.1:\(relay.port)/live/key"]))
            guard relay.isStalled else { throw Invalid("the server has not stopped reading") }
            _ = relay.finish()
            if !round.isMultiple(of: 2) { twin.append(try percentile(to: [])) }
        }
        let detail = "\(Self.size), p99 of \(Self.frames)"
        return [Measurement("send, one output stalled / none", detail, .microseconds, ours: ours, twin: twin)]
    }

    /// The 99th percentile of a send in microseconds, in a session with a file and these outputs.
    private func percentile(to outputs: [String]) throws -> Double {
        let file = settings.work("stall.mkv")
        try? FileManager.default.removeItem(atPath: file)  // It does not exist before the first round.
        let session = try StudioSession(
            width: Int32(Self.size.width), height: Int32(Self.size.height), frameRate: Rate(Self.framesPerSecond),
            to: [file] + outputs)
        let sender = try session.sender
        let frame = Frame(Self.size)
        var times: [Double] = []
        times.reserveCapacity(Self.frames)
        for _ in 0..<Self.frames {
            session.waitForNextFrame()
            times.append(
                try seconds {
                    try sender.sendVideo(
                        frame.bytes, width: Self.size.width, height: Self.size.height,
                        format: .i420Full)
                })
        }
        session.stop()
        session.waitUntilOver()
        return times.sorted()[Self.frames * 99 / 100] * 1e6
    }
}
