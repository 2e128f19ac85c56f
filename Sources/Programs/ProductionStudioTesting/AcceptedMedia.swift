public import StudioCore
public import StudioMeeting
import StudioRuntime

/// Records the accepted media of a studio: sizes, formats, time stamps and hashes, and optionally the bytes.
public final class AcceptedMedia: MediaReceiver {
    /// An accepted frame.
    public struct Frame: Hashable, Sendable {
        /// Width in pixels.
        public let width: Int
        /// Height in pixels.
        public let height: Int
        /// The sample format.
        public let format: FrameDataFormat
        /// The hash of the tight planes Y, U, V. ``MediaHash`` returns the same for the sent bytes.
        public let hash: MediaHash
        /// The time of sending, on the meeting's clock.
        public let time: MediaTime
        /// The tight planes; empty unless bytes are recorded.
        public let bytes: [UInt8]
    }

    /// An accepted audio block.
    public struct Block: Hashable, Sendable {
        /// The format.
        public let format: AudioFormat
        /// The number of samples per channel.
        public let sampleCount: Int
        /// The hash of the samples.
        public let hash: MediaHash
        /// The time of the first sample, on the meeting's clock.
        public let time: MediaTime
        /// The samples; empty unless bytes are recorded.
        public let bytes: [UInt8]
    }

    private struct State: Sendable {
        var frames: [Frame] = []
        var audioBlocks: [Block] = []
    }

    private let keepsBytes: Bool
    private let state = Lock(State())

    /// - Parameter keepsBytes: whether the bytes are recorded, not only their hashes.
    public init(keepsBytes: Bool = false) {
        self.keepsBytes = keepsBytes
    }

    /// All frames, in order.
    public var frames: [Frame] { state.withLock { $0.frames } }

    /// All audio blocks, in order.
    public var audioBlocks: [Block] { state.withLock { $0.audioBlocks } }

    var count: Int { state.withLock { $0.frames.count + $0.audioBlocks.count } }

    /// Always true.
    public var hasCapacity: Bool { true }

    /// Records a frame.
    public func receive(_ frame: borrowing VideoFrame) {
        let layout = frame.layout
        let (format, time) = (frame.format, frame.time)
        let tight = I420Layout.tight(width: layout.width, height: layout.height)
        let bytes = frame.withBytes { source in
            [UInt8](unsafeUninitializedCapacity: tight.byteCount) { target, count in
                if let source = source.baseAddress, let target = target.baseAddress {
                    tight.copy(from: source, in: layout, to: UnsafeMutableRawPointer(target))
                    count = tight.byteCount
                }
            }
        }
        let planes = bytes ?? []
        let accepted = Frame(
            width: layout.width, height: layout.height, format: format, hash: .of(planes), time: time,
            bytes: keepsBytes ? planes : [])
        state.withLock { $0.frames.append(accepted) }
    }

    /// Records an audio block.
    public func receive(_ block: borrowing AudioBlock) {
        let bytes = block.withBytes { Array($0) } ?? []
        let accepted = Block(
            format: block.format, sampleCount: block.sampleCount, hash: .of(bytes), time: block.time,
            bytes: keepsBytes ? bytes : [])
        state.withLock { $0.audioBlocks.append(accepted) }
    }
}

/// A hash of media, identical on all machines: FNV-1a over words of 8 bytes, the last one zero-padded, and the length.
public struct MediaHash: Hashable, Sendable, CustomStringConvertible {
    /// The 64-bit value.
    public let value: UInt64

    /// Hashes bytes.
    public static func of(_ bytes: [UInt8]) -> MediaHash {
        bytes.withUnsafeBytes { of($0) }
    }

    /// Hashes bytes.
    public static func of(_ bytes: UnsafeRawBufferPointer) -> MediaHash {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let words = bytes.count / 8
        for word in 0..<words {
            mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self)), &hash)
        }
        var last: UInt64 = 0
        for (place, byte) in bytes[(words * 8)...].enumerated() { last |= UInt64(byte) << (UInt64(place) * 8) }
        mix(last, &hash)
        mix(UInt64(bytes.count), &hash)
        return MediaHash(value: hash)
    }

    private static func mix(_ word: UInt64, _ hash: inout UInt64) {
        hash = (hash ^ word) &* 0x0000_0100_0000_01B3
    }

    /// 16 hexadecimal digits.
    public var description: String { NumberText.hexadecimal(value, digits: 16) }
}

/// Test frames.
public enum TestFrame {
    /// Tight I420 planes of one colour: width·height·3/2 bytes.
    ///
    /// - Parameters:
    ///   - width: width in pixels, even.
    ///   - height: height in pixels, even.
    ///   - luma: the value of all Y samples.
    ///   - chroma: the value of all U and V samples; 128 is grey.
    public static func plain(width: Int, height: Int, luma: UInt8 = 128, chroma: UInt8 = 128) -> [UInt8] {
        let pixels = width * height
        return [UInt8](repeating: luma, count: pixels) + [UInt8](repeating: chroma, count: pixels / 2)
    }
}
