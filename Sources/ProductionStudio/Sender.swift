import GStreamer
public import StudioCore
import StudioMeeting
import StudioRuntime

/// Takes the pictures and the sound of one run.
///
/// Corresponds to `ZoomSDKPSSender`. Valid from `didStartSending` to `studioDidStopSending`; afterwards every call throws
/// `WrongUsage`. One producer sends: calls from any thread, one after the other. A call never waits for an output; its
/// moment is the media's time.
public final class Sender: @unchecked Sendable {
    // Safety: the time lines and audio pools are touched only between `gate.enter` and `gate.leave`, one call at a time.

    /// What was declared at the start.
    public let capability: VideoCapability
    /// Where the planes of a borrowed frame lie. It is GStreamer's layout: rows are padded to 4 bytes.
    public let borrowedLayout: I420Layout

    private let contract: SenderContract
    private let tightLayout: I420Layout
    private let isStrict: Bool
    private let clock: any StudioClock
    private let fanout: MediaFanout
    private let statistics: StudioStatistics
    private let violations: ViolationLog
    let gate = SendGate()
    private let videoPool: BufferPool
    // The gate keeps calls apart; Swift's own check at run time would cost 90 instructions for each access.
    @exclusivity(unchecked) private var audioPool: BufferPool?
    @exclusivity(unchecked) private var videoTimeline: VideoTimeline
    @exclusivity(unchecked) private var audioTimeline = AnchoredTimeline(rate: AudioFormat.program.rate)
    @exclusivity(unchecked) private var frameRateLimiter: FrameRateLimiter?

    /// A long block must not make every later one as large: what is longer than a third of a second at 48 kHz stereo gets
    /// memory of its own.
    private static let largestPooledBlock = 64 * 1024

    /// `nil` when there is no memory for pictures of this size.
    init?(contract: SenderContract, studio: StudioController) {
        self.contract = contract
        capability = contract.capability
        tightLayout = .tight(width: contract.width, height: contract.height)
        borrowedLayout = .gstreamer(width: contract.width, height: contract.height)
        isStrict = studio.options.isStrict
        clock = studio.meeting.clock
        fanout = studio.meeting.fanout
        statistics = studio.statistics
        violations = studio.violations
        videoTimeline = VideoTimeline(frameRate: studio.options.frameRate)
        frameRateLimiter = isStrict ? studio.options.frameRate.map { FrameRateLimiter($0) } : nil
        guard let pool = try? BufferPool(byteCount: borrowedLayout.byteCount) else { return nil }
        videoPool = pool
    }

    func open() { gate.open() }

    func close() { gate.close() }

    /// From now on there is no memory for anything: how a test sees what the app does then.
    func exhaustMemory() {
        videoPool.close()
        audioPool?.close()
    }

    // MARK: Video

    /// Sends one picture; the caller may use its memory again when the call returns.
    ///
    /// Corresponds to `sendVideoFrame:width:height:frameLength:format:`.
    ///
    /// - Parameters:
    ///   - bytes: width·height·3/2 bytes, planes Y, U, V without padding.
    ///   - width: width in pixels, as declared.
    ///   - height: height in pixels, as declared.
    ///   - format: the format, as declared.
    /// - Throws: `WrongUsage` outside the run, `InvalidParameter` for anything unlike the contract,
    ///   `TooFrequentCall` (strict mode), `Malloc_Failed`.
    public func sendVideo(
        _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, format: FrameDataFormat
    ) throws(StudioError) {
        let arrival = clock.now
        try enter(video: true)
        defer { gate.leave() }
        let facts = VideoSendFacts(
            isNull: bytes.baseAddress == nil, byteCount: bytes.count, width: width, height: height, format: format)
        if let error = contract.refusal(of: facts) { throw refuse(error, video: true) }
        try checkFrameRate(arrival)
        guard let source = bytes.baseAddress, let buffer = videoPool.acquire() else { throw outOfMemory(video: true) }
        let isCopied: Void? = buffer.withMutableBytes { target in
            if let target = target.baseAddress { borrowedLayout.copy(from: source, in: tightLayout, to: target) }
        }
        guard isCopied != nil else { throw outOfMemory(video: true) }
        publish(buffer, arrival: arrival)
    }

    /// Lends a pooled buffer to be filled in place and sent without a copy.
    ///
    /// - Throws: `Malloc_Failed`. Whether sending is allowed is checked when the frame is sent.
    public func borrowFrame() throws(StudioError) -> BorrowedFrame {
        guard let buffer = videoPool.acquire() else { throw outOfMemory(video: true) }
        return BorrowedFrame(buffer: buffer, layout: borrowedLayout)
    }

    /// Sends a borrowed frame that was filled; it already has the declared size, format and length.
    ///
    /// - Throws: `WrongUsage` outside the run, `InvalidParameter` for a frame of another size, `TooFrequentCall`
    ///   (strict mode).
    public func send(_ frame: consuming BorrowedFrame) throws(StudioError) {
        let arrival = clock.now
        try enter(video: true)
        defer { gate.leave() }
        // All borrowed frames have GStreamer's layout: size decides.
        guard frame.layout.width == borrowedLayout.width, frame.layout.height == borrowedLayout.height else {
            let (width, height) = (frame.layout.width, frame.layout.height)
            let error = StudioError(
                .videoSizeDiffers,
                "the borrowed frame is \(width)x\(height), declared was \(contract.width)x\(contract.height)",
                hint: "borrow from the sender that you send with")
            throw refuse(error, video: true)
        }
        try checkFrameRate(arrival)
        publish(frame.intoBuffer(), arrival: arrival)
    }

    private func checkFrameRate(_ arrival: MediaTime) throws(StudioError) {
        if let error = frameRateLimiter?.refusal(at: arrival) { throw refuse(error, video: true) }
    }

    private func publish(_ buffer: consuming MediaBuffer, arrival: MediaTime) {
        let stamp = videoTimeline.stamp(arrival: arrival)
        buffer.time = stamp.time
        buffer.isDiscontinuity = stamp.isReanchored
        let frame = VideoFrame(
            buffer: buffer, layout: borrowedLayout, format: capability.format, time: stamp.time)
        count(statistics.videoCounters, isPublished: fanout.publish(frame), stamp)
    }

    // MARK: Audio

    /// Sends one block of sound; the caller may use its memory again when the call returns.
    ///
    /// Corresponds to `sendAudio:dataLength:sampleRate:channel:`.
    ///
    /// - Parameters:
    ///   - bytes: signed 16-bit little-endian samples; stereo is interleaved left, right. An even number of bytes.
    ///   - sampleRate: 32000 or 48000 Hz; it may change from block to block.
    ///   - channel: mono or stereo; it may change from block to block.
    /// - Throws: `WrongUsage` outside the run, `InvalidParameter` for anything unlike the contract, `Malloc_Failed`.
    public func sendAudio(
        _ bytes: UnsafeRawBufferPointer, sampleRate: Int32, channel: AudioChannel
    ) throws(StudioError) {
        let arrival = clock.now
        try enter(video: false)
        defer { gate.leave() }
        let facts = AudioSendFacts(
            isNull: bytes.baseAddress == nil, byteCount: bytes.count, sampleRate: sampleRate, channel: channel)
        if let error = contract.refusal(of: facts) { throw refuse(error, video: false) }
        let format = AudioFormat(sampleRate: sampleRate, channels: channel.count ?? 1)
        let samples = bytes.count / format.frameBytes
        if isStrict, samples > Int(sampleRate) { reportLongBlock(samples, format) }
        guard let buffer = audioBuffer(bytes.count) else { throw outOfMemory(video: false) }
        let isCopied: Void? = buffer.withMutableBytes { $0.copyMemory(from: bytes) }
        guard isCopied != nil else { throw outOfMemory(video: false) }
        audioTimeline.change(rate: format.rate)
        let stamp = audioTimeline.stamp(arrival: arrival, units: Int64(samples))
        buffer.time = stamp.time
        buffer.isDiscontinuity = stamp.isReanchored
        let block = AudioBlock(buffer: buffer, format: format, sampleCount: samples, time: stamp.time)
        count(statistics.audioCounters, isPublished: fanout.publish(block), stamp)
    }

    /// A buffer of exactly this length. The pool serves the largest length seen so far, in powers of two.
    private func audioBuffer(_ byteCount: Int) -> MediaBuffer? {
        if byteCount > Self.largestPooledBlock { return MediaBuffer(byteCount: byteCount) }
        if audioPool.map({ $0.byteCount < byteCount }) ?? true {
            let size = max(4096, 1 << (Int.bitWidth - (byteCount - 1).leadingZeroBitCount))
            audioPool = try? BufferPool(byteCount: size)
        }
        guard let buffer = audioPool?.acquire() else { return nil }
        buffer.trim(to: 0..<byteCount)
        return buffer
    }

    private func reportLongBlock(_ samples: Int, _ format: AudioFormat) {
        let error = StudioError(
            .audioBlockLong, "a block has \(samples) samples, more than one second at \(format.sampleRate) Hz",
            hint: "10 or 20 ms are usual")
        violations.record(error, isRefusal: false)
    }

    // MARK: Both

    private func enter(video: Bool) throws(StudioError) {
        switch gate.enter(isStrict: isStrict) {
        case .alone:
            return
        case .afterAnother:
            statistics.overlaps.increment()
            violations.record(Self.overlap(hint: "it was served after the other"), isRefusal: false)
        case .occupied:
            statistics.overlaps.increment()
            throw refuse(Self.overlap(hint: "strict mode refuses it; send from one thread"), video: video)
        case .reentrant:
            throw refuse(
                StudioError(.sendFromInside, "a receiver sends from inside a send call", hint: "send it later"),
                video: video)
        case .closed:
            throw refuse(
                StudioError(
                    .sendOutsideRun, "this sender is not open",
                    hint: "send between onStartSend and onStopSend, and drop the sender then"),
                video: video)
        }
    }

    private static func overlap(hint: String) -> StudioError {
        StudioError(.sendsOverlap, "two send calls overlap in time", hint: hint)
    }

    private func refuse(_ error: StudioError, video: Bool) -> StudioError {
        if video {
            statistics.videoCounters.refused.increment()
        } else {
            statistics.audioCounters.refused.increment()
        }
        violations.record(error)
        return error
    }

    private func outOfMemory(video: Bool) -> StudioError {
        refuse(StudioError(.sendOutOfMemory, "there is no memory for it"), video: video)
    }

    private func count(
        _ counters: borrowing StudioStatistics.Counters, isPublished: Bool, _ stamp: AnchoredTimeline.Stamp
    ) {
        counters.accepted.increment()
        if !isPublished { counters.dropped.increment() }
        if stamp.isReanchored { counters.reanchored.increment() }
    }
}

/// A pooled picture that is to be filled in place.
///
/// Bytes are undefined until they are written. Not sending it gives it back.
public struct BorrowedFrame: ~Copyable, Sendable {
    private let buffer: MediaBuffer
    /// Where the planes lie inside the bytes.
    public let layout: I420Layout

    init(buffer: consuming MediaBuffer, layout: I420Layout) {
        self.buffer = buffer
        self.layout = layout
    }

    /// Writes the picture, `layout.byteCount` bytes, valid inside `body` only.
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let result = try buffer.withMutableBytes(body) else {
            preconditionFailure("a pooled buffer that nobody shares can be written")
        }
        return result
    }

    consuming func intoBuffer() -> MediaBuffer { buffer }
}
