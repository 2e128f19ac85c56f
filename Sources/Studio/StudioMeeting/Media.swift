package import GStreamer
public import StudioCore

/// An accepted frame, shared by reference with all receivers.
public struct VideoFrame: ~Copyable, Sendable {
    package let buffer: MediaBuffer
    /// The plane layout.
    public let layout: I420Layout
    /// The sample format.
    public let format: FrameDataFormat
    /// The time of sending, on the session's clock.
    public let time: MediaTime
    /// How far it must be rotated to be upright.
    public let rotation: FrameRotation
    /// Its number on the track, from 0. Units that were dropped before they reached a receiver have numbers too.
    public package(set) var sequence: Int64 = 0

    package init(
        buffer: consuming MediaBuffer, layout: I420Layout, format: FrameDataFormat, time: MediaTime,
        rotation: FrameRotation = .none
    ) {
        self.buffer = buffer
        self.layout = layout
        self.format = format
        self.time = time
        self.rotation = rotation
    }

    /// Whether it has this size and format.
    package borrowing func has(_ capability: VideoCapability) -> Bool {
        layout.width == Int(capability.width) && layout.height == Int(capability.height) && format == capability.format
    }

    /// Reads the bytes in ``layout``; they are valid only inside `body`.
    public borrowing func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        buffer.withBytes(body)
    }
}

/// An accepted audio block: signed 16-bit little-endian PCM, channels interleaved.
public struct AudioBlock: ~Copyable, Sendable {
    package let buffer: MediaBuffer
    /// The sample rate and the channels.
    public let format: AudioFormat
    /// The number of samples per channel: bytes divided by ``AudioFormat/frameBytes``.
    public let sampleCount: Int
    /// The time of the first sample, on the session's clock.
    public let time: MediaTime
    /// Its number on the track, from 0. Units that were dropped before they reached a receiver have numbers too.
    public package(set) var sequence: Int64 = 0

    package init(buffer: consuming MediaBuffer, format: AudioFormat, sampleCount: Int, time: MediaTime) {
        self.buffer = buffer
        self.format = format
        self.sampleCount = sampleCount
        self.time = time
    }

    /// Reads the samples; they are valid only inside `body`.
    public borrowing func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        buffer.withBytes(body)
    }
}

/// A receiver of accepted media: an encoder, a file, a test.
///
/// Called on the producer's thread, inside the client's send call. Calls must not block or call the sender.
public protocol MediaReceiver: AnyObject, Sendable {
    /// Whether the next unit would be taken without dropping any.
    var hasCapacity: Bool { get }
    /// Receives a frame.
    func receive(_ frame: borrowing VideoFrame)
    /// Receives an audio block.
    func receive(_ block: borrowing AudioBlock)
}
