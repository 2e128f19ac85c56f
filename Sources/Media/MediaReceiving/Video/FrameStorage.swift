import GStreamer
import StudioRuntime
import Synchronization

/// Objects that are reused, so that the delivery of a frame allocates nothing once warm.
final class Reserve<Item: Sendable>: Sendable {
    private let items = Lock<[Item]>([])

    func take() -> Item? { items.withLock { $0.popLast() } }

    func give(_ item: Item) { items.withLock { $0.append(item) } }
}

/// The memory of a converted frame, shared by all subscribers of a request.
///
/// Its uses are counted explicitly: the end of the last one gives the memory back, and the object to its reserve. Whoever
/// stores it adds a use.
final class FrameStorage: @unchecked Sendable {
    // Safety: `memory` and `reserve` change only before the first use and after the last one, which the count orders.
    private enum Memory: ~Copyable, Sendable {
        case none
        case pooled(MediaBuffer)
        case guarded(GuardedMemory)
    }

    @exclusivity(unchecked) private var memory: Memory
    @exclusivity(unchecked) private var reserve: Reserve<FrameStorage>?
    private let uses = Atomic(1)

    private init(_ memory: consuming Memory) {
        self.memory = memory
    }

    /// A storage with one use.
    ///
    /// - Parameter reserve: gets the storage after its last use.
    static func holding(_ buffer: consuming MediaBuffer, from reserve: Reserve<FrameStorage>) -> FrameStorage {
        guard let storage = reserve.take() else {
            let storage = FrameStorage(.pooled(buffer))
            storage.reserve = reserve
            return storage
        }
        storage.memory = .pooled(buffer)
        storage.reserve = reserve
        storage.uses.store(1, ordering: .relaxed)
        return storage
    }

    /// A private copy with one use, which becomes inaccessible when it ends; `nil` when memory is exhausted.
    func guardedCopy() -> FrameStorage? {
        let copy = withBytes { GuardedMemory(copying: $0) }
        return (copy ?? nil).map { FrameStorage(.guarded($0)) }
    }

    var isGuarded: Bool {
        switch memory {
        case .none: false
        case .pooled: false
        case .guarded: true
        }
    }

    /// Protects the bytes of a guarded copy; see `GuardedMemory`.
    ///
    /// - Returns: false for memory that cannot be protected.
    func protect(_ access: GuardedMemory.Access, because text: String) -> Bool {
        switch memory {
        case .none: return false
        case .pooled: return false
        case .guarded(let guarded): guarded.protect(access, because: text)
        }
        return true
    }

    func addUse() { uses.add(1, ordering: .relaxed) }

    /// The caller does not access the storage afterwards.
    func endUse() {
        guard uses.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
        memory = .none
        let reserve = reserve
        self.reserve = nil
        reserve?.give(self)
    }

    func withBuffer<Result>(_ body: (borrowing MediaBuffer) -> Result) -> Result? {
        switch memory {
        case .pooled(let buffer): body(buffer)
        case .none: nil
        case .guarded: nil
        }
    }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        switch memory {
        case .none: nil
        case .pooled(let buffer): buffer.withBytes(body)
        case .guarded(let guarded): body(UnsafeRawBufferPointer(guarded.bytes))
        }
    }

    func withMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result? {
        switch memory {
        case .none: nil
        case .pooled(let buffer): buffer.withMutableBytes(body)
        case .guarded(let guarded): body(guarded.bytes)
        }
    }

    /// Access that lasts as long as the result exists.
    func access(isWritable: Bool) -> FrameAccess? {
        switch memory {
        case .none: nil
        case .pooled(let buffer):
            buffer.mapped(forWriting: isWritable).map {
                FrameAccess($0.bytes, self, mapping: $0, isWritable: isWritable)
            }
        case .guarded(let guarded): FrameAccess(guarded.bytes, self, mapping: nil, isWritable: isWritable)
        }
    }
}

/// Access to the bytes of a kept frame for longer than a call. The bytes are valid as long as the object exists.
package final class FrameAccess: @unchecked Sendable {
    // Safety: the address is immutable, the mapping is ended once; the users of the bytes synchronise their accesses.
    /// The bytes in the frame's layout.
    package let bytes: UnsafeMutableRawBufferPointer
    /// Whether the bytes may be changed.
    package let isWritable: Bool
    private let storage: FrameStorage
    private var mapping: Mapping?

    fileprivate init(
        _ bytes: UnsafeMutableRawBufferPointer, _ storage: FrameStorage, mapping: Mapping?, isWritable: Bool
    ) {
        (self.bytes, self.storage, self.mapping, self.isWritable) = (bytes, storage, mapping, isWritable)
        storage.addUse()
    }

    deinit {
        mapping?.end()
        storage.endUse()
    }
}
