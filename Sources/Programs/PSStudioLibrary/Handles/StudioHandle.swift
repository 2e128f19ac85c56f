import CPSStudio
import Dispatch
import EmbeddingRules
import MediaInputs
import MediaOutputs
import MediaReceiving
import ProductionStudio
import SessionProtocol
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime

/// The studio behind a handle: a meeting, its controller, and what `PSSTUDIO_*` adds to a client.
final class StudioHandle: Sendable {
    let studio: StudioController
    let subscribers: Subscribers
    private let environment: ClientEnvironment
    private let receiver: StudioReceiver?

    /// How long the last callbacks may take in seconds.
    private static let closingTimeout = 10.0

    /// - Throws: a ``CallFailure`` for an invalid configuration.
    init(_ options: ps_studio_options, _ callbacks: ps_studio_callbacks?) throws(CallFailure) {
        let variables = HostVariables(options.scenario, options.outputs, options.trace)
        do {
            environment = try ClientEnvironment(
                variable: { variables[$0] }, options: OutputOptions(overwrites: options.overwrites != 0)
            ) { choices in
                if let name = text(options.role) { choices.role = try MeetingRole(named: name) }
                choices.studio.frameRate = try Rate?(options.frame_rate_numerator, options.frame_rate_denominator)
                choices.studio.isStrict = options.is_strict != 0
                if options.has_seed != 0 { choices.studio.seed = options.seed }
            }
        } catch let failure as CallFailure {
            throw failure
        } catch {
            throw CallFailure(.embeddingUsage, "\(error)")
        }
        receiver = callbacks.map { StudioReceiver($0) }
        studio = environment.makeStudio(isOutside: options.is_outside != 0)
        subscribers = Subscribers(in: studio.meeting)
        studio.delegate = receiver
    }

    /// Performs a command to the meeting, the studio or a participant's media.
    func perform(_ command: SessionCommand) throws(CallFailure) -> SessionReply {
        try performed(command, on: "a studio", environment.perform)
    }

    /// Stops the studio, delivers its last callbacks, and finishes the outputs.
    func close() {
        // A studio that is idle, or is stopping already, rejects the call.
        if studio.state != .idle { _ = try? studio.stop() }
        _ = studio.meeting.callbackQueue.waitUntilEmpty(seconds: Self.closingTimeout)
        studio.delegate = nil
        receiver?.close()
        subscribers.close()
        studio.meeting.leave()
        environment.finish()
    }
}

/// Passes the callbacks of a studio to the host.
private final class StudioReceiver: StudioDelegate {
    // Safety: the host promises that the callbacks may be called from the studio's thread.
    nonisolated(unsafe) private let callbacks: ps_studio_callbacks
    private let gate = CallbackGate()
    private let sender = Lock<(native: Sender, handle: UInt)?>(nil)

    init(_ callbacks: ps_studio_callbacks) {
        self.callbacks = callbacks
    }

    func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {
        guard let callback = callbacks.on_start_result else { return }
        let (user, isAccepted): (UnsafeMutableRawPointer?, Int32) = (callbacks.user, accepted ? 1 : 0)
        gate.run { () -> Void in callback(user, isAccepted) }
    }

    func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        let handle = sender.flatMap { self.handle(of: $0) }
        guard let callback = callbacks.on_start_send else { return }
        let user = callbacks.user
        gate.run { () -> Void in callback(user, handle) }
    }

    func studioDidStopSending(_ studio: StudioController) {
        let user = callbacks.user
        if let callback = callbacks.on_stop_send { gate.run { () -> Void in callback(user) } }
        closeSender()
    }

    func studio(_ studio: StudioController, userDidChange user: UserID, isSending: Bool) {
        guard let callback = callbacks.on_user_changed else { return }
        let (context, number): (UnsafeMutableRawPointer?, Int32) = (callbacks.user, isSending ? 1 : 0)
        gate.run { () -> Void in callback(context, user.rawValue, number) }
    }

    /// No callback follows.
    func close() {
        gate.close()
        closeSender()
    }

    /// A callback that is delivered twice gets the same handle.
    private func handle(of native: Sender) -> OpaquePointer? {
        let known = sender.withLock { $0 }
        if let known, known.native === native { return OpaquePointer(bitPattern: known.handle) }
        closeSender()
        let handle = HandleTable.shared.insert(SenderHandle(native))
        sender.set(handle.map { (native, UInt(bitPattern: $0)) })
        return handle
    }

    private func closeSender() {
        guard let known = sender.exchange(nil), let handle = OpaquePointer(bitPattern: known.handle) else { return }
        _ = HandleTable.shared.remove(handle, as: SenderHandle.self)
    }
}
