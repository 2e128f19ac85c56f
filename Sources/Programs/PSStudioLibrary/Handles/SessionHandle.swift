import CPSStudio
import EmbeddingRules
import MediaReceiving
import ProductionStudio
import ProgramEncoding
import StudioCore
import StudioEngine
import StudioMeeting
import StudioScenario
import StudioRuntime

/// The session behind a handle, with the thread of its events.
final class SessionHandle: Sendable {
    private enum SenderState: @unchecked Sendable {
        // Safety: the handle is a number.
        case none
        case open(OpaquePointer)
        case closed
    }

    let session: StudioSession
    let subscribers: Subscribers
    private let events: Worker?
    private let sender = Lock(SenderState.none)

    /// - Throws: a ``CallFailure`` for an invalid configuration.
    init(_ options: ps_session_options) throws(CallFailure) {
        do {
            session = try StudioSession(try SessionConfiguration(options))
        } catch let failure as CallFailure {
            throw failure
        } catch {
            throw CallFailure(.embeddingUsage, "\(error)")
        }
        subscribers = Subscribers(in: session.meeting)
        guard let callback = options.on_event else {
            events = nil
            return
        }
        let receiver = EventReceiver(callback: callback, user: options.user)
        let subscription = session.subscribe(limit: 4096)
        do {
            events = try Worker("psstudio-events") {
                while let event = subscription.next(seconds: .infinity) { receiver.receive(event) }
            }
        } catch {
            throw CallFailure(.embeddingNoResources, "\(error)")
        }
    }

    /// The handle of the session's sender; waits until it is sending.
    func waitForSender(seconds: Double) throws(CallFailure) -> OpaquePointer {
        let deadline = ContinuousClock.now + .seconds(min(seconds, Self.longestWait))
        guard let isSending = session.waitUntilSending(seconds: seconds) else {
            throw CallFailure(
                .embeddingTimeout, "the session is not sending after \(seconds) s", hint: "begin it, or wait longer")
        }
        guard isSending, let native = try? session.sender else {
            if let failure = session.failures.first { throw CallFailure(failure) }
            throw Self.ended
        }
        // The events of the start come before those of the first frame.
        let rest = (deadline - ContinuousClock.now) / .seconds(1)
        _ = session.meeting.callbackQueue.waitUntilEmpty(seconds: min(max(rest, 0), 1))
        let handle = sender.withLock { state -> OpaquePointer? in
            switch state {
            case .open(let handle): return handle
            case .closed: return nil
            case .none:
                let handle = HandleTable.shared.insert(SenderHandle(native))
                if let handle { state = .open(handle) }
                return handle
            }
        }
        // Another thread has closed the session meanwhile.
        guard let handle else { throw Self.ended }
        return handle
    }

    /// More seconds than a program runs, which a deadline can still represent.
    private static let longestWait = 1e9
    private static let ended = CallFailure(
        .embeddingEnded, "the session has ended or is ending", hint: "the snapshot has the stopReason")

    /// Waits until the session has ended.
    func waitUntilOver(seconds: Double) throws(CallFailure) {
        guard session.waitUntilOver(seconds: seconds) else {
            throw CallFailure(
                .embeddingTimeout, "the session has not ended after \(seconds) s", hint: "stop it, or wait longer")
        }
        if let failure = session.failures.first { throw CallFailure(failure) }
    }

    /// Stops the session, and waits for its end and for its last callback.
    func close() {
        session.stop()
        session.waitUntilOver()
        events?.join()
        subscribers.close()
        let before = sender.exchange(.closed)
        if case .open(let handle) = before { _ = HandleTable.shared.remove(handle, as: SenderHandle.self) }
    }
}

extension SessionConfiguration {
    init(_ options: ps_session_options) throws(CallFailure) {
        let format = options.format == 0 ? .i420Full : FrameDataFormat(number: options.format)
        let capability = VideoCapability(width: options.width, height: options.height, format: format)
        let rate = try Rate?(options.frame_rate_numerator, options.frame_rate_denominator)
        do throws(SessionConfigurationError) {
            try self.init(.app(capability, frameRate: rate))
        } catch {
            throw CallFailure(.embeddingUsage, "\(error)")
        }
        if options.is_fast != 0, rate == nil {
            throw CallFailure(
                .embeddingUsage, "is_fast is set without a frame rate",
                hint: "set frame_rate_numerator and _denominator")
        }
        if let name = text(options.role) { role = try MeetingRole(named: name) }
        if let path = text(options.scenario) {
            do {
                scenario = try Scenario(path)
            } catch {
                throw CallFailure(.embeddingUsage, "scenario: \(error)")
            }
        }
        if let addresses = text(options.outputs) { outputs = lines(addresses) }
        if let path = text(options.trace) { trace = path }
        if options.has_seed != 0 { seed = options.seed }
        videoBitrate = try bitrate(options.video_bitrate)
        isFast = options.is_fast != 0
        isStrict = options.is_strict != 0
        hasAudio = options.has_no_audio == 0
        outputOptions.overwrites = options.overwrites != 0
    }
}

/// A bitrate in bit/s; `nil` for 0.
private func bitrate(_ number: Int32) throws(CallFailure) -> Int? {
    guard number != 0 else { return nil }
    let range = EncoderSettings.videoBitrates
    guard range.contains(Int(number)) else {
        throw CallFailure(
            .embeddingUsage, "video_bitrate is \(number) bit/s, expected \(range.lowerBound) to \(range.upperBound)",
            hint: "use 0 for a bitrate by size")
    }
    return Int(number)
}

/// The addresses of a text, one a line.
func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map(String.init).filter { line in line.contains { $0 != " " } }
}

extension MeetingRole {
    init(named name: String) throws(CallFailure) {
        guard let role = SessionConfiguration.roles[name.lowercased()] else {
            let names = SessionConfiguration.roles.keys.sorted().joined(separator: ", ")
            throw CallFailure(.embeddingUsage, "role is '\(name)'", hint: "expected one of \(names)")
        }
        self = role
    }
}

extension Rate? {
    /// `nil` for 0 and 0.
    init(_ numerator: Int32, _ denominator: Int32) throws(CallFailure) {
        guard numerator != 0 || denominator != 0 else {
            self = nil
            return
        }
        guard let rate = Rate(Int64(numerator), over: Int64(denominator)) else {
            throw CallFailure(
                .embeddingUsage, "the frame rate is \(numerator)/\(denominator)",
                hint: "use 30 and 1, or 0 and 0 for none")
        }
        self = rate
    }
}
