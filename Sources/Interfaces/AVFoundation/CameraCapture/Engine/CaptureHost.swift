import Logging
package import MediaReceiving
package import StudioCore
package import StudioMeeting
import StudioRuntime

/// What is known about the source of a camera.
package struct CaptureSource: Hashable, Sendable {
    package var name: String
    package var position: CapturePosition
    /// In pixels, even.
    package var width: Int
    package var height: Int
    package var rate: Rate

    package init(_ name: String, _ position: CapturePosition, width: Int, height: Int, rate: Rate) {
        (self.name, self.position, self.width, self.height, self.rate) = (name, position, width, height, rate)
    }
}

/// The machine on which a client captures: its cameras are participants of a meeting, its microphone is the local user's.
///
/// All members may be used from any thread.
package final class CaptureHost: Sendable {
    private struct State: Sendable {
        var cameras: [CaptureCamera] = []
        var occupancy = MediaTime.zero
        var isAuthorized = true
        var microphone: CaptureMicrophone?
        var isMicrophoneAuthorized = true
        /// The outputs that captured with it.
        var outputs: [WeakOutput] = []
        /// The last starts of sessions, the oldest first.
        var starts: [MediaTime] = []
    }

    private final class WeakOutput: @unchecked Sendable {
        // Safety: weak references are read atomically; it is set once.
        private(set) weak var output: CaptureOutput?

        init(_ output: CaptureOutput) {
            self.output = output
        }
    }

    package let meeting: Meeting
    /// The number of buffers that an output has.
    package let poolSize: Int
    /// How the rows of buffers are padded.
    package let rows: RowPadding
    /// Whether the memory of each buffer faults when it is used outside its locks.
    package let isGuarded: Bool
    package let subscriptions: TrackSubscriptions
    /// How late the threads of the system's pool are while an output delivers.
    let delays: MachineDelays
    private let reporter: Reporter
    private let onLate: @Sendable (_ frames: Int) -> Void
    private let state = Lock(State())

    /// About 13 on several devices (observed).
    package static let defaultPoolSize = 15

    /// - Parameters:
    ///   - poolSize: the number of buffers that an output has, at least 2.
    ///   - rows: how the rows of buffers are padded.
    ///   - isGuarded: whether the memory of buffers faults when it is used outside its locks.
    ///   - onLate: gets the number of frames that a delegate missed, because it was too slow.
    ///   - report: gets each violation and warning, on the thread that caused it.
    package init(
        in meeting: Meeting, poolSize: Int = defaultPoolSize, rows: RowPadding = .uneven, isGuarded: Bool = false,
        onLate: @escaping @Sendable (_ frames: Int) -> Void = { _ in },
        report: @escaping @Sendable (StudioError, _ isRefusal: Bool) -> Void
    ) {
        (self.meeting, self.onLate) = (meeting, onLate)
        delays = MachineDelays(clock: meeting.clock)
        (self.poolSize, self.rows, self.isGuarded) = (max(2, poolSize), rows, isGuarded)
        subscriptions = TrackSubscriptions(in: meeting)
        reporter = Reporter(report)
    }

    /// All cameras, in the order in which they were added.
    package var cameras: [CaptureCamera] { state.withLock { $0.cameras } }

    /// Adds a camera whose frames a participant publishes.
    package func add(_ source: CaptureSource, of user: UserID) -> CaptureCamera {
        let camera = CaptureCamera(source, of: user, in: self)
        meeting.track(.camera, of: user)?.onInterruption { [weak camera] in camera?.follow($0) }
        state.withLock { $0.cameras.append(camera) }
        return camera
    }

    /// The microphone; `nil` without one.
    package var microphone: CaptureMicrophone? { state.withLock { $0.microphone } }

    /// Adds the microphone, the local user's.
    ///
    /// - Parameter onFirstUse: called when a session first captures with it.
    package func addMicrophone(
        _ name: String, _ format: AudioFormat, onFirstUse: @escaping @Sendable () -> Void
    ) {
        let microphone = CaptureMicrophone(name, format, in: self, onFirstUse: onFirstUse)
        state.withLock { $0.microphone = microphone }
    }

    /// Loses the next frames of a camera. An output that has had frames of it gets one discontinuity.
    package func lose(_ frames: Int, of camera: CaptureCamera) {
        meeting.track(.camera, of: camera.user)?.fanout.lose(frames)
    }

    /// How long each call of a delegate takes in the session's time, at least.
    package var occupancy: MediaTime {
        get { state.withLock { $0.occupancy } }
        set { state.withLock { $0.occupancy = newValue } }
    }

    /// Whether the user permits the use of cameras.
    package var isAuthorized: Bool {
        get { state.withLock { $0.isAuthorized } }
        set { state.withLock { $0.isAuthorized = newValue } }
    }

    /// Whether the user permits the use of the microphone.
    package var isMicrophoneAuthorized: Bool {
        get { state.withLock { $0.isMicrophoneAuthorized } }
        set { state.withLock { $0.isMicrophoneAuthorized = newValue } }
    }

    // MARK: Quality

    /// Reports what is known about the load of the delegates until now.
    package func reportLoads() {
        for output in state.withLock({ $0.outputs }) { output.output?.endLoad(on: self) }
    }

    func add(_ output: CaptureOutput) {
        state.withLock { state in
            state.outputs.removeAll { $0.output == nil || $0.output === output }
            state.outputs.append(WeakOutput(output))
        }
    }

    func report(_ load: DelegateLoad.Report) {
        onLate(load.late)
        let share = NumberText.number(load.share * 100, decimals: 0)
        warn(
            .captureLateFrames,
            "\(load.late) of \(load.frames) frames were dropped as late, because a call had not returned or the "
                + "queue was blocked; calls took \(share) % of the time, the longest \(load.longestCall.seconds) s",
            hint: "return within the duration of a frame; hand the work to another queue, and skip frames while it "
                + "runs"
        )
    }

    /// The largest number of starts in a second.
    private static let startLimit = 5

    /// A session was started.
    func noteStart() {
        let now = meeting.clock.now
        let isFrequent = state.withLock { state in
            defer { state.starts.append(now) }
            guard state.starts.count == Self.startLimit else { return false }
            return now - state.starts.removeFirst() < .seconds(1)
        }
        guard isFrequent else { return }
        warn(
            .captureFrequentStarts, "sessions were started \(Self.startLimit + 1) times within a second",
            hint: "start a session once; change it between beginConfiguration and commitConfiguration")
    }

    /// Calls `body` when a client had some time: later by the delays of the machine meanwhile.
    func schedule(after time: MediaTime, _ body: @escaping @Sendable () -> Void) {
        let clock = meeting.clock
        let start = clock.now
        delays.begin()
        clock.schedule(at: start + time) { [delays] in
            let delay = delays.delay(from: start, to: clock.now)
            delays.end()
            if delay > .zero { clock.schedule(at: clock.now + delay, body) } else { body() }
        }
    }

    func warn(_ error: StudioError) { reporter.warn(error) }

    func warn(_ rule: Rule, _ message: String, hint: String) { reporter.warn(rule, message, hint: hint) }

    func note(_ message: String) { Logger(label: "psstudio").warning("\(message)") }
}
