import Dispatch
import NativeCamera
import ProductionStudio

// Common mistakes; each camera makes one, and is correct otherwise.

/// Starts whatever its role is.
final class PushyCamera: Camera, @unchecked Sendable {
    override func mayBegin() -> Bool { true }
}

/// Sets no delegate.
final class DeafCamera: Camera, @unchecked Sendable {
    override func listen() {}
}

/// Treats the start result as the permission to send, and uses the last session's sender.
final class HastyCamera: Camera, @unchecked Sendable {
    private var last: Sender?

    override func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {
        super.studio(studio, didAnswerStart: accepted)
        guard let last else { return }
        do { try sendFrame(to: last) } catch { show(error) }
    }

    override func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        super.studio(studio, didStartSending: sender)
        last = sender
    }
}

/// Continues to send after the end.
final class EndlessCamera: Camera, @unchecked Sendable {
    override func studioDidStopSending(_ studio: StudioController) {
        let kept = sender
        super.studioDidStopSending(studio)
        sender = kept
    }
}

/// Sends rows padded to multiples of 4 bytes, as in GStreamer's layout.
final class PaddedCamera: Camera, @unchecked Sendable {
    override func sendFrame(to sender: Sender) throws {
        let frame = [UInt8](repeating: 64, count: 404 * 710 + 2 * 204 * 355)
        try frame.withUnsafeBytes { try sender.sendVideo($0, width: 404, height: 710, format: .i420Full) }
    }
}

/// Sends another size than declared.
final class LargerCamera: Camera, @unchecked Sendable {
    override func sendFrame(to sender: Sender) throws {
        let frame = [UInt8](repeating: 64, count: 1280 * 720 * 3 / 2)
        try frame.withUnsafeBytes { try sender.sendVideo($0, width: 1280, height: 720, format: .i420Full) }
    }
}

/// Declares full range and sends limited range.
final class WashedOutCamera: Camera, @unchecked Sendable {
    override func sendFrame(to sender: Sender) throws {
        let frame = [UInt8](repeating: 64, count: 404 * 710 * 3 / 2)
        try frame.withUnsafeBytes { try sender.sendVideo($0, width: 404, height: 710, format: .i420Limited) }
    }
}

/// Sends the sound card's sample rate.
final class SoundCardCamera: Camera, @unchecked Sendable {
    override func sendAudioBlock(to sender: Sender) throws {
        let samples = [UInt8](repeating: 0, count: 1764)
        try samples.withUnsafeBytes { try sender.sendAudio($0, sampleRate: 44_100, channel: .mono) }
    }
}

/// Counts samples instead of sample pairs.
final class HalfPairCamera: Camera, @unchecked Sendable {
    override func sendAudioBlock(to sender: Sender) throws {
        let samples = [UInt8](repeating: 0, count: 1922)
        try samples.withUnsafeBytes { try sender.sendAudio($0, sampleRate: 48_000, channel: .stereo) }
    }
}

/// Restarts without waiting for the end.
final class ImpatientCamera: Camera, @unchecked Sendable {
    override func restart() {
        end()
        begin()
    }
}

/// Stops at each press of the button.
final class TwiceStoppingCamera: Camera, @unchecked Sendable {
    override func end() {
        do { try studio.stop() } catch { show(error) }
    }
}

/// Sends a second frame to catch up with its clock.
final class CatchingUpCamera: Camera, @unchecked Sendable {
    override func sendFrame(to sender: Sender) throws {
        try super.sendFrame(to: sender)
        try super.sendFrame(to: sender)
    }
}

/// Sends video and audio from two threads.
final class TwoThreadsCamera: Camera, @unchecked Sendable {
    private let audioQueue = DispatchQueue(label: "camera.audio")

    override func capture() {
        guard let sender else { return }
        audioQueue.async { [self] in
            // Rejections are recorded by the studio, which the test checks.
            for _ in 0..<50 { _ = try? sendAudioBlock(to: sender) }
        }
        for _ in 0..<5 { _ = try? sendFrame(to: sender) }
        audioQueue.sync {}
    }
}

/// Reports that it is on the air when the start is accepted.
final class BoastfulCamera: Camera, @unchecked Sendable {
    private var isAccepted = false

    override var isReady: Bool { isAccepted }

    override func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {
        super.studio(studio, didAnswerStart: accepted)
        isAccepted = accepted
    }
}
