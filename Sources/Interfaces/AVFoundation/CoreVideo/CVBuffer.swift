package import MediaReceiving
import StudioCore
import StudioRuntime

/// An image in memory: a received frame, or memory of its own.
///
/// A buffer over a received frame counts against the subscriber's budget as long as it is referenced. Its bytes are
/// accessible between ``CVPixelBufferLockBaseAddress(_:_:)`` and ``CVPixelBufferUnlockBaseAddress(_:_:)``. May be used on
/// any thread.
public final class CVBuffer: @unchecked Sendable, Hashable {
    // Safety: layout and memory are immutable, locks are counted under a lock; the client synchronises its accesses to
    // the bytes, as with the system's buffers.
    private enum Memory: Sendable {
        case frame(KeptFrame)
        case own(OwnMemory)
    }

    private struct State: Sendable {
        var locks = 0
        /// A received frame is mapped from the first lock to the last unlock.
        var access: FrameAccess?
    }

    let layout: PixelBufferLayout
    private let memory: Memory
    private let state = Lock(State())

    /// A buffer over a received frame: BGRA, NV12 (`420f`, `420v`) or I420 (`f420`, `y420`), by the frame's format and
    /// range. The frame's request must be writable unless the buffer is only locked for reading.
    package init(_ frame: KeptFrame) {
        layout = PixelBufferLayout(frame.description.layout, range: frame.description.range)
        memory = .frame(frame)
    }

    /// A buffer with zeroed memory of its own; `nil` when memory is exhausted.
    init?(_ layout: PixelBufferLayout) {
        guard let own = OwnMemory(byteCount: layout.byteCount) else { return nil }
        self.layout = layout
        memory = .own(own)
    }

    /// The received frame; `nil` for memory of its own.
    package var frame: KeptFrame? {
        if case .frame(let frame) = memory { frame } else { nil }
    }

    // MARK: Locks

    func lock(_ flags: CVPixelBufferLockFlags) -> CVReturn {
        let isReading = flags.contains(.readOnly)
        let access: FrameAccess?
        switch memory {
        case .own: access = nil
        case .frame(let frame):
            // Mapped outside the lock; a mapping that another thread made first wins.
            access = state.withLock { $0.access } ?? frame.access()
            guard let access, isReading || access.isWritable else { return kCVReturnError }
        }
        state.withLock { state in
            state.locks += 1
            if state.access == nil { state.access = access }
        }
        return kCVReturnSuccess
    }

    func unlock() -> CVReturn {
        let (result, released) = state.withLock { state -> (CVReturn, FrameAccess?) in
            guard state.locks > 0 else { return (kCVReturnError, nil) }
            state.locks -= 1
            guard state.locks == 0 else { return (kCVReturnSuccess, nil) }
            return (kCVReturnSuccess, state.access.take())
        }
        withExtendedLifetime(released) {}
        return result
    }

    /// The first byte of the memory; `nil` unless it is locked.
    var start: UnsafeMutableRawPointer? {
        state.withLock { state in
            guard state.locks > 0 else { return nil }
            return switch memory {
            case .own(let own): own.start
            case .frame: state.access?.bytes.baseAddress
            }
        }
    }

    /// Buffers are equal when they are the same object.
    public static func == (left: CVBuffer, right: CVBuffer) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An image in memory.
public typealias CVImageBuffer = CVBuffer
/// An image in memory, with access to its pixels.
public typealias CVPixelBuffer = CVImageBuffer

/// Zeroed memory.
private final class OwnMemory: @unchecked Sendable {
    // Safety: the address is immutable; the users of the bytes synchronise their accesses.
    let start: UnsafeMutableRawPointer

    init?(byteCount: Int) {
        var memory: UnsafeMutableRawPointer?
        guard posix_memalign(&memory, PixelBufferLayout.defaultAlignment, byteCount) == 0, let memory else {
            return nil
        }
        start = memory
        start.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    }

    deinit {
        free(start)
    }
}
