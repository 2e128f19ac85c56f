package import ProgramEncoding
package import StudioCore

/// The units that belong to a file which is being opened: those from the first key frame behind its start on.
///
/// Opening takes longer than a frame on a busy machine, and a recording begins when it is started. Without it, the frames in
/// between would be missing, and a short recording would get none.
package struct StartHold<Unit: Sendable>: Sendable {
    /// What becomes of a unit.
    package enum Fate: Hashable, Sendable {
        /// It is not held: nothing is opened, or it is open.
        case pass
        /// It is held.
        case held
        /// It comes before the first key frame.
        case lost
    }

    private enum State: Hashable, Sendable {
        /// The output was not begun.
        case idle
        /// It is being opened.
        case holding
        /// It is open, or has failed.
        case over
    }

    /// How much is held. A disk that needs longer to create a file is too slow for a recording.
    package static var limit: MediaTime { .seconds(5) }

    private var state = State.idle
    private var units: [(unit: Unit, time: MediaTime)] = []
    /// Whether it holds a key frame.
    package private(set) var hasKeyFrame = false

    package init() {}

    /// Whether anything is held.
    package var isEmpty: Bool { units.isEmpty }

    /// The output is being opened.
    package mutating func begin() {
        if state == .idle { state = .holding }
    }

    /// A unit has come.
    ///
    /// - Returns: what becomes of it, and the units that were held and are lost, because they are too many.
    package mutating func offer(
        _ unit: Unit, _ kind: KeyFrameGate.Unit, at time: MediaTime
    ) -> (fate: Fate, lost: [Unit]) {
        guard state == .holding else { return (.pass, []) }
        let isFull = units.first.map { time - $0.time >= Self.limit } ?? false
        let lost = isFull ? clear() : []
        switch kind {
        case .deltaFrame where !hasKeyFrame: return (.lost, lost)
        case .keyFrame: hasKeyFrame = true
        // That before the first key frame may belong to the file: the tracks do not arrive in step.
        case .audio, .deltaFrame: break
        }
        units.append((unit, time))
        return (.held, lost)
    }

    /// The output is open, or has failed: nothing is held any more.
    ///
    /// - Returns: what was held, in the order of arrival.
    package mutating func end() -> [Unit] {
        state = .over
        return clear()
    }

    private mutating func clear() -> [Unit] {
        defer { (units, hasKeyFrame) = ([], false) }
        return units.map(\.unit)
    }
}
