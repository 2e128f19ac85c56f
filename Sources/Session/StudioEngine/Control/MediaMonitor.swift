import SessionControl
import SessionProtocol
import StudioCore
import StudioMeeting
import StudioRuntime

/// Measures the audio of a track and shows its frames, for one controller, as long as it subscribes.
///
/// It is called inside send calls and never waits: audio is measured at once, and a frame is passed by reference to a thread
/// that encodes it.
final class MediaMonitor: MediaReceiver, ControlMonitor {
    private struct State: Sendable {
        var meter = ChannelMeter()
        var nextLevels: MediaTime?
        var nextPreview: MediaTime?
    }

    private let levelInterval: MediaTime?
    private let previewInterval: MediaTime?
    private let encoder: PreviewEncoder?
    private let sources: [MediaFanout]
    private let sink: @Sendable (ControlMeasurement) -> Void
    private let state = Lock(State())

    init(
        _ subscription: ControlSubscription, of sources: [MediaFanout],
        _ sink: @escaping @Sendable (ControlMeasurement) -> Void
    ) {
        self.sources = sources
        self.sink = sink
        levelInterval = subscription.levels > 0 ? .seconds(1 / subscription.levels) : nil
        previewInterval = subscription.preview.map { .seconds(1 / $0.perSecond) }
        encoder = subscription.preview.map { PreviewEncoder($0, sink) }
        for source in sources { source.add(self) }
    }

    /// It takes what it can.
    var hasCapacity: Bool { true }

    func receive(_ frame: borrowing VideoFrame) {
        guard let previewInterval, let encoder else { return }
        let time = frame.time
        let isDue = state.withLock { state in
            guard time >= state.nextPreview ?? time else { return false }
            state.nextPreview = time + previewInterval
            return true
        }
        if isDue { encoder.show(PreviewFrame(frame)) }
    }

    func receive(_ block: borrowing AudioBlock) {
        guard let levelInterval else { return }
        let format = block.format
        let end = block.time + MediaTime(count: Int64(block.sampleCount), rate: format.rate)
        let levels = block.withBytes { bytes in
            state.withLock { state -> ControlLevels? in
                state.meter.add(bytes, channels: Int(format.channels))
                guard end >= state.nextLevels ?? end, let levels = state.meter.take() else { return nil }
                state.nextLevels = end + levelInterval
                return ControlLevels(time: end, peak: levels.peak, rms: levels.rms)
            }
        }
        if case .some(.some(let levels)) = levels { sink(.levels(levels)) }
    }

    func end() {
        for source in sources { source.remove(self) }
        encoder?.end()
    }
}
