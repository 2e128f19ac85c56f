import GStreamer
import Glibc
public import StudioCore
public import StudioMeeting
import StudioRuntime

/// Writes accepted frames to standard output as y4m, from a thread of its own.
public final class RawOutput: Output, MediaReceiver {
    /// A frame that waits for the writer.
    private final class Waiting: Sendable {
        let buffer: MediaBuffer
        let layout: I420Layout

        init(_ frame: borrowing VideoFrame) {
            buffer = frame.buffer.retained()
            layout = frame.layout
        }
    }

    private struct State: Sendable {
        var status = OutputStatus(.waiting)
        var waiting: [Waiting] = []
        var mustFinish = false
        var onStateChange: (@Sendable (OutputStatus) -> Void)?
    }

    /// Frames that may wait: a quarter of a second at 30 a second, 25 MB at 1080p.
    private static let limit = 8
    /// Milliseconds of one attempt to write, after which the writer looks whether it has to give up.
    private static let attempt: Int32 = 100

    /// `-`
    public let destination: Destination
    private let header: String
    private let writer: ByteWriter
    private let finishTimeout: MediaTime
    private let onRoom: @Sendable () -> Void
    private let clock = SystemClock()
    private let state = Monitor(State())

    init(
        _ destination: Destination, capability: VideoCapability, cadence: Rate?,
        options: OutputOptions = OutputOptions(),
        descriptor: Int32 = STDOUT_FILENO, onRoom: @escaping @Sendable () -> Void
    ) {
        self.destination = destination
        writer = ByteWriter(sharing: descriptor)
        finishTimeout = options.finishTimeout
        self.onRoom = onRoom
        let rate = cadence ?? .thirty
        let range = capability.format.range == .full ? "FULL" : "LIMITED"
        header =
            "YUV4MPEG2 W\(capability.width) H\(capability.height) F\(rate.numerator):\(rate.denominator) Ip A1:1"
            + " C420jpeg XCOLORRANGE=\(range)\n"
    }

    /// How it is going.
    public var status: OutputStatus {
        state.withLock { state in
            var status = state.status
            status.congestion = Double(state.waiting.count) / Double(Self.limit)
            return status
        }
    }

    /// Whether fewer than two pictures wait.
    public var hasRoom: Bool {
        state.withLock { $0.waiting.count < 2 || $0.status.state.isOver }
    }

    /// Calls `body` on the writer's thread whenever the state changes.
    public func onStateChange(_ body: @escaping @Sendable (OutputStatus) -> Void) {
        let before = state.withLock { state in
            defer { state.onStateChange = body }
            return state.onStateChange
        }
        _ = before  // Released outside the lock: it may own anything.
    }

    /// Starts the writer.
    public func begin() {
        enter(.live)
        do {
            _ = try Worker("output-y4m") { [self] in write() }
        } catch {
            enter(.failed(OutputFailure(.pipeline, "\(error)")))
        }
    }

    /// Ready at once.
    public func waitUntilReady(seconds: Double) {}

    /// Lets it write what waits, then end. A reader that takes nothing for the time of the options is given up.
    public func finish() {
        state.update { $0.mustFinish = true }
    }

    /// Waits until it is over, at most `seconds`; false when it is not.
    public func waitUntilOver(seconds: Double) -> Bool {
        state.wait(seconds: seconds) { $0.status.state.isOver ? true : nil } ?? false
    }

    /// Queues a picture; drops the oldest that waits when there are too many.
    public func receive(_ frame: borrowing VideoFrame) {
        let picture = Waiting(frame)
        state.update { state in
            state.status.totalFrames += 1
            state.status.position = frame.time
            guard !state.status.state.isOver else {
                state.status.skippedFrames += 1
                return
            }
            if state.waiting.count == Self.limit {
                state.waiting.removeFirst()
                state.status.skippedFrames += 1
            }
            state.waiting.append(picture)
        }
    }

    /// Sound has no place in y4m.
    public func receive(_ block: borrowing AudioBlock) {}

    // MARK: On the writer's thread

    private func write() {
        var failure = Array(header.utf8).withUnsafeBytes(write)
        while failure == nil, let frame = next() {
            onRoom()
            failure = write(frame)
            if failure != nil { state.withLock { $0.status.skippedFrames += 1 } }
        }
        let error = writer.finish()
        if failure == nil, error != 0 { failure = OutputFailure(writingError: error) }
        enter(failure.map { .failed($0) } ?? .finished)
        onRoom()
    }

    /// The next frame, or `nil` at the end.
    private func next() -> Waiting? {
        state.wait { state -> Waiting?? in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            return state.mustFinish ? .some(nil) : nil
        } ?? nil
    }

    private func write(_ frame: Waiting) -> OutputFailure? {
        var failure = Array("FRAME\n".utf8).withUnsafeBytes(write)
        let layout = frame.layout
        _ = frame.buffer.withBytes { bytes in
            if layout.isTight {
                failure = failure ?? write(UnsafeRawBufferPointer(rebasing: bytes[..<layout.byteCount]))
                return
            }
            for plane in [layout.y, layout.u, layout.v] {
                for row in 0..<plane.height where failure == nil {
                    let start = plane.offset + row * plane.stride
                    failure = write(UnsafeRawBufferPointer(rebasing: bytes[start..<start + plane.width]))
                }
            }
        }
        return failure
    }

    /// Writes everything. While the session goes on, the reader may pause as long as it likes.
    private func write(_ bytes: UnsafeRawBufferPointer) -> OutputFailure? {
        var rest = bytes
        var lastByte = clock.now
        while !rest.isEmpty {
            let (count, error) = writer.write(rest, patience: Self.attempt)
            if count > 0 { lastByte = clock.now }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            state.withLock { $0.status.bytes += UInt64(count) }
            if error != 0, error != EAGAIN { return OutputFailure(writingError: error) }
            if state.withLock({ $0.mustFinish }), clock.now - lastByte >= finishTimeout {
                return .finishTimedOut(after: finishTimeout)
            }
        }
        return nil
    }

    /// What waits when it fails is lost.
    private func enter(_ new: OutputStatus.State) {
        let (status, observer) = state.update { state -> (OutputStatus, (@Sendable (OutputStatus) -> Void)?) in
            guard !state.status.state.isOver else { return (state.status, nil) }
            state.status.state = new
            state.status.skippedFrames += new.isOver ? state.waiting.count : 0
            return (state.status, state.onStateChange)
        }
        observer?(status)
    }
}
