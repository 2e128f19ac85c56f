import MediaReceiving
import StudioCore
import StudioRuntime

/// A client with a delegate of each participant's pipe, and of the audio.
final class RawDataInterfaceClient: InterfaceClient {
    private typealias Pipe = RawDataStateMachine.Pipe

    private struct Subscriber {
        let name: String
        let pipe: Pipe
        let receiver: FrameReceiver
    }

    private let context: InterfaceContext
    private let session: RawDataSession
    private let audio: AudioReceiver
    private var subscribers: [Subscriber] = []

    private final class FrameReceiver: RawDataVideoReceiver {
        let name: String
        let counts: CallbackCounts
        let units: ReferencedUnits
        let isGone = false

        init(_ name: String, _ counts: CallbackCounts, keeping limit: Int) {
            (self.name, self.counts, units) = (name, counts, ReferencedUnits(limit: limit))
        }

        func receive(_ frame: RawDataFrame) -> Bool {
            counts.note("onRawDataFrameReceived(_:)", name, frame.description.argumentText)
            units.add(frame.unit)
            return true
        }

        /// The client implements the callback for planes only.
        func receive(pixels frame: KeptFrame) -> Bool { false }

        func statusChanged(isOn: Bool) {
            counts.note("onRawDataStatusChanged(_:)", name, isOn ? ".on" : ".off")
        }
    }

    private final class AudioReceiver: RawDataAudioReceiver {
        let counts: CallbackCounts
        let names = Lock<[UserID: String]>([:])

        init(_ counts: CallbackCounts) {
            self.counts = counts
        }

        func receive(_ block: RawDataBlock) -> Bool {
            let (callback, source) =
                switch block.content {
                case .oneWay(let user):
                    ("onOneWayAudioRawDataReceived(_:user:)", names.withLock { $0[user] } ?? "another user")
                case .mixed: ("onMixedAudioRawDataReceived(_:)", "all")
                case .share: ("onSharedAudioRawDataReceived(_:)", "shares")
                }
            counts.note(callback, source, "\(block.format.sampleRate) Hz, \(block.byteCount) bytes")
            return true
        }
    }

    init(_ context: InterfaceContext) {
        self.context = context
        audio = AudioReceiver(context.counts)
        var options = RawDataSession.Options()
        options.occupancy = context.options.busy?.time ?? .zero
        let (report, isExhausted) = (context.report, Lock(false))
        session = RawDataSession(options) { error, _ in
            // Each dropped unit is reported; the drops are counted.
            let isRepeated = isExhausted.withLock { before in
                defer { if error.rule == .rawDataExhausted { before = true } }
                return before && error.rule == .rawDataExhausted
            }
            if !isRepeated { report(error) }
        }
    }

    var drops: [InterfaceReport.Drop] {
        let frames = session.droppedFrames
        let blocks = session.droppedBlocks
        let dropped = subscribers.flatMap { subscriber in
            (frames[subscriber.pipe] ?? [:]).map {
                InterfaceReport.Drop(source: subscriber.name, reason: $0.key.rawValue, count: $0.value)
            }
        }
        return dropped
            + (blocks > 0 ? [InterfaceReport.Drop(source: "audio", reason: "outOfBuffers", count: blocks)] : [])
    }

    func begin(_ participants: [InterfaceParticipant]) throws {
        audio.names.set(Dictionary(uniqueKeysWithValues: participants.map { ($0.user, $0.name) }))
        try session.initialize(RawDataMemoryModes())
        _ = try session.join(name: "session", token: "", delegate: audio, includesLocalUser: true, speaker: nil) {
            context.meeting
        }
        _ = session.didJoin()
        let resolution = context.options.size.lines.map { RawDataStateMachine.Resolution.lines($0) } ?? .automatic
        for participant in participants {
            let pipe = Pipe(user: participant.user, isShare: false)
            let receiver = FrameReceiver(participant.name, context.counts, keeping: context.options.hold)
            subscribers.append(Subscriber(name: participant.name, pipe: pipe, receiver: receiver))
            try session.subscribe({ receiver }, subscriber: subscribers.count, to: pipe, resolution)
        }
        try session.subscribeAudio()
    }

    func end() {
        for subscriber in subscribers { subscriber.receiver.units.end() }
        session.end()
    }
}

/// The last units of a pipe, referenced to exhaust its budget.
private final class ReferencedUnits: Sendable {
    private struct State: Sendable {
        var units: [RawDataUnit] = []
        var isOver = false
    }

    private let limit: Int
    private let state = Lock(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// References a unit in its callback, and releases the oldest one beyond the limit.
    func add(_ unit: RawDataUnit) {
        guard limit > 0, unit.addReference(#fileID, #line) else { return }
        let released = state.withLock { state -> RawDataUnit? in
            guard !state.isOver else { return unit }
            state.units.append(unit)
            return state.units.count > limit ? state.units.removeFirst() : nil
        }
        _ = released?.releaseReference()
    }

    /// Releases all units, and later ones at once.
    func end() {
        let units = state.withLock { state in
            defer { state = State(isOver: true) }
            return state.units
        }
        for unit in units { _ = unit.releaseReference() }
    }
}
