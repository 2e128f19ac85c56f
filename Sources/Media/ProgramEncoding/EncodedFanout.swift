import GStreamer
import StudioCore
import StudioRuntime

/// A receiver of encoded media, for example an output.
///
/// Called on the threads of the encoders or of the muxer, serially for each track. Calls must not block.
package protocol EncodedReceiver: AnyObject, Sendable {
    /// Whether the next unit would be taken without dropping any; always true for a receiver that never delays others.
    var hasCapacity: Bool { get }
    /// Receives a unit.
    func receive(_ unit: EncodedUnit)
}

/// The form in which a receiver takes encoded media.
package enum UnitForm: Hashable, CaseIterable, Sendable {
    /// The access units of the encoders.
    case accessUnits
    /// The packets of an MPEG transport stream, muxed once for all receivers.
    case transportStream
    /// The tags of an FLV stream, muxed once for all receivers.
    case flvTags
}

/// What encodes key frames on request, for a receiver that starts there. A source may retain its receivers, so a
/// receiver does not retain the source.
package protocol KeyFrameSource: AnyObject, Sendable {
    /// Requests a key frame. The source decides when it follows.
    func requestKeyFrame(_ reason: KeyFrameReason)
}

/// Receivers of the same units.
final class ReceiverList: Sendable {
    private let receivers = Lock<[any EncodedReceiver]>([])

    func add(_ receiver: any EncodedReceiver) {
        receivers.withLock { $0.append(receiver) }
    }

    func remove(_ receiver: any EncodedReceiver) {
        let before = receivers.withLock { receivers in
            let before = receivers
            receivers = before.filter { $0 !== receiver }
            return before
        }
        withExtendedLifetime(before) {}
    }

    /// Puts a receiver in the place of the one of these that is there; each track passes to it between two units.
    func replace(_ former: [any EncodedReceiver], by other: any EncodedReceiver) {
        let before = receivers.withLock { receivers in
            let before = receivers
            receivers = before.map { receiver in former.contains { $0 === receiver } ? other : receiver }
            return before
        }
        withExtendedLifetime(before) {}
    }

    /// Whether every receiver that must be complete has capacity.
    var hasCapacity: Bool {
        receivers.withLock { $0 }.allSatisfy { $0.hasCapacity }
    }

    func deliver(_ unit: EncodedUnit) {
        for receiver in receivers.withLock({ $0 }) { receiver.receive(unit) }
    }

    /// Each receiver gets all of these units before the next one gets the first.
    func deliver(group: [EncodedUnit]) {
        for receiver in receivers.withLock({ $0 }) { for unit in group { receiver.receive(unit) } }
    }
}

/// Distributes the units of an encoder to all receivers, with time stamps relative to the program.
final class EncodedFanout: Sendable {
    private struct State: Sendable {
        /// The start of the program, on the session's clock.
        var origin: MediaTime?
        /// Whether the next unit is the first frame of the program.
        var isFirst: Bool
    }

    let receivers = ReceiverList()
    private let track: EncodedUnit.Track
    private let state: Lock<State>

    init(_ track: EncodedUnit.Track) {
        self.track = track
        state = Lock(State(isFirst: track == .video))
    }

    /// - Parameter isLate: whether the program has begun before its encoder.
    func begin(at origin: MediaTime, isLate: Bool = false) {
        state.withLock { ($0.origin, $0.isFirst) = (origin, $0.isFirst && !isLate) }
    }

    /// - Parameters:
    ///   - time: on the session's clock.
    ///   - caps: the format of the unit.
    func distribute(_ buffer: consuming MediaBuffer, at time: MediaTime, caps: Caps) {
        let (origin, isFirst) = state.withLock { ($0.origin, exchange(&$0.isFirst, with: false)) }
        guard let origin, time >= origin else { return }
        receivers.deliver(EncodedUnit(track, buffer: buffer, time: time - origin, caps: caps, beginsProgram: isFirst))
    }
}
