package import StudioCore
import StudioRuntime

/// The form of a block as an observer got it or returned it.
package struct RawAudioShape: Hashable, Sendable {
    /// Samples per channel.
    package var samples: Int
    package var channels: Int
    package var sampleRate: Int
    package var bytesPerSample = RawAudioShape.sampleBytes

    /// The bytes of a 16-bit sample.
    package static let sampleBytes = 2

    package init(samples: Int, channels: Int, sampleRate: Int, bytesPerSample: Int = RawAudioShape.sampleBytes) {
        self.samples = samples
        self.channels = channels
        self.sampleRate = sampleRate
        self.bytesPerSample = bytesPerSample
    }

    /// The size of the block: samples × channels × bytes per sample.
    package var byteCount: Int { samples * channels * bytesPerSample }
}

/// What an observer made of a block.
package struct RawAudioResult: @unchecked Sendable {
    // Safety: the pointer is used on the thread that got the result, before the next call.
    /// The form that the observer returned.
    package var shape: RawAudioShape
    /// A returned buffer other than the block's, with its length.
    package var replacement: UnsafeRawBufferPointer?
    /// Whether the observer implements the callback.
    package var isReached = true
    /// Whether the observer has requested the point; one that does not say which points it wants has not.
    package var isRequested = true
    /// Keeps the returned buffer.
    package var owner: AnyObject?

    package init(shape: RawAudioShape, replacement: UnsafeRawBufferPointer? = nil, owner: AnyObject? = nil) {
        self.shape = shape
        self.replacement = replacement
        self.owner = owner
    }

    /// The result of a block whose observer has gone.
    package static func unreached(_ shape: RawAudioShape) -> RawAudioResult {
        var result = RawAudioResult(shape: shape)
        (result.isReached, result.isRequested) = (false, false)
        return result
    }
}

/// Decides which bytes continue after a callback, and which violations are reported. Performs nothing.
package struct RawAudioWriteBack: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        /// The samples as they were before the callback.
        case original
        /// The block's memory, edited in place.
        case memory
        /// The returned buffer.
        case replacement
    }

    package let source: Source
    package let rules: [Rule]

    /// - Parameters:
    ///   - shape: the block's form.
    ///   - returned: the form that the observer returned.
    ///   - replacement: the length of a returned buffer other than the block's; `nil` for the same one.
    package init(mode: RawAudioMode, shape: RawAudioShape, returned: RawAudioShape, replacement: Int?) {
        var rules: [Rule] = []
        if returned != shape { rules.append(.rawAudioChangedFormat) }
        var source = mode == .readOnly ? Source.original : .memory
        if let replacement, mode != .readOnly {
            if replacement == shape.byteCount {
                source = .replacement
            } else {
                rules.append(.rawAudioOtherLength)
            }
        }
        (self.source, self.rules) = (source, rules)
    }
}

/// The memory of the blocks of one point, with guard bytes behind it.
final class RawAudioMemory: @unchecked Sendable {
    // Safety: the audio thread fills it; the observer uses it during its callback.
    private let shared: UnsafeMutableRawPointer
    /// Of the block in its callback; `nil` without guard.
    private var own: GuardedMemory?
    private let isGuarded: Bool
    let byteCount: Int

    /// Of the present block.
    var start: UnsafeMutableRawPointer { own?.bytes.baseAddress ?? shared }

    /// A block of 10 ms more than fits in it, so that common overruns do not leave the memory.
    static let guardBytes = 4096
    private static let guardByte: UInt8 = 0xA5

    /// - Parameter isGuarded: whether each block has memory of its own, which becomes inaccessible after its callback.
    init(byteCount: Int, isGuarded: Bool = false) {
        (self.byteCount, self.isGuarded) = (byteCount, isGuarded)
        shared = .allocate(byteCount: byteCount + Self.guardBytes, alignment: 64)
        shared.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        protect()
    }

    deinit {
        shared.deallocate()
    }

    private func protect() {
        (start + byteCount).initializeMemory(as: UInt8.self, repeating: Self.guardByte, count: Self.guardBytes)
    }

    /// Begins a block.
    ///
    /// - Parameter samples: what it contains; `nil` for silence.
    func fill(_ samples: UnsafeRawBufferPointer?) {
        if isGuarded {
            own = GuardedMemory(copying: UnsafeRawBufferPointer(start: shared, count: byteCount + Self.guardBytes))
        }
        if let base = samples?.baseAddress {
            start.copyMemory(from: base, byteCount: byteCount)
        } else {
            start.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        }
    }

    /// The block has ended.
    func end() {
        own?.protect(
            .none,
            because: "psstudio: \(Rule.rawAudioStaleBlock.id): samples are accessed after the callback of their block; "
                + "copy those that are used later")
        own = nil
    }

    /// The number of bytes up to the last one that was written behind the block; they are restored.
    func takeOverrun() -> Int {
        let bytes = UnsafeRawBufferPointer(start: start + byteCount, count: Self.guardBytes)
        guard let last = bytes.lastIndex(where: { $0 != Self.guardByte }) else { return 0 }
        protect()
        return last + 1
    }
}

/// A block during its callback.
package final class RawAudioBlock: Sendable {
    /// The point.
    package let point: RawAudioPoints
    /// The participant, before mixing.
    package let user: UserID?
    /// The form.
    package let shape: RawAudioShape
    /// The time of the first sample since the channel was joined.
    package let time: MediaTime
    /// The name of the channel.
    package let channel: String
    private let memory: RawAudioMemory
    private let isOver = Lock(false)
    private let onStale: @Sendable (RawAudioPoints) -> Void

    init(
        _ point: RawAudioPoints, user: UserID?, shape: RawAudioShape, time: MediaTime, channel: String,
        memory: RawAudioMemory, onStale: @escaping @Sendable (RawAudioPoints) -> Void
    ) {
        (self.point, self.user, self.shape, self.time, self.channel) = (point, user, shape, time, channel)
        (self.memory, self.onStale) = (memory, onStale)
    }

    /// The bytes; `nil` after the callback, which is reported.
    package var bytes: UnsafeMutableRawPointer? {
        guard isOver.withLock({ $0 }) else { return memory.start }
        onStale(point)
        return nil
    }

    /// The address of the bytes, also after the callback.
    package var address: UnsafeMutableRawPointer { memory.start }

    func end() { isOver.set(true) }
}
