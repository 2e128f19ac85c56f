// swift-format-ignore-file: AlwaysUseLowerCamelCase
import StudioRuntime

/// A captured frame with its times, or the notice of one that was dropped.
///
/// A dropped frame has times, form and reason, and no image. May be used on any thread.
public final class CMSampleBuffer: Sendable, Hashable, CMAttachmentBearerProtocol {
    /// The image; `nil` for a dropped frame.
    public let imageBuffer: CVImageBuffer?
    /// The capture time, on the session's clock, in nanoseconds.
    public let presentationTimeStamp: CMTime
    /// The nominal duration of a frame.
    public let duration: CMTime
    /// The form of the image; of the missing image for a dropped frame.
    public let formatDescription: CMFormatDescription?
    /// The reason of a dropped frame.
    public let attachments: CMAttachmentBearerAttachments
    private let unreached = Lock(false)

    package init(
        _ image: CVImageBuffer, at time: CMTime, duration: CMTime, format: CMFormatDescription
    ) {
        (imageBuffer, presentationTimeStamp, self.duration) = (image, time, duration)
        formatDescription = format
        attachments = CMAttachmentBearerAttachments()
    }

    package init(droppedAt time: CMTime, duration: CMTime, format: CMFormatDescription, reason: CFString) {
        (imageBuffer, presentationTimeStamp, self.duration) = (nil, time, duration)
        formatDescription = format
        attachments = CMAttachmentBearerAttachments([
            kCMSampleBufferAttachmentKey_DroppedFrameReason: .shouldPropagate(reason)
        ])
    }

    /// Always true.
    public var isValid: Bool { true }

    /// Whether the last default of a delegate's method got it: no method of the client did.
    package var isUnreached: Bool {
        get { unreached.withLock { $0 } }
        set { unreached.set(newValue) }
    }

    /// Buffers are equal when they are the same object.
    public static func == (left: CMSampleBuffer, right: CMSampleBuffer) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The image; `nil` for a dropped frame.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// The capture time, on the session's clock.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

/// The nominal duration of a frame.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// The form of the image.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.formatDescription
}

/// Whether it has its image.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.imageBuffer != nil }

/// Always true.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { true }
