import GStreamer
import StudioCore
import StudioRuntime

/// A receiver of encoded media, for example an output.
///
/// Called on the encoder threads, serially for each track. Calls must not block.
package protocol EncodedReceiver: AnyObject, Sendable {
    /// Whether the next unit would be taken without dropping any; always true for a receiver that never delays others.
    var hasCapacity: Bool { get }
    /// Receives a unit.
    func receive(_ unit: EncodedUnit)
}

/// Distributes encoded units to all receivers, with time stamps relative to the program.
package final class EncodedFanout: Sendable {
    private struct State: Sendable {
        /// The start of the program, on the session's clock.
        var origin: MediaTime?
        var receivers: [any EncodedReceiver] = []
        var hasVideo = false
    }

    private let state = Lock(State())

    package init() {}

    func begin(at origin: MediaTime) {
        state.withLock { if $0.origin == nil { $0.origin = origin } }
    }

    func add(_ receiver: any EncodedReceiver) {
        state.withLock { $0.receivers.append(receiver) }
    }

    func remove(_ receiver: any EncodedReceiver) {
        let before = state.withLock { state in
            let before = state.receivers
            state.receivers = before.filter { $0 !== receiver }
            return before
        }
        withExtendedLifetime(before) {}
    }

    /// Whether every receiver that must be complete has capacity.
    var hasCapacity: Bool {
        state.withLock { $0.receivers }.allSatisfy { $0.hasCapacity }
    }

    /// - Parameters:
    ///   - time: on the session's clock.
    ///   - caps: the format of the unit.
    func distribute(_ track: EncodedUnit.Track, _ buffer: consuming MediaBuffer, at time: MediaTime, caps: Caps) {
        let (origin, receivers, isFirst) = state.withLock { state in
            defer { if track == .video { state.hasVideo = true } }
            return (state.origin, state.receivers, track == .video && !state.hasVideo)
        }
        guard let origin, time >= origin else { return }
        let unit = EncodedUnit(track, buffer: buffer, time: time - origin, caps: caps, beginsProgram: isFirst)
        for receiver in receivers { receiver.receive(unit) }
    }
}
