/// A private copy of the bytes of an audio block: ``GuardedMemory``, or plain memory that is freed with it.
package struct BlockMemory: ~Copyable, @unchecked Sendable {
    // Safety: the address is immutable; the users of the bytes synchronise their accesses.
    package let bytes: UnsafeMutableRawBufferPointer
    private let guarded: GuardedMemory?

    /// - Parameters:
    ///   - source: the bytes.
    ///   - isGuarded: whether it becomes inaccessible when it is released.
    ///   - message: what an access after the release of guarded memory is reported as; `nil` for the usual text.
    package init(copying source: UnsafeRawBufferPointer, isGuarded: Bool, because message: String? = nil) {
        guarded = isGuarded ? GuardedMemory(copying: source) : nil
        if let guarded {
            bytes = guarded.bytes
            if let message { guarded.protect(.writing, because: message) }
        } else {
            bytes = .allocate(byteCount: source.count, alignment: 16)
            bytes.copyMemory(from: source)
        }
    }

    deinit {
        if guarded == nil { bytes.deallocate() }
    }
}
