import MediaReceiving
import StudioCore
import StudioRuntime

/// A client with a pipe for each participant, and the audio.
final class RawDataInterfaceClient: InterfaceClient {
    private let context: InterfaceContext
    private let subscriptions: TrackSubscriptions
    private let audio: AudioEngine
    private var received: [(name: String, video: VideoSubscription, kept: KeptFrames)] = []

    /// Per user 10 ms of 32 kHz mono, only while sounding; the mix without gaps.
    private static let block = (format: AudioFormat(sampleRate: 32_000, channels: 1), samples: 320)

    init(_ context: InterfaceContext) {
        self.context = context
        subscriptions = TrackSubscriptions(in: context.meeting)
        audio = AudioEngine(in: context.meeting, latency: .milliseconds(40))
    }

    var drops: [InterfaceReport.Drop] {
        received.flatMap { entry in
            entry.video.statistics.dropped.map {
                InterfaceReport.Drop(source: entry.name, reason: $0.key.rawValue, count: $0.value)
            }
        }
    }

    func begin(_ participants: [InterfaceParticipant]) throws {
        let counts = context.counts
        for participant in participants {
            let name = participant.name
            try subscribe(name, participant.user)
            let sparse = AudioDelivery.sparse(hangOver: .milliseconds(300))
            try audio.observe(
                .beforeMixing(participant.user),
                AudioRequest(Self.block.format, blockSamples: Self.block.samples, delivery: sparse)
            ) { samples, description in
                counts.note(
                    "onOneWayAudioRawDataReceived(_:user:)", name,
                    "\(description.format.sampleRate) Hz, \(samples.count) samples")
            }
        }
        try audio.observe(.mixed, AudioRequest(Self.block.format, blockSamples: Self.block.samples)) { samples, block in
            counts.note(
                "onMixedAudioRawDataReceived(_:)", "all", "\(block.format.sampleRate) Hz, \(samples.count) samples")
        }
    }

    private func subscribe(_ name: String, _ user: UserID) throws {
        let (counts, kept) = (context.counts, KeptFrames(limit: context.options.hold))
        // A pipe needs a resolution.
        let size = context.options.size == .native ? .fit(height: 720) : context.options.size.size
        var options = VideoSubscriptionOptions(VideoRequest(size: size, isWritable: true), budget: 32)
        options.occupancy = context.options.busy?.time ?? .zero
        let video = try subscriptions.video(.camera, of: user, options) { frame in
            counts.note("onRawDataFrameReceived(_:)", name, frame.description.argumentText)
            if kept.limit > 0 { kept.append(frame.keep()) }
        }
        received.append((name, video, kept))
    }

    func end() {
        subscriptions.cancelAll()
        audio.stop()
        for entry in received { entry.kept.removeAll() }
    }
}
