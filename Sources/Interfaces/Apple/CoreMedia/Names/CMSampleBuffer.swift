// swift-format-ignore-file: AlwaysUseLowerCamelCase
import StudioRuntime

/// The times of a sample.
public struct CMSampleTimingInfo: Hashable, Sendable {
    /// How long it lasts.
    public var duration: CMTime
    /// When it is shown.
    public var presentationTimeStamp: CMTime
    /// When it is decoded; invalid for uncompressed frames.
    public var decodeTimeStamp: CMTime

    /// Creates invalid times.
    public init() {
        self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
    }

    /// Creates times.
    public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
        (self.duration, self.presentationTimeStamp) = (duration, presentationTimeStamp)
        self.decodeTimeStamp = decodeTimeStamp
    }

    /// Invalid times.
    public static let invalid = CMSampleTimingInfo()
}

/// Invalid times.
public let kCMTimingInfoInvalid = CMSampleTimingInfo.invalid

/// A captured frame or audio with its times, a frame of a client, or the notice of a frame that was dropped.
///
/// A dropped frame has times, form and reason, and no image. May be used on any thread.
public final class CMSampleBuffer: @unchecked Sendable, Hashable, CMAttachmentBearerProtocol {
    // Safety: immutable, but for the attachments, which have a lock.
    private struct State: @unchecked Sendable {
        // Safety: accessed under the lock; a client synchronises the use of the dictionary.
        var isUnreached = false
        var attachments: CMAttachmentBearerAttachments
        var samples: CFArray?
    }

    /// The image; `nil` for a dropped frame, and for audio.
    public let imageBuffer: CVImageBuffer?
    /// The samples of audio; `nil` for video.
    public let dataBuffer: CMBlockBuffer?
    /// The capture time, on the session's clock, in nanoseconds.
    public let presentationTimeStamp: CMTime
    /// The nominal duration of a frame; that of all samples for audio.
    public let duration: CMTime
    /// When it is decoded; invalid for captured frames.
    public let decodeTimeStamp: CMTime
    /// The form of the image or audio; of the missing image for a dropped frame.
    public let formatDescription: CMFormatDescription?
    /// The number of samples: of each channel for audio; one with an image, none without.
    public let numSamples: Int
    private let state: Lock<State>

    package init(
        _ image: CVImageBuffer?, _ timing: CMSampleTimingInfo, format: CMFormatDescription,
        attachments: CMAttachmentBearerAttachments = CMAttachmentBearerAttachments(), data: CMBlockBuffer? = nil,
        count: Int? = nil
    ) {
        (imageBuffer, dataBuffer, formatDescription) = (image, data, format)
        numSamples = count ?? (image == nil ? 0 : 1)
        (presentationTimeStamp, duration) = (timing.presentationTimeStamp, timing.duration)
        decodeTimeStamp = timing.decodeTimeStamp
        state = Lock(State(attachments: attachments))
    }

    package convenience init(
        _ image: CVImageBuffer, at time: CMTime, duration: CMTime, format: CMFormatDescription
    ) {
        let timing = CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid)
        self.init(image, timing, format: format)
    }

    package convenience init(
        droppedAt time: CMTime, duration: CMTime, format: CMFormatDescription, reason: CFString
    ) {
        let timing = CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid)
        let attachments = CMAttachmentBearerAttachments([
            kCMSampleBufferAttachmentKey_DroppedFrameReason: .shouldPropagate(reason)
        ])
        self.init(nil, timing, format: format, attachments: attachments)
    }

    /// A buffer of a client's own.
    ///
    /// - Throws: an error for a description of another form.
    public convenience init(
        imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
    ) throws {
        guard CMVideoFormatDescriptionMatchesImageBuffer(formatDescription, imageBuffer: imageBuffer) else {
            throw CMSampleBufferError(status: kCMSampleBufferError_InvalidMediaFormat)
        }
        self.init(imageBuffer, sampleTiming, format: formatDescription)
    }

    /// The reason of a dropped frame, and what a client attaches.
    public var attachments: CMAttachmentBearerAttachments { state.withLock { $0.attachments } }

    /// Sets an attachment, or removes it.
    public func setAttachment(_ value: CMAttachmentBearerAttachments.Value?, _ key: String) {
        state.withLock { $0.attachments.set(value, key) }
    }

    /// A dictionary of attachments for its sample.
    fileprivate func samples(isNeeded: Bool) -> CFArray? {
        state.withLock { state in
            if state.samples == nil, isNeeded { state.samples = DictionaryArray([CFMutableDictionary()]) }
            return state.samples
        }
    }

    /// Always true.
    public var isValid: Bool { true }

    /// Whether the last default of a delegate's method got it: no method of the client did.
    package var isUnreached: Bool {
        get { state.withLock { $0.isUnreached } }
        set { state.withLock { $0.isUnreached = newValue } }
    }

    /// Buffers are equal when they are the same object.
    public static func == (left: CMSampleBuffer, right: CMSampleBuffer) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An error of a sample buffer, with its code.
struct CMSampleBufferError: Error, CustomStringConvertible {
    let status: OSStatus

    var description: String {
        status == kCMSampleBufferError_InvalidMediaFormat
            ? "the description has another form than the image (\(status)); create it for this image"
            : "the sample buffer has no audio (\(status)); ask its format description for the kind of media"
    }
}

// MARK: Creation

/// The description has another form than the image.
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743

/// Creates a sample buffer with an image and its times.
///
/// - Parameters:
///   - allocator: has no effect.
///   - imageBuffer: the image.
///   - formatDescription: its form.
///   - sampleTiming: its times.
///   - sampleBufferOut: receives the buffer; `nil` after an error.
/// - Returns: `noErr`, or ``kCMSampleBufferError_InvalidMediaFormat``.
@discardableResult
public func CMSampleBufferCreateReadyWithImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription,
    sampleTiming: UnsafePointer<CMSampleTimingInfo>, sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    sampleBufferOut.pointee = try? CMSampleBuffer(
        imageBuffer: imageBuffer, formatDescription: formatDescription, sampleTiming: sampleTiming.pointee)
    return sampleBufferOut.pointee == nil ? kCMSampleBufferError_InvalidMediaFormat : noErr
}

/// What makes the data of a sample buffer ready. Never called: images are ready.
public typealias CMSampleBufferMakeDataReadyCallback =
    @convention(c) (OpaquePointer, UnsafeMutableRawPointer?) -> OSStatus

/// Creates a sample buffer with an image and its times; see
/// ``CMSampleBufferCreateReadyWithImageBuffer(allocator:imageBuffer:formatDescription:sampleTiming:sampleBufferOut:)``.
@discardableResult
public func CMSampleBufferCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer, dataReady: Bool,
    makeDataReadyCallback: CMSampleBufferMakeDataReadyCallback?, refcon: UnsafeMutableRawPointer?,
    formatDescription: CMVideoFormatDescription, sampleTiming: UnsafePointer<CMSampleTimingInfo>,
    sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
    CMSampleBufferCreateReadyWithImageBuffer(
        allocator: allocator, imageBuffer: imageBuffer, formatDescription: formatDescription,
        sampleTiming: sampleTiming, sampleBufferOut: sampleBufferOut)
}

// MARK: Attachments of samples

/// The key of whether a sample is shown at once, whatever its times.
public let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"
/// The key of whether a sample is decoded and not shown.
public let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"
/// The key that marks a sample as not a key frame.
public let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"

/// The attachments of each sample: one dictionary, which can be changed; `nil` when there is none.
public func CMSampleBufferGetSampleAttachmentsArray(
    _ sbuf: CMSampleBuffer, createIfNecessary createAttachmentsArrayIfNecessary: Bool
) -> CFArray? { sbuf.samples(isNeeded: createAttachmentsArrayIfNecessary) }

// MARK: Properties

/// The image; `nil` for a dropped frame, and for audio.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// The capture time, on the session's clock.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }

/// When it is decoded; invalid for captured frames.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }

/// The nominal duration of a frame; that of all samples for audio.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// The form of the image or audio.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.formatDescription
}

/// A number of items.
public typealias CMItemCount = Int

/// The number of samples: of each channel for audio; one with an image, none without.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }

/// Whether it has its image or its samples.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool {
    sbuf.imageBuffer != nil || sbuf.dataBuffer != nil
}

/// Always true.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { true }
