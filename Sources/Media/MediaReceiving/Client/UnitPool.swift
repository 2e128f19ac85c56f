import StudioCore
package import StudioRuntime

/// The units of a session that its client references.
package final class UnitPool: Sendable {
    private struct Unit: Sendable {
        let isFrame: Bool
        let memory: UnitMemory
        let hold: FrameHold?
        let holder: FrameBudget.Kept
        /// Whether the client has no object any more that could release it.
        var isLost = false
    }

    private struct State: Sendable {
        var units: [Int: Unit] = [:]
        var nextKey = 0
        var isOver = false
    }

    private let clock: any StudioClock
    let onMisuse: @Sendable (ReceivedUnit.Misuse, ReceivedUnit.Name) -> Void
    private let state = Lock(State())

    /// - Parameter onMisuse: called on the thread of the client's call.
    package init(
        clock: any StudioClock, onMisuse: @escaping @Sendable (ReceivedUnit.Misuse, ReceivedUnit.Name) -> Void
    ) {
        (self.clock, self.onMisuse) = (clock, onMisuse)
    }

    /// The lines of code that hold units: most units first, then the oldest.
    package var holders: [FrameBudget.Holder] {
        FrameBudget.holders(of: state.withLock { $0.units.values.map(\.holder) })
    }

    /// How many units are referenced.
    package var count: (frames: Int, blocks: Int) {
        state.withLock { state in
            let frames = state.units.values.count(where: \.isFrame)
            return (frames, state.units.count - frames)
        }
    }

    /// Holds a unit, for the first reference.
    func hold(_ memory: UnitMemory, _ name: ReceivedUnit.Name, _ file: StaticString, _ line: UInt) -> Int {
        let unit = Unit(
            isFrame: name.isFrame, memory: memory, hold: memory.hold(file, line),
            holder: FrameBudget.Kept(file: file.description, line: line, time: clock.now))
        return state.withLock { state in
            state.nextKey += 1
            state.units[state.nextKey] = unit
            return state.nextKey
        }
    }

    /// The last reference was released.
    func release(_ key: Int) { withExtendedLifetime(state.withLock { $0.units.removeValue(forKey: key) }) {} }

    /// The client dropped a unit without releasing its references: it ties up memory until the session ends.
    func lose(_ key: Int) {
        let isOver = state.withLock { state in
            state.units[key]?.isLost = true
            return state.isOver
        }
        if isOver { release(key) }
    }

    /// The session is over: gives back what nobody can release.
    ///
    /// - Returns: who held it.
    package func end() -> [FrameBudget.Holder] {
        let lost = state.withLock { state in
            state.isOver = true
            let lost = state.units.filter(\.value.isLost)
            for key in lost.keys { state.units[key] = nil }
            return lost
        }
        return FrameBudget.holders(of: lost.values.map(\.holder))
    }
}
