import Foundation
import ZoomSDK

/// Sends video and audio for a while, as an app for the vendor's SDK does.
///
/// Callbacks are delivered on the main queue; a timer on its own queue is the only producer.
final class Broadcaster: ZoomSDKMeetingProductionStudioControllerDelegate, @unchecked Sendable {
    // The producer's queue owns `sender` and `sentFrames`; the rest belongs to the main queue.
    private let queue = DispatchQueue(label: "broadcaster.producer")
    private let frames: Int
    private let isFaulty: Bool
    private let onEnd: (Int) -> Void
    private var controller: ZoomSDKMeetingProductionStudioController?
    private var timer: DispatchSourceTimer?
    private var sender: ZoomSDKPSSender?
    private var sentFrames = 0
    // Grey: 128 in both chroma planes. The app draws luma only.
    private var frame = [CChar](repeating: CChar(truncatingIfNeeded: 128), count: 640 * 360 * 3 / 2)
    private var audio = [CChar](repeating: 0, count: 48_000 / 30 * 2)

    init(frames: Int, isFaulty: Bool = false, onEnd: @escaping (Int) -> Void) {
        self.frames = frames
        self.isFaulty = isFaulty
        self.onEnd = onEnd
    }

    /// Starts, or returns the reason why not.
    func begin() -> String? {
        guard let controller = ZoomSDK.shared().getMeetingService()?.getMeetingProductionStudioController() else {
            return "not in a meeting, or no Production Studio"
        }
        guard controller.isSupportPSMode() else { return "not supported" }
        guard controller.canStartPSMode() else { return "neither host nor co-host" }
        controller.delegate = self
        self.controller = controller
        let capability = ZoomSDKPSVideoSourceCapability()
        capability.width = 640
        capability.height = 360
        capability.format = ZoomSDKFrameDataFormat_I420_Full
        let error = controller.startPSMode(capability)
        return error == ZoomSDKError_Success ? nil : "refused with \(error.rawValue)"
    }

    /// Stops the studio; returns false when it does not send.
    func stop() -> Bool { controller?.stopPSMode() == ZoomSDKError_Success }

    func onStartPSModeResult(_ success: Bool) {
        print("accepted: \(success)")
        if !success { onEnd(0) }
    }

    func onStartSend(_ sender: ZoomSDKPSSender?) {
        guard let sender else { return print("no sender") }
        queue.sync { self.sender = sender }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now(), repeating: .milliseconds(33))
        timer.setEventHandler { [weak self] in self?.produce() }
        timer.resume()
        self.timer = timer
    }

    func onStopSend() {
        timer?.cancel()
        timer = nil
        onEnd(
            queue.sync {
                sender = nil
                return sentFrames
            })
    }

    func onPSUserStatusChanged(_ userId: UInt32, isStart start: Bool) {
        print("studio user \(userId) \(start ? "is on the air" : "is off the air")")
    }

    private func produce() {
        guard let sender else { return }
        for index in frame.indices.prefix(640 * 360) { frame[index] = CChar(truncatingIfNeeded: sentFrames) }
        if isFaulty, sentFrames % 10 == 9 {
            var large = [CChar](repeating: CChar(truncatingIfNeeded: 128), count: 642 * 360 * 3 / 2)
            _ = sender.sendVideoFrame(
                &large, width: 642, height: 360, frameLength: UInt32(large.count),
                format: ZoomSDKFrameDataFormat_I420_Full)
        }
        let video = sender.sendVideoFrame(
            &frame, width: 640, height: 360, frameLength: UInt32(frame.count),
            format: ZoomSDKFrameDataFormat_I420_Full)
        let audio = sender.sendAudio(
            &audio, dataLength: UInt32(audio.count), sampleRate: 48_000, channel: ZoomSDKAudioChannel_Mono)
        guard video == ZoomSDKError_Success, audio == ZoomSDKError_Success else {
            return print("refused: \(video.rawValue), \(audio.rawValue)")
        }
        sentFrames += 1
        if sentFrames == frames { DispatchQueue.main.async { self.controller?.stopPSMode() } }
    }
}
