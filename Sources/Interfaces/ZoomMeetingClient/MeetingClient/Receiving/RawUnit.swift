import MediaReceiving
import StudioCore
import StudioRuntime
import ZoomVideoRawData

/// The memory of a received frame, or of a block of audio.
private enum RawMemory: Sendable {
    /// With the mapping of its bytes.
    case frame(FrameReference, FrameAccess)
    case audio(AudioMemory)
}

/// A copy of samples.
private final class AudioMemory: @unchecked Sendable {
    // Safety: the address is immutable; the client synchronises its accesses to the samples.
    let samples: UnsafeMutableBufferPointer<Int16>

    init(_ source: UnsafeBufferPointer<Int16>) {
        samples = .allocate(capacity: source.count)
        _ = samples.initialize(from: source)
    }

    deinit { samples.deallocate() }
}

/// A received frame or block with the references of the client. Its memory is valid inside the callback, and as long as
/// it is referenced.
package final class RawUnit: Sendable {
    private struct State: Sendable {
        var references: RawDataReferences
        var memory: RawMemory?
        /// Lists a referenced frame among the kept ones.
        var hold: FrameHold?
        var onOver: (@Sendable () -> Void)?
    }

    private let pool: RawPool
    fileprivate let isFrame: Bool
    private let state: Lock<State>

    /// - Returns: `nil` when the frame cannot be mapped.
    init?(_ frame: borrowing ReceivedFrame, isReferencable: Bool, _ pool: RawPool) {
        let reference = FrameReference(frame)
        guard let access = reference.access() else { return nil }
        (self.pool, isFrame) = (pool, true)
        state = Lock(
            State(
                references: RawDataReferences(isReferencable ? .granted : .stack), memory: .frame(reference, access)))
    }

    init(_ samples: UnsafeBufferPointer<Int16>, isReferencable: Bool, _ pool: RawPool) {
        (self.pool, isFrame) = (pool, false)
        state = Lock(
            State(
                references: RawDataReferences(isReferencable ? .granted : .stack),
                memory: .audio(AudioMemory(samples))))
    }

    /// Sets what is called once, when the memory is given back.
    package func onOver(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onOver = body } }

    /// The bytes of a frame, writable; `nil` when they were given back.
    package var frameBytes: UnsafeMutableRawBufferPointer? {
        state.withLock { state in
            guard case .frame(_, let access)? = state.memory else { return nil }
            return access.bytes
        }
    }

    /// The samples of a block; `nil` when they were given back.
    package var samples: UnsafeMutableBufferPointer<Int16>? {
        state.withLock { state in
            guard case .audio(let memory)? = state.memory else { return nil }
            return memory.samples
        }
    }

    package var canAddReference: Bool { state.withLock { $0.references.canAdd } }

    /// Adds a reference.
    ///
    /// - Returns: false when it cannot be referenced, which is reported.
    package func addReference() -> Bool {
        let (addition, reference) = state.withLock { state -> (RawDataReferences.Addition, FrameReference?) in
            guard case .frame(let reference, _)? = state.memory else { return (state.references.add(), nil) }
            return (state.references.add(), reference)
        }
        switch addition {
        case .first:
            if let hold = reference?.hold("ps_raw_data_add_ref", 0) { state.withLock { $0.hold = hold } }
            pool.hold(self)
            return true
        case .counted: return true
        case .refused:
            pool.reporter.warn(
                .referenceStack, "data in stack memory cannot be referenced",
                hint: "choose heap memory before the meeting is joined")
            return false
        case .tooLate:
            pool.reporter.warn(
                .referenceLate, "the callback is over, and the data was not referenced in it",
                hint: "take the first reference inside the callback")
            return false
        }
    }

    /// Releases a reference.
    ///
    /// - Returns: how many remain; `nil` without one, which is reported.
    package func release() -> Int? {
        let (release, count) = state.withLock { state in (state.references.release(), state.references.count) }
        switch release {
        case .counted: return count
        case .lastInCallback:
            withExtendedLifetime(state.withLock { $0.hold.take() }) {}
            pool.letGo(self)
            return 0
        case .last:
            pool.letGo(self)
            giveBack()
            return 0
        case .belowZero:
            pool.reporter.warn(
                .referenceOverReleased, "data was released without a reference",
                hint: "release as often as references were taken")
            return nil
        }
    }

    /// The callback has returned.
    func callbackReturned() {
        if state.withLock({ $0.references.callbackReturned() }) { giveBack() }
    }

    private func giveBack() {
        let (memory, hold, onOver) = state.withLock { state in
            defer { (state.memory, state.hold, state.onOver) = (nil, nil, nil) }
            return (state.memory, state.hold, state.onOver)
        }
        withExtendedLifetime((memory, hold)) {}
        onOver?()
    }
}

/// The referenced units of a meeting.
package final class RawPool: Sendable {
    let reporter: Reporter
    private let held = Lock<[ObjectIdentifier: RawUnit]>([:])

    /// The blocks that may be referenced.
    static let maximumBlocks = 512
    /// The frames of a renderer that may be referenced.
    static let maximumFrames = 32

    init(_ reporter: Reporter) { self.reporter = reporter }

    /// A unit is referenced for the first time: it exists until it is released.
    fileprivate func hold(_ unit: RawUnit) { held.withLock { $0[ObjectIdentifier(unit)] = unit } }

    /// The last reference of a unit was released.
    fileprivate func letGo(_ unit: RawUnit) {
        withExtendedLifetime(held.withLock { $0.removeValue(forKey: ObjectIdentifier(unit)) }) {}
    }

    private func count(frames: Bool) -> Int { held.withLock { $0.values.count { $0.isFrame == frames } } }

    /// Whether a block of audio may be delivered; otherwise this is reported.
    var hasBlock: Bool {
        guard count(frames: false) >= Self.maximumBlocks else { return true }
        reportExhaustion("\(Self.maximumBlocks) blocks of audio are referenced")
        return false
    }

    func reportExhaustion(_ text: String) {
        reporter.warn(.referenceExhausted, "\(text); new ones are dropped", hint: "release them earlier")
    }

    /// The meeting is over: reports what is still referenced.
    func end() {
        let (frames, blocks) = (count(frames: true), count(frames: false))
        guard frames + blocks > 0 else { return }
        reporter.warn(
            .referenceLeaked,
            "\(frames) frames and \(blocks) blocks of audio are referenced at the end of the meeting",
            hint: "release them before")
    }
}
