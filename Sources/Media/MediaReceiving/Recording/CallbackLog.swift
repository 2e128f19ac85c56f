import StudioCore
package import StudioMeeting
package import StudioRuntime

/// Writes one line of JSON for each callback, without wall-clock times.
///
/// Streams are the subscribers of one client. The callbacks of an instant are written in the order of their streams'
/// names, and those of a stream in their own order, because the callbacks of different streams run at the same time. With
/// a manual clock, equal seeds and commands therefore give equal bytes. All members may be used from any thread.
public final class CallbackLog: Sendable {
    private struct State: Sendable {
        var instant = MediaTime.zero
        var lines: [(stream: String, text: String)] = []
        var error: Int32 = 0
        var isFinished = false
    }

    private let writer: ByteWriter
    private let clock: any StudioClock
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
            stream,
            "\"event\":\"frame\",\"sequence\":\(description.sequence),\"time\":\(Self.text(description.time)),"
                + "\"width\":\(layout.width),\"height\":\(layout.height),\"format\":\"\(layout.format.rawValue)\","
                + "\"range\":\"\(description.range.rawValue)\",\"rotation\":\(description.rotation.rawValue),"
                + "\"isReduced\":\(description.isReduced),\"hash\":\(Self.text(hash))")
    }

    /// Writes a drop: sequence number and count of the missing frames, capture time, and the reason.
    public func record(_ drop: VideoSubscription.Drop, as stream: String) {
        write(
            stream,
            "\"event\":\"drop\",\"sequence\":\(drop.sequence),\"count\":\(drop.count),"
                + "\"time\":\(Self.text(drop.time)),\"reason\":\"\(drop.reason.rawValue)\"")
    }

    /// Writes an audio block: number, time, samples per channel, format, and the hash of its samples.
    public func record(
        _ samples: UnsafeBufferPointer<Int16>, _ description: AudioBlockDescription, as stream: String
    ) {
        let (format, hash) = (description.format, SampleHash.hash(of: UnsafeRawBufferPointer(samples)))
        write(
            stream,
            "\"event\":\"audio\",\"sequence\":\(description.number),\"time\":\(Self.text(description.time)),"
                + "\"samples\":\(samples.count / Int(format.channels)),\"sampleRate\":\(format.sampleRate),"
                + "\"channels\":\(format.channels),\"hash\":\(Self.text(hash))")
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

    private func write(_ stream: String, _ fields: String) {
        let (now, line) = (clock.now, "{\"stream\":\(Self.quoted(stream)),\(fields)}\n")
        state.withLock { state in
            guard !state.isFinished else { return }
            if now != state.instant { flush(&state) }
            state.instant = now
            state.lines.append((stream, line))
        }
    }

    private func flush(_ state: inout State) {
        let lines = state.lines.enumerated().sorted { ($0.element.stream, $0.offset) < ($1.element.stream, $1.offset) }
        state.lines.removeAll(keepingCapacity: true)
        guard !lines.isEmpty, state.error == 0 else { return }
        let bytes = lines.flatMap { Array($0.element.text.utf8) }
        state.error = bytes.withUnsafeBytes { writer.write($0) }
    }

    /// Seconds with nine decimals, exact.
    private static func text(_ time: MediaTime) -> String {
        let (seconds, rest) = time.nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        let digits = String(rest)
        let zeros = String(repeating: "0", count: 9 - digits.count)
        return "\(time < .zero ? "-" : "")\(seconds).\(zeros)\(digits)"
    }

    /// 16 hexadecimal digits, or `null` when the bytes could not be read.
    private static func text(_ hash: UInt64?) -> String {
        guard let hash else { return "null" }
        let digits = String(hash, radix: 16)
        return "\"\(String(repeating: "0", count: 16 - digits.count))\(digits)\""
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": return "\\\(scalar)"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                return "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
            default: return String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
