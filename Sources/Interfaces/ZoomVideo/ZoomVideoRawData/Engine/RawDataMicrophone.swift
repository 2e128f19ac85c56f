import Dispatch
import MediaReceiving
package import StudioCore
package import StudioMeeting
import StudioRuntime

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
