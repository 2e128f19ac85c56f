package import Dispatch
package import MediaReceiving
package import StudioCore
import StudioMeeting
import StudioRuntime

/// How an observer took a frame or a notice.
package enum CaptureReception: Hashable, Sendable {
    case reached
    /// The client has no implementation.
    case unreached
    /// The client's delegate is gone.
    case gone
}

/// A frame that was captured and not delivered.
package struct CaptureDrop: Hashable, Sendable {
    package enum Reason: Hashable, Sendable, CaseIterable {
        case frameWasLate
        case outOfBuffers
        case discontinuity
    }

    package let reason: Reason
    /// Its capture time; of the first frame for a discontinuity.
    package let time: MediaTime
    package let duration: MediaTime
    /// The form that it would have had.
    package let layout: FrameLayout
    package let range: VideoRange
}

/// Receives the frames of an output, on the queue that was set with it.
package protocol CaptureObserver: AnyObject, Sendable {
    func receive(_ frame: KeptFrame, duration: MediaTime) -> CaptureReception
    func receive(_ drop: CaptureDrop) -> CaptureReception
}

/// A video data output: delivers the frames of a camera to an observer, one call at a time.
///
/// All members may be used from any thread, also inside callbacks. No call waits for a callback.
package final class CaptureOutput: CaptureDestination {
    /// What a client sets. A change applies to the next frame.
    package struct Settings: Hashable, Sendable {
        package var format = PixelFormat.nv12
        package var range = VideoRange.full
        package var discardsLateFrames = true
        /// The shortest time from frame to frame, on average; zero for no limit.
        package var minimumDuration = MediaTime.zero
        /// How far frames are rotated clockwise.
        package var rotation = FrameRotation.none
        /// Whether left and right are exchanged, after the rotation.
        package var isMirrored = false
        /// Whether the connection is enabled.
        package var isEnabled = true

        package init() {}
    }

    /// The counts of an output since it was created.
    package struct Statistics: Hashable, Sendable {
        /// Frames whose callback has returned.
        package var delivered = 0
        /// Frames that were not delivered, by reason; each frame of a discontinuity counts.
        package var dropped: [CaptureDrop.Reason: Int] = [:]
    }

    /// What follows from a change.
    private enum Action: Sendable {
        /// Camera, observer or connection changed.
        case resubscribe
        case apply(Settings)
    }

    private struct State: Sendable {
        var settings = Settings()
        var camera: CaptureCamera?
        var ownership = CaptureOwnership()
        /// Of the last host. One queue and one pool for all subscriptions on it.
        var delivery: (host: CaptureHost, how: FrameDelivery)?
        var last: FrameLayout?
        var statistics = Statistics()
        var isUnreachedReported = false
        var load = DelegateLoad()
        /// The host whose delays are measured: while the output is attached to a camera.
        var measured: CaptureHost?
    }

    package let number = CaptureSession.numbers.next()
    private let executor = ObserverExecutor<any CaptureObserver>()
    private let subscription = ReplaceableSubscription()
    private let funnel = Funnel<State, Action, Void>(State(), ())

    /// Notices hold no pixels, and each dropped frame has one: this many are half an hour at 30 frames per second.
    private static let noticeLimit = 65_536

    package init() {}

    package var settings: Settings { funnel.withState { $0.settings } }
    package var statistics: Statistics { funnel.withState { $0.statistics } }
    /// The number of buffers that are waiting, in a callback, or kept.
    package var usedBuffers: Int { funnel.withState { $0.delivery }?.how.budget.used ?? 0 }

    package func update(_ body: (inout Settings) -> Void) {
        apply { state in
            let before = state.settings
            body(&state.settings)
            return [state.settings.isEnabled == before.isEnabled ? .apply(state.settings) : .resubscribe]
        }
    }

    /// Sets the observer and its queue. The previous one gets no further call; a running call finishes.
    ///
    /// - Throws: an error for an observer without a queue.
    package func setObserver(_ observer: (any CaptureObserver)?, on queue: DispatchQueue?) throws(StudioError) {
        if observer != nil, queue == nil { throw Self.missingQueue }
        endLoad()
        let before = executor.exchange(observer, queue)
        if (before == nil) != (observer == nil) { apply { _ in [.resubscribe] } }
    }

    // MARK: Session

    package var media: CaptureMedia { .video }

    package func claim(_ owner: ObjectIdentifier) -> Bool { funnel.withState { $0.ownership.claim(owner) } }

    package func isFree(for owner: ObjectIdentifier) -> Bool { funnel.withState { $0.ownership.isFree(for: owner) } }

    package func release(_ owner: ObjectIdentifier) { funnel.withState { $0.ownership.release(owner) } }

    package func attach(_ device: CaptureDevice?, by owner: ObjectIdentifier, revision: Int) {
        var before: CaptureCamera?
        apply { state in
            guard state.ownership.accepts(owner, revision: revision) else { return [] }
            (before, state.camera) = (state.camera, device?.camera)
            return [.resubscribe]
        }
        if let before { endLoad(on: before.host) }
        let (last, next) = funnel.withState { state in
            let last = state.measured
            state.measured = state.camera?.host
            return (last, state.measured)
        }
        last?.delays.end()
        next?.delays.begin()
    }

    deinit {
        funnel.withState { $0.measured }?.delays.end()
    }

    /// Reports the frames that the delegate has missed since the last report.
    func endLoad(on host: CaptureHost? = nil) {
        guard let host = host ?? funnel.withState({ $0.camera })?.host else { return }
        let now = host.meeting.clock.now
        if let load = funnel.withState({ $0.load.end(at: now) }) { host.report(load) }
    }

    package func setEnabled(_ isEnabled: Bool) { update { $0.isEnabled = isEnabled } }

    // MARK: Subscription

    private func apply(_ input: (inout State) -> [Action]) {
        funnel.apply(input) { action, _ in perform(action) }
    }

    private func perform(_ action: Action) {
        let camera = funnel.withState { $0.camera }
        switch action {
        case .resubscribe:
            do throws(StudioError) {
                try subscription.replace { () throws(StudioError) in try source() }
            } catch {
                camera?.host.warn(error)
            }
        case .apply(let settings):
            guard let subscription = subscription.current, let camera else { return }
            subscription.change(policy(settings, camera.host))
            subscription.change { apply(settings, to: &$0) }
        }
    }

    private func apply(_ settings: Settings, to request: inout VideoRequest) {
        (request.format, request.range) = (settings.format, settings.range)
        (request.rotation, request.isMirrored) = (settings.rotation, settings.isMirrored)
    }

    private func policy(_ settings: Settings, _ host: CaptureHost) -> DeliveryPolicy {
        DeliveryPolicy(
            settings.discardsLateFrames ? .lateDiscard : .queue(limit: host.poolSize),
            minimumDuration: settings.minimumDuration)
    }

    /// What settings, camera and observer ask for now.
    private func source() throws(StudioError) -> ReplaceableSubscription.Source? {
        let (attached, settings) = funnel.withState { ($0.camera, $0.settings) }
        guard let camera = attached, executor.hasObserver, settings.isEnabled else { return nil }
        let host = camera.host
        var request = VideoRequest(isWritable: true)
        apply(settings, to: &request)
        host.rows.apply(to: &request, alignment: Self.alignment)
        var delivery = delivery(on: host)
        delivery.frameDuration = { camera.nominalDuration }
        return ReplaceableSubscription.Source(
            host.subscriptions, try host.subscriptions.track(.camera, of: camera.user),
            options(request, policy(settings, host), host), delivery,
            onDrop: { [weak self] in self?.deliver($0, camera) },
            onFrame: { [weak self] frame, _ in self?.deliver(frame, camera) ?? false })
    }

    private func options(
        _ request: VideoRequest, _ policy: DeliveryPolicy, _ host: CaptureHost
    ) -> VideoSubscriptionOptions {
        var options = VideoSubscriptionOptions(request, policy: policy, budget: host.poolSize)
        options.isGuarded = host.isGuarded
        return options
    }

    /// Padded strides are a multiple of it, as those of the system's buffers.
    private static let alignment = 64

    private func delivery(on host: CaptureHost) -> FrameDelivery {
        if let delivery = funnel.withState({ $0.delivery }), delivery.host === host { return delivery.how }
        let queue = CallbackQueue(clock: host.meeting.clock, executor: executor) { [weak host] in
            host?.note("frames wait: the delegate's queue was not served for 2 s; run its loop, or return sooner")
        }
        host.meeting.register(queue)
        host.add(self)
        executor.prepare(host.meeting.clock) { [weak host] in host?.warn(Self.concurrentQueue) }
        let delivery = FrameDelivery(
            on: queue, FrameBudget(limit: host.poolSize), noticeLimit: Self.noticeLimit, occupancy: { host.occupancy })
        // One performer at a time gets here.
        withExtendedLifetime(funnel.withState { exchange(&$0.delivery, with: (host, delivery)) }) {}
        return delivery
    }

    // MARK: Delivery, on the observer's queue

    /// `nil` when the camera was detached, or the connection disabled: another thread may perform that later.
    private func observer(of camera: CaptureCamera) -> (any CaptureObserver)? {
        funnel.withState { $0.camera === camera && $0.settings.isEnabled } ? executor.running : nil
    }

    /// - Returns: whether the observer's callback got the frame.
    private func deliver(_ frame: borrowing ReceivedFrame, _ camera: CaptureCamera) -> Bool {
        guard let observer = observer(of: camera) else { return false }
        let layout = frame.description.layout
        funnel.withState { $0.last = layout }
        let (clock, use) = (camera.host.meeting.clock, ThreadUse.current)
        let began = clock.now
        let reception = observer.receive(frame.keep(), duration: camera.nominalDuration)
        let call = Call(began: began, ended: clock.now, use: ThreadUse.current)
        note(call, since: use, at: frame.description.time, camera.host)
        if reception != .gone { funnel.withState { $0.statistics.delivered += 1 } }
        finish(reception, observer, camera)
        return reception == .reached
    }

    /// A call of the observer.
    private struct Call {
        let began: MediaTime
        let ended: MediaTime
        /// At its end.
        let use: ThreadUse
    }

    /// Subtracts what the machine has delayed.
    private func note(_ call: Call, since use: ThreadUse, at time: MediaTime, _ host: CaptureHost) {
        let (delays, wait, duration) = (host.delays, executor.wait, call.ended - call.began)
        let waited = wait.began - wait.dispatched - delays.delay(from: wait.dispatched, to: wait.began)
        let delay =
            host.meeting.clock is ManualClock
            ? .zero
            : max(delays.delay(from: call.began, to: call.ended), call.use.delay(since: use, in: duration))
        // What a test declares is not measured.
        let taken = max(max(.zero, duration - delay), host.occupancy)
        funnel.withState {
            $0.load.called(at: time, wait: max(.zero, waited), duration: taken, began: call.began)
        }
    }

    private func deliver(_ drop: VideoSubscription.Drop, _ camera: CaptureCamera) {
        guard let observer = observer(of: camera), let reason = drop.reason.captured else { return }
        let (settings, last) = funnel.withState { state in
            state.statistics.dropped[reason, default: 0] += drop.count
            if reason == .frameWasLate { state.load.dropped(at: drop.time) }
            return (state.settings, state.last)
        }
        let active = camera.activeFormat
        let isUpright = settings.rotation == .none || settings.rotation == .half
        let expected = isUpright ? (active.width, active.height) : (active.height, active.width)
        let size = last.map { ($0.width, $0.height) } ?? expected
        let layout = FrameLayout(settings.format, width: size.0, height: size.1)
        guard let layout else { return }
        report(reason, camera.host)
        let duration = camera.nominalDuration
        // A gap ends with the next frame; its first frame was due earlier.
        let missing = drop.reason == .discontinuity ? Int64(drop.count) : 0
        let time = drop.time - MediaTime(nanoseconds: missing * duration.nanoseconds)
        let notice = CaptureDrop(
            reason: reason, time: time, duration: duration, layout: layout, range: settings.range)
        if observer.receive(notice) == .gone { finish(.gone, observer, camera) }
    }

    private func finish(_ reception: CaptureReception, _ observer: any CaptureObserver, _ camera: CaptureCamera) {
        switch reception {
        case .reached: break
        case .unreached:
            let isFirst = funnel.withState { !exchange(&$0.isUnreachedReported, with: true) }
            guard isFirst else { return }
            camera.host.warn(Self.nobodyReached("frames reach"))
        case .gone:
            guard executor.remove(observer) else { return }
            camera.host.warn(Self.delegateGone("the output"))
            apply { _ in [.resubscribe] }
        }
    }

    private func report(_ reason: CaptureDrop.Reason, _ host: CaptureHost) {
        let budget = funnel.withState { $0.delivery }?.how.budget
        let longest = "longest call: \(subscription.current?.statistics.longestCall.seconds ?? 0) s"
        switch reason {
        // Counted, and reported at the end.
        case .frameWasLate: break
        case .outOfBuffers:
            guard let budget else { return }
            // The buffer of a running call counts as kept.
            guard budget.kept > 1 else {
                host.warn(
                    .captureSlowDelegate,
                    "a frame was dropped, because all buffers wait for the delegate (\(longest))",
                    hint: "return within the duration of a frame")
                return
            }
            let oldest = budget.holders.first.map { ", the oldest since \($0.oldest.timecode)" } ?? ""
            host.warn(
                .captureKeptBuffers, "\(budget.kept) of \(budget.limit) buffers are kept\(oldest)",
                hint: "copy what is needed, and release the sample buffer and its image")
        case .discontinuity: break
        }
    }
}

// What outputs of both kinds report.
extension CaptureOutput {
    static let missingQueue = StudioError(
        .captureDelegateWithoutQueue, "the delegate has no queue", hint: "pass a serial queue, or nil for both")

    static let concurrentQueue = StudioError(
        .captureConcurrentQueue, "the queue of a delegate is concurrent",
        hint: "pass a queue of its own, DispatchQueue(label:) without .concurrent; global queues are concurrent")

    /// - Parameter subject: `frames reach`.
    static func nobodyReached(_ subject: String) -> StudioError {
        StudioError(
            .captureNobodyReached, "\(subject) no method of the delegate",
            hint: "implement captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, "
                + "from connection: AVCaptureConnection); older spellings need parameters with !")
    }

    /// - Parameter output: `the output`.
    static func delegateGone(_ output: String) -> StudioError {
        StudioError(
            .captureDelegateGone, "the delegate of \(output) is gone",
            hint: "keep a reference to it; the output does not")
    }
}

extension DropReason {
    /// The reason of the capture interface; `nil` for frames that are not reported.
    fileprivate var captured: CaptureDrop.Reason? {
        switch self {
        case .late: .frameWasLate
        case .outOfBuffers: .outOfBuffers
        // The system was too busy, or frames are missing.
        case .discontinuity, .overflow, .conversion: .discontinuity
        case .rateLimit: nil
        }
    }
}
