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
        var use = PixelBufferUse()
        /// A received frame is mapped from the first lock to the last unlock.
        var access: FrameAccess?
    }

    let layout: PixelBufferLayout
    private let memory: Memory
    private let monitor: (any PixelBufferMonitor)?
    /// Whether the memory is protected outside locks.
    private let isProtected: Bool
    private let state = Lock(State())

    /// A buffer over a received frame: BGRA, NV12 (`420f`, `420v`) or I420 (`f420`, `y420`), by the frame's format and
    /// range. The frame's request must be writable unless the buffer is only locked for reading.
    ///
    /// - Parameter monitor: gets what the client does wrong. With it, the memory of a guarded frame is protected.
    package init(_ frame: KeptFrame, _ monitor: (any PixelBufferMonitor)? = nil) {
        let layout = PixelBufferLayout(frame.description.layout, range: frame.description.range)
        memory = .frame(frame)
        (self.layout, self.monitor) = (layout, monitor)
        isProtected =
            monitor.map { frame.isGuarded && frame.protect(.none, because: $0.line(.outsideLock, layout.form)) }
            ?? false
    }

    deinit {
        if let monitor, state.withLock({ $0.use.isLocked }) { monitor.report(.missingUnlock, layout.form) }
        guard isProtected, let monitor, let frame else { return }
        frame.protect(.none, because: monitor.line(.afterRelease, layout.form))
    }

    /// A buffer with zeroed memory of its own; `nil` when memory is exhausted.
    init?(_ layout: PixelBufferLayout) {
        guard let own = OwnMemory(byteCount: layout.byteCount) else { return nil }
        self.layout = layout
        memory = .own(own)
        (monitor, isProtected) = (nil, false)
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
            state.use.lock(isReadOnly: isReading)
            protect(state.use)
            if state.access == nil { state.access = access }
        }
        return kCVReturnSuccess
    }

    func unlock(_ flags: CVPixelBufferLockFlags) -> CVReturn {
        let isReading = flags.contains(.readOnly)
        let (isSame, suspects, released) = state.withLock { state -> (Bool?, Set<Int>, FrameAccess?) in
            let isSame = state.use.unlock(isReadOnly: isReading)
            protect(state.use)
            let suspects = state.use.takeSuspects()
            return (isSame, suspects, state.use.isLocked ? nil : state.access.take())
        }
        withExtendedLifetime(released) {}
        if isSame == false { monitor?.report(.unlockFlags(isReadOnly: isReading), layout.form) }
        for plane in suspects.sorted() { checkStride(plane) }
        return isSame == nil ? kCVReturnError : kCVReturnSuccess
    }

    private func protect(_ use: PixelBufferUse) {
        guard isProtected, let monitor, let frame else { return }
        if use.isWritable {
            frame.protect(.writing, because: monitor.line(.afterRelease, layout.form))
        } else if use.isLocked {
            frame.protect(.reading, because: monitor.line(.writeWhileReading, layout.form))
        } else {
            frame.protect(.none, because: monitor.line(.outsideLock, layout.form))
        }
    }

    // MARK: Strides

    /// The planes whose stride a client of the process has asked for. Clients may keep the strides of an earlier buffer.
    private static let askedStrides = Lock<[PixelBufferLayout: Set<Int>]>([:])

    func noteStride(_ plane: Int) {
        state.withLock { $0.use.noteStride(plane) }
        guard monitor != nil else { return }
        _ = Self.askedStrides.withLock { $0[layout, default: []].insert(plane) }
    }

    /// The first byte of a plane; `nil` outside a lock, which is reported.
    func address(ofPlane plane: Int) -> UnsafeMutableRawPointer? {
        guard let start else {
            monitor?.report(.addressWithoutLock(plane: plane), layout.form)
            return nil
        }
        state.withLock { $0.use.noteAddress(plane) }
        return start + layout.planes[plane].offset
    }

    private func checkStride(_ index: Int) {
        let plane = layout.planes[index]
        let rowBytes = plane.width * layout.sampleBytes(index)
        guard let monitor, plane.bytesPerRow != rowBytes, plane.height > 1 else { return }
        let isKnown = Self.askedStrides.withLock { $0[layout]?.contains(index) ?? false }
        if !isKnown {
            monitor.report(
                .ignoredStride(plane: index, rowBytes: rowBytes, stride: plane.bytesPerRow), layout.form)
        }
    }

    /// The first byte of the memory; `nil` unless it is locked.
    var start: UnsafeMutableRawPointer? {
        state.withLock { state in
            guard state.use.isLocked else { return nil }
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
