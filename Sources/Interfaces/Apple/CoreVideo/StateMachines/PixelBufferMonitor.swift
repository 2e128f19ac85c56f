/// What a client does wrong with a pixel buffer.
package enum PixelBufferMisuse: Hashable, Sendable {
    /// It read the address of a plane with padding, and never asked for the stride of such a plane.
    case ignoredStride(plane: Int, rowBytes: Int, stride: Int)
    /// It asked for the address of a plane without a lock.
    case addressWithoutLock(plane: Int)
    /// It released a buffer that was locked.
    case missingUnlock
    /// It ended a lock with other flags than it began one with.
    case unlockFlags(isReadOnly: Bool)
    /// It accessed the bytes outside a lock.
    case outsideLock
    /// It wrote bytes under a lock for reading.
    case writeWhileReading
    /// It accessed the bytes of a buffer that was released.
    case afterRelease
}

/// Where misuses of pixel buffers are reported.
package protocol PixelBufferMonitor: Sendable {
    /// A misuse of a buffer with this form.
    func report(_ misuse: PixelBufferMisuse, _ form: String)
    /// The line about a misuse that ends the process.
    func line(_ misuse: PixelBufferMisuse, _ form: String) -> String
}

/// The locks of a buffer, the planes whose addresses and strides its client has read, and the protection that follows.
struct PixelBufferUse: Sendable {
    private(set) var readers = 0
    private(set) var writers = 0
    private var addresses: Set<Int> = []
    private var strides: Set<Int> = []

    var isLocked: Bool { readers + writers > 0 }

    /// What the client may do now.
    var isWritable: Bool { writers > 0 }

    mutating func lock(isReadOnly: Bool) {
        if isReadOnly { readers += 1 } else { writers += 1 }
    }

    /// Ends a lock, of the other kind if there is none of this one.
    ///
    /// - Returns: whether there was one of this kind; `nil` without any.
    mutating func unlock(isReadOnly: Bool) -> Bool? {
        guard isLocked else { return nil }
        let isSame = isReadOnly ? readers > 0 : writers > 0
        if isSame == isReadOnly { readers -= 1 } else { writers -= 1 }
        return isSame
    }

    mutating func noteAddress(_ plane: Int) { addresses.insert(plane) }

    mutating func noteStride(_ plane: Int) { strides.insert(plane) }

    /// The planes that were accessed without their stride since the last call.
    mutating func takeSuspects() -> Set<Int> {
        return exchange(&addresses, with: []).subtracting(strides)
    }
}
