/// Lets encoded media into an output: begins at a key frame, and drops whole groups of pictures when there is no room.
package struct KeyFrameGate: Sendable {
    package enum Unit: Hashable, Sendable {
        case keyFrame
        case deltaFrame
        case audio
    }

    package enum Verdict: Hashable, Sendable {
        case pass
        /// Keep it: whether it belongs to the output is known at the next key frame.
        case hold
        case drop
    }

    private enum State {
        /// Not joined yet; nothing counts as lost.
        case joining
        case passing
        /// There was no room: wait for the next key frame with room.
        case skipping
    }

    private var state = State.joining

    package init() {}

    /// Whether what is dropped now is a loss, not the wait for the first key frame.
    package var countsDrops: Bool {
        switch state {
        case .joining: false
        case .passing, .skipping: true
        }
    }

    package mutating func admit(_ unit: Unit, hasRoom: Bool) -> Verdict {
        switch (state, unit) {
        case (.joining, .keyFrame), (.skipping, .keyFrame):
            guard hasRoom else { return .drop }
            state = .passing
            return .pass
        case (.joining, .audio):
            return .hold
        case (.joining, .deltaFrame), (.skipping, .deltaFrame), (.skipping, .audio):
            return .drop
        case (.passing, _):
            if hasRoom { return .pass }
            state = .skipping
            return .drop
        }
    }
}
