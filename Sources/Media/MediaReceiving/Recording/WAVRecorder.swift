public import StudioCore
package import StudioRuntime

/// Records the blocks of an observer of the audio engine as WAV.
///
/// Blocks are placed by their time, so that sparse audio keeps its duration: what was left out is silence.
public final class WAVRecorder: Sendable {
    private struct State: Sendable {
        var samples: Int64 = 0
        var error: Int32 = 0
        var isFinished = false
    }

    private let writer: ByteWriter
    private let format: AudioFormat
    /// The time of the first sample.
    private let start: MediaTime
    /// How much later the engine delivers it.
    private let latency: MediaTime
    private let state = Lock(State())

    private static let headerBytes = 44

    /// - Parameters:
    ///   - writer: the file.
    ///   - format: the format of the blocks.
    ///   - origin: the time of the first sample, on the session's clock.
    ///   - latency: the latency of the engine, by which its audio is later than the video.
    package init(_ writer: ByteWriter, _ format: AudioFormat, origin: MediaTime, latency: MediaTime) {
        self.writer = writer
        self.format = format
        start = origin
        self.latency = latency
        // The length is unknown; a reader of a pipe reads to its end.
        note(write(header(dataBytes: .max)))
    }

    /// Samples per channel in the file.
    public var sampleCount: Int64 { state.withLock { $0.samples } }

    /// The error number of a failed write; 0 when all succeeded.
    public var error: Int32 { state.withLock { $0.error } }

    /// Writes a block. One block at a time, as the engine delivers them.
    public func record(_ samples: UnsafeBufferPointer<Int16>, _ description: AudioBlockDescription) {
        let position = (description.time - start - latency).count(at: format.rate)
        silence(until: position)
        let channels = Int(format.channels)
        let known = state.withLock { $0.isFinished ? Int64.max : $0.samples - position }
        // Samples before the origin, and samples that are in the file already.
        guard known < Int64(samples.count / channels) else { return }
        let rest = UnsafeBufferPointer(rebasing: samples[(Int(max(0, known)) * channels)...])
        note(writer.write(UnsafeRawBufferPointer(rest)))
        state.withLock { $0.samples += Int64(rest.count / channels) }
    }

    /// Adds silence until `time` on the session's clock, corrects the header, and closes the file.
    ///
    /// - Returns: 0 or the error number.
    @discardableResult
    public func finish(at time: MediaTime) -> Int32 {
        silence(until: (time - start).count(at: format.rate))
        let isFirst = state.withLock { !exchange(&$0.isFinished, with: true) }
        guard isFirst else { return error }
        if writer.isSeekable, error == 0 {
            let bytes = UInt32(clamping: sampleCount * Int64(format.frameBytes))
            note(writer.seek(to: 0))
            note(write(header(dataBytes: bytes)))
        }
        note(writer.finish())
        return error
    }

    private func silence(until end: Int64) {
        let missing = state.withLock { state -> Int64 in
            guard !state.isFinished else { return 0 }
            defer { state.samples = max(state.samples, end) }
            return max(0, end - state.samples)
        }
        var rest = missing
        while rest > 0 {
            let count = min(rest, 48_000)
            note(write([UInt8](repeating: 0, count: Int(count) * format.frameBytes)))
            rest -= count
        }
    }

    private func write(_ bytes: [UInt8]) -> Int32 { bytes.withUnsafeBytes { writer.write($0) } }

    private func note(_ error: Int32) {
        guard error != 0 else { return }
        state.withLock { state in if state.error == 0 { state.error = error } }
    }

    private func header(dataBytes: UInt32) -> [UInt8] {
        func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        func short(_ value: Int32) -> [UInt8] { (0..<2).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        let (rest, isOverflow) = dataBytes.addingReportingOverflow(UInt32(Self.headerBytes - 8))
        var header = Array("RIFF".utf8) + bytes(isOverflow ? .max : rest) + Array("WAVEfmt ".utf8) + bytes(16)
        header += short(1) + short(format.channels) + bytes(UInt32(format.sampleRate))
        header += bytes(UInt32(format.sampleRate) * UInt32(format.frameBytes)) + short(Int32(format.frameBytes))
        return header + short(16) + Array("data".utf8) + bytes(dataBytes)
    }
}
