import Foundation
import ProductionStudio
import StudioEngine

/// What a trace and the diagnosis of contents cost a client that sends 1080p in real time.
struct TraceRows {
    private static let size = Size(width: 1920, height: 1080)
    /// Seconds of one session. The diagnosis samples most often in the first ten seconds.
    private static let duration = 4.0

    private let iterations: Int
    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
        iterations = min(settings.iterations, 5)
    }

    func measure() throws -> [Measurement] {
        var (traced, plain, share): ([Double], [Double], [Double]) = ([], [], [])
        for iteration in 0..<iterations {
            let path = settings.work("trace-\(iteration).jsonl")
            try? FileManager.default.removeItem(atPath: path)  // It exists when the row is repeated.
            // Alternating, so that a change of the machine's speed meets both.
            if iteration.isMultiple(of: 2) { traced.append(try send(60, trace: path).p99) }
            plain.append(try send(60, trace: nil).p99)
            if !iteration.isMultiple(of: 2) { traced.append(try send(60, trace: path).p99) }
            share.append(try send(30, trace: nil).diagnosis)
        }
        return [
            Measurement(
                "p99 of a paced send with a trace / without", "1080p60", .microseconds, ours: traced, twin: plain),
            Measurement("diagnosis of contents, % of a core", "1080p30", .percent, ours: share, twin: []),
        ]
    }

    /// Sends moving frames in real time, with audio.
    ///
    /// - Returns: the 99th percentile of the send calls in microseconds, and the CPU time of the diagnosis in percent.
    private func send(_ rate: Int, trace: String?) throws -> (p99: Double, diagnosis: Double) {
        let size = Self.size
        // Like a user's client: the session takes the trace from the environment.
        if let trace { setenv("PSSTUDIO_TRACE", trace, 1) } else { unsetenv("PSSTUDIO_TRACE") }
        defer { unsetenv("PSSTUDIO_TRACE") }
        let session = try StudioSession(
            width: Int32(size.width), height: Int32(size.height), frameRate: nil, to: [])
        let sender = try session.sender
        let frames = (0..<4).map { Self.frame($0) }
        let block = [Int16](repeating: 0, count: 3840 / 2 * 50 / rate)
        var times: [Double] = []
        let start = DispatchTime.now().uptimeNanoseconds
        let count = Int(Self.duration * Double(rate))
        for index in 0..<count {
            let due = start + UInt64(index) * 1_000_000_000 / UInt64(rate)
            let now = DispatchTime.now().uptimeNanoseconds
            if due > now { usleep(UInt32((due - now) / 1000)) }
            times.append(
                try seconds {
                    try sender.sendVideo(
                        frames[index % frames.count].bytes, width: size.width, height: size.height, format: .i420Full)
                } * 1e6)
            try block.withUnsafeBytes { try sender.sendAudio($0, sampleRate: 48_000, channel: .stereo) }
        }
        let elapsed = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        let busy = try Self.cpuSeconds(ofThread: "contents")
        guard session.studio.statistics.video.accepted == count else { throw Invalid("frames were rejected") }
        try session.finish()
        times.sort()
        return (times[times.count * 99 / 100], 100 * busy / elapsed)
    }

    /// A frame with structure, which takes the diagnosis longer than a flat one.
    static func frame(_ number: Int) -> Frame {
        let frame = Frame(size)
        guard let target = frame.target else { return frame }
        let luma = size.width * size.height
        for index in 0..<size.frameBytes {
            let (column, row) = (index % size.width, index / size.width)
            let value =
                index < luma ? (column / 5 + row / 3 + number * 9) ^ (row / 7) : 100 + (column / 9 + row / 5) % 60
            target.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: index, as: UInt8.self)
        }
        return frame
    }

    /// The CPU time of the thread with this name.
    private static func cpuSeconds(ofThread name: String) throws -> Double {
        for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") {
            let folder = "/proc/self/task/\(thread)"
            guard try String(contentsOfFile: folder + "/comm", encoding: .utf8) == name + "\n" else { continue }
            let fields = try String(contentsOfFile: folder + "/schedstat", encoding: .utf8).split(separator: " ")
            guard let nanoseconds = fields.first.flatMap({ Double($0) }) else { break }
            return nanoseconds / 1e9
        }
        throw Invalid("there is no thread '\(name)'")
    }
}
