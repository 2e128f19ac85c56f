import Glibc
import GStreamer
import StudioCore
import StudioRuntime

/// The packets of a transport stream, in chunks of one coded unit each.
///
/// The chunk of a key frame starts with the program tables, so that a receiver can start there.
final class TransportChunks: ByteDestination {
    private let units: UnitsInMuxer
    private let receivers: ReceiverList
    private let repetition = Lock(TransportRepetition())
    private let outcome: PipelineOutcome

    init(of units: UnitsInMuxer, to receivers: ReceiverList, _ outcome: PipelineOutcome) {
        (self.units, self.receivers, self.outcome) = (units, receivers, outcome)
    }

    /// mpegtsmux writes all packets of a unit at once.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        let starts = TransportUnit.all(in: bytes)
        guard starts.count == 1, let start = starts.first, let unit = units.removeFirst(start.track) else {
            return EPROTO
        }
        let chunk = repetition.withLock {
            $0.completed(bytes, isKeyFrame: start.isKeyFrame, at: start.presentationTicks)
        }
        guard let buffer = MediaBuffer(copying: chunk) else { return ENOMEM }
        receivers.deliver(EncodedUnit(unit, muxedInto: buffer, of: nil))
        return 0
    }

    func end() -> Int32 {
        outcome.end()
        return 0
    }
}
