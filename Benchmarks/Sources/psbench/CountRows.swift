import Foundation

/// Exact counts: instructions and allocations.
struct CountRows {
    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    // MARK: Instructions

    /// Small frames, so that the copy does not dominate the instruction count.
    private static let small = Size(width: 64, height: 64)
    private static let pushes = 1000
    /// Microseconds after each push, enough for the pipeline's thread under valgrind. Otherwise the number of waits
    /// for capacity depends on the machine's load and changes the counts by five percent.
    private static let pause = 500
    private static let repetitions = 3

    private var stripped: String { settings.work("psbench") }

    func instructions() throws -> [Measurement] {
        // Valgrind cannot parse the debug information that the Swift compiler writes.
        try ChildProcess(["strip", "--strip-debug", "-o", stripped, settings.sibling("psbench")]).succeed()
        func counts(_ mode: String) throws -> [Count] {
            try (0..<Self.repetitions).map { _ in try instructionsPerPush(mode) }
        }
        let pushed = try [("copied", "copy"), ("borrowed", "borrow")].flatMap { detail, mode in
            let (ours, twin) = (try counts("swift-\(mode)"), try counts("c-\(mode)"))
            let label = "\(Self.small) \(detail)"
            return [
                Measurement(
                    "instructions per push / C", label, .instructions, ours: ours.map(\.carrying),
                    twin: twin.map(\.carrying)),
                Measurement(
                    "instructions of the sending thread / C", label, .instructions, ours: ours.map(\.sending),
                    twin: twin.map(\.sending)),
            ]
        }
        let received = Measurement(
            "instructions per received frame", "\(Self.small)", .instructions,
            ours: try counts("swift-received").map(\.carrying))
        return pushed + [received]
    }

    /// Instructions by thread.
    private struct Count {
        /// The thread that sends.
        var sending = 0.0
        /// All threads through which a frame passes. The diagnosis of contents is bounded by time, not by frames.
        var carrying = 0.0
    }

    /// The difference between N and 2N pushes: start and end cancel out.
    private func instructionsPerPush(_ mode: String) throws -> Count {
        let (once, twice) = (try collect(mode, Self.pushes), try collect(mode, 2 * Self.pushes))
        let pushes = Double(Self.pushes)
        return Count(
            sending: (twice.sending - once.sending) / pushes, carrying: (twice.carrying - once.carrying) / pushes)
    }

    private func collect(_ mode: String, _ count: Int) throws -> Count {
        let (log, output) = (settings.work("callgrind.log"), settings.work("callgrind.out"))
        let callgrind = ["valgrind", "--tool=callgrind", "--separate-threads=yes", "--callgrind-out-file=\(output)"]
        let drive = ["drive", mode, "\(Self.small.width)", "\(Self.small.height)", "\(count)", "\(Self.pause)"]
        let command = callgrind + [stripped] + drive
        try ChildProcess(command, errors: Descriptor(writing: log)).succeed(log: log)
        var result = Count()
        let files = try FileManager.default.contentsOfDirectory(atPath: settings.workFolder.path)
            .filter { $0.hasPrefix("callgrind.out-") }
        for name in files {
            let path = settings.work(name)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try FileManager.default.removeItem(atPath: path)
            guard let instructions = Self.value("summary: ", in: text), let thread = Self.value("thread: ", in: text)
            else { throw Invalid("callgrind wrote no summary to \(name)") }
            if thread == 1 { result.sending = instructions }
            // A function of the diagnosis, with its mangled name.
            if !text.contains("14PackedEvidence") { result.carrying += instructions }
        }
        guard result.sending > 0 else { throw Invalid("callgrind collected nothing") }
        return result
    }

    private static func value(_ key: String, in text: String) -> Double? {
        text.range(of: "\n" + key).flatMap { Double(text[$0.upperBound...].prefix { $0.isNumber }) }
    }

    // MARK: Allocations

    private static let warmSends = 2000

    func allocations() throws -> [Measurement] {
        // The interposer must detect a known allocation, otherwise its zeros mean nothing.
        let deliberate = try allocationsPerSend("swift-allocating")
        guard deliberate >= 1 else {
            throw Invalid("the interposer counted \(deliberate) instead of one allocation per frame")
        }
        return [
            try allocations("allocations per frame, copied", "swift-copy"),
            try allocations("allocations per frame, borrowed", "swift-borrow"),
            try allocations("allocations per audio block", "swift-audio"),
            try allocations("allocations per received frame", "swift-received"),
        ]
    }

    private func allocations(_ row: String, _ mode: String) throws -> Measurement {
        let count = try allocationsPerSend(mode)
        return Measurement(row, "\(Size.measured[0])", .allocations, ours: [count])
    }

    private func allocationsPerSend(_ mode: String) throws -> Double {
        let (output, log) = (settings.work("allocations.txt"), settings.work("allocations.log"))
        let size = Size.measured[0]
        let command = [
            settings.sibling("psbench"), "drive", mode, "\(size.width)", "\(size.height)", "\(2 * Self.warmSends)",
        ]
        // GLib's slice allocator would hide GStreamer's small objects in its caches.
        let environment = ["LD_PRELOAD": settings.interposer, "G_SLICE": "always-malloc"]
        try ChildProcess(
            command, environment: environment, output: Descriptor(writing: output),
            errors: Descriptor(writing: log)
        ).succeed(log: log)
        let text = try String(contentsOfFile: output, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let count = Int(text), count >= 0 else { throw Invalid("the interposer is not loaded: '\(text)'") }
        return Double(count) / Double(Self.warmSends)
    }
}
