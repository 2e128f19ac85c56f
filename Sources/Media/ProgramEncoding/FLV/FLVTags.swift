import Glibc
import GStreamer
import StudioCore
import StudioRuntime

/// The tags of an FLV stream, one for each coded unit. Each has the caps of the stream, which contain the headers that a
/// receiver begins with. Audio is passed on together with the next frame.
final class FLVTags: ByteDestination {
    private let units: UnitsInMuxer
    private let receivers: ReceiverList
    private let group = Lock(FrameGroup())
    private let caps: Lock<Caps?>
    private let outcome: PipelineOutcome

    /// - Parameter output: the sink of the muxer.
    init(
        from output: Element, of units: UnitsInMuxer, to receivers: ReceiverList, _ outcome: PipelineOutcome
    ) throws(GStreamerError) {
        (self.units, self.receivers, self.outcome) = (units, receivers, outcome)
        let latest = Lock<Caps?>(nil)
        caps = latest
        try output.interceptCaps { caps in
            latest.set(caps)
            return caps
        }
    }

    /// flvmux writes one tag at a time.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard let track = FLVTag.track(of: bytes) else { return 0 }
        guard let unit = units.removeFirst(track), let caps = caps.withLock({ $0 }) else {
            return EPROTO
        }
        guard let buffer = MediaBuffer(copying: bytes) else { return ENOMEM }
        let tag = EncodedUnit(unit, muxedInto: buffer, of: caps)
        receivers.deliver(group: group.withLock { $0.append(tag) })
        return 0
    }

    func end() -> Int32 {
        receivers.deliver(group: group.withLock { $0.takeAll() })
        outcome.end()
        return 0
    }
}
