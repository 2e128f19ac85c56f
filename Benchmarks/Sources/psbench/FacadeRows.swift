import Dispatch
import Foundation
import ProductionStudio
import StudioCore
import StudioMeeting
import MediaOutputs
import ZoomSDK

/// The cost of the facade: the same frames through the facade and through the native call.
struct FacadeRows {
    /// Many short batches, so that a temporary slowdown affects both alike.
    private static let batches = 20
    private static let batchSeconds = 0.01
    private static let size = Size.measured[0]

    private let iterations: Int

    init(_ settings: Settings) {
        iterations = settings.iterations
    }

    func measure() throws -> [Measurement] {
        var (facade, native): ([Double], [Double]) = ([], [])
        for iteration in 0..<iterations {
            let values = try measureIteration(facadeFirst: iteration.isMultiple(of: 2))
            facade.append(values.facade)
            native.append(values.native)
        }
        return [Measurement("send through ZoomSDK / native", "\(Self.size)", .microseconds, ours: facade, twin: native)]
    }

    private func measureIteration(facadeFirst: Bool) throws -> (facade: Double, native: Double) {
        let session = try FacadeSession(Self.size)
        let source = Frame(Self.size)
        let trial = 64
        try session.sendThroughFacade(source, trial)
        let time = try seconds { try session.sendNative(source, trial) }
        let count = max(8, Int(Self.batchSeconds / (time / Double(trial))))
        var (facade, native): ([Double], [Double]) = ([], [])
        for batch in 0..<Self.batches {
            for isFacade in batch.isMultiple(of: 2) == facadeFirst ? [true, false] : [false, true] {
                let time = try seconds {
                    try isFacade ? session.sendThroughFacade(source, count) : session.sendNative(source, count)
                }
                if isFacade {
                    facade.append(time * 1e6 / Double(count))
                } else {
                    native.append(time * 1e6 / Double(count))
                }
            }
        }
        try session.close()
        return (facade.median, native.median)
    }
}

/// One session that both paths use, with the same pool and the same pipeline.
private final class FacadeSession {
    private let size: Size
    private let meeting: Meeting
    private let studio: StudioController
    private let tap: PipelineTap
    private let client = FacadeClient()
    private let bridge: Bridge
    private let sender: Sender
    private let facadeSender: ZoomSDKPSSender
    private var offered = 0

    init(_ size: Size) throws {
        self.size = size
        let capability = VideoCapability(width: Int32(size.width), height: Int32(size.height))
        meeting = Meeting(callbackQueue: DispatchQueue(label: "psbench.callbacks"))
        studio = ZoomSDK.shared().emulation.enter(meeting)
        let controller = ZoomSDK.shared().getMeetingService().getMeetingProductionStudioController()
        controller?.delegate = client
        bridge = Bridge(facade: studio.delegate)
        studio.delegate = bridge
        try studio.start(capability)
        guard let sender = bridge.wait(), let facadeSender = client.sender else {
            throw Invalid("the studio delivered no sender")
        }
        (self.sender, self.facadeSender) = (sender, facadeSender)
        tap = try PipelineTap(SendSession.pipeline, of: meeting, capability: capability)
        try tap.begin()
    }

    func sendNative(_ source: Frame, _ frames: Int) throws {
        offered += frames
        for _ in 0..<frames {
            try waitForCapacity()
            try sender.sendVideo(source.bytes, width: size.width, height: size.height, format: .i420Full)
        }
    }

    func sendThroughFacade(_ source: Frame, _ frames: Int) throws {
        offered += frames
        let address = source.target?.assumingMemoryBound(to: CChar.self)
        for _ in 0..<frames {
            try waitForCapacity()
            let result = facadeSender.sendVideoFrame(
                address, width: UInt32(size.width), height: UInt32(size.height), frameLength: UInt32(size.frameBytes),
                format: ZoomSDKFrameDataFormat_I420_Full)
            guard result == ZoomSDKError_Success else { throw Invalid("the facade returned \(result.rawValue)") }
        }
    }

    private func waitForCapacity() throws {
        guard !tap.hasCapacity, !meeting.localTracks.waitForCapacity(seconds: 10) else { return }
        throw Invalid("the pipeline does not accept frames")
    }

    /// Stops the session and checks that every frame took the measured path.
    func close() throws {
        try tap.finish()
        let (video, taken) = (studio.statistics.video, tap.statistics)
        guard video.accepted == offered, video.refused == 0, taken.takenFrames == offered else {
            throw Invalid("\(offered) frames were offered, the sender counts \(video), the pipeline got \(taken)")
        }
        ZoomSDK.shared().emulation.reset()
    }
}

/// Intercepts the native sender on its way to the facade.
private final class Bridge: StudioDelegate, @unchecked Sendable {
    // Safety: written before the signal, read after it.
    private let facade: (any StudioDelegate)?
    private var sender: Sender?
    private let semaphore = DispatchSemaphore(value: 0)

    init(facade: (any StudioDelegate)?) {
        self.facade = facade
    }

    func wait() -> Sender? {
        semaphore.wait(timeout: .now() + 5) == .success ? sender : nil
    }

    func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {}

    func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        facade?.studio(studio, didStartSending: sender)
        self.sender = sender
        semaphore.signal()
    }

    func studioDidStopSending(_ studio: StudioController) {}
}

/// An app written for the vendor's SDK.
private final class FacadeClient: NSObject, ZoomSDKMeetingProductionStudioControllerDelegate {
    private(set) var sender: ZoomSDKPSSender?

    func onStartPSModeResult(_ success: Bool) {}
    func onStartSend(_ sender: ZoomSDKPSSender?) { self.sender = sender }
    func onStopSend() {}
}
