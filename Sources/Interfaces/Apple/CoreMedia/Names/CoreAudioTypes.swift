// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A form of audio data, such as ``kAudioFormatLinearPCM``.
public typealias AudioFormatID = UInt32
/// Details of a form of audio data.
public typealias AudioFormatFlags = UInt32

/// `lpcm`: uncompressed samples.
public let kAudioFormatLinearPCM: AudioFormatID = 0x6c70_636d
/// `aac `
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320

/// Samples are floating-point numbers.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1
/// The most significant byte is first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 2
/// Samples are signed integers.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 4
/// Samples use all their bits.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 8
/// Each channel has a buffer of its own.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 32
/// As ``kAudioFormatFlagIsFloat``.
public let kLinearPCMFormatFlagIsFloat: AudioFormatFlags = kAudioFormatFlagIsFloat
/// As ``kAudioFormatFlagIsSignedInteger``.
public let kLinearPCMFormatFlagIsSignedInteger: AudioFormatFlags = kAudioFormatFlagIsSignedInteger
/// As ``kAudioFormatFlagIsPacked``.
public let kLinearPCMFormatFlagIsPacked: AudioFormatFlags = kAudioFormatFlagIsPacked
/// As ``kAudioFormatFlagIsNonInterleaved``.
public let kLinearPCMFormatFlagIsNonInterleaved: AudioFormatFlags = kAudioFormatFlagIsNonInterleaved

/// The form of a stream of audio.
public struct AudioStreamBasicDescription: Hashable, Sendable {
    /// Frames per second.
    public var mSampleRate: Double
    /// The form of the data.
    public var mFormatID: AudioFormatID
    /// Details of the form.
    public var mFormatFlags: AudioFormatFlags
    /// The bytes of a packet.
    public var mBytesPerPacket: UInt32
    /// The frames of a packet; 1 for uncompressed samples.
    public var mFramesPerPacket: UInt32
    /// The bytes of one sample of all channels.
    public var mBytesPerFrame: UInt32
    /// The channels.
    public var mChannelsPerFrame: UInt32
    /// The bits of a sample.
    public var mBitsPerChannel: UInt32
    /// Zero.
    public var mReserved: UInt32

    /// Creates a description that consists of zeros.
    public init() {
        self.init(
            mSampleRate: 0, mFormatID: 0, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 0, mBytesPerFrame: 0,
            mChannelsPerFrame: 0, mBitsPerChannel: 0, mReserved: 0)
    }

    /// Creates a description.
    public init(
        mSampleRate: Double, mFormatID: AudioFormatID, mFormatFlags: AudioFormatFlags, mBytesPerPacket: UInt32,
        mFramesPerPacket: UInt32, mBytesPerFrame: UInt32, mChannelsPerFrame: UInt32, mBitsPerChannel: UInt32,
        mReserved: UInt32
    ) {
        (self.mSampleRate, self.mFormatID, self.mFormatFlags) = (mSampleRate, mFormatID, mFormatFlags)
        (self.mBytesPerPacket, self.mFramesPerPacket) = (mBytesPerPacket, mFramesPerPacket)
        (self.mBytesPerFrame, self.mChannelsPerFrame) = (mBytesPerFrame, mChannelsPerFrame)
        (self.mBitsPerChannel, self.mReserved) = (mBitsPerChannel, mReserved)
    }

    /// Interleaved linear PCM.
    package init(sampleRate: Int, channels: Int, isFloat: Bool) {
        let bytes = (isFloat ? 4 : 2) * channels
        let kind = isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
        self.init(
            mSampleRate: Double(sampleRate), mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kind | kAudioFormatFlagIsPacked, mBytesPerPacket: UInt32(bytes), mFramesPerPacket: 1,
            mBytesPerFrame: UInt32(bytes), mChannelsPerFrame: UInt32(channels), mBitsPerChannel: isFloat ? 32 : 16,
            mReserved: 0)
    }
}

/// Audio in memory.
public struct AudioBuffer {
    /// The channels, which are interleaved.
    public var mNumberChannels: UInt32
    /// The number of bytes.
    public var mDataByteSize: UInt32
    /// The bytes.
    public var mData: UnsafeMutableRawPointer?

    /// Creates a buffer without bytes.
    public init() {
        self.init(mNumberChannels: 0, mDataByteSize: 0, mData: nil)
    }

    /// Creates a buffer.
    public init(mNumberChannels: UInt32, mDataByteSize: UInt32, mData: UnsafeMutableRawPointer?) {
        (self.mNumberChannels, self.mDataByteSize, self.mData) = (mNumberChannels, mDataByteSize, mData)
    }
}

/// Buffers of audio; more than one follow each other in memory.
public struct AudioBufferList {
    /// The number of buffers.
    public var mNumberBuffers: UInt32
    /// The first one.
    public var mBuffers: AudioBuffer

    /// Creates a list without buffers.
    public init() {
        self.init(mNumberBuffers: 0, mBuffers: AudioBuffer())
    }

    /// Creates a list.
    public init(mNumberBuffers: UInt32, mBuffers: AudioBuffer) {
        (self.mNumberBuffers, self.mBuffers) = (mNumberBuffers, mBuffers)
    }

    /// The bytes of a list with a number of buffers.
    public static func sizeInBytes(maximumBuffers: Int) -> Int {
        MemoryLayout<AudioBufferList>.size + max(0, maximumBuffers - 1) * MemoryLayout<AudioBuffer>.stride
    }

    /// Allocates a list; `free` its `unsafeMutablePointer`.
    public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
        let count = max(1, maximumBuffers)
        guard let memory = calloc(1, sizeInBytes(maximumBuffers: count)) else { fatalError("memory is exhausted") }
        let list = UnsafeMutableAudioBufferListPointer(memory.bindMemory(to: AudioBufferList.self, capacity: 1))
        list.count = count
        return list
    }
}

/// The buffers of a list as a collection.
public struct UnsafeMutableAudioBufferListPointer: MutableCollection, RandomAccessCollection {
    /// The list.
    public var unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

    /// Creates a collection over a list.
    public init(_ p: UnsafeMutablePointer<AudioBufferList>) {
        unsafeMutablePointer = p
    }

    /// Creates a collection over a list; `nil` for no list.
    public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
        guard let p else { return nil }
        self.init(p)
    }

    /// The number of buffers.
    public var count: Int {
        get { Int(unsafeMutablePointer.pointee.mNumberBuffers) }
        nonmutating set { unsafeMutablePointer.pointee.mNumberBuffers = UInt32(newValue) }
    }

    /// The first index.
    public var startIndex: Int { 0 }
    /// The index after the last one.
    public var endIndex: Int { count }

    /// The buffer at an index.
    public subscript(index: Int) -> AudioBuffer {
        get { first[index] }
        nonmutating set { first[index] = newValue }
    }

    private var first: UnsafeMutablePointer<AudioBuffer> {
        let offset = MemoryLayout<AudioBufferList>.offset(of: \.mBuffers) ?? 8
        return (UnsafeMutableRawPointer(unsafeMutablePointer) + offset).assumingMemoryBound(to: AudioBuffer.self)
    }
}
