// swift-format-ignore-file: NeverForceUnwrap
// Clients read the reason with a forced cast.
import AVFoundation

/// What a client notes; each of them does it in its own spelling.
class Notes: NSObject {
    var frames = 0
    var reasons: [String] = []
    var images = 0
    var queue = DispatchQueue(label: "client")

    var last: CMSampleBuffer?

    func note(_ sampleBuffer: CMSampleBuffer) {
        frames += 1
        last = sampleBuffer
        if CMSampleBufferGetImageBuffer(sampleBuffer) != nil { images += 1 }
    }

    func noteDrop(_ reason: String?) { reasons.append(reason ?? "none") }
}

/// The reference page's spelling, of Swift 1 and 2, with the old form of the attachment.
class Swift2Client: Notes, AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(
        _ captureOutput: AVCaptureOutput!, didOutputSampleBuffer sampleBuffer: CMSampleBuffer!,
        fromConnection connection: AVCaptureConnection!
    ) {
        note(sampleBuffer)
    }

    func captureOutput(
        _ captureOutput: AVCaptureOutput!, didDropSampleBuffer sampleBuffer: CMSampleBuffer!,
        fromConnection connection: AVCaptureConnection!
    ) {
        let reason = CMGetAttachment(sampleBuffer, kCMSampleBufferAttachmentKey_DroppedFrameReason, nil)
        if CFEqual(reason, kCMSampleBufferDroppedFrameReason_FrameWasLate) {
            noteDrop("late")
        } else if CFEqual(reason, kCMSampleBufferDroppedFrameReason_OutOfBuffers) {
            noteDrop("out of buffers")
        } else {
            noteDrop("discontinuity")
        }
    }
}

/// The spelling of Swift 3.
class Swift3Client: Notes, AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(
        _ captureOutput: AVCaptureOutput!, didOutputSampleBuffer sampleBuffer: CMSampleBuffer!,
        from connection: AVCaptureConnection!
    ) {
        note(sampleBuffer)
    }

    func captureOutput(
        _ captureOutput: AVCaptureOutput!, didDropSampleBuffer sampleBuffer: CMSampleBuffer!,
        from connection: AVCaptureConnection!
    ) {
        let reason = CMGetAttachment(
            sampleBuffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason as CFString, attachmentModeOut: nil)
        switch reason as! CFString {
        case kCMSampleBufferDroppedFrameReason_FrameWasLate: noteDrop("late")
        case kCMSampleBufferDroppedFrameReason_OutOfBuffers: noteDrop("out of buffers")
        case kCMSampleBufferDroppedFrameReason_Discontinuity: noteDrop("discontinuity")
        default: noteDrop(nil)
        }
    }
}

/// Today's spelling.
class Swift4Client: Notes, AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        note(sampleBuffer)
    }

    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        var mode: CMAttachmentMode = 0
        let reason = CMGetAttachment(
            sampleBuffer, key: kCMSampleBufferAttachmentKey_DroppedFrameReason, attachmentModeOut: &mode)
        guard mode == kCMAttachmentMode_ShouldPropagate else { return noteDrop(nil) }
        noteDrop(Self.names[reason as? String ?? ""])
    }

    static let names = [
        kCMSampleBufferDroppedFrameReason_FrameWasLate as String: "late",
        kCMSampleBufferDroppedFrameReason_OutOfBuffers as String: "out of buffers",
        kCMSampleBufferDroppedFrameReason_Discontinuity as String: "discontinuity",
    ]
}

/// Today's spelling, with typed attachments.
class TypedClient: Notes, AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        note(sampleBuffer)
    }

    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        guard let value = sampleBuffer.attachments[.droppedFrameReason] else { return noteDrop(nil) }
        noteDrop(Self.name(of: value))
    }

    static func name(of reason: CMAttachmentBearerAttachments.Value) -> String? {
        let text = reason.value as? String
        switch text as CFString? {
        case kCMSampleBufferDroppedFrameReason_FrameWasLate: return "late"
        case kCMSampleBufferDroppedFrameReason_OutOfBuffers: return "out of buffers"
        case kCMSampleBufferDroppedFrameReason_Discontinuity: return "discontinuity"
        default: return nil
        }
    }
}

/// Today's spelling, with the dictionaries of attachments.
class DictionaryClient: Notes, AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        note(sampleBuffer)
    }

    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        let key = kCMSampleBufferAttachmentKey_DroppedFrameReason as String
        let all = sampleBuffer.attachments.propagated.merging(
            sampleBuffer.attachments.nonPropagated, uniquingKeysWith: { (first, _) -> Any in first })
        guard let reason = all[key] else { return noteDrop(nil) }
        let text = CMGetAttachment(sampleBuffer, key: key as CFString, attachmentModeOut: nil) as CFString?
        let isSame = CFEqual(reason, text)
        noteDrop(isSame ? Swift4Client.names[reason as! CFString] : nil)
    }
}

/// Today's spelling, with the attachment in the dictionary of propagated ones.
class PropagatedClient: Notes, AVCaptureVideoDataOutputSampleBufferDelegate {
    static let key = kCMSampleBufferAttachmentKey_DroppedFrameReason as String

    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        note(sampleBuffer)
    }

    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        noteDrop(reason(of: sampleBuffer))
    }

    func reason(of sampleBuffer: CMSampleBuffer) -> String? {
        guard let reason = sampleBuffer.attachments.propagated[Self.key] as? String else { return nil }
        return Swift4Client.names[reason]
    }
}

/// The same, where the dictionary has the attachment with its mode.
class PropagatedValueClient: PropagatedClient {
    override func reason(of sampleBuffer: CMSampleBuffer) -> String? {
        let text = sampleBuffer.attachments.propagated[Self.key]?.value as? String
        let value: CMAttachmentBearerAttachments.Value? = sampleBuffer.attachments.propagated[Self.key]
        guard let value, value.mode == .shouldPropagate, CFEqual(text, value.value) else { return nil }
        return TypedClient.name(of: value)
    }
}

/// Implements neither method.
class SilentClient: Notes, AVCaptureVideoDataOutputSampleBufferDelegate {}

/// Handles dropped frames as if they were frames.
class DropHandler: Notes, AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        note(sampleBuffer)
    }
}
