import Glibc

/// A private copy of bytes that becomes inaccessible when it is released.
///
/// An access through a pointer that was kept too long faults at the guilty line, instead of reading other data. The
/// address is not reused while ``quarantine`` later copies exist.
package final class GuardedMemory: @unchecked Sendable {
    // Safety: the address is immutable; the users of the bytes synchronise their accesses.
    private let start: UnsafeMutableRawPointer
    private let pageBytes: Int
    private let byteCount: Int
    private let place: MemoryFaults.Place?

    /// Which accesses are possible.
    package enum Access: Hashable, Sendable {
        case none
        case reading
        case writing

        fileprivate var protection: Int32 {
            switch self {
            case .none: PROT_NONE
            case .reading: PROT_READ
            case .writing: PROT_READ | PROT_WRITE
            }
        }
    }

    /// The number of released copies whose addresses stay reserved.
    package static let quarantine = 32
    private static let released = Lock<[Mapping]>([])

    private struct Mapping: @unchecked Sendable {
        // Safety: the bytes of a released mapping are not accessed.
        let start: UnsafeMutableRawPointer
        let byteCount: Int
        let place: MemoryFaults.Place?
    }

    /// What an access after the release is reported as, unless ``protect(_:because:)`` said more.
    private static let releasedText =
        "psstudio: memory is accessed after its release; keep a reference to the frame or audio block, or copy its bytes"

    /// Copies bytes; `nil` when the system gives no memory.
    package init?(copying source: UnsafeRawBufferPointer) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        pageBytes = max(page, (source.count + page - 1) / page * page)
        let mapped = mmap(nil, pageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let mapped, mapped != MAP_FAILED else { return nil }
        start = mapped
        byteCount = source.count
        place = MemoryFaults.reserve(mapped, byteCount: pageBytes)
        if let place { MemoryFaults.set(Self.releasedText, at: place) }
        if let base = source.baseAddress { start.copyMemory(from: base, byteCount: source.count) }
    }

    deinit {
        mprotect(start, pageBytes, PROT_NONE)
        // The kernel frees the memory; only the address stays reserved.
        madvise(start, pageBytes, MADV_DONTNEED)
        let mapping = Mapping(start: start, byteCount: pageBytes, place: place)
        let expired = Self.released.withLock { released -> Mapping? in
            released.append(mapping)
            return released.count > Self.quarantine ? released.removeFirst() : nil
        }
        guard let expired else { return }
        if let place = expired.place { MemoryFaults.give(place) }
        munmap(expired.start, expired.byteCount)
    }

    /// Permits accesses from now on. Another one ends the process, with a line on standard error.
    ///
    /// - Parameter text: the line.
    package func protect(_ access: Access, because text: String) {
        if let place { MemoryFaults.set(text, at: place) }
        mprotect(start, pageBytes, access.protection)
    }

    /// The bytes, valid as long as this object.
    package var bytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    }
}
