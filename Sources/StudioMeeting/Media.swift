package import GStreamer
public import StudioCore

/// One accepted picture, shared by reference with every receiver.
public struct VideoFrame: ~Copyable, Sendable {
    package let buffer: MediaBuffer
    /// Where the planes lie inside the bytes.
    public let layout: I420Layout
    /// How the samples are to be read.
    public let format: FrameDataFormat
    /// When it was sent, on the run's clock.
    public let time: MediaTime

    package init(buffer: consuming MediaBuffer, layout: I420Layout, format: FrameDataFormat, time: MediaTime) {
        self.buffer = buffer
        self.layout = layout
        self.format = format
        self.time = time
    }

    /// Reads the bytes, laid out as ``layout`` says; they are valid inside `body` only.
    public borrowing func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        buffer.withBytes(body)
    }
}

/// One accepted block of sound: signed 16-bit little-endian PCM, channels interleaved.
public struct AudioBlock: ~Copyable, Sendable {
    package let buffer: MediaBuffer
    /// Rate and channels.
    public let format: AudioFormat
    /// Samples over all channels: bytes divided by ``AudioFormat/frameBytes``.
    public let sampleCount: Int
    /// When its first sample was sent, on the run's clock.
    public let time: MediaTime

    package init(buffer: consuming MediaBuffer, format: AudioFormat, sampleCount: Int, time: MediaTime) {
        self.buffer = buffer
        self.format = format
        self.sampleCount = sampleCount
        self.time = time
    }

    /// Reads the samples; they are valid inside `body` only.
    public borrowing func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        buffer.withBytes(body)
    }
}

/// Something that takes accepted media: an encoder, a file, a test.
///
/// Calls come on the producer's thread, inside the app's send call: they must neither wait nor call the sender.
public protocol MediaReceiver: AnyObject, Sendable {
    /// Whether a unit that came now would be taken without dropping any.
    var hasCapacity: Bool { get }
    /// Takes a picture.
    func receive(_ frame: borrowing VideoFrame)
    /// Takes a block of sound.
    func receive(_ block: borrowing AudioBlock)
}
