package import StudioCore

/// Starts an output at a key frame, and drops whole groups of pictures when there is no capacity.
package struct KeyFrameGate: Sendable {
    package enum Unit: Hashable, Sendable {
        case keyFrame
        case deltaFrame
        case audio
    }

    private enum State {
        /// Not started; nothing counts as lost.
        case starting
        case passing
        /// There was no capacity: waits for the next key frame with capacity.
        case skipping
    }

    private var state = State.starting

    package init() {}

    /// - Returns: `taken`, `refused`, or `held` for audio before the first key frame, which decides whether the audio
    ///   belongs to the output.
    package mutating func admit(_ unit: Unit, hasCapacity: Bool) -> Admission {
        switch (state, unit) {
        case (.starting, .keyFrame), (.skipping, .keyFrame):
            guard hasCapacity else { return .refused }
            state = .passing
            return .taken
        case (.starting, .audio):
            return .held
        case (.starting, .deltaFrame), (.skipping, .deltaFrame), (.skipping, .audio):
            return .refused
        case (.passing, _):
            if hasCapacity { return .taken }
            state = .skipping
            return .refused
        }
    }
}
