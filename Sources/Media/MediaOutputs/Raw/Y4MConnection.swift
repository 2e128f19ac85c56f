import Containers
import GStreamer
import ProgramEncoding
import StudioCore
import StudioMeeting
import StudioRuntime

/// Writes frames as y4m on a thread of its own.
final class Y4MConnection: OutputConnection, OutputPeer {
    /// A queued frame.
    private final class Waiting: Sendable {
        let buffer: MediaBuffer
        let layout: I420Layout
        let time: MediaTime

        init(_ frame: borrowing VideoFrame) {
            buffer = frame.buffer.retained()
            (layout, time) = (frame.layout, frame.time)
        }
    }

    private struct State: Sendable {
        var waiting: [Waiting] = []
        var position = MediaTime.zero
        var hasMedia = false
        var hasEnded = false
        /// Whether the writer has written its last byte, or failed.
        var isDone = false
        var failure: OutputFailure?
        var wakes = 0
    }

    /// The queue capacity: a quarter of a second at 30 fps, 25 MB at 1080p.
    private static let limit = 8

    private let header: String
    private let stream: Y4MStreamState
    private let writer: ByteWriter
    private let delivery: DeliveryReport
    private let backpressure: Backpressure
    private let state = Monitor(State())
    private let thread = Lock<Worker?>(nil)

    /// - Parameter stream: what earlier connections have written.
    init(_ writer: ByteWriter, _ stream: Y4MStreamState, _ context: ConnectionContext) {
        (self.writer, self.stream) = (writer, stream)
        delivery = context.delivery
        backpressure = context.backpressure
        let capability = context.media.capability
        header = Y4MHead.line(
            width: Int(capability.width), height: Int(capability.height), rate: context.media.frameRate ?? .thirty,
            range: capability.format.range ?? .limited)
    }

    func open() throws(ConnectionFailure) {
        do {
            let worker = try Worker("output-y4m") { [self] in write() }
            thread.withLock { $0 = worker }
        } catch {
            throw .other(OutputFailure(.pipeline, "\(error)"))
        }
    }

    /// Queues a frame; drops the oldest queued frame when the queue is full.
    func receive(_ frame: borrowing VideoFrame) {
        let new = Waiting(frame)
        let time = frame.time
        let dropped = state.update { state -> Waiting? in
            state.hasMedia = true
            guard !state.hasEnded, !state.isDone else { return new }
            state.position = time
            let oldest = state.waiting.count == Self.limit ? state.waiting.removeFirst() : nil
            state.waiting.append(new)
            return oldest
        }
        if dropped != nil { delivery.dropped(.video) }
    }

    var bytesTaken: UInt64 { writer.bytesTaken }
    var hasMedia: Bool { state.withLock { $0.hasMedia } }
    var hasBacklog: Bool { state.withLock { !$0.waiting.isEmpty } }
    var hasCapacity: Bool { state.withLock { $0.waiting.count < 2 || $0.isDone } }
    var congestion: Double { state.withLock { Double($0.waiting.count) / Double(Self.limit) } }
    var queuedTime: MediaTime {
        state.withLock { state in
            guard let first = state.waiting.first, let last = state.waiting.last else { return .zero }
            return last.time - first.time
        }
    }
    var position: MediaTime { state.withLock { $0.position } }

    func nextFailure(seconds: Double) -> ConnectionFailure? {
        let last = state.withLock { $0.wakes }
        _ = state.wait(seconds: seconds) { $0.isDone || $0.wakes != last ? true : nil }
        return state.withLock { $0.failure }.map { .other($0) }
    }

    func wake() { state.update { $0.wakes += 1 } }

    /// A stream without frames consists of its header.
    func end() -> Bool {
        state.update { $0.hasEnded = true }
        return true
    }

    var isDrained: Bool { state.withLock { $0.isDone && $0.failure == nil } }

    func close(seconds: Double) -> OutputFailure? {
        state.update { $0.hasEnded = true }
        writer.abandon()
        thread.withLock { $0 }?.join(seconds: seconds)
        let error = writer.finish()
        return error == 0 ? nil : OutputFailure(writingError: error)
    }

    // MARK: On the writer thread

    private func write() {
        var error = stream.begin() ? Array(header.utf8).withUnsafeBytes { writer.write($0) } : 0
        while error == 0, let frame = next() {
            backpressure.capacityChanged()
            error = write(frame)
            if error == 0 { delivery.taken(.video) }
        }
        if error != 0 {
            stream.interrupt()
            delivery.broken()
        }
        state.update { state in
            state.isDone = true
            state.waiting = []
            // `close` abandons the writer on purpose.
            if error != 0, error != ByteWriter.abandoned { state.failure = OutputFailure(writingError: error) }
        }
        backpressure.capacityChanged()
    }

    /// The next frame; `nil` at the end.
    private func next() -> Waiting? {
        state.wait { state -> Waiting?? in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            return state.hasEnded ? .some(nil) : nil
        } ?? nil
    }

    /// - Returns: the system's error number, 0 for success.
    private func write(_ frame: Waiting) -> Int32 {
        var error = Array("FRAME\n".utf8).withUnsafeBytes { writer.write($0) }
        let layout = frame.layout
        _ = frame.buffer.withBytes { bytes in
            if layout.isTight {
                if error == 0 { error = writer.write(UnsafeRawBufferPointer(rebasing: bytes[..<layout.byteCount])) }
                return
            }
            for plane in [layout.y, layout.u, layout.v] {
                for row in 0..<plane.height where error == 0 {
                    let start = plane.offset + row * plane.stride
                    error = writer.write(UnsafeRawBufferPointer(rebasing: bytes[start..<start + plane.width]))
                }
            }
        }
        return error
    }
}

/// A y4m stream that several connections write, one after the other: it has one header and whole frames.
final class Y4MStreamState: Sendable {
    private let state = Lock((hasBegun: false, isInterrupted: false))

    /// - Returns: whether the header is to be written.
    func begin() -> Bool {
        state.withLock { !exchange(&$0.hasBegun, with: true) }
    }

    /// A write has failed, so that a frame may be incomplete.
    func interrupt() { state.withLock { $0.isInterrupted = true } }

    var isInterrupted: Bool { state.withLock { $0.isInterrupted } }
}
