import Dispatch
import MediaReceiving
package import StudioCore
package import StudioMeeting
import StudioRuntime

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

/// A virtual microphone: publishes what a client sends to the local user's track.
package final class RawDataMicrophone: Sendable {
    private struct State: Sendable {
        var contract = RawDataMicrophoneContract()
        var end = SendingEnd()
        /// Whether the next call fails, on request.
        var failsNext: Bool
        /// Whether the client was started again, and has not sent since.
        var isCallExpected = false
    }

    private let publisher: TrackPublisher
    private let clock: any StudioClock
    private let reporter: Reporter
    private let state: Lock<State>
    /// How long a client that was started again may take to send.
    private static let patience = MediaTime.seconds(1)

    /// Called after the call that failed on request.
    private let onFirstFailure: @Sendable () -> Void
    /// Serialises calls: a track is published to by one thread at a time.
    private let queue = DispatchQueue(label: "psstudio.microphone")

    /// - Parameters:
    ///   - failsFirstSend: whether the first call fails, as when the SDK has not finished starting.
    ///   - onFirstFailure: called after the call that failed so.
    package init(
        in meeting: Meeting, failsFirstSend: Bool = false, onFirstFailure: @escaping @Sendable () -> Void = {},
        report: @escaping @Sendable (StudioError, _ isRefusal: Bool) -> Void
    ) {
        state = Lock(State(failsNext: failsFirstSend))
        self.onFirstFailure = onFirstFailure
        publisher = TrackPublisher(meeting.localTracks.microphone)
        clock = meeting.clock
        reporter = Reporter(report)
    }

    /// - Returns: whether the client must be notified.
    package func start() -> Bool { state.withLock { $0.contract.start() } }

    /// - Returns: whether the client must be notified; ``stopped()`` follows.
    package func stop() -> Bool {
        state.withLock { state in
            guard state.contract.stop() else { return false }
            state.end.begin()
            return true
        }
    }

    /// The client was notified that it must not send any more.
    package func stopped() { state.withLock { $0.end.finish(clock.now) } }

    /// The session was left.
    package func finish() { state.withLock { $0.contract.finish() } }

    /// The client is being started again, after its first call has failed. One that does not send then is reported.
    package func expectCall() {
        state.withLock { $0.isCallExpected = true }
        clock.schedule(at: clock.now + Self.patience) { [weak self] in self?.reportMissingCall() }
    }

    private func reportMissingCall() {
        // A microphone that was muted meanwhile must not send.
        let isMissing = state.withLock { $0.isCallExpected && $0.contract.state == .sending }
        guard isMissing else { return }
        reporter.warn(
            .rawDataMicrophoneGivenUp,
            "the first call failed, onMicStartSend came again, and nothing was sent for a second",
            hint: "send after each onMicStartSend, whatever earlier calls returned")
    }

    private func accept(
        _ byteCount: UInt, _ sampleRate: UInt, at now: MediaTime
    ) throws(StudioError) -> RawDataMicrophoneContract.Acceptance {
        var isRace = false
        do throws(StudioError) {
            return try state.withLock { state throws(StudioError) in
                state.isCallExpected = false
                // The client may send until the callback.
                isRace = state.contract.state != .sending && state.end.mayPrecedeCallback(now)
                return try state.contract.send(byteCount, sampleRate: sampleRate, at: now)
            }
        } catch {
            if !isRace || clock is ManualClock { reporter.report(error) }
            throw error
        }
    }

    /// Sends mono 16-bit samples.
    ///
    /// - Parameter byteCount: the length that the client passed.
    /// - Returns: the format of the samples.
    @discardableResult
    package func send(
        _ bytes: UnsafeRawPointer, byteCount: UInt, sampleRate: UInt
    ) throws(StudioError) -> AudioFormat {
        let now = clock.now
        let accepted = try accept(byteCount, sampleRate, at: now)
        if state.withLock({ exchange(&$0.failsNext, with: false) }) {
            onFirstFailure()
            throw StudioError(
                .rawDataMicrophoneFirstSend, "the first call fails on request",
                hint: "send after the next onMicStartSend")
        }
        let samples = UnsafeRawBufferPointer(start: bytes, count: Int(byteCount))
        let isPublished = queue.sync {
            publisher.publish(audio: samples, format: accepted.format, time: accepted.time)
        }
        if !isPublished {
            let error = StudioError(
                .rawDataMicrophoneAmount, "no memory is left for \(byteCount) bytes", hint: "send less per call")
            reporter.report(error)
            throw error
        }
        return accepted.format
    }
}
