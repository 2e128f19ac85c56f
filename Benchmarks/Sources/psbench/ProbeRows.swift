import CodedMedia
import Foundation
import StudioCore

/// The cost of drawing coded frames, and the speed of a probe.
struct ProbeRows {
    private static let size = Size(width: 1920, height: 1080)
    private static let rate = Rate.thirty
    private static let framesPerRound = 60
    /// Long enough that the start of either program is a few percent.
    private static let seconds = 30

    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    /// Milliseconds per frame. Frame numbers increase, so that every flash and every clock position occurs.
    func drawing() throws -> [Measurement] {
        guard
            let session = CodedSession(
                identity: 0x1F3A_9C02, width: Self.size.width, height: Self.size.height, rate: Self.rate)
        else { throw Invalid("coded cards cannot have the size \(Self.size)") }
        var writer = CodedFrameWriter(session, range: .full)
        let target = UnsafeMutableRawBufferPointer.allocate(byteCount: writer.layout.byteCount, alignment: 64)
        defer { target.deallocate() }
        var number: UInt32 = 0
        let times = (0..<settings.iterations + 1).map { _ in
            let start = monotonicSeconds()
            for _ in 0..<Self.framesPerRound {
                writer.draw(number, into: target)
                number += 1
            }
            return (monotonicSeconds() - start) / Double(Self.framesPerRound) * 1000
        }
        // The first iteration warms up the memory.
        return [Measurement("coded frame", "\(Self.size)", .milliseconds, ours: Array(times.dropFirst()))]
    }

    /// The time of probing a file, compared with gst-launch and ffmpeg, which only decode it.
    ///
    /// GStreamer's threads and their queues take a sixth more time than ffmpeg for the same decoders; the analysis takes 4 %.
    func speed() throws -> [Measurement] {
        let file = settings.work("coded.mp4")
        let make = [
            settings.program, "start", "--fast", "--quiet", "--force", "--width", "\(Self.size.width)", "--height",
            "\(Self.size.height)", "--video", "coded:", "--duration", "\(Self.seconds)s", "--out", file,
        ]
        try ChildProcess(make).succeed()
        let probe = [settings.program, "probe", file, "--strict", "--expect-frames", "\(Self.seconds * 30)"]
        let decode = ["ffmpeg", "-v", "error", "-nostdin", "-i", file, "-f", "null", "-"]
        let queue = "queue max-size-buffers=0 max-size-time=0"
        let pipeline =
            "filesrc location=\(file) ! parsebin name=streams "
            + "streams. ! \(queue) ! decodebin ! videoconvert ! video/x-raw,format=I420 ! fakesink sync=false "
            + "streams. ! \(queue) ! decodebin ! audioconvert ! audio/x-raw,format=F32LE ! fakesink sync=false"
        let gstreamer = ["gst-launch-1.0", "-q"] + pipeline.split(separator: " ").map(String.init)
        _ = try (run(probe), run(gstreamer), run(decode))
        var times: (ours: [Run], gstreamer: [Run], twin: [Run]) = ([], [], [])
        for _ in 0..<settings.iterations {
            times.ours.append(try run(probe))
            times.gstreamer.append(try run(gstreamer))
            times.twin.append(try run(decode))
        }
        let detail = "\(Self.size), \(Self.seconds) s"
        return [
            Measurement(
                "probe / gst-launch", detail, .seconds, ours: times.ours.map(\.elapsed),
                twin: times.gstreamer.map(\.elapsed)),
            Measurement(
                "probe / ffmpeg to null", detail, .seconds, ours: times.ours.map(\.elapsed),
                twin: times.twin.map(\.elapsed)),
            Measurement(
                "probe CPU / ffmpeg to null", detail, .seconds, ours: times.ours.map(\.processor),
                twin: times.twin.map(\.processor)),
        ]
    }

    private struct Run {
        let elapsed: Double
        let processor: Double
    }

    private func run(_ command: [String]) throws -> Run {
        let log = settings.work("probe.log")
        let start = monotonicSeconds()
        let end = try ChildProcess(
            command, output: Descriptor(writing: settings.work("probe.txt")), errors: Descriptor(writing: log)
        ).succeed(log: log)
        return Run(elapsed: monotonicSeconds() - start, processor: end.processorSeconds)
    }
}
