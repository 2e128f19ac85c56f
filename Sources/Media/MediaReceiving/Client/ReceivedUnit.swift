package import StudioCore
import StudioRuntime

/// A received frame or block of audio, with the references of its client. Its memory is valid inside the callback, and as
/// long as it is referenced. All members may be used from any thread.
package final class ReceivedUnit: Sendable {
    /// What it is, for messages.
    package enum Name: Hashable, Sendable, CustomStringConvertible {
        case frame(ReceivedVideo, number: Int64, time: MediaTime)
        case block(AudioContent, number: Int64, time: MediaTime)

        /// `frame 12 of the video of user 16778240 (00:00:01.250)`.
        package var description: String {
            switch self {
            case .frame(let video, let number, let time): "frame \(number) of \(video) (\(time.timecode))"
            case .block(let content, let number, let time): "block \(number) of \(content) (\(time.timecode))"
            }
        }

        var isFrame: Bool {
            if case .frame = self { true } else { false }
        }
    }

    /// What a client does wrong with a unit.
    package enum Misuse: Hashable, Sendable {
        /// The memory is used after it was given back. Noted once for each unit.
        case stale
        /// A reference was taken, and the client has not asked whether it can.
        case unasked
        /// A reference is taken that cannot be. Without a memory mode, the question is noted, too.
        case refused(References.Permission)
        /// A reference is taken after the memory was given back.
        case late
        /// A reference is released that was not taken.
        case overReleased
    }

    private struct State: Sendable {
        var references: References
        var memory: UnitMemory?
        /// Its key in the pool while it is referenced.
        var key: Int?
        var isStale = false
        var wasAsked = false
        var onOver: (@Sendable () -> Void)?

        /// Takes what the caller releases without the lock.
        mutating func giveBack() -> (memory: UnitMemory?, onOver: (@Sendable () -> Void)?) {
            defer { (memory, onOver) = (nil, nil) }
            return (memory, onOver)
        }
    }

    /// What it is.
    package let name: Name
    private let pool: UnitPool
    private let state: Lock<State>

    private init(_ name: Name, _ memory: UnitMemory, _ permission: References.Permission, _ pool: UnitPool) {
        (self.name, self.pool) = (name, pool)
        state = Lock(State(references: References(permission), memory: memory))
    }

    /// A frame inside the callback that delivers it.
    package convenience init(
        _ frame: borrowing ReceivedFrame, of video: ReceivedVideo, _ permission: References.Permission, _ pool: UnitPool
    ) {
        let (description, reference) = (frame.description, FrameReference(frame))
        self.init(
            .frame(video, number: description.sequence, time: description.time),
            .frame(reference, reference.access()), permission, pool)
    }

    /// A copy of a block of audio.
    convenience init(
        _ name: Name, copying bytes: UnsafeRawBufferPointer, _ permission: References.Permission, _ pool: UnitPool,
        isGuarded: Bool, _ credit: FrameCredit?
    ) {
        let copy = BlockCopy(BlockMemory(copying: bytes, isGuarded: isGuarded), credit)
        self.init(name, .block(copy), permission, pool)
    }

    deinit {
        if let key = state.withLock({ $0.key }) { pool.lose(key) }
    }

    /// Sets what is called once, when the memory is given back.
    package func onOver(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onOver = body } }

    /// The bytes, writable; `nil` when they were given back, and for a frame that cannot be mapped.
    package var bytes: UnsafeMutableRawBufferPointer? {
        let (memory, isNew) = state.withLock { state in
            (state.memory, state.memory == nil && !exchange(&state.isStale, with: true))
        }
        if isNew { pool.onMisuse(.stale, name) }
        return memory?.bytes
    }

    /// Whether a reference can be taken.
    package var canAddReference: Bool {
        let references = state.withLock { state in
            state.wasAsked = true
            return state.references
        }
        if references.permission == .unsetAudio { pool.onMisuse(.refused(.unsetAudio), name) }
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
            if addition == .first, let memory = state.memory { state.key = pool.hold(memory, name, file, line) }
            return (addition, state.wasAsked)
        }
        switch addition {
        case .first, .counted:
            if !wasAsked { pool.onMisuse(.unasked, name) }
            return true
        case .refused(let permission): pool.onMisuse(.refused(permission), name)
        case .tooLate: pool.onMisuse(.late, name)
        }
        return false
    }

    /// Releases a reference.
    ///
    /// - Returns: the number of references that remain; `nil` when there was none.
    package func releaseReference() -> Int? {
        let (release, key, before) = state.withLock { state in
            let release = state.references.release()
            let isLast = release == .last || release == .lastInCallback
            return (release, isLast ? state.key.take() : nil, release == .last ? state.giveBack() : nil)
        }
        if let key { pool.release(key) }
        before?.onOver?()
        switch release {
        case .counted(let count): return count
        case .last, .lastInCallback: return 0
        case .belowZero:
            pool.onMisuse(.overReleased, name)
            return nil
        }
    }

    /// The callback has returned.
    package func callbackReturned() {
        let before = state.withLock { $0.references.callbackReturned() ? $0.giveBack() : nil }
        before?.onOver?()
    }
}

/// The memory of a unit.
enum UnitMemory: Sendable {
    /// That of all receivers with the same request, with the mapping of its bytes.
    case frame(FrameReference, FrameAccess?)
    /// That of one receiver.
    case block(BlockCopy)

    /// Valid as long as the memory is referenced.
    var bytes: UnsafeMutableRawBufferPointer? {
        switch self {
        case .frame(_, let access): access?.bytes
        case .block(let block): block.memory.bytes
        }
    }

    /// Lists it among what a budget has kept, as long as the result exists.
    func hold(_ file: StaticString, _ line: UInt) -> FrameHold? {
        switch self {
        case .frame(let reference, _): reference.hold(file, line)
        case .block(let block): block.credit?.keep(file, line)
        }
    }
}

/// A copy of samples.
final class BlockCopy: Sendable {
    let memory: BlockMemory
    let credit: FrameCredit?

    init(_ memory: consuming BlockMemory, _ credit: FrameCredit?) {
        self.memory = memory
        self.credit = credit
    }
}
