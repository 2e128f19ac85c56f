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

    /// The number of released copies whose addresses stay reserved.
    package static let quarantine = 32
    private static let released = Lock<[Mapping]>([])

    private struct Mapping: @unchecked Sendable {
        // Safety: nobody accesses the bytes of a released mapping.
        let start: UnsafeMutableRawPointer
        let byteCount: Int
    }

    /// Copies bytes; `nil` when the system gives no memory.
    package init?(copying source: UnsafeRawBufferPointer) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        pageBytes = max(page, (source.count + page - 1) / page * page)
        let mapped = mmap(nil, pageBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let mapped, mapped != MAP_FAILED else { return nil }
        start = mapped
        byteCount = source.count
        if let base = source.baseAddress { start.copyMemory(from: base, byteCount: source.count) }
    }

    deinit {
        mprotect(start, pageBytes, PROT_NONE)
        // The kernel frees the memory; only the address stays reserved.
        madvise(start, pageBytes, MADV_DONTNEED)
        let mapping = Mapping(start: start, byteCount: pageBytes)
        let expired = Self.released.withLock { released -> Mapping? in
            released.append(mapping)
            return released.count > Self.quarantine ? released.removeFirst() : nil
        }
        if let expired { munmap(expired.start, expired.byteCount) }
    }

    /// The bytes, valid as long as this object.
    package var bytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    }
}
