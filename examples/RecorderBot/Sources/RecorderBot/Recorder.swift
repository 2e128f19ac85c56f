import Foundation
import MediaReceiving
import StudioCore

/// Writes frames to y4m and audio blocks to WAV. The callbacks of one track are serial, so each track needs no lock of
/// its own; one lock for both is enough here.
class Recorder: @unchecked Sendable {
    // Safety: `lock` protects everything below.
    let lock = NSLock()
    let video: GrowingFile
    let audio: GrowingFile
    var hasHeader = false
    /// Frames that were left out, because y4m has one size: that of the request, which the first frames do not have.
    private(set) var smallerFrames = 0
    private let height: Int

    init(_ name: String, height: Int) throws {
        self.height = height
        video = try GrowingFile("\(name).y4m")
        audio = try GrowingFile("\(name).wav")
        try audio.append(openWAVHeader)
    }

    func hasRequestedSize(_ frame: FrameDescription) -> Bool {
        if frame.layout.height != height { smallerFrames += 1 }
        return frame.layout.height == height
    }

    func writeHeader(_ frame: FrameDescription, rate: Int) throws {
        guard !hasHeader else { return }
        hasHeader = true
        try video.append(
            "YUV4MPEG2 W\(frame.layout.width) H\(frame.layout.height) F\(rate):1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n"
        )
    }

    func write(_ frame: [UInt8]) throws {
        try video.append("FRAME\n")
        try video.append(frame)
    }
}

/// Assumes that the track has 30 frames a second, and that audio never pauses. It has neither.
final class NaiveRecorder: Recorder, @unchecked Sendable {
    func record(_ frame: borrowing ReceivedFrame) throws {
        let bytes = frame.withBytes { Array($0) } ?? []
        let description = frame.description
        try lock.withLock {
            guard hasRequestedSize(description) else { return }
            try writeHeader(description, rate: 30)
            try write(bytes)
        }
    }

    func record(_ samples: UnsafeBufferPointer<Int16>) throws {
        try lock.withLock { try audio.append(Data(buffer: samples)) }
    }
}

/// Places each frame and each block by its time.
final class CorrectRecorder: Recorder, @unchecked Sendable {
    private var placement = ConstantRatePlacement(rate: .thirty, origin: .zero)
    private var last: [UInt8] = []
    private var samples: Int64 = 0
    /// How much later the engine delivers audio than subscriptions deliver video.
    private let latency: MediaTime

    init(_ name: String, height: Int, latency: MediaTime) throws {
        self.latency = latency
        try super.init(name, height: height)
    }

    func record(_ frame: borrowing ReceivedFrame) throws {
        let bytes = frame.withBytes { Array($0) } ?? []
        let description = frame.description
        try lock.withLock {
            guard hasRequestedSize(description) else { return }
            try writeHeader(description, rate: 30)
            // An interval that has a frame already keeps it.
            guard let repeats = placement.place(at: description.time) else { return }
            for _ in 0..<repeats { try write(last.isEmpty ? bytes : last) }
            try write(bytes)
            last = bytes
        }
    }

    func record(_ block: UnsafeBufferPointer<Int16>, _ description: AudioBlockDescription) throws {
        try lock.withLock {
            let position = (description.time - latency).count(at: description.format.rate)
            try silence(until: position)
            // The first blocks are the latency of the engine.
            guard position >= samples else { return }
            try audio.append(Data(buffer: block))
            samples += Int64(block.count / 2)
        }
    }

    /// Repeats the last frame and adds silence, so that both tracks end together.
    func finish(at time: MediaTime) throws {
        try lock.withLock {
            for _ in 0..<placement.finish(at: time) { try write(last) }
            try silence(until: time.count(at: AudioFormat.program.rate))
        }
    }

    private func silence(until end: Int64) throws {
        guard end > samples else { return }
        try audio.append(Data(count: Int(end - samples) * 4))
        samples = end
    }
}
