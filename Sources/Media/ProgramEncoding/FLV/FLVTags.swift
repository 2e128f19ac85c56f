import Glibc
import GStreamer
import StudioCore
import StudioRuntime

/// The tags of an FLV stream, one for each coded unit. Each has the caps of the stream, which contain the headers that a
/// receiver begins with. Audio is passed on together with the next frame.
final class FLVTags: MuxedUnits {
    private struct State: Sendable {
        var units = UnitsInMuxer()
        var group = FrameGroup()
    }

    private let receivers: ReceiverList
    private let state = Lock(State())
    private let caps: Lock<Caps?>
    private let outcome: PipelineOutcome

    /// - Parameter output: the sink of the muxer.
    init(of output: Element, _ receivers: ReceiverList, _ outcome: PipelineOutcome) throws(GStreamerError) {
        self.receivers = receivers
        self.outcome = outcome
        let latest = Lock<Caps?>(nil)
        caps = latest
        try output.interceptCaps { caps in
            latest.set(caps)
            return caps
        }
    }

    var hasUnits: Bool { state.withLock { $0.units.hasHadUnits } }

    func expect(_ unit: EncodedUnit) { state.withLock { $0.units.append(unit) } }

    /// flvmux writes one tag at a time.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard let track = FLVTag.track(of: bytes) else { return 0 }
        guard let unit = state.withLock({ $0.units.removeFirst(track) }), let caps = caps.withLock({ $0 }) else {
            return EPROTO
        }
        guard let buffer = MediaBuffer(copying: bytes) else { return ENOMEM }
        let tag = EncodedUnit(unit, muxedInto: buffer, of: caps)
        receivers.deliver(group: state.withLock { $0.group.append(tag) })
        return 0
    }

    func end() -> Int32 {
        receivers.deliver(group: state.withLock { $0.group.takeAll() })
        outcome.end()
        return 0
    }
}
