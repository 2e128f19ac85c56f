import Dispatch
import GStreamer
import Glibc
public import StudioCore
public import StudioMeeting
import StudioRuntime

/// Writes accepted pictures to standard output as y4m, from a thread of its own.
public final class RawOutput: Output, MediaReceiver {
    /// A picture that waits for the writer.
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

    /// Pictures that may wait: a quarter of a second at 30 a second, 25 MB at 1080p.
    private static let limit = 8
    /// Seconds without a byte after which the end is not waited for any more; a pipe's writer cannot be interrupted.
    private static let finishPatience = 5.0

    /// `-`
    public let destination: Destination
    private let header: String
    private let descriptor: Int32
    private let onRoom: @Sendable () -> Void
    private let state = Monitor(State())

    init(
        _ destination: Destination, capability: VideoCapability, cadence: Rate?, descriptor: Int32 = STDOUT_FILENO,
        onRoom: @escaping @Sendable () -> Void
    ) {
        self.destination = destination
        self.descriptor = descriptor
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
        state.withLock { $0.onStateChange = body }
    }

    /// Starts the writer.
    public func begin() {
        enter(.live)
        _ = Worker("output-y4m") { [self] in write() }
    }

    /// Ready at once.
    public func waitUntilReady(seconds: Double) {}

    /// Lets it write what waits, then end. A reader that takes nothing for five seconds is given up.
    public func finish() {
        let bytes = state.update { state in
            state.mustFinish = true
            return state.status.bytes
        }
        giveUp(unlessBeyond: bytes)
    }

    private func giveUp(unlessBeyond bytes: UInt64) {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.finishPatience) { [weak self] in
            guard let self else { return }
            let now = status
            if now.state.isOver { return }
            if now.bytes > bytes { return giveUp(unlessBeyond: now.bytes) }
            enter(.failed(OutputFailure(.finishTimedOut, "its reader takes nothing")))
        }
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
        var error = Array(header.utf8).withUnsafeBytes(write)
        while error == 0, let picture = next() {
            onRoom()
            error = write(picture)
        }
        let failure: OutputFailure? =
            switch error {
            case 0: nil
            case ENOSPC: OutputFailure(.storageFull, "no space is left for standard output")
            case EPIPE: OutputFailure(.readerGone, "standard output was closed")
            default: OutputFailure(.notWritable, "standard output: \(String(cString: strerror(error)))")
            }
        enter(failure.map { .failed($0) } ?? .finished)
        onRoom()
    }

    /// The next picture, or `nil` at the end.
    private func next() -> Waiting? {
        state.wait { state -> Waiting?? in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            return state.mustFinish ? .some(nil) : nil
        } ?? nil
    }

    private func write(_ picture: Waiting) -> Int32 {
        var error = Array("FRAME\n".utf8).withUnsafeBytes(write)
        let layout = picture.layout
        _ = picture.buffer.withBytes { bytes in
            if layout.isTight {
                error = error == 0 ? write(UnsafeRawBufferPointer(rebasing: bytes[..<layout.byteCount])) : error
                return
            }
            for plane in [layout.y, layout.u, layout.v] {
                for row in 0..<plane.height where error == 0 {
                    let start = plane.offset + row * plane.stride
                    error = write(UnsafeRawBufferPointer(rebasing: bytes[start..<start + plane.width]))
                }
            }
        }
        return error
    }

    /// Writes everything; 0 or the error number.
    private func write(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        var rest = bytes
        while let address = rest.baseAddress, !rest.isEmpty {
            let count = Glibc.write(descriptor, address, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            state.withLock { $0.status.bytes += UInt64(count) }
        }
        return 0
    }

    private func enter(_ new: OutputStatus.State) {
        let (status, observer) = state.update { state -> (OutputStatus, (@Sendable (OutputStatus) -> Void)?) in
            guard !state.status.state.isOver else { return (state.status, nil) }
            state.status.state = new
            return (state.status, state.onStateChange)
        }
        observer?(status)
    }
}
