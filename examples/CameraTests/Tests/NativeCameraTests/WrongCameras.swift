import Dispatch
import NativeCamera
import ProductionStudio

// Mistakes that are made again and again; each camera makes one, and does everything else as it should.

/// Starts whatever its role is.
final class PushyCamera: Camera, @unchecked Sendable {
    override func mayBegin() -> Bool { true }
}

/// Never says who listens.
final class DeafCamera: Camera, @unchecked Sendable {
    override func listen() {}
}

/// Takes the answer for the permission to send, with the sender of the last run.
final class HastyCamera: Camera, @unchecked Sendable {
    private var last: Sender?

    override func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {
        super.studio(studio, didAnswerStart: accepted)
        guard let last else { return }
        do { try sendPicture(to: last) } catch { show(error) }
    }

    override func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        super.studio(studio, didStartSending: sender)
        last = sender
    }
}

/// Goes on sending after the end.
final class EndlessCamera: Camera, @unchecked Sendable {
    override func studioDidStopSending(_ studio: StudioController) {
        let kept = sender
        super.studioDidStopSending(studio)
        sender = kept
    }
}

/// Sends rows that were padded to multiples of 4 bytes, as GStreamer and others lay them out.
final class PaddedCamera: Camera, @unchecked Sendable {
    override func sendPicture(to sender: Sender) throws {
        let picture = [UInt8](repeating: 64, count: 404 * 710 + 2 * 204 * 355)
        try picture.withUnsafeBytes { try sender.sendVideo($0, width: 404, height: 710, format: .i420Full) }
    }
}

/// Sends another size than it declared.
final class LargerCamera: Camera, @unchecked Sendable {
    override func sendPicture(to sender: Sender) throws {
        let picture = [UInt8](repeating: 64, count: 1280 * 720 * 3 / 2)
        try picture.withUnsafeBytes { try sender.sendVideo($0, width: 1280, height: 720, format: .i420Full) }
    }
}

/// Declares full range and sends limited.
final class WashedOutCamera: Camera, @unchecked Sendable {
    override func sendPicture(to sender: Sender) throws {
        let picture = [UInt8](repeating: 64, count: 404 * 710 * 3 / 2)
        try picture.withUnsafeBytes { try sender.sendVideo($0, width: 404, height: 710, format: .i420Limited) }
    }
}

/// Sends the sound card's rate.
final class SoundCardCamera: Camera, @unchecked Sendable {
    override func sendSound(to sender: Sender) throws {
        let samples = [UInt8](repeating: 0, count: 1764)
        try samples.withUnsafeBytes { try sender.sendAudio($0, sampleRate: 44_100, channel: .mono) }
    }
}

/// Counts samples where it should count pairs of them.
final class HalfPairCamera: Camera, @unchecked Sendable {
    override func sendSound(to sender: Sender) throws {
        let samples = [UInt8](repeating: 0, count: 1922)
        try samples.withUnsafeBytes { try sender.sendAudio($0, sampleRate: 48_000, channel: .stereo) }
    }
}

/// Starts again without waiting for the end.
final class ImpatientCamera: Camera, @unchecked Sendable {
    override func restart() {
        end()
        begin()
    }
}

/// Stops each time the button is pressed.
final class TwiceStoppingCamera: Camera, @unchecked Sendable {
    override func end() {
        do { try studio.stop() } catch { show(error) }
    }
}

/// Sends a second picture to catch up with its clock.
final class CatchingUpCamera: Camera, @unchecked Sendable {
    override func sendPicture(to sender: Sender) throws {
        try super.sendPicture(to: sender)
        try super.sendPicture(to: sender)
    }
}

/// Sends pictures and sound from two threads.
final class TwoThreadsCamera: Camera, @unchecked Sendable {
    private let soundQueue = DispatchQueue(label: "camera.sound")

    override func capture() {
        guard let sender else { return }
        soundQueue.async { [self] in
            // Refusals are in the studio's list, which the test looks at.
            for _ in 0..<50 { _ = try? sendSound(to: sender) }
        }
        for _ in 0..<5 { _ = try? sendPicture(to: sender) }
        soundQueue.sync {}
    }
}

/// Says that it is on the air when the start was accepted.
final class BoastfulCamera: Camera, @unchecked Sendable {
    private var isAccepted = false

    override var isReady: Bool { isAccepted }

    override func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {
        super.studio(studio, didAnswerStart: accepted)
        isAccepted = accepted
    }
}
