import CTwins
import Dispatch
import ProductionStudio
import StudioCore
import StudioMeeting
import MediaOutputs

/// The path that a user's app takes: meeting, controller, sender, and a pipeline that receives from the fanout.
final class SendSession {
    /// The same for Swift and C. Without `enable-last-sample=false` the sink keeps a buffer, and three rotate.
    static let pipeline = "appsrc name=video ! fakesink sync=false enable-last-sample=false"

    private let size: Size
    private let meeting: Meeting
    private let studio: StudioController
    private let tap: PipelineTap
    private let sender: Sender
    private var offeredFrames = 0
    private var offeredBlocks = 0

    init(_ size: Size) throws {
        self.size = size
        let capability = VideoCapability(width: Int32(size.width), height: Int32(size.height))
        meeting = Meeting(callbackQueue: DispatchQueue(label: "psbench.callbacks"))
        studio = StudioController(in: meeting, responses: .immediate)
        let waiter = SenderWaiter()
        studio.delegate = waiter
        try studio.start(capability)
        guard let sender = waiter.wait() else { throw Invalid("the studio gave no sender") }
        self.sender = sender
        tap = try PipelineTap(Self.pipeline, of: meeting, capability: capability)
        try tap.begin()
    }

    func sendCopies(of source: UnsafeRawBufferPointer, _ frames: Int) throws {
        offeredFrames += frames
        for _ in 0..<frames {
            try waitForCapacity()
            try sender.sendVideo(source, width: size.width, height: size.height, format: .i420Full)
        }
    }

    /// - Parameter bytes: how much of each picture is rendered.
    func sendBorrowed(rendering bytes: Int, _ frames: Int) throws {
        offeredFrames += frames
        for index in 0..<frames {
            try waitForCapacity()
            let frame = try sender.borrowFrame()
            frame.withBytes { target in
                if let address = target.baseAddress { twin_render(address, bytes, index) }
            }
            try sender.send(frame)
        }
    }

    /// 20 ms of 48 kHz stereo each.
    func sendSound(_ source: UnsafeRawBufferPointer, _ blocks: Int) throws {
        offeredBlocks += blocks
        let block = UnsafeRawBufferPointer(rebasing: source[..<3840])
        for _ in 0..<blocks { try sender.sendAudio(block, sampleRate: 48_000, channel: .stereo) }
    }

    /// What a producer does that is faster than real time; the twin waits in its gate.
    private func waitForCapacity() throws {
        guard !tap.hasCapacity, !meeting.fanout.waitForCapacity(seconds: 10) else { return }
        throw Invalid("the pipeline takes nothing")
    }

    /// Ends it, and checks that everything took the path that was to be measured.
    func close() throws {
        let video = studio.statistics.video
        guard video.accepted == offeredFrames, video.refused == 0, video.dropped == 0,
            studio.statistics.audio.accepted == offeredBlocks
        else { throw Invalid("\(offeredFrames) pictures were offered, the sender counts \(video)") }
        try tap.finish()
        let taken = tap.statistics
        guard taken.takenFrames == offeredFrames, taken.refusedFrames == 0 else {
            throw Invalid("\(offeredFrames) pictures were offered, the pipeline got \(taken)")
        }
        try studio.stop()
    }
}

private final class SenderWaiter: StudioDelegate, @unchecked Sendable {
    // Safety: written before the signal, read after it.
    private var sender: Sender?
    private let semaphore = DispatchSemaphore(value: 0)

    func wait() -> Sender? {
        guard semaphore.wait(timeout: .now() + 5) == .success else { return nil }
        return sender
    }

    func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {}

    func studio(_ studio: StudioController, didStartSending sender: Sender?) {
        self.sender = sender
        semaphore.signal()
    }

    func studioDidStopSending(_ studio: StudioController) {}
}

/// The same in C.
final class TwinSending {
    private let session: OpaquePointer
    private var offered = 0

    init(_ size: Size) throws {
        guard let session = twin_open(SendSession.pipeline, Int32(size.width), Int32(size.height)) else {
            throw Invalid("the twin's pipeline does not start")
        }
        self.session = session
    }

    func sendCopies(of source: UnsafeRawBufferPointer, _ frames: Int) {
        offered += frames
        if let address = source.baseAddress { twin_send_copies(session, address, frames) }
    }

    func sendBorrowed(rendering bytes: Int, _ frames: Int) {
        offered += frames
        twin_send_borrowed(session, bytes, frames)
    }

    func close() throws {
        let left = twin_drain(session)
        twin_close(session)
        guard left == offered else { throw Invalid("the twin pushed \(left) of \(offered) pictures") }
    }
}
