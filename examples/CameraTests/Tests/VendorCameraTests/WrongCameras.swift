import Foundation
import VendorCamera
import ZoomSDK

// Common mistakes; each camera makes one, and is correct otherwise.

/// Starts whatever its role is.
final class PushyCamera: Camera {
    override func mayBegin(_ controller: ZoomSDKMeetingProductionStudioController) -> Bool { true }
}

/// Sets no delegate.
final class DeafCamera: Camera {
    override func listen(to controller: ZoomSDKMeetingProductionStudioController) {}
}

/// Treats the start result as the permission to send, and uses the last session's sender.
final class HastyCamera: Camera {
    private var last: ZoomSDKPSSender?

    override func onStartPSModeResult(_ success: Bool) {
        super.onStartPSModeResult(success)
        if let last { sendFrame(to: last) }
    }

    override func onStartSend(_ sender: ZoomSDKPSSender?) {
        super.onStartSend(sender)
        last = sender
    }
}

/// Continues to send after `onStopSend`.
final class EndlessCamera: Camera {
    override func onStopSend() {
        let kept = sender
        super.onStopSend()
        sender = kept
    }
}

/// Sends rows padded to multiples of 4 bytes, as in GStreamer's layout.
final class PaddedCamera: Camera {
    override func sendFrame(to sender: ZoomSDKPSSender) {
        let bytes = 404 * 710 + 2 * 204 * 355
        var frame = [CChar](repeating: 64, count: bytes)
        sender.sendVideoFrame(
            &frame, width: 404, height: 710, frameLength: UInt32(bytes), format: ZoomSDKFrameDataFormat_I420_Full)
    }
}

/// Sends another size than declared.
final class LargerCamera: Camera {
    override func sendFrame(to sender: ZoomSDKPSSender) {
        var frame = [CChar](repeating: 64, count: 1280 * 720 * 3 / 2)
        sender.sendVideoFrame(
            &frame, width: 1280, height: 720, frameLength: UInt32(frame.count),
            format: ZoomSDKFrameDataFormat_I420_Full)
    }
}

/// Declares full range and sends limited range.
final class WashedOutCamera: Camera {
    override func sendFrame(to sender: ZoomSDKPSSender) {
        var frame = [CChar](repeating: 64, count: Self.width * Self.height * 3 / 2)
        sender.sendVideoFrame(
            &frame, width: UInt32(Self.width), height: UInt32(Self.height), frameLength: UInt32(frame.count),
            format: ZoomSDKFrameDataFormat_I420_Limited)
    }
}

/// Sends the sound card's sample rate.
final class SoundCardCamera: Camera {
    override func sendAudioBlock(to sender: ZoomSDKPSSender) {
        var samples = [CChar](repeating: 0, count: 1764)
        sender.sendAudio(&samples, dataLength: 1764, sampleRate: 44_100, channel: ZoomSDKAudioChannel_Mono)
    }
}

/// Counts samples instead of sample pairs.
final class HalfPairCamera: Camera {
    override func sendAudioBlock(to sender: ZoomSDKPSSender) {
        var samples = [CChar](repeating: 0, count: 1922)
        sender.sendAudio(&samples, dataLength: 1922, sampleRate: 48_000, channel: ZoomSDKAudioChannel_Stereo)
    }
}

/// Restarts without waiting for the end.
final class ImpatientCamera: Camera {
    override func restart() {
        end()
        begin()
    }
}

/// Stops at each press of the button.
final class TwiceStoppingCamera: Camera {
    override func end() {
        controller?.stopPSMode()
    }
}

/// Sends a second frame to catch up with its clock.
final class CatchingUpCamera: Camera {
    override func sendFrame(to sender: ZoomSDKPSSender) {
        super.sendFrame(to: sender)
        super.sendFrame(to: sender)
    }
}

/// Sends video and audio from two threads.
final class TwoThreadsCamera: Camera {
    private let audioQueue = DispatchQueue(label: "camera.audio")

    override func capture() {
        guard let sender else { return }
        audioQueue.async { [self] in
            for _ in 0..<50 { sendAudioBlock(to: sender) }
        }
        for _ in 0..<5 { sendFrame(to: sender) }
        audioQueue.sync {}
    }
}

/// Reports that it is on the air when the start is accepted.
final class BoastfulCamera: Camera {
    private var isAccepted = false

    override var isReady: Bool { isAccepted }

    override func onStartPSModeResult(_ success: Bool) {
        super.onStartPSModeResult(success)
        isAccepted = success
    }
}
