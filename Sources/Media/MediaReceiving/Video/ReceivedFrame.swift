public import StudioCore
package import StudioRuntime

/// What is known about a delivered frame.
public struct FrameDescription: Hashable, Sendable {
    /// The track that it belongs to.
    public let track: TrackID
    /// The planes.
    public let layout: FrameLayout
    /// The range of the samples.
    public let range: VideoRange
    /// How far it must be rotated to be upright.
    public let rotation: FrameRotation
    /// Its number on the track, from 0; a gap shows frames that were not delivered.
    public let sequence: Int64
    /// The capture time, on the session's clock.
    public let time: MediaTime
    /// Whether it is smaller than requested, because the subscription has just begun.
    public let isReduced: Bool
}

/// A frame inside the callback that delivers it. Nothing of it may be used after the callback returns, unless it is
/// kept.
public struct ReceivedFrame: ~Copyable {
    /// Track, layout, times.
    public let description: FrameDescription
    let storage: FrameStorage
    let credit: FrameCredit
    let isWritable: Bool

    /// Reads the bytes in the layout; they are valid only inside `body`. `nil` when they cannot be mapped.
    public borrowing func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        storage.withBytes(body)
    }

    /// Changes the bytes; they are valid only inside `body`. All subscribers of the same request see the change, no
    /// other subscriber does. `nil` unless the request is writable.
    public borrowing func withMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result? {
        isWritable ? storage.withMutableBytes(body) : nil
    }

    /// Keeps the frame beyond the callback. It counts against the budget until the result is released.
    ///
    /// - Parameters:
    ///   - file: the file that is reported as its holder.
    ///   - line: the line that is reported as its holder.
    public borrowing func keep(file: StaticString = #fileID, line: UInt = #line) -> KeptFrame {
        KeptFrame(description, storage, credit.keep(file, line), isWritable: isWritable)
    }
}

/// A frame in its callback as an object, for interfaces with reference counts. It holds its credit as long as it exists.
package final class FrameReference: Sendable {
    package let description: FrameDescription
    private let storage: FrameStorage
    private let credit: FrameCredit

    package init(_ frame: borrowing ReceivedFrame) {
        (description, storage, credit) = (frame.description, frame.storage, frame.credit)
        storage.addUse()
        credit.addUse()
    }

    deinit {
        storage.endUse()
        credit.endUse()
    }

    /// Writable access to the bytes. `nil` when they cannot be mapped.
    package func access() -> FrameAccess? { storage.access(isWritable: true) }

    /// Lists the frame among the kept ones as long as the result exists.
    package func hold(_ file: StaticString, _ line: UInt) -> FrameHold { credit.keep(file, line) }
}

/// A frame that a subscriber keeps. Its content does not change while it is referenced, unless a subscriber of the same
/// writable request changes it.
public final class KeptFrame: Sendable {
    /// Track, layout, times.
    public let description: FrameDescription
    private let storage: FrameStorage
    private let hold: FrameHold
    private let isWritable: Bool

    init(_ description: FrameDescription, _ storage: FrameStorage, _ hold: FrameHold, isWritable: Bool) {
        self.description = description
        self.storage = storage
        self.hold = hold
        self.isWritable = isWritable
        storage.addUse()
    }

    deinit {
        storage.endUse()
    }

    /// Reads the bytes in the layout; they are valid only inside `body`. `nil` when they cannot be mapped.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        storage.withBytes(body)
    }

    /// Changes the bytes; they are valid only inside `body`. `nil` unless the request is writable.
    public func withMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result? {
        isWritable ? storage.withMutableBytes(body) : nil
    }

    /// Access to the bytes in the layout that lasts as long as the result exists; writable if the request is. `nil` when
    /// they cannot be mapped.
    package func access() -> FrameAccess? { storage.access(isWritable: isWritable) }

    /// Whether its memory faults when it is used after its release.
    package var isGuarded: Bool { storage.isGuarded }

    /// Permits accesses to the bytes of a guarded frame; another one ends the process with a line on standard error.
    ///
    /// - Returns: false for a frame that is not guarded.
    @discardableResult
    package func protect(_ access: GuardedMemory.Access, because text: String) -> Bool {
        storage.protect(access, because: text)
    }
}
