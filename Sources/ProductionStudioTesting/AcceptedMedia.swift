public import StudioCore
public import StudioMeeting
import StudioRuntime

/// Keeps what a studio accepted: sizes, formats, time stamps and hashes, and on request the bytes.
public final class AcceptedMedia: MediaReceiver {
    /// An accepted picture.
    public struct Picture: Hashable, Sendable {
        /// Width in pixels.
        public let width: Int
        /// Height in pixels.
        public let height: Int
        /// How the samples are to be read.
        public let format: FrameDataFormat
        /// Of its tight planes Y, U, V; ``MediaHash`` gives the same for the bytes that were sent.
        public let hash: MediaHash
        /// When it was sent, on the meeting's clock.
        public let time: MediaTime
        /// The tight planes; empty unless bytes are kept.
        public let bytes: [UInt8]
    }

    /// An accepted block of sound.
    public struct Sound: Hashable, Sendable {
        /// Rate and channels.
        public let format: AudioFormat
        /// Samples over all channels.
        public let sampleCount: Int
        /// Of its samples.
        public let hash: MediaHash
        /// When its first sample was sent, on the meeting's clock.
        public let time: MediaTime
        /// The samples; empty unless bytes are kept.
        public let bytes: [UInt8]
    }

    private struct State: Sendable {
        var pictures: [Picture] = []
        var sounds: [Sound] = []
    }

    private let keepsBytes: Bool
    private let state = Lock(State())

    /// - Parameter keepsBytes: whether media is kept whole, not only as hashes.
    public init(keepsBytes: Bool = false) {
        self.keepsBytes = keepsBytes
    }

    /// All pictures in order.
    public var pictures: [Picture] { state.withLock { $0.pictures } }

    /// All blocks of sound in order.
    public var sounds: [Sound] { state.withLock { $0.sounds } }

    var count: Int { state.withLock { $0.pictures.count + $0.sounds.count } }

    /// Always.
    public var hasCapacity: Bool { true }

    /// Takes a picture.
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
        let picture = Picture(
            width: layout.width, height: layout.height, format: format, hash: .of(planes), time: time,
            bytes: keepsBytes ? planes : [])
        state.withLock { $0.pictures.append(picture) }
    }

    /// Takes a block of sound.
    public func receive(_ block: borrowing AudioBlock) {
        let bytes = block.withBytes { Array($0) } ?? []
        let sound = Sound(
            format: block.format, sampleCount: block.sampleCount, hash: .of(bytes), time: block.time,
            bytes: keepsBytes ? bytes : [])
        state.withLock { $0.sounds.append(sound) }
    }
}

/// A fingerprint of media, the same on every machine: FNV-1a over words of 8 bytes, the last one filled with zeros, and
/// the length.
public struct MediaHash: Hashable, Sendable, CustomStringConvertible {
    /// 64 bits.
    public let value: UInt64

    /// The fingerprint of bytes.
    public static func of(_ bytes: [UInt8]) -> MediaHash {
        bytes.withUnsafeBytes { of($0) }
    }

    /// The fingerprint of bytes.
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
    public var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// Pictures to send in a test.
public enum TestPicture {
    /// Tight I420 planes of one colour: width·height·3/2 bytes.
    ///
    /// - Parameters:
    ///   - width: width in pixels, even.
    ///   - height: height in pixels, even.
    ///   - luma: every sample of Y.
    ///   - chroma: every sample of U and V; 128 is grey.
    public static func plain(width: Int, height: Int, luma: UInt8 = 128, chroma: UInt8 = 128) -> [UInt8] {
        let pixels = width * height
        return [UInt8](repeating: luma, count: pixels) + [UInt8](repeating: chroma, count: pixels / 2)
    }
}
