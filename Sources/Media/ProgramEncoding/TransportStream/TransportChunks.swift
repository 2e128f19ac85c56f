import Glibc
import GStreamer
import StudioCore
import StudioRuntime

/// The packets of a transport stream, in chunks of one coded unit each.
///
/// The chunk of a key frame starts with the program tables, so that a receiver can start there.
final class TransportChunks: MuxedUnits {
    private struct State: Sendable {
        var units = UnitsInMuxer()
        var repetition = TransportRepetition()
    }

    private let receivers: ReceiverList
    private let state = Lock(State())
    private let outcome: PipelineOutcome

    init(_ receivers: ReceiverList, _ outcome: PipelineOutcome) {
        self.receivers = receivers
        self.outcome = outcome
    }

    var hasUnits: Bool { state.withLock { $0.units.hasHadUnits } }

    func expect(_ unit: EncodedUnit) { state.withLock { $0.units.append(unit) } }

    /// mpegtsmux writes all packets of a unit at once.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        let starts = TransportUnit.all(in: bytes)
        guard starts.count == 1, let start = starts.first else { return EPROTO }
        let taken: (unit: EncodedUnit, chunk: [UInt8])? = state.withLock { state in
            guard let unit = state.units.removeFirst(start.track) else { return nil }
            let chunk = state.repetition.completed(
                bytes, isKeyFrame: start.isKeyFrame, at: start.presentationTicks)
            return (unit, chunk)
        }
        guard let (unit, chunk) = taken else { return EPROTO }
        guard let buffer = MediaBuffer(copying: chunk) else { return ENOMEM }
        receivers.deliver(EncodedUnit(unit, muxedInto: buffer, of: nil))
        return 0
    }

    func end() -> Int32 {
        outcome.end()
        return 0
    }
}
