import MediaReceiving
import StudioCore
import StudioMeeting

/// What the lock of an engine protects. Methods that return actions decide what follows.
struct CustomRenderingState: Sendable {
    /// The entered room, with what the client was notified of.
    struct EnteredRoom: Sendable {
        let id: String
        /// Which login of the engine it is.
        let number: Int
        /// `nil` until it is entered.
        var meeting: Meeting?
        private var announced: [UserID: RoomStream] = [:]

        init(_ id: String, number: Int) {
            (self.id, self.number) = (id, number)
        }

        /// - Returns: the streams that were not announced yet.
        mutating func announce(_ streams: [RoomStream]) -> [RoomStream] {
            streams.filter { announced.updateValue($0, forKey: $0.user) == nil }
        }

        /// - Returns: the announced stream of a user, which is forgotten.
        mutating func withdraw(_ user: UserID) -> RoomStream? { announced.removeValue(forKey: user) }
    }

    var machine: CustomRenderingStateMachine
    var media = RunningMedia()
    var settings: [Int: CaptureSettings] = [:]
    var trafficControls: [Int: TrafficControl] = [:]
    /// The share of the streams that the uplink carries.
    var uplink = 1.0
    var mirrors: [Int: MirrorMode] = [:]
    var backCameras: Set<Int> = []
    var isHardwareDecoding = false
    var observer: (any CustomRenderingObserver)?
    var missingCallbacks = MissingRenderCallbacks()
    /// Whether a missing preview was reported.
    var hasReportedPreview = false
    var room: EnteredRoom?
    private var logins = 0

    init(_ machine: CustomRenderingStateMachine) {
        self.machine = machine
    }

    /// The tracks of all sources are found again, after streams appeared or vanished.
    var attach: CustomRenderingAction { .attach(published: machine.published) }

    /// The published media of a channel has changed.
    var setGates: CustomRenderingAction { .setGates(muted: machine.mutedChannels, mirrored: mirroredChannels) }

    /// The channels whose streams are mirrored.
    var mirroredChannels: Set<Int> {
        // What the client has encoded is forwarded as it is.
        let encoded = machine.captureTypes.filter { $0.value == .encoded }.keys
        return Set(mirrors.filter { $0.value.mirrorsPublication }.keys).subtracting(backCameras).subtracting(encoded)
    }

    /// How an app must flip the frames of a source.
    func flip(_ source: RenderSource) -> FrameFlip {
        guard case .captured(let channel) = source, !backCameras.contains(channel) else { return .none }
        return (mirrors[channel] ?? .previewOnly).mirrorsPreview ? .horizontal : .none
    }

    /// Changes the wanted media, and follows it.
    ///
    /// - Parameter decide: returns what follows when everything is started and stopped.
    mutating func act<Failure: Error>(
        _ decide: (inout CustomRenderingState) throws(Failure) -> [CustomRenderingAction]
    ) throws(Failure) -> [CustomRenderingAction] {
        let wasActive = machine.isActive
        let last = try decide(&self)
        let unreached = wasActive && !machine.isActive ? missingCallbacks.end() : nil
        return media.follow(machine, settings, frameSettings, isHardwareDecoding: isHardwareDecoding)
            + (unreached.map { [.warn($0)] } ?? []) + last
    }

    /// A room was entered.
    mutating func enter(_ room: CustomRenderingStateMachine.Room) -> [CustomRenderingAction] {
        logins += 1
        self.room = EnteredRoom(room.id, number: logins)
        return [.enter(room: room.id, number: logins)]
    }

    /// The entered room was left.
    mutating func leave(
        _ left: CustomRenderingStateMachine.Departure, _ interruption: CustomRenderingEvent.Interruption?
    ) -> [CustomRenderingAction] {
        room = nil
        return [.leave] + left.played.map { .notify(.player(stream: $0, .idle)) }
            + left.published.map { .notify(.publisher(stream: $0, .idle)) } + .notice(left.change)
            + [.notify(.connection(.disconnected, interruption, room: left.room.id))]
    }

    /// Ends the engine: everything stops, and nothing is notified.
    mutating func destroy() -> [CustomRenderingAction] {
        let isEntered = room != nil
        var missingCallbacks = missingCallbacks
        machine.destroy()
        let actions = media.follow(machine, [:], [:], isHardwareDecoding: false)
        self = CustomRenderingState(machine)
        return (missingCallbacks.end().map { [.warn($0)] } ?? []) + actions + (isEntered ? [.leave] : [])
    }
}

extension [CustomRenderingAction] {
    /// Notifies the client of a change of the engine's state, if any.
    static func notice(_ change: CustomRenderingStateMachine.Change?) -> [CustomRenderingAction] {
        change.map { [.notify(.engine(isRunning: $0 == .started))] } ?? []
    }
}

/// Reports a handler that implements no callback of what it asked for.
///
/// A handler may render only remote streams while a preview runs, or only the preview. Therefore only a handler that got
/// nothing at all is reported: at once for a played stream, for a preview when the engine stops.
struct MissingRenderCallbacks: Sendable {
    private var isReached = false
    private var isReported = false
    private var missed: RenderConfiguration.BufferType?

    /// - Returns: what is to be reported.
    mutating func note(
        _ reception: RenderReception, _ source: RenderSource, _ bufferType: RenderConfiguration.BufferType
    ) -> StudioError? {
        switch reception {
        case .gone, .unmapped, .late: return nil
        case .reached:
            isReached = true
            return nil
        case .unreached:
            missed = bufferType
            if case .remote = source { return end() }
            return nil
        }
    }

    /// The engine stops.
    mutating func end() -> StudioError? {
        guard let missed, !isReached, !isReported else { return nil }
        isReported = true
        let hint =
            switch missed {
            case .encoded:
                "onRemoteVideoFrameEncodedData(_:dataLength:param:referenceTimeMillisecond:streamID:)"
            case .raw: Self.callbacks("RawData(_:dataLength:param:")
            case .pixelBuffer, .unsupported: Self.callbacks("CVPixelBuffer(_:param:")
            }
        return StudioError(
            .renderingNobodyReached, "the render handler has no callback for the frames that it asked for",
            hint: "implement \(hint)")
    }

    private static func callbacks(_ name: String) -> String {
        "onCapturedVideoFrame\(name)flipMode:channel:) or onRemoteVideoFrame\(name)streamID:)"
    }
}
