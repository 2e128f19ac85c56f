import Foundation
import VendorCamera
import ZoomSDK

// Mistakes that are made again and again; each camera makes one, and does everything else as it should.

/// Starts whatever its role is.
final class PushyCamera: Camera {
    override func mayBegin(_ controller: ZoomSDKMeetingProductionStudioController) -> Bool { true }
}

/// Never says who listens.
final class DeafCamera: Camera {
    override func listen(to controller: ZoomSDKMeetingProductionStudioController) {}
}

/// Takes the answer for the permission to send, with the sender of the last run.
final class HastyCamera: Camera {
    private var last: ZoomSDKPSSender?

    override func onStartPSModeResult(_ success: Bool) {
        super.onStartPSModeResult(success)
        if let last { sendPicture(to: last) }
    }

    override func onStartSend(_ sender: ZoomSDKPSSender?) {
        super.onStartSend(sender)
        last = sender
    }
}

/// Goes on sending after `onStopSend`.
final class EndlessCamera: Camera {
    override func onStopSend() {
        let kept = sender
        super.onStopSend()
        sender = kept
    }
}

/// Sends rows that were padded to multiples of 4 bytes, as GStreamer and others lay them out.
final class PaddedCamera: Camera {
    override func sendPicture(to sender: ZoomSDKPSSender) {
        let bytes = 404 * 710 + 2 * 204 * 355
        var picture = [CChar](repeating: 64, count: bytes)
        sender.sendVideoFrame(
            &picture, width: 404, height: 710, frameLength: UInt32(bytes), format: ZoomSDKFrameDataFormat_I420_Full)
    }
}

/// Sends another size than it declared.
final class LargerCamera: Camera {
    override func sendPicture(to sender: ZoomSDKPSSender) {
        var picture = [CChar](repeating: 64, count: 1280 * 720 * 3 / 2)
        sender.sendVideoFrame(
            &picture, width: 1280, height: 720, frameLength: UInt32(picture.count),
            format: ZoomSDKFrameDataFormat_I420_Full)
    }
}

/// Declares full range and sends limited.
final class WashedOutCamera: Camera {
    override func sendPicture(to sender: ZoomSDKPSSender) {
        var picture = [CChar](repeating: 64, count: Self.width * Self.height * 3 / 2)
        sender.sendVideoFrame(
            &picture, width: UInt32(Self.width), height: UInt32(Self.height), frameLength: UInt32(picture.count),
            format: ZoomSDKFrameDataFormat_I420_Limited)
    }
}

/// Sends the sound card's rate.
final class SoundCardCamera: Camera {
    override func sendSound(to sender: ZoomSDKPSSender) {
        var samples = [CChar](repeating: 0, count: 1764)
        sender.sendAudio(&samples, dataLength: 1764, sampleRate: 44_100, channel: ZoomSDKAudioChannel_Mono)
    }
}

/// Counts samples where it should count pairs of them.
final class HalfPairCamera: Camera {
    override func sendSound(to sender: ZoomSDKPSSender) {
        var samples = [CChar](repeating: 0, count: 1922)
        sender.sendAudio(&samples, dataLength: 1922, sampleRate: 48_000, channel: ZoomSDKAudioChannel_Stereo)
    }
}

/// Starts again without waiting for the end.
final class ImpatientCamera: Camera {
    override func restart() {
        end()
        begin()
    }
}

/// Stops each time the button is pressed.
final class TwiceStoppingCamera: Camera {
    override func end() {
        controller?.stopPSMode()
    }
}

/// Sends a second picture to catch up with its clock.
final class CatchingUpCamera: Camera {
    override func sendPicture(to sender: ZoomSDKPSSender) {
        super.sendPicture(to: sender)
        super.sendPicture(to: sender)
    }
}

/// Sends pictures and sound from two threads.
final class TwoThreadsCamera: Camera {
    private let soundQueue = DispatchQueue(label: "camera.sound")

    override func capture() {
        guard let sender else { return }
        soundQueue.async { [self] in
            for _ in 0..<50 { sendSound(to: sender) }
        }
        for _ in 0..<5 { sendPicture(to: sender) }
        soundQueue.sync {}
    }
}

/// Says that it is on the air when the start was accepted.
final class BoastfulCamera: Camera {
    private var isAccepted = false

    override var isReady: Bool { isAccepted }

    override func onStartPSModeResult(_ success: Bool) {
        super.onStartPSModeResult(success)
        isAccepted = success
    }
}
