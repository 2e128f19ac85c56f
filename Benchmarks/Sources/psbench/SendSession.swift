import CTwins
import ProductionStudio
import StudioEngine

/// The path of a user's app: a session's sender, and a pipeline that receives from the fan-out.
final class SendSession {
    /// The same for Swift and C. Without `enable-last-sample=false` the sink holds a buffer, and three buffers
    /// rotate.
    static let pipeline = "appsrc name=video ! fakesink sync=false enable-last-sample=false"

    private let size: Size
    private let session: StudioSession
    private let tap: PipelineTap
    private let sender: Sender
    private var offeredFrames = 0
    private var offeredBlocks = 0

    init(_ size: Size) throws {
        self.size = size
        let capability = VideoCapability(width: Int32(size.width), height: Int32(size.height))
        session = try StudioSession(width: capability.width, height: capability.height, frameRate: nil, to: [])
        sender = try session.sender
        tap = try PipelineTap(Self.pipeline, of: session.meeting, capability: capability)
        try tap.begin()
    }

    func sendCopies(of source: UnsafeRawBufferPointer, _ frames: Int) throws {
        offeredFrames += frames
        for _ in 0..<frames {
            try waitForCapacity()
            try sender.sendVideo(source, width: size.width, height: size.height, format: .i420Full)
        }
    }

    /// - Parameter bytes: the number of bytes of each frame that are rendered.
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
    func sendAudioBlock(_ source: UnsafeRawBufferPointer, _ blocks: Int) throws {
        offeredBlocks += blocks
        let block = UnsafeRawBufferPointer(rebasing: source[..<3840])
        for _ in 0..<blocks { try sender.sendAudio(block, sampleRate: 48_000, channel: .stereo) }
    }

    /// A producer that is faster than real time waits here; the twin waits in its gate.
    private func waitForCapacity() throws {
        guard !tap.hasCapacity, !session.meeting.localTracks.waitForCapacity(seconds: 10) else { return }
        throw Invalid("the pipeline does not accept frames")
    }

    /// Stops the session and checks that every frame took the measured path.
    func close() throws {
        let (video, audio) = (session.studio.statistics.video, session.studio.statistics.audio)
        guard video.accepted == offeredFrames, video.refused == 0, video.dropped == 0,
            audio.accepted == offeredBlocks
        else { throw Invalid("\(offeredFrames) frames were offered, the sender counts \(video)") }
        try tap.finish()
        let taken = tap.statistics
        guard taken.takenFrames == offeredFrames, taken.refusedFrames == 0 else {
            throw Invalid("\(offeredFrames) frames were offered, the pipeline got \(taken)")
        }
        try session.finish()
    }
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
        guard left == offered else { throw Invalid("the twin pushed \(left) of \(offered) frames") }
    }
}
