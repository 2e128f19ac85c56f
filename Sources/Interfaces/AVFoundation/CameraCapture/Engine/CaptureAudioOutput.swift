package import Dispatch
import MediaReceiving
package import StudioCore
import StudioMeeting
import StudioRuntime

/// Receives the audio of an output, on the queue that was set with it.
package protocol CaptureAudioObserver: AnyObject, Sendable {
    func receive(_ block: CaptureAudioBlock) -> CaptureReception
}

/// An audio data output: delivers the audio of a microphone to an observer, one call at a time. Blocks wait while a call
/// runs.
///
/// All members may be used from any thread, also inside callbacks. No call waits for a callback.
package final class CaptureAudioOutput: CaptureDestination {
    /// The counts of an output since it was created.
    package struct Statistics: Hashable, Sendable {
        /// Blocks whose callback has returned.
        package var delivered = 0
        /// Blocks that found no memory.
        package var dropped = 0
    }

    private enum Action: Sendable {
        case observe
    }

    private struct State: Sendable {
        /// `nil` for the microphone's.
        var form: CaptureAudioForm?
        var isEnabled = true
        var microphone: CaptureMicrophone?
        var ownership = CaptureOwnership()
        /// Of the last host.
        var queue: (host: CaptureHost, how: CallbackQueue)?
        var statistics = Statistics()
        /// Blocks that no callback has begun with.
        var waiting = 0
        /// Until when calls take, as the host declares.
        var busy = MediaTime.zero
        var isUnreachedReported = false
        /// The host whose delays are measured: while the output is attached to a microphone.
        var measured: CaptureHost?
    }

    package let number = CaptureSession.numbers.next()
    private let executor = ObserverExecutor<any CaptureAudioObserver>()
    private let budget = FrameBudget(limit: CaptureAudioOutput.maximumBlocks)
    private let funnel = Funnel<State, Action, AudioObservation?>(State(), nil)

    /// The blocks that wait or are kept: more than ten seconds of 44.1 kHz. The system has no limit that is documented.
    package static let maximumBlocks = 512
    /// A block that waits for longer is reported.
    private static let longestWait = MediaTime.seconds(1)

    package init() {}

    deinit {
        funnel.withState { $0.measured }?.delays.end()
        funnel.apply { _ in
            [.observe]
        } perform: { _, observation in
            observation.take()?.cancel()
        }
    }

    package var media: CaptureMedia { .audio }
    package var statistics: Statistics { funnel.withState { $0.statistics } }
    /// The blocks that are waiting, in a callback, or kept.
    package var usedBlocks: Int { budget.used }

    /// The form of the audio; `nil` without settings and microphone.
    package var form: CaptureAudioForm? {
        funnel.withState { $0.form ?? $0.microphone.map { CaptureAudioForm($0.format) } }
    }

    /// Sets the form of the audio from the next block on; `nil` for the microphone's.
    package func setForm(_ form: CaptureAudioForm?) {
        apply { state in
            state.form = form
            return true
        }
    }

    /// Sets the observer and its queue. The previous one gets no further call; a running call finishes.
    ///
    /// - Throws: an error for an observer without a queue.
    package func setObserver(
        _ observer: (any CaptureAudioObserver)?, on queue: DispatchQueue?
    ) throws(StudioError) {
        if observer != nil, queue == nil { throw CaptureOutput.missingQueue }
        let before = executor.exchange(observer, queue)
        if (before == nil) != (observer == nil) { apply { _ in true } }
    }

    // MARK: Session

    package func claim(_ owner: ObjectIdentifier) -> Bool { funnel.withState { $0.ownership.claim(owner) } }

    package func isFree(for owner: ObjectIdentifier) -> Bool { funnel.withState { $0.ownership.isFree(for: owner) } }

    package func release(_ owner: ObjectIdentifier) { funnel.withState { $0.ownership.release(owner) } }

    package func attach(_ device: CaptureDevice?, by owner: ObjectIdentifier, revision: Int) {
        var before: CaptureMicrophone?
        apply { state in
            guard state.ownership.accepts(owner, revision: revision) else { return false }
            (before, state.microphone) = (state.microphone, device?.microphone)
            return true
        }
        withExtendedLifetime(before) {}
        let (last, next) = funnel.withState { state in
            let last = state.measured
            state.measured = state.microphone?.host
            return (last, state.measured)
        }
        last?.delays.end()
        next?.delays.begin()
    }

    package func setEnabled(_ isEnabled: Bool) {
        apply { state in
            state.isEnabled = isEnabled
            return true
        }
    }

    // MARK: Observation

    /// - Parameter input: returns whether the microphone must be observed anew.
    private func apply(_ input: (inout State) -> Bool) {
        funnel.apply {
            input(&$0) ? [.observe] : []
        } perform: { _, observation in
            observation.take()?.cancel()
            observation = observe()
        }
    }

    private func observe() -> AudioObservation? {
        let (attached, asked, isEnabled) = funnel.withState { ($0.microphone, $0.form, $0.isEnabled) }
        guard let microphone = attached, executor.hasObserver, isEnabled else { return nil }
        let host = microphone.host
        microphone.begin()
        let form = asked ?? CaptureAudioForm(microphone.format)
        let (queue, start) = (queue(on: host), host.meeting.clock.now)
        do throws(StudioError) {
            return try microphone.engine.observe(
                .record, AudioRequest(form.format, blockSamples: CaptureMicrophone.blockSamples)
            ) { [weak self] samples, description in
                // All points are late by the engine's latency; what was captured before the start is not delivered.
                let time = description.time - AudioEngine.defaultLatency
                if time >= start { self?.take(samples, form, at: time, microphone, queue) }
            }
        } catch {
            host.warn(error)
            return nil
        }
    }

    private func queue(on host: CaptureHost) -> CallbackQueue {
        if let queue = funnel.withState({ $0.queue }), queue.host === host { return queue.how }
        let queue = CallbackQueue(clock: host.meeting.clock, executor: executor) { [weak host] in
            host?.note("audio waits: the delegate's queue was not served for 2 s; run its loop, or return sooner")
        }
        host.meeting.register(queue)
        executor.prepare(host.meeting.clock) { [weak host] in host?.warn(CaptureOutput.concurrentQueue) }
        // One performer at a time gets here.
        withExtendedLifetime(funnel.withState { exchange(&$0.queue, with: (host, queue)) }) {}
        return queue
    }

    /// Called on the audio thread.
    private func take(
        _ samples: UnsafeBufferPointer<Int16>, _ form: CaptureAudioForm, at time: MediaTime,
        _ microphone: CaptureMicrophone, _ queue: CallbackQueue
    ) {
        let (host, clock) = (microphone.host, microphone.host.meeting.clock)
        guard budget.free > 0 else { return drop(host) }
        let block = CaptureAudioBlock(
            samples, form, at: time, isGuarded: host.isGuarded, FrameCredit(budget, clock: clock))
        funnel.withState { $0.waiting += 1 }
        let queued = clock.now
        queue.enqueue { [weak self] in self?.deliver(block, microphone, since: queued) }
    }

    private func drop(_ host: CaptureHost) {
        let waiting = funnel.withState { state in
            state.statistics.dropped += 1
            return state.waiting
        }
        // The block of a running call counts as kept.
        let kept = budget.used - waiting
        if kept > 1 {
            host.warn(
                .captureKeptBuffers, "\(kept) of \(budget.limit) audio buffers are kept",
                hint: "copy what is needed, and release the sample buffer and its block buffer")
        } else {
            host.warn(Self.slow("audio was dropped, because all buffers wait for the delegate"))
        }
    }

    private static func slow(_ message: String) -> StudioError {
        StudioError(
            .captureSlowDelegate, message,
            hint: "return within the duration of a buffer; hand the bytes to another queue")
    }

    // MARK: Delivery, on the observer's queue

    private func deliver(_ block: CaptureAudioBlock, _ microphone: CaptureMicrophone, since queued: MediaTime) {
        let host = microphone.host
        let began = funnel.withState { state in
            state.waiting -= 1
            let isWanted = state.microphone === microphone && state.isEnabled
            return isWanted ? max(host.meeting.clock.now, state.busy) : nil
        }
        guard let began, let observer = executor.running else { return }
        let wait = began - queued - host.delays.delay(from: queued, to: began)
        if wait > Self.longestWait {
            host.warn(Self.slow("audio has waited \(wait.seconds) s for the delegate, and its queue grows"))
        }
        let reception = observer.receive(block)
        if reception == .reached { host.meeting.received.audioBlocks.increment() }
        funnel.withState { state in
            state.busy = max(host.meeting.clock.now, began + host.occupancy)
            if reception != .gone { state.statistics.delivered += 1 }
        }
        finish(reception, observer, host)
    }

    private func finish(_ reception: CaptureReception, _ observer: any CaptureAudioObserver, _ host: CaptureHost) {
        switch reception {
        case .reached: break
        case .unreached:
            let isFirst = funnel.withState { !exchange(&$0.isUnreachedReported, with: true) }
            if isFirst { host.warn(CaptureOutput.nobodyReached("audio reaches")) }
        case .gone:
            guard executor.remove(observer) else { return }
            host.warn(CaptureOutput.delegateGone("the audio output"))
            apply { _ in true }
        }
    }
}
