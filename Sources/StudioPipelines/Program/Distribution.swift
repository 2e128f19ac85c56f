import GStreamer
import StudioCore
import StudioRuntime

/// Hands encoded units to the outputs, stamped in the programme's time.
final class Distribution: Sendable {
    private struct State: Sendable {
        /// When the programme began, on the run's clock.
        var origin: MediaTime?
        var outputs: [StreamOutput] = []
        var hasVideo = false
    }

    private let state = Lock(State())

    func begin(at origin: MediaTime) {
        state.withLock { if $0.origin == nil { $0.origin = origin } }
    }

    func add(_ output: StreamOutput) {
        state.withLock { $0.outputs.append(output) }
    }

    /// Whether no output that must get everything lags behind.
    var hasRoom: Bool {
        state.withLock { $0.outputs }.allSatisfy { $0.hasRoom }
    }

    /// - Parameters:
    ///   - time: on the run's clock.
    ///   - caps: what the unit is.
    func distribute(_ track: EncodedUnit.Track, _ buffer: consuming MediaBuffer, at time: MediaTime, caps: Caps) {
        let (origin, outputs, isFirst) = state.withLock { state in
            defer { if track == .video { state.hasVideo = true } }
            return (state.origin, state.outputs, track == .video && !state.hasVideo)
        }
        guard let origin, time >= origin else { return }
        let unit = EncodedUnit(track, buffer: buffer, time: time - origin, caps: caps, beginsProgram: isFirst)
        for output in outputs { output.receive(unit) }
    }
}
