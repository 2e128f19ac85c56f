import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

/// A client of the frame observer at all points. The local microphone is silent.
final class AudioInterfaceClient: InterfaceClient {
    private let context: InterfaceContext
    private let engine: RawAudioEngine
    private let observer: Observer
    private let late: Lock<Int>

    private final class Observer: RawAudioObserver {
        let counts: CallbackCounts
        let names = Lock<[UserID: String]>([:])

        init(_ counts: CallbackCounts) {
            self.counts = counts
        }

        func wantedPoints() -> RawAudioPoints? { [.record, .beforeMixing, .playback, .mixed] }
        func parameters(at point: RawAudioPoints) -> RawAudioParameters? { nil }

        func receive(_ block: RawAudioBlock) -> RawAudioResult {
            let (callback, source) =
                switch block.point {
                case .record: ("onRecordAudioFrame(_:channelId:)", "microphone")
                case .playback: ("onPlaybackAudioFrame(_:channelId:)", "remote users")
                case .mixed: ("onMixedAudioFrame(_:channelId:)", "all")
                default: ("onPlaybackAudioFrame(beforeMixing:channelId:uid:)", name(of: block.user))
                }
            let shape = block.shape
            counts.note(
                callback, source, "\(shape.sampleRate) Hz, \(shape.channels) channels, \(shape.samples) samples")
            return RawAudioResult(shape: shape)
        }

        private func name(of user: UserID?) -> String {
            user.flatMap { user in names.withLock { $0[user] } } ?? "another user"
        }
    }

    init(_ context: InterfaceContext) {
        let (late, report) = (Lock(0), context.report)
        (self.context, self.late) = (context, late)
        observer = Observer(context.counts)
        engine = RawAudioEngine(RawAudioEngine.Options(seed: context.seed)) { error, _ in
            // A block that is too late is a drop.
            if error.rule == .rawAudioBacklog { late.withLock { $0 += 1 } } else { report(error) }
        }
    }

    var drops: [InterfaceReport.Drop] {
        let count = late.withLock { $0 }
        return count > 0 ? [InterfaceReport.Drop(source: "all points", reason: "late", count: count)] : []
    }

    func begin(_ participants: [InterfaceParticipant]) throws {
        observer.names.set(Dictionary(uniqueKeysWithValues: participants.map { ($0.user, $0.name) }))
        try engine.setObserver(observer)
        _ = try engine.join("channel", user: 0, appID: "psstudio") { context.meeting }
    }

    func end() { engine.destroy() }
}
