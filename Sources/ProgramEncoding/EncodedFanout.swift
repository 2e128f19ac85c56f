import GStreamer
import StudioCore
import StudioRuntime

/// Something that takes encoded media, an output for example.
///
/// Calls come on the encoders' threads, one after the other for each track; they must not wait.
package protocol EncodedReceiver: AnyObject, Sendable {
    /// Whether a unit that came now would be taken without dropping any; always true for a receiver that never holds up others.
    var hasCapacity: Bool { get }
    /// Takes a unit.
    func receive(_ unit: EncodedUnit)
}

/// Passes encoded units to every receiver, stamped in the program's time.
package final class EncodedFanout: Sendable {
    private struct State: Sendable {
        /// When the program began, on the session's clock.
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

    /// Whether no receiver that must get everything lags behind.
    var hasCapacity: Bool {
        state.withLock { $0.receivers }.allSatisfy { $0.hasCapacity }
    }

    /// - Parameters:
    ///   - time: on the session's clock.
    ///   - caps: what the unit is.
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
