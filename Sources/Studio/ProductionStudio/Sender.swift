package import GStreamer
public import StudioCore
import StudioMeeting
import StudioRuntime
import Synchronization

/// Sends video and audio between one start and stop of a studio.
///
/// Corresponds to `ZoomSDKPSSender`. Valid from `didStartSending` to `studioDidStopSending`; afterwards every call
/// throws `WrongUsage`. One producer sends: calls may come from any thread, but not concurrently. A call never waits
/// for an output. The time of the call is the media's time.
public final class Sender: @unchecked Sendable {
    // Safety: timelines and audio pools are accessed only between `gate.enter` and `gate.leave`, one call at a time.

    /// The capability declared at the start.
    public let capability: VideoCapability
    /// The plane layout of a borrowed frame: GStreamer's, with rows padded to 4 bytes.
    public let borrowedLayout: I420Layout

    private let contract: SenderContract
    private let tightLayout: I420Layout
    private let isStrict: Bool
    private let clock: any StudioClock
    private let tracks: LocalTracks
    private let statistics: StudioStatistics
    private let violations: ViolationLog
    private let observers: [any StudioObserver]
    let gate = SendGate()
    /// The objects of a facade that refer to this sender for the client.
    private let handles = Atomic(0)
    /// What follows the first call, which fails, while the gate is still closed; `nil` when it does not fail.
    private let firstFailure = Lock<(@Sendable () -> Void)?>(nil)
    /// When it was closed; the lowest time before.
    private let closing = Lock(MediaTime(nanoseconds: .min / 2))
    private let videoPool: BufferPool
    // The gate serialises calls. Swift's dynamic exclusivity check would cost 90 instructions per access.
    @exclusivity(unchecked) private var audioPool: BufferPool?
    @exclusivity(unchecked) private var videoTimeline: VideoTimeline
    @exclusivity(unchecked) private var audioTimeline = AnchoredTimeline(rate: AudioFormat.program.rate)
    @exclusivity(unchecked) private var frameRateLimiter: FrameRateLimiter?

    /// A long block must not enlarge all later buffers: blocks longer than a third of a second at 48 kHz stereo get
    /// their own memory.
    private static let largestPooledBlock = 64 * 1024

    /// `nil` when no memory for frames of this size can be allocated.
    init?(contract: SenderContract, studio: StudioController) {
        self.contract = contract
        capability = contract.capability
        tightLayout = .tight(width: contract.width, height: contract.height)
        borrowedLayout = .gstreamer(width: contract.width, height: contract.height)
        isStrict = studio.options.isStrict
        clock = studio.meeting.clock
        tracks = studio.meeting.localTracks
        statistics = studio.statistics
        violations = studio.violations
        observers = studio.observers
        videoTimeline = VideoTimeline(frameRate: studio.options.frameRate)
        frameRateLimiter = isStrict ? studio.options.frameRate.map { FrameRateLimiter($0) } : nil
        guard let pool = try? BufferPool(byteCount: borrowedLayout.byteCount) else { return nil }
        videoPool = pool
    }

    /// Lets the first call fail; `body` follows it.
    func failFirstSend(then body: @escaping @Sendable () -> Void) { firstFailure.set(body) }

    func open() {
        tracks.camera.setState(.on)
        tracks.microphone.setState(.on)
        gate.open()
    }

    func close() {
        firstFailure.set(nil)
        closing.set(clock.now)
        gate.close()
        tracks.camera.setState(.off)
        tracks.microphone.setState(.off)
    }

    /// An object of a facade refers to this sender for the client from now on.
    package func addHandle() { handles.increment() }

    /// An object of a facade was released. The client cannot send any more after the last one.
    package func removeHandle() {
        guard handles.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 else { return }
        for observer in observers { observer.studioSenderReleased() }
    }

    /// Sets the times of the first frame and the first audio block. Those that arrive up to 40 ms later count as on time,
    /// so that the tracks of a producer that knows when both are due begin exactly together.
    package func begin(videoAt video: MediaTime, audioAt audio: MediaTime) {
        switch gate.enter(isStrict: false) {
        case .alone, .afterAnother: break
        case .occupied, .reentrant, .closed: return
        }
        defer { gate.leave() }
        videoTimeline.begin(at: video)
        audioTimeline.begin(at: audio)
    }

    /// Sets the times of the next frame and the next audio block, after a gap of a producer that knows when both are due. A time
    /// that a track expects anyway, or has passed, changes nothing.
    package func resume(videoAt video: MediaTime, audioAt audio: MediaTime?) {
        switch gate.enter(isStrict: false) {
        case .alone, .afterAnother: break
        case .occupied, .reentrant, .closed: return
        }
        defer { gate.leave() }
        videoTimeline.resume(at: video)
        if let audio { audioTimeline.resume(at: audio) }
    }

    /// Makes all later allocations fail, for tests.
    func exhaustMemory() {
        videoPool.close()
        audioPool?.close()
    }

    // MARK: Video

    /// Sends one frame. The caller may reuse its memory when the call returns.
    ///
    /// Corresponds to `sendVideoFrame:width:height:frameLength:format:`.
    ///
    /// - Parameters:
    ///   - bytes: width·height·3/2 bytes, planes Y, U, V without padding.
    ///   - width: width in pixels, as declared.
    ///   - height: height in pixels, as declared.
    ///   - format: the format, as declared.
    /// - Throws: `WrongUsage` when the studio is not sending, `InvalidParameter` for a violation of the contract,
    ///   `TooFrequentCall` (strict mode), `Malloc_Failed`.
    public func sendVideo(
        _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, format: FrameDataFormat
    ) throws(StudioError) {
        let arrival = clock.now
        try enter(video: true)
        defer { gate.leave() }
        let parameters = VideoSendParameters(
            isNull: bytes.baseAddress == nil, byteCount: bytes.count, width: width, height: height, format: format)
        if let error = contract.refusal(of: parameters) { throw refuse(error, video: true) }
        try checkFrameRate(arrival)
        guard let source = bytes.baseAddress, let buffer = videoPool.acquire() else { throw outOfMemory(video: true) }
        let isCopied: Void? = buffer.withMutableBytes { target in
            if let target = target.baseAddress { borrowedLayout.copy(from: source, in: tightLayout, to: target) }
        }
        guard isCopied != nil else { throw outOfMemory(video: true) }
        publish(buffer, arrival: arrival)
    }

    /// Lends a pooled buffer that is filled in place and sent without a copy.
    ///
    /// - Throws: `Malloc_Failed`. Whether sending is allowed is checked when the frame is sent.
    public func borrowFrame() throws(StudioError) -> BorrowedFrame {
        guard let buffer = videoPool.acquire() else { throw outOfMemory(video: true) }
        return BorrowedFrame(buffer: buffer, layout: borrowedLayout)
    }

    /// Sends a borrowed frame, which already has the declared size, format and length.
    ///
    /// - Throws: `WrongUsage` when the studio is not sending, `InvalidParameter` for a frame of another size,
    ///   `TooFrequentCall` (strict mode).
    public func send(_ frame: consuming BorrowedFrame) throws(StudioError) {
        let arrival = clock.now
        try enter(video: true)
        defer { gate.leave() }
        // All borrowed and lent frames have GStreamer's layout, so only the size is checked.
        guard frame.layout.width == borrowedLayout.width, frame.layout.height == borrowedLayout.height else {
            throw refuse(differentSize(of: frame), video: true)
        }
        try checkFrameRate(arrival)
        publish(frame.intoBuffer(), arrival: arrival)
    }

    private func differentSize(of frame: borrowing BorrowedFrame) -> StudioError {
        let (origin, size) = (frame.isLent ? "lent" : "borrowed", "\(frame.layout.width)x\(frame.layout.height)")
        return StudioError(
            .videoSizeDiffers, "the \(origin) frame is \(size), expected \(contract.width)x\(contract.height)",
            hint: frame.isLent ? "scale it, or start with its size" : "borrow the frame from the same sender")
    }

    private func checkFrameRate(_ arrival: MediaTime) throws(StudioError) {
        if let error = frameRateLimiter?.refusal(at: arrival) { throw refuse(error, video: true) }
    }

    private func publish(_ buffer: consuming MediaBuffer, arrival: MediaTime) {
        let stamp = videoTimeline.stamp(arrival: arrival)
        buffer.time = stamp.time
        buffer.isDiscontinuity = stamp.isReanchored
        var frame = VideoFrame(
            buffer: buffer, layout: borrowedLayout, format: capability.format, time: stamp.time)
        let isPublished = tracks.camera.fanout.publish(&frame)
        count(statistics.videoCounters, isPublished: isPublished, stamp, arrival)
        for observer in observers { observer.studioAccepted(frame, isDropped: !isPublished) }
    }

    // MARK: Audio

    /// Sends one audio block. The caller may reuse its memory when the call returns.
    ///
    /// Corresponds to `sendAudio:dataLength:sampleRate:channel:`.
    ///
    /// - Parameters:
    ///   - bytes: signed 16-bit little-endian samples; stereo is interleaved left, right. An even number of bytes.
    ///   - sampleRate: 32000 or 48000 Hz; it may change from block to block.
    ///   - channel: mono or stereo; it may change from block to block.
    /// - Throws: `WrongUsage` when the studio is not sending, `InvalidParameter` for a violation of the contract,
    ///   `Malloc_Failed`.
    public func sendAudio(
        _ bytes: UnsafeRawBufferPointer, sampleRate: Int32, channel: AudioChannel
    ) throws(StudioError) {
        let arrival = clock.now
        try enter(video: false)
        defer { gate.leave() }
        let parameters = AudioSendParameters(
            isNull: bytes.baseAddress == nil, byteCount: bytes.count, sampleRate: sampleRate, channel: channel)
        if let error = contract.refusal(of: parameters) { throw refuse(error, video: false) }
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
        var block = AudioBlock(buffer: buffer, format: format, sampleCount: samples, time: stamp.time)
        let isPublished = tracks.microphone.fanout.publish(&block)
        count(statistics.audioCounters, isPublished: isPublished, stamp, arrival)
        for observer in observers { observer.studioAccepted(block, isDropped: !isPublished) }
    }

    /// A buffer of exactly this length. The pool uses the largest length so far, rounded up to a power of two.
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
            hint: "send blocks of 10 or 20 ms")
        violations.record(error, isRefusal: false)
    }

    // MARK: Both

    private func enter(video: Bool) throws(StudioError) {
        switch gate.enter(isStrict: isStrict) {
        case .alone:
            return
        case .afterAnother:
            statistics.overlaps.increment()
            violations.record(Self.overlap(hint: "it was served after the other call"), isRefusal: false)
        case .occupied:
            statistics.overlaps.increment()
            throw refuse(Self.overlap(hint: "strict mode rejects it; send from one thread"), video: video)
        case .reentrant:
            throw refuse(
                StudioError(
                    .sendFromInside, "a receiver called send inside a send call", hint: "send after the call returns"),
                video: video)
        case .closed:
            if let error = failFirstSend(video: video) { throw error }
            throw refuse(
                StudioError(
                    .sendNotStarted, "this sender is not open",
                    hint: "send between onStartSend and onStopSend, then release the sender"),
                video: video, isLogged: !hasJustClosed)
        }
    }

    /// Not a violation: the client may send now.
    private func failFirstSend(video: Bool) -> StudioError? {
        guard let body = firstFailure.exchange(nil) else { return nil }
        body()
        countRefusal(video: video)
        return StudioError(
            .firstSendFails, "the first send fails on request", hint: "send after the next onStartSend")
    }

    /// Waits for the next onStartSend after a first send that failed on request.
    ///
    /// - Returns: false when the studio stops instead.
    package func waitUntilOpen() -> Bool { gate.waitUntilOpen() }

    private static func overlap(hint: String) -> StudioError {
        StudioError(.sendsOverlap, "two send calls overlap in time", hint: hint)
    }

    private func refuse(_ error: StudioError, video: Bool, isLogged: Bool = true) -> StudioError {
        countRefusal(video: video)
        violations.record(error, isLogged: isLogged)
        return error
    }

    /// Whether a call may have been under way when the gate closed: no client can avoid that, and no message accuses one. On a manual
    /// clock, time does not tell.
    private var hasJustClosed: Bool {
        !(clock is ManualClock) && clock.now - closing.withLock { $0 } <= SendingEnd.window
    }

    private func countRefusal(video: Bool) {
        if video {
            statistics.videoCounters.refused.increment()
        } else {
            statistics.audioCounters.refused.increment()
        }
    }

    private func outOfMemory(video: Bool) -> StudioError {
        refuse(StudioError(.sendOutOfMemory, "out of memory"), video: video)
    }

    private func count(
        _ counters: borrowing StudioStatistics.Counters, isPublished: Bool, _ stamp: AnchoredTimeline.Stamp,
        _ arrival: MediaTime
    ) {
        counters.noteArrival(arrival)
        counters.accepted.increment()
        if !isPublished { counters.dropped.increment() }
        if stamp.isReanchored { counters.reanchored.increment() }
    }
}

/// A pooled frame buffer that is filled in place.
///
/// Its bytes are undefined until written. A frame that is not sent returns to the pool.
public struct BorrowedFrame: ~Copyable, Sendable {
    private let buffer: MediaBuffer
    /// The plane layout.
    public let layout: I420Layout
    /// Whether the memory is that of others.
    let isLent: Bool

    package init(buffer: consuming MediaBuffer, layout: I420Layout) {
        self.init(buffer: buffer, layout: layout, isLent: false)
    }

    private init(buffer: consuming MediaBuffer, layout: I420Layout, isLent: Bool) {
        self.buffer = buffer
        self.layout = layout
        self.isLent = isLent
    }

    /// A frame in memory of others, which is sent without a copy. It must not be written.
    ///
    /// - Parameters:
    ///   - bytes: `layout.byteCount` bytes, valid and unchanged while `owner` exists.
    ///   - owner: retained until the frame is not read any more. `nil` is returned when `bytes` has no address.
    package init?(lending bytes: UnsafeRawBufferPointer, layout: I420Layout, owner: some AnyObject & Sendable) {
        guard let buffer = MediaBuffer(lending: bytes, owner: owner) else { return nil }
        self.init(buffer: buffer, layout: layout, isLent: true)
    }

    /// Writes the frame: `layout.byteCount` bytes, valid only inside `body`.
    public borrowing func withBytes<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Not `withMutableBytes`: the type of its optional result is looked up on each call, 400 instructions.
        guard var mapping = buffer.mapped(forWriting: true) else {
            preconditionFailure("an unshared pooled buffer must be writable")
        }
        defer { mapping.end() }
        return try body(mapping.bytes)
    }

    consuming func intoBuffer() -> MediaBuffer { buffer }

    /// The same memory once more, to read it. It must not be sent.
    package borrowing func shared() -> BorrowedFrame {
        BorrowedFrame(buffer: buffer.retained(), layout: layout, isLent: true)
    }

    /// Reads the frame: `layout.byteCount` bytes, valid only inside `body`; `nil` when they cannot be mapped.
    package borrowing func withReadableBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        buffer.withBytes(body)
    }

    package borrowing func withBuffer<Result>(_ body: (borrowing MediaBuffer) -> Result) -> Result { body(buffer) }
}
