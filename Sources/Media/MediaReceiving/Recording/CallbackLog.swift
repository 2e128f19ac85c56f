import MediaHashing
import StudioCore
package import StudioMeeting
package import StudioRuntime

/// Writes one line of JSON for each callback, without wall-clock times.
///
/// Streams are the subscribers of one client. The callbacks of an instant are written in the order of their streams'
/// names, and those of a stream in their own order, because the callbacks of different streams run at the same time. With
/// a manual clock, equal seeds and commands therefore give equal bytes. All members may be used from any thread.
public final class CallbackLog: Sendable {
    /// Keys of other events are absent.
    private struct Line: Encodable {
        let event: String
        let stream: String
        let sequence: Int64
        let time: MediaTime
        var width: Int?
        var height: Int?
        var format: PixelFormat?
        var range: VideoRange?
        var rotation: FrameRotation?
        var isReduced: Bool?
        var count: Int?
        var reason: DropReason?
        var samples: Int?
        var sampleRate: Int32?
        var channels: Int32?
        /// Absent also when the bytes of a frame could not be read.
        var hash: String?
    }

    private struct State: Sendable {
        var instant = MediaTime.zero
        var lines: [(stream: String, text: [UInt8])] = []
        var error: Int32 = 0
        var isFinished = false
    }

    private let writer: ByteWriter
    private let clock: any StudioClock
    private let encoder = JSONLineEncoder()
    private let state = Lock(State())

    /// - Parameters:
    ///   - writer: the file.
    ///   - meeting: the meeting of the streams.
    package init(_ writer: ByteWriter, of meeting: Meeting) {
        self.writer = writer
        clock = meeting.clock
    }

    /// Writes a delivered frame: sequence number, capture time, size, format, range, rotation, and the hash of its samples.
    public func record(_ frame: borrowing ReceivedFrame, as stream: String) {
        let description = frame.description
        let layout = description.layout
        let hash = frame.withBytes { SampleHash.hash(of: $0, layout) } ?? nil
        write(
            Line(
                event: "frame", stream: stream, sequence: description.sequence, time: description.time,
                width: layout.width, height: layout.height, format: layout.format, range: description.range,
                rotation: description.rotation, isReduced: description.isReduced, hash: hash.map(Self.text)))
    }

    /// Writes a drop: sequence number and count of the missing frames, capture time, and the reason.
    public func record(_ drop: VideoSubscription.Drop, as stream: String) {
        write(
            Line(
                event: "drop", stream: stream, sequence: drop.sequence, time: drop.time, count: drop.count,
                reason: drop.reason))
    }

    /// Writes an audio block: number, time, samples per channel, format, and the hash of its samples.
    public func record(
        _ samples: UnsafeBufferPointer<Int16>, _ description: AudioBlockDescription, as stream: String
    ) {
        let (format, hash) = (description.format, SampleHash.hash(of: UnsafeRawBufferPointer(samples)))
        write(
            Line(
                event: "audio", stream: stream, sequence: description.number, time: description.time,
                samples: samples.count / Int(format.channels), sampleRate: format.sampleRate,
                channels: format.channels, hash: Self.text(hash)))
    }

    /// Writes the lines of the last instant, and closes the file.
    ///
    /// - Returns: 0 or the error number of a failed write.
    @discardableResult
    public func finish() -> Int32 {
        state.withLock { state in
            guard !state.isFinished else { return state.error }
            flush(&state)
            state.isFinished = true
            let error = writer.finish()
            if state.error == 0 { state.error = error }
            return state.error
        }
    }

    private func write(_ line: Line) {
        // Every line has a JSON form: its times are finite.
        guard let text = try? encoder.line(line) else { return }
        let now = clock.now
        state.withLock { state in
            guard !state.isFinished else { return }
            if now != state.instant { flush(&state) }
            state.instant = now
            state.lines.append((line.stream, text))
        }
    }

    private func flush(_ state: inout State) {
        let lines = state.lines.enumerated().sorted { ($0.element.stream, $0.offset) < ($1.element.stream, $1.offset) }
        state.lines.removeAll(keepingCapacity: true)
        guard !lines.isEmpty, state.error == 0 else { return }
        let bytes = lines.flatMap(\.element.text)
        state.error = bytes.withUnsafeBytes { writer.write($0) }
    }

    private static func text(_ hash: UInt64) -> String { NumberText.hexadecimal(hash, digits: 16) }
}
