import Foundation
import ZoomSDK

/// Uses Production Studio once, correctly and then with mistakes, and records every call and callback.
///
/// Callbacks are delivered on the main queue, which owns everything here.
final class StudioRecorder: NSObject, ZoomSDKMeetingProductionStudioControllerDelegate, @unchecked Sendable {
    private static let (width, height): (UInt32, UInt32) = (640, 360)
    private static let frames = 90

    private let trace: TraceLog
    private let onEnd: () -> Void
    private var controller: ZoomSDKMeetingProductionStudioController?
    private var sender: ZoomSDKPSSender?
    private var timer: DispatchSourceTimer?
    private var sent = 0
    private var sentSamples = 0
    /// The time of the first audio block.
    private var audioStart: Double?
    private var frame = [CChar](repeating: CChar(truncatingIfNeeded: 128), count: 640 * 360 * 3 / 2)
    private var audio = [CChar](repeating: 0, count: 48_000 / 30 * 2)

    init(_ trace: TraceLog, onEnd: @escaping () -> Void) {
        self.trace = trace
        self.onEnd = onEnd
        super.init()
    }

    /// Starts, or returns the reason why not.
    func begin(_ controller: ZoomSDKMeetingProductionStudioController) -> String? {
        self.controller = controller
        controller.delegate = self
        trace.call("setDelegate", ["isSet": true])
        let isSupported = controller.isSupportPSMode()
        trace.call("isSupported", result: isSupported)
        let canStart = controller.canStartPSMode()
        trace.call("canStart", result: canStart)
        let capability = ZoomSDKPSVideoSourceCapability()
        capability.width = Int32(Self.width)
        capability.height = Int32(Self.height)
        capability.format = ZoomSDKFrameDataFormat_I420_Full
        let error = controller.startPSMode(capability)
        trace.call(
            "start", ["width": Self.width, "height": Self.height, "format": "i420-full"], result: ErrorName.of(error))
        return error == ZoomSDKError_Success ? nil : "refused with \(ErrorName.of(error))"
    }

    func onStartPSModeResult(_ success: Bool) {
        trace.callback("startAnswered", ["accepted": success])
        if !success { onEnd() }
    }

    func onStartSend(_ sender: ZoomSDKPSSender?) {
        trace.callback("sendingStarted", ["hasSender": sender != nil])
        self.sender = sender
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now(), repeating: 1.0 / 30, leeway: .milliseconds(1))
        timer.setEventHandler { [weak self] in self?.produce() }
        timer.resume()
        self.timer = timer
    }

    func onStopSend() {
        trace.callback("sendingStopped")
        // After the race that no app can avoid.
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [self] in
            sendFrame(width: Self.width)
            trace.end()
            onEnd()
        }
    }

    func onPSUserStatusChanged(_ userId: UInt, isStart start: Bool) {
        trace.callback("studioUserChanged", ["user": userId, "isSending": start])
    }

    // MARK: Sending

    private func produce() {
        guard sent < Self.frames else { return stop() }
        sent += 1
        for index in 0..<Int(Self.width) { frame[sent * Int(Self.width) + index] = CChar(sent) }
        sendFrame(width: Self.width)
        sendAudio(rate: 48_000)
    }

    /// What the SDK does with a wrong size and a wrong rate is what a recording is for.
    private func stop() {
        timer?.cancel()
        timer = nil
        sendFrame(width: Self.width + 2)
        sendAudio(rate: 44_100)
        guard let error = controller?.stopPSMode() else { return }
        trace.call("stop", result: ErrorName.of(error))
    }

    private func sendFrame(width: UInt32) {
        guard let sender else { return }
        let error = sender.sendVideoFrame(
            &frame, width: width, height: Self.height, frameLength: UInt32(frame.count),
            format: ZoomSDKFrameDataFormat_I420_Full)
        guard error == ZoomSDKError_Success else { return refused(error, "a frame of \(width)x\(Self.height)") }
        trace.record(
            "video",
            ["width": width, "height": Self.height, "format": "i420-full", "stamp": trace.time, "thread": 1])
    }

    private func sendAudio(rate: Int32) {
        let error = sender?.sendAudio(
            &audio, dataLength: UInt32(audio.count), sampleRate: rate, channel: ZoomSDKAudioChannel_Mono)
        guard let error else { return }
        guard error == ZoomSDKError_Success else { return refused(error, "audio of \(rate) Hz") }
        let start = audioStart ?? trace.time
        audioStart = start
        trace.record(
            "audio",
            [
                "sampleRate": rate, "channels": 1, "samples": audio.count / 2,
                "stamp": start + Double(sentSamples) / Double(rate), "thread": 1,
            ])
        sentSamples += audio.count / 2
    }

    /// The SDK returns a code; no rule is known.
    private func refused(_ error: ZoomSDKError, _ what: String) {
        trace.record(
            "violation",
            ["rule": "unknown", "code": ErrorName.of(error), "message": "rejected \(what)", "isRefusal": true])
    }
}

/// The names of codes in traces.
enum ErrorName {
    static func of(_ error: ZoomSDKError) -> String {
        switch error {
        case ZoomSDKError_Success: "Success"
        case ZoomSDKError_Failed: "Failed"
        case ZoomSDKError_Uninit: "Uninit"
        case ZoomSDKError_ServiceFailed: "ServiceFailed"
        case ZoomSDKError_WrongUsage: "WrongUsage"
        case ZoomSDKError_InvalidParameter: "InvalidParameter"
        case ZoomSDKError_NoPermission: "NoPermission"
        case ZoomSDKError_TooFrequentCall: "TooFrequentCall"
        case ZoomSDKError_UnSupportedFeature: "UnSupportedFeature"
        case ZoomSDKError_NotInMeeting: "NotInMeeting"
        case ZoomSDKError_Malloc_Failed: "Malloc_Failed"
        default: "code \(error.rawValue)"
        }
    }
}
