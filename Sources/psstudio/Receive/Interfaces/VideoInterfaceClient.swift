import MediaReceiving
import StudioCore
import StudioRuntime

/// A client that subscribes to each participant: with pipes and audio, or as devices with a capture output.
final class VideoInterfaceClient: InterfaceClient {
    private let context: InterfaceContext
    private let interface: InterfaceArgument
    private let subscriptions: TrackSubscriptions
    private let audio: AudioEngine
    private var received: [(name: String, video: VideoSubscription, kept: KeptFrames)] = []

    /// Per user 10 ms of 32 kHz mono, only while sounding; the mix without gaps.
    private static let block = (format: AudioFormat(sampleRate: 32_000, channels: 1), samples: 320)

    init(_ context: InterfaceContext, _ interface: InterfaceArgument) {
        (self.context, self.interface) = (context, interface)
        subscriptions = TrackSubscriptions(in: context.meeting)
        audio = AudioEngine(in: context.meeting, latency: .milliseconds(40))
    }

    var drops: [InterfaceReport.Drop] {
        received.flatMap { entry in
            var counts: [String: Int] = [:]
            for (reason, count) in entry.video.statistics.dropped {
                counts[interface.name(of: reason), default: 0] += count
            }
            return counts.map { InterfaceReport.Drop(source: entry.name, reason: $0.key, count: $0.value) }
        }
    }

    func begin(_ participants: [(name: String, user: UserID)]) throws {
        let (counts, isZoom) = (context.counts, interface == .zoom)
        for (name, user) in participants {
            try subscribe(name, user)
            guard isZoom else { continue }
            let sparse = AudioDelivery.sparse(hangOver: .milliseconds(300))
            try audio.observe(
                .beforeMixing(user), AudioRequest(Self.block.format, blockSamples: Self.block.samples, delivery: sparse)
            ) { samples, description in
                counts.note(
                    "onOneWayAudioRawDataReceived(_:user:)", name,
                    "\(description.format.sampleRate) Hz, \(samples.count) samples")
            }
        }
        guard isZoom else { return }
        try audio.observe(.mixed, AudioRequest(Self.block.format, blockSamples: Self.block.samples)) { samples, block in
            counts.note(
                "onMixedAudioRawDataReceived(_:)", "all", "\(block.format.sampleRate) Hz, \(samples.count) samples")
        }
    }

    private func subscribe(_ name: String, _ user: UserID) throws {
        let (counts, interface, kept) = (context.counts, interface, KeptFrames(limit: context.options.hold))
        let isZoom = interface == .zoom
        var options = VideoSubscriptionOptions(
            VideoRequest(
                // A pipe needs a resolution; a device delivers the size of its format.
                size: isZoom && context.options.size == .native ? .fit(height: 720) : context.options.size.size,
                format: isZoom ? .i420 : .nv12, range: isZoom ? nil : .full, strideAlignment: isZoom ? 1 : 64,
                isWritable: true),
            policy: isZoom ? .newestOnly : .lateDiscard, budget: isZoom ? 32 : 15)
        options.occupancy = context.options.busy?.time ?? .zero
        let video = try subscriptions.video(
            .camera, of: user, options,
            onDrop: { drop in
                guard !isZoom else { return }
                counts.note(
                    "captureOutput(_:didDrop:from:)", name, "\(interface.name(of: drop.reason)), without an image")
            }
        ) { frame in
            counts.note(
                isZoom ? "onRawDataFrameReceived(_:)" : "captureOutput(_:didOutput:from:)", name,
                frame.description.argumentText)
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
