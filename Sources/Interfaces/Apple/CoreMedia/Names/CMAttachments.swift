// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// How an attachment is copied to derived buffers.
public typealias CMAttachmentMode = UInt32
/// It is not copied.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// It is copied.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

/// What has attachments.
public protocol CMAttachmentBearerProtocol {
    /// The attachments.
    var attachments: CMAttachmentBearerAttachments { get }
    /// Sets an attachment, or removes it.
    func setAttachment(_ value: CMAttachmentBearerAttachments.Value?, _ key: String)
}

/// Anything with attachments.
public typealias CMAttachmentBearer = any CMAttachmentBearerProtocol

/// The attachments of a buffer.
///
/// Both dictionaries have two forms. In the first, a value is the attachment: `propagated[key] as? String`. In the second, it has
/// its mode: `propagated[key]?.value`. The compiler chooses the second one where the first one does not fit.
public struct CMAttachmentBearerAttachments: CMAttachmentDictionaries, @unchecked Sendable {
    // Safety: immutable; a client that attaches objects synchronises their use.
    /// How an attachment is copied to derived buffers.
    public enum Mode: CMAttachmentMode, Hashable, Sendable {
        /// It is not copied.
        case shouldNotPropagate = 0
        /// It is copied.
        case shouldPropagate = 1
    }

    /// An attachment with its mode.
    public enum Value {
        /// It is not copied.
        case shouldNotPropagate(Any)
        /// It is copied.
        case shouldPropagate(Any)

        /// The attachment.
        public var value: Any {
            switch self {
            case .shouldNotPropagate(let value), .shouldPropagate(let value): value
            }
        }

        /// How it is copied.
        public var mode: Mode {
            switch self {
            case .shouldNotPropagate: .shouldNotPropagate
            case .shouldPropagate: .shouldPropagate
            }
        }
    }

    private var members: [String: Value]

    init(_ members: [String: Value] = [:]) {
        self.members = members
    }

    /// The attachments that are copied to derived buffers.
    public var propagated: [String: Any] { values(.shouldPropagate).mapValues(\.value) }
    /// The attachments that are not copied.
    public var nonPropagated: [String: Any] { values(.shouldNotPropagate).mapValues(\.value) }

    fileprivate func values(_ mode: Mode) -> [String: Value] { members.filter { $0.value.mode == mode } }

    mutating func set(_ value: Value?, _ key: String) { members[key] = value }

    /// An attachment by its key.
    public subscript(key: String) -> Value? { members[key] }

    /// An attachment by its typed key.
    public subscript(key: CMSampleBuffer.AttachmentKey) -> Value? { self[key.rawValue] }
}

/// What has dictionaries of attachments. A property has two types only when a protocol declares one of them.
public protocol CMAttachmentDictionaries {}

extension CMAttachmentDictionaries where Self == CMAttachmentBearerAttachments {
    /// The attachments that are copied to derived buffers, with their mode.
    @_disfavoredOverload
    public var propagated: [String: CMAttachmentBearerAttachments.Value] { self.values(.shouldPropagate) }
    /// The attachments that are not copied, with their mode.
    @_disfavoredOverload
    public var nonPropagated: [String: CMAttachmentBearerAttachments.Value] { self.values(.shouldNotPropagate) }
}

/// An attachment, and in `attachmentModeOut` its mode; `nil` when there is none.
public func CMGetAttachment(
    _ target: CMAttachmentBearer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
    guard let attachment = target.attachments[key] else { return nil }
    attachmentModeOut?.pointee = attachment.mode.rawValue
    return attachment.value
}

/// An attachment that is text, for code that converts the result without a question mark.
@_disfavoredOverload
public func CMGetAttachment(
    _ target: CMAttachmentBearer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFString? {
    let attachment: CFTypeRef? = CMGetAttachment(target, key: key, attachmentModeOut: attachmentModeOut)
    return attachment as? String
}

/// An attachment; the spelling before Swift 3.
public func CMGetAttachment(
    _ target: CMAttachmentBearer, _ key: CFString, _ attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? { CMGetAttachment(target, key: key, attachmentModeOut: attachmentModeOut) }

/// An attachment that is text; the spelling before Swift 3.
@_disfavoredOverload
public func CMGetAttachment(
    _ target: CMAttachmentBearer, _ key: CFString, _ attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFString? { CMGetAttachment(target, key: key, attachmentModeOut: attachmentModeOut) }

/// Attaches a value, or removes the attachment if it is `nil`.
public func CMSetAttachment(
    _ target: CMAttachmentBearer, key: CFString, value: CFTypeRef?, attachmentMode: CMAttachmentMode
) {
    let isPropagated = attachmentMode == kCMAttachmentMode_ShouldPropagate
    target.setAttachment(value.map { isPropagated ? .shouldPropagate($0) : .shouldNotPropagate($0) }, key)
}

/// Removes an attachment.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) { target.setAttachment(nil, key) }

/// All attachments of a mode; `nil` when there are none.
public func CMCopyDictionaryOfAttachments(
    allocator: CFAllocator?, target: CMAttachmentBearer, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
    let attachments = target.attachments
    let isPropagated = attachmentMode == kCMAttachmentMode_ShouldPropagate
    let values: [String: Any] = isPropagated ? attachments.propagated : attachments.nonPropagated
    guard !values.isEmpty else { return nil }
    let result = CFMutableDictionary()
    for (key, value) in values { result.setObject(value, forKey: NSString(string: key)) }
    return result
}

// MARK: Dropped frames

/// The key of the reason why a frame was dropped.
public let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"
/// The key of more about the reason.
public let kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo: CFString = "DroppedFrameReasonInfo"
/// The frame was late, because an earlier call of the delegate had not returned, or its queue was blocked.
public let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"
/// The pool of buffers was empty, because the client keeps them.
public let kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString = "OutOfBuffers"
/// Frames of the source are missing, or the system was too busy.
public let kCMSampleBufferDroppedFrameReason_Discontinuity: CFString = "Discontinuity"
/// The camera changed its mode. The emulator never does.
public let kCMSampleBufferDroppedFrameReasonInfo_CameraModeSwitch: CFString = "CameraModeSwitch"

extension CMSampleBuffer {
    /// The key of an attachment.
    public struct AttachmentKey: RawRepresentable, Hashable, Sendable {
        /// The key as text.
        public let rawValue: String

        /// Creates a key from text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The reason why a frame was dropped.
        public static let droppedFrameReason = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReason)
        /// More about the reason.
        public static let droppedFrameReasonInfo = AttachmentKey(
            rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo)
    }
}
