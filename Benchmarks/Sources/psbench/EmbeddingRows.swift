import CTwins
import Foundation
import ProductionStudio
import StudioCore
import StudioEngine

/// The cost of the C library and of the element `pssink`.
struct EmbeddingRows {
    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    private var library: String { settings.installed("lib/libpsstudio.so.0") }

    // MARK: Send

    /// Many short batches, so that a temporary slowdown affects both alike.
    private static let batches = 20
    private static let batchSeconds = 0.01

    /// Only with frames whose pools fit in the caches: a larger copy takes 1.00 to 1.15 of the other one's time, depending
    /// on the pages of each pool, and the call is a thousandth of it.
    func send() throws -> [Measurement] {
        let size = Size(width: 1280, height: 720)
        var (library, swift): ([Double], [Double]) = ([], [])
        for iteration in 0..<settings.iterations {
            let values = try send(size, libraryFirst: iteration.isMultiple(of: 2))
            library.append(values.library)
            swift.append(values.swift)
        }
        return [Measurement("send through C / Swift", "\(size)", .microseconds, ours: library, twin: swift)]
    }

    /// New sessions for each iteration, created in turns: the pages of a pool decide its cache effects.
    private func send(_ size: Size, libraryFirst: Bool) throws -> (library: Double, swift: Double) {
        let early = libraryFirst ? nil : try SwiftSession(size)
        let embedded = try EmbeddedSending(library, size)
        let native = try early ?? SwiftSession(size)
        let source = Frame(size)
        let trial = 64
        try embedded.send(source, trial)
        let time = try seconds { try native.send(source, trial) }
        let count = max(8, Int(Self.batchSeconds / (time / Double(trial))))
        var (library, swift): ([Double], [Double]) = ([], [])
        for batch in 0..<Self.batches {
            for isLibrary in batch.isMultiple(of: 2) == libraryFirst ? [true, false] : [false, true] {
                let time = try seconds { try isLibrary ? embedded.send(source, count) : native.send(source, count) }
                if isLibrary {
                    library.append(time * 1e6 / Double(count))
                } else {
                    swift.append(time * 1e6 / Double(count))
                }
            }
        }
        try embedded.close()
        try native.close()
        return (library.median, swift.median)
    }

    // MARK: Start

    private static let startsPerIteration = 3
    private static let small = Size(width: 640, height: 360)

    /// From the start of a program to its end, with one frame and an output that takes it as it is.
    func firstSession() throws -> [Measurement] {
        let raw = settings.work("one-frame.yuv")
        try Data(count: Self.small.frameBytes).write(to: URL(fileURLWithPath: raw))
        let (width, height) = ("\(Self.small.width)", "\(Self.small.height)")
        let embedded = [settings.sibling("embedded-start"), library, raw, width, height]
        let program = [
            settings.program, "start", "--fast", "--quiet", "--no-audio", "--video", raw, "--width", width, "--height",
            height, "--fps", "30", "--out", "null:",
        ]
        let log = settings.work("embedded-start.log")
        func milliseconds(_ command: [String]) throws -> Double {
            try seconds { try ChildProcess(command, errors: Descriptor(writing: log)).succeed(log: log) } * 1000
        }
        // The first start fills the plugin registry and the page cache.
        _ = try (milliseconds(embedded), milliseconds(program))
        var (ours, theirs): ([Double], [Double]) = ([], [])
        for start in 0..<settings.iterations * Self.startsPerIteration {
            if start.isMultiple(of: 2) { ours.append(try milliseconds(embedded)) }
            theirs.append(try milliseconds(program))
            if !start.isMultiple(of: 2) { ours.append(try milliseconds(embedded)) }
        }
        return [
            Measurement(
                "first session of the library / start", "\(Self.small), one frame", .milliseconds, ours: ours,
                twin: theirs)
        ]
    }

    // MARK: Sink

    /// Four seconds after a warm-up of one.
    private static let frames = 240

    /// Processor time of frames in real time, against a sink that does nothing and one copy of each frame.
    func sink() throws -> [Measurement] {
        var (inPlace, copied, twin): ([Double], [Double], [Double]) = ([], [], [])
        for iteration in 0..<settings.iterations {
            let isFirst = iteration.isMultiple(of: 2)
            if !isFirst { twin.append(try cost(of: "fakesink", "own")) }
            inPlace.append(try cost(of: "pssink", "own"))
            copied.append(try cost(of: "pssink", "wide"))
            if isFirst { twin.append(try cost(of: "fakesink", "own")) }
        }
        let detail = "1080p60, \(Self.frames) frames"
        return [
            Measurement("pssink in place / fakesink, memcpy", detail, .microseconds, ours: inPlace, twin: twin),
            Measurement("pssink copying / fakesink, memcpy", detail, .microseconds, ours: copied, twin: twin),
        ]
    }

    /// Microseconds of all threads per frame.
    private func cost(of sink: String, _ layout: String) throws -> Double {
        let (output, log) = (settings.work("sink.txt"), settings.work("sink.log"))
        let environment = [
            "GST_PLUGIN_PATH": settings.installed("lib/gstreamer-1.0"), "LD_LIBRARY_PATH": settings.installed("lib"),
            "GST_REGISTRY": settings.work("registry.bin"),
        ]
        try ChildProcess(
            [settings.sibling("sink-cost"), sink, layout, "\(Self.frames)"], environment: environment,
            output: Descriptor(writing: output), errors: Descriptor(writing: log)
        ).succeed(log: log)
        let text = try String(contentsOfFile: output, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let cost = Double(text), cost > 0 else { throw Invalid("sink-cost wrote '\(text)'") }
        return cost
    }
}

/// A session whose frames are taken as they are, in Swift.
private final class SwiftSession {
    private let size: Size
    private let session: StudioSession
    private let sender: Sender
    private var offered = 0

    init(_ size: Size) throws {
        self.size = size
        session = try StudioSession(
            width: Int32(size.width), height: Int32(size.height), frameRate: nil, to: ["null:"])
        sender = try session.sender
    }

    func send(_ source: Frame, _ frames: Int) throws {
        offered += frames
        for _ in 0..<frames {
            try sender.sendVideo(source.bytes, width: size.width, height: size.height, format: .i420Full)
        }
    }

    func close() throws {
        let video = session.studio.statistics.video
        guard video.accepted == offered, video.refused == 0 else {
            throw Invalid("\(offered) frames were offered, the sender counts \(video)")
        }
        try session.finish()
    }
}

/// The same through the functions of the C library.
private final class EmbeddedSending {
    private let session: OpaquePointer

    init(_ library: String, _ size: Size) throws {
        guard let session = embedded_open(library, Int32(size.width), Int32(size.height), "null:") else {
            throw Invalid("the library does not start a session")
        }
        self.session = session
    }

    func send(_ source: Frame, _ frames: Int) throws {
        guard let address = source.bytes.baseAddress, embedded_send(session, address, frames) else {
            throw Invalid("the library rejected a frame")
        }
    }

    func close() throws {
        guard embedded_close(session) else { throw Invalid("the library's session fails") }
    }
}
