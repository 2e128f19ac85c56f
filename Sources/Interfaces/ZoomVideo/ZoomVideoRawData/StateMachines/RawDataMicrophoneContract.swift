package import StudioCore

/// What a client may send with a virtual microphone. Decides, performs nothing.
package struct RawDataMicrophoneContract: Sendable {
    package enum State: Hashable, Sendable {
        /// The client has the sender. Leaves on `start` and `end`.
        case ready
        /// Audio is accepted. Leaves on `stop` and `end`.
        case sending
        /// Final.
        case over
    }

    /// An accepted call.
    package struct Acceptance: Hashable, Sendable {
        /// The time of the first sample.
        package let time: MediaTime
        package let format: AudioFormat
    }

    package static let sampleRates: [UInt] = [
        8000, 11_025, 32_000, 44_100, 48_000, 50_000, 50_400, 96_000, 192_000, 2_822_400,
    ]
    /// A call that is later than this begins a new stretch of audio.
    private static let tolerance = MediaTime.milliseconds(40)
    private static let longestLead = MediaTime.seconds(1)

    package private(set) var state = State.ready
    /// The end of the audio so far.
    private var end: MediaTime?

    package init() {}

    /// - Returns: whether the client must be notified.
    package mutating func start() -> Bool {
        guard state == .ready else { return false }
        state = .sending
        return true
    }

    /// - Returns: whether the client must be notified.
    package mutating func stop() -> Bool {
        guard state == .sending else { return false }
        (state, end) = (.ready, nil)
        return true
    }

    /// The session was left.
    package mutating func finish() { state = .over }

    /// Checks a call of `byteCount` bytes.
    package mutating func send(
        _ byteCount: UInt, sampleRate: UInt, at now: MediaTime
    ) throws(StudioError) -> Acceptance {
        switch state {
        case .over:
            throw StudioError(
                .rawDataMicrophoneOver, "the virtual microphone has ended", hint: "stop in onMicUninitialized")
        case .ready:
            throw StudioError(
                .rawDataMicrophoneStopped, "the microphone is muted or not connected", hint: "wait for onMicStartSend")
        case .sending: break
        }
        guard byteCount > 0, byteCount.isMultiple(of: 2) else {
            throw StudioError(
                .rawDataMicrophoneLength, "the length is \(byteCount) bytes", hint: "send whole 16-bit samples")
        }
        guard let rate = Int32(exactly: sampleRate), Self.sampleRates.contains(sampleRate) else {
            throw StudioError(
                .rawDataMicrophoneRate, "the sample rate is \(sampleRate)", hint: "use 32000 or 48000")
        }
        let format = AudioFormat(sampleRate: rate, channels: 1)
        guard byteCount / 2 <= sampleRate else {
            throw StudioError(
                .rawDataMicrophoneAmount, "a call has \(byteCount) bytes, more than one second",
                hint: "send 10 ms per call")
        }
        let duration = MediaTime(count: Int64(byteCount / 2), rate: format.rate)
        // A call continues the previous one, unless it is late.
        let begin = end.map { now - $0 > Self.tolerance ? now : $0 } ?? now
        guard begin - now <= Self.longestLead else {
            throw StudioError(
                .rawDataMicrophonePace, "\((begin - now).timecode) of audio was sent ahead of time",
                hint: "send as much audio as time passes")
        }
        end = begin + duration
        return Acceptance(time: begin, format: format)
    }
}
