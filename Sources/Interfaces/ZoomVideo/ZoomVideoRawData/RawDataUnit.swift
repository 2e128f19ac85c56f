package import MediaReceiving
package import StudioCore
import StudioRuntime

/// The memory of a unit of raw data.
protocol RawDataMemory: AnyObject, Sendable {
    /// The bytes, valid as long as this object exists.
    var bytes: UnsafeMutableRawBufferPointer? { get }
    /// Counts it against a budget as long as the result exists.
    func hold(_ file: StaticString, _ line: UInt) -> FrameHold
}

/// The memory of a frame, which all delegates with the same request share.
final class RawDataFrameMemory: RawDataMemory {
    private let reference: FrameReference
    private let access: FrameAccess?

    init(_ reference: FrameReference) {
        self.reference = reference
        access = reference.access()
    }

    var bytes: UnsafeMutableRawBufferPointer? { access?.bytes }

    func hold(_ file: StaticString, _ line: UInt) -> FrameHold { reference.hold(file, line) }
}

/// The memory of an audio block, which belongs to one receiver.
final class RawDataBlockMemory: RawDataMemory {
    private let memory: BlockMemory
    private let credit: FrameCredit

    /// - Parameter isGuarded: whether it becomes inaccessible when it is released.
    init(copying bytes: UnsafeRawBufferPointer, isGuarded: Bool, _ credit: FrameCredit) {
        memory = BlockMemory(copying: bytes, isGuarded: isGuarded)
        self.credit = credit
    }

    var bytes: UnsafeMutableRawBufferPointer? { memory.bytes }

    func hold(_ file: StaticString, _ line: UInt) -> FrameHold { credit.keep(file, line) }
}

/// The units of a session that clients hold beyond their callbacks.
package final class RawDataPool: Sendable {
    private struct Unit: Sendable {
        let memory: any RawDataMemory
        let hold: FrameHold
        let holder: FrameBudget.Kept
        /// Whether the client has no object any more that could release it.
        var isLost = false
    }

    private struct State: Sendable {
        var units: [Int: Unit] = [:]
        var nextKey = 0
        var isOver = false
        /// Who holds pixel buffers; `nil` when what is held was reported, or the session is not over.
        var pixels: (@Sendable () -> [FrameBudget.Holder])?
    }

    let isStrict: Bool
    let reporter: Reporter
    private let clock: any StudioClock
    private let state = Lock(State())

    init(
        clock: any StudioClock, isStrict: Bool, _ reporter: Reporter
    ) {
        (self.clock, self.isStrict, self.reporter) = (clock, isStrict, reporter)
    }

    /// The lines of code that hold units: most units first, then the oldest.
    package var holders: [FrameBudget.Holder] {
        Self.holders(state.withLock { Array($0.units.values) })
    }

    private static func holders(_ units: some Sequence<Unit>) -> [FrameBudget.Holder] {
        FrameBudget.holders(of: units.map(\.holder))
    }

    /// Holds a unit, for the first reference.
    func hold(_ memory: any RawDataMemory, _ file: StaticString, _ line: UInt) -> Int {
        let unit = Unit(
            memory: memory, hold: memory.hold(file, line),
            holder: FrameBudget.Kept(file: file.description, line: line, time: clock.now))
        return state.withLock { state in
            state.nextKey += 1
            state.units[state.nextKey] = unit
            return state.nextKey
        }
    }

    /// The last reference was released.
    func release(_ key: Int) {
        let unit = state.withLock { $0.units.removeValue(forKey: key) }
        withExtendedLifetime(unit) {}
    }

    /// The client dropped a unit without releasing its references: it ties up memory until the session ends.
    func lose(_ key: Int) {
        let isOver = state.withLock { state in
            state.units[key]?.isLost = true
            return state.isOver
        }
        if isOver { release(key) }
    }

    /// How long a client may finish its work with held data after the end, in real time.
    private static let patience = MediaTime.seconds(1)

    /// Reports what is still held some time after the end of the session, and gives back what nobody can release.
    ///
    /// - Parameter pixels: who holds pixel buffers.
    func end(_ pixels: @escaping @Sendable () -> [FrameBudget.Holder]) {
        let lost = state.withLock { state in
            state.isOver = true
            let lost = state.units.filter(\.value.isLost)
            for key in lost.keys { state.units[key] = nil }
            return lost
        }
        if let list = Self.list(Self.holders(lost.values)) {
            reporter.report(.rawDataLeak, list, hint: "call releaseRef for each addRef")
        }
        state.withLock { $0.pixels = pixels }
        // On a manual clock, a test decides when its client is ready.
        if clock is ManualClock { return reportHeld() }
        clock.schedule(at: clock.now + Self.patience) { [self] in reportHeld() }
    }

    /// Reports what is held, unless that was done: at the next session and at the end of the process, no more time is left.
    func reportHeld() {
        let pixels = state.withLock { $0.pixels.take() }
        guard let pixels, let list = Self.list(holders + pixels()) else { return }
        reporter.warn(.rawDataHeld, list, hint: "release what is not needed any more")
    }

    /// A unit was dropped, because the client holds too many.
    ///
    /// - Parameter list: who holds what else.
    func reportExhaustion(_ name: String, _ list: String? = nil) {
        let list = list ?? Self.list(holders) ?? "all buffers are in callbacks"
        reporter.report(
            .rawDataExhausted, "no buffer is left for \(name): \(list)",
            hint: "call releaseRef for each addRef, and release pixel buffers")
    }

    private static func list(_ holders: [FrameBudget.Holder]) -> String? {
        guard !holders.isEmpty else { return nil }
        let count = holders.reduce(0) { $0 + $1.count }
        let list = holders.map(\.description).joined(separator: "; ")
        return "\(count) \(count == 1 ? "unit is" : "units are") referenced: \(list)"
    }
}

/// A frame or an audio block of raw data, with the references of its client. All members may be used from any thread.
package final class RawDataUnit: Sendable {
    /// What it is, for messages.
    package enum Name: Hashable, Sendable, CustomStringConvertible {
        case frame(RawDataStateMachine.Pipe, number: Int64, time: MediaTime)
        case block(RawDataAudioContent, number: Int64, time: MediaTime)

        /// `frame 12 of the video of user 16778240 (00:00:01.250)`.
        package var description: String {
            switch self {
            case .frame(let pipe, let number, let time): "frame \(number) of \(pipe) (\(time.timecode))"
            case .block(let content, let number, let time): "block \(number) of \(content) (\(time.timecode))"
            }
        }
    }

    private struct State: Sendable {
        var references: RawDataReferences
        var memory: (any RawDataMemory)?
        var hold: Int?
        var isReported = false
        /// Whether the client has asked if it can take a reference.
        var wasAsked = false
    }

    /// What it is.
    package let name: Name
    private let pool: RawDataPool
    private let state: Lock<State>

    init(_ name: Name, _ memory: any RawDataMemory, _ permission: RawDataReferences.Permission, _ pool: RawDataPool) {
        (self.name, self.pool) = (name, pool)
        state = Lock(State(references: RawDataReferences(permission), memory: memory))
    }

    deinit {
        if let hold = state.withLock({ $0.hold }) { pool.lose(hold) }
    }

    /// The bytes; `nil` after the callback unless referenced, which is reported once for each unit.
    package var bytes: UnsafeMutableRawBufferPointer? {
        let (memory, mustReport) = state.withLock { state in
            defer { if state.memory == nil { state.isReported = true } }
            return (state.memory, state.memory == nil && !state.isReported)
        }
        if mustReport {
            pool.reporter.report(
                .rawDataStale, "\(name) is used after its callback, without a reference",
                hint: "call addRef inside the callback, or copy the data")
        }
        return memory?.bytes
    }

    /// Whether a reference can be taken.
    package var canAddReference: Bool {
        let references = state.withLock { state in
            state.wasAsked = true
            return state.references
        }
        if references.permission == .unsetAudio { pool.reporter.warn(unsetMode) }
        return references.canAdd
    }

    /// Takes a reference.
    ///
    /// - Parameters:
    ///   - file: the file that is reported as its holder.
    ///   - line: the line that is reported as its holder.
    /// - Returns: whether it was taken.
    package func addReference(_ file: StaticString, _ line: UInt) -> Bool {
        let (addition, wasAsked) = state.withLock { state in
            let addition = state.references.add()
            if addition == .first, let memory = state.memory { state.hold = pool.hold(memory, file, line) }
            return (addition, state.wasAsked)
        }
        switch addition {
        case .first, .counted:
            if !wasAsked {
                pool.reporter.warn(
                    .rawDataUnaskedReference, "addRef of \(name) without canAddRef",
                    hint: "call addRef only when canAddRef returns true")
            }
            return true
        case .refused(.unsetAudio): pool.reporter.warn(unsetMode)
        case .refused:
            pool.reporter.report(
                .rawDataStackReference, "\(name) is in stack memory", hint: "call canAddRef first, or set .heap")
        case .tooLate:
            pool.reporter.report(
                .rawDataLateReference, "addRef of \(name) after its callback",
                hint: "call addRef before the callback returns")
        }
        return false
    }

    /// Releases a reference.
    ///
    /// - Returns: the number of references that remain.
    package func releaseReference() -> Int {
        let (release, hold, memory) = state.withLock { state in
            let (hold, memory) = (state.hold, state.memory)
            let release = state.references.release()
            if release == .last || release == .lastInCallback { state.hold = nil }
            if release == .last { state.memory = nil }
            return (release, hold, memory)
        }
        switch release {
        case .counted(let count): return count
        case .last, .lastInCallback:
            if let hold { pool.release(hold) }
            withExtendedLifetime(memory) {}
        case .belowZero:
            let error = StudioError(
                .rawDataOverRelease, "releaseRef of \(name) without a reference", hint: "call it once for each addRef")
            pool.reporter.report(error)
            if pool.isStrict { fatalError("\(error)") }
        }
        return 0
    }

    /// The callback returned.
    func end() {
        let memory = state.withLock { state -> (any RawDataMemory)? in
            guard state.references.callbackReturned() else { return nil }
            return state.memory.take()
        }
        withExtendedLifetime(memory) {}
    }

    private var unsetMode: StudioError {
        StudioError(
            .rawDataAudioMode, "audio cannot be referenced, because no memory mode was set",
            hint: "set audioRawdataMemoryMode to .heap before initialize")
    }
}

/// A frame of a pipe.
package struct RawDataFrame: Sendable {
    /// The memory and its references.
    package let unit: RawDataUnit
    /// Layout, range, rotation and time.
    package let description: FrameDescription
}
