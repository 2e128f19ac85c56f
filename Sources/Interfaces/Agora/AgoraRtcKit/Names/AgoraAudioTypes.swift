import AgoraRawAudio
import StudioCore
import StudioRuntime

/// The callbacks of ``AgoraMediaDataPlugin``.
public struct ObserverAudioType: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The local microphone.
    public static let recordAudio = ObserverAudioType(rawValue: 1)
    /// All remote users.
    public static let playbackAudio = ObserverAudioType(rawValue: 2)
    /// Each remote user.
    public static let playbackAudioFrameBeforeMixing = ObserverAudioType(rawValue: 4)
    /// The microphone and all remote users.
    public static let mixedAudio = ObserverAudioType(rawValue: 8)
}

/// The callbacks of ``AgoraAudioFrameDelegate``.
public struct AgoraAudioFramePosition: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates a set.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// All remote users.
    public static let playback = AgoraAudioFramePosition(rawValue: 1)
    /// The local microphone.
    public static let record = AgoraAudioFramePosition(rawValue: 2)
    /// The microphone and all remote users.
    public static let mixed = AgoraAudioFramePosition(rawValue: 4)
    /// Each remote user.
    public static let beforeMixing = AgoraAudioFramePosition(rawValue: 8)
    /// Accepted; never called.
    public static let earMonitoring = AgoraAudioFramePosition(rawValue: 16)

    /// Marks the positions of a delegate that does not name any.
    static let unspecified = AgoraAudioFramePosition(rawValue: 1 << 32)
}

extension AgoraAudioRawFrameOperationMode {
    var native: RawAudioMode {
        switch self {
        case .readOnly: .readOnly
        case .writeOnly: .writeOnly
        case .readWrite: .readWrite
        }
    }
}

/// The format that an ``AgoraAudioFrameDelegate`` asks for.
public class AgoraAudioParams: NSObject {
    /// Samples per second and channel.
    public var sampleRate: Int = 16_000
    /// 1 or 2.
    public var channel: Int = 1
    /// Whether edits continue.
    public var mode: AgoraAudioRawFrameOperationMode = .readOnly
    /// Samples of all channels in a block.
    public var samplesPerCall: Int = 1024

    public override init() {
        super.init()
    }

    var native: RawAudioParameters {
        RawAudioParameters(
            sampleRate: sampleRate, channels: channel, mode: mode.native, samplesPerCall: samplesPerCall)
    }
}

/// What a delegate without a method for the format returns.
final class UnspecifiedAudioParams: AgoraAudioParams {}

/// A block of an ``AgoraAudioFrameDelegate``, valid during its callback.
public final class AgoraAudioFrame: NSObject, @unchecked Sendable {
    // Safety: a value of the audio thread; the client copies what it keeps.
    /// Samples per channel.
    public var samplesPerChannel: Int = 0
    /// 2: signed 16-bit PCM.
    public var bytesPerSample: Int = 2
    /// 1, or 2 interleaved.
    public var channels: Int = 0
    /// Samples per second and channel.
    public var samplesPerSec: Int = 0
    /// Milliseconds since the channel was joined.
    public var renderTimeMs: Int64 = 0
    /// As ``renderTimeMs``.
    public var presentationMs: Int64 = 0
    /// Reserved.
    public var avSyncType: Int = 0
    private let block: RawAudioBlock?
    private var replacement: UnsafeMutableRawPointer?
    /// Set when the vendor's optional method is not implemented.
    var isUnreached = false

    public override init() {
        block = nil
        super.init()
    }

    init(_ block: RawAudioBlock) {
        self.block = block
        super.init()
        let shape = block.shape
        (samplesPerChannel, channels) = (shape.samples, shape.channels)
        (samplesPerSec, bytesPerSample) = (shape.sampleRate, shape.bytesPerSample)
        renderTimeMs = block.time.nanoseconds / 1_000_000
        presentationMs = renderTimeMs
    }

    /// The samples; `nil` after the callback.
    public var buffer: UnsafeMutableRawPointer? {
        get { replacement ?? block?.bytes }
        set { replacement = newValue == block?.address ? nil : newValue }
    }

    var result: RawAudioResult {
        let shape = RawAudioShape(
            samples: samplesPerChannel, channels: channels, sampleRate: samplesPerSec, bytesPerSample: bytesPerSample)
        let bytes = replacement.map { UnsafeRawBufferPointer(start: $0, count: max(0, shape.byteCount)) }
        return RawAudioResult(shape: shape, replacement: bytes)
    }
}

/// A block of an ``AgoraMediaDataPlugin``, valid during its callback.
public final class AgoraAudioRawData: NSObject, @unchecked Sendable {
    // Safety: a value of the audio thread; the client copies what it keeps.
    /// Samples per channel.
    public var samples: Int32 = 0
    /// 2: signed 16-bit PCM.
    public var bytesPerSample: Int32 = 0
    /// 1, or 2 interleaved.
    public var channels: Int32 = 0
    /// Samples per second and channel.
    public var samplesPerSec: Int32 = 0
    /// Bytes: samples × channels × bytes per sample.
    public var bufferSize: Int32 = 0
    /// Milliseconds since the channel was joined.
    public var renderTimeMs: Int64 = 0
    private let block: RawAudioBlock?
    private var replacement: UnsafeMutablePointer<CChar>?
    private lazy var spare = SpareBytes(max(1, Int(bufferSize)))
    /// Set when the vendor's optional method is not implemented.
    var isUnreached = false

    /// An empty object; set all properties.
    public override init() {
        block = nil
        super.init()
    }

    init(_ block: RawAudioBlock) {
        self.block = block
        super.init()
        let shape = block.shape
        (samples, channels) = (Int32(shape.samples), Int32(shape.channels))
        (samplesPerSec, bytesPerSample) = (Int32(shape.sampleRate), Int32(shape.bytesPerSample))
        bufferSize = Int32(shape.byteCount)
        renderTimeMs = block.time.nanoseconds / 1_000_000
    }

    /// The samples; zeros after the callback.
    public var buffer: UnsafeMutablePointer<CChar> {
        get { replacement ?? block?.bytes.map { $0.assumingMemoryBound(to: CChar.self) } ?? spare.start }
        set { replacement = UnsafeMutableRawPointer(newValue) == block?.address ? nil : newValue }
    }

    /// What the delegate returned for a block.
    func result(for block: RawAudioBlock) -> RawAudioResult {
        let shape = RawAudioShape(
            samples: Int(samples), channels: Int(channels), sampleRate: Int(samplesPerSec),
            bytesPerSample: Int(bytesPerSample))
        // Another object may have the buffer of the block.
        let own = replacement.map { UnsafeMutableRawPointer($0) }
        let bytes = own == block.address ? nil : own
        return RawAudioResult(
            shape: shape, replacement: bytes.map { UnsafeRawBufferPointer(start: $0, count: max(0, Int(bufferSize))) },
            owner: self)
    }
}

/// The spellings of the vendor's guide.
public typealias AgoraAudioRawDate = AgoraAudioRawData
/// The spellings of the vendor's guide.
public typealias AgoraRawData = AgoraAudioRawData

/// Memory of an object without a block.
private final class SpareBytes {
    let start: UnsafeMutablePointer<CChar>

    init(_ count: Int) {
        start = .allocate(capacity: count)
        start.initialize(repeating: 0, count: count)
    }

    deinit {
        start.deallocate()
    }
}
