import Containers
public import StudioCore
package import StudioRuntime

/// Records the frames of a subscription as y4m of constant rate.
///
/// Frames are placed by their capture time, so that a track whose rate varies keeps its duration. y4m has one size:
/// the file begins with the first frame of the requested size, which is shown from the start; smaller ones before it and
/// frames of another size after it are counted and left out. Only a recording without any such frame has a smaller size.
public final class Y4MRecorder: Sendable {
    /// The counts of a recording.
    public struct Statistics: Hashable, Sendable {
        /// Received frames that were written.
        public var frames = 0
        /// Intervals that repeat the frame before.
        public var repeatedFrames: Int64 = 0
        /// Frames that were left out, because their interval had a frame already.
        public var surplusFrames = 0
        /// Frames that were left out, because their size or range differs from the first frame's.
        public var mismatchedFrames = 0
        /// Frames that were left out, because they came before the requested size was reached.
        public var reducedFrames = 0
        /// The error number of a failed write; 0 when all succeeded.
        public var error: Int32 = 0
    }

    private struct State: Sendable {
        var placement: ConstantRatePlacement
        var first: FrameDescription?
        /// The last written frame: tight planes.
        var last: [UInt8] = []
        /// The last frame before the requested size was reached, and its tight planes.
        var reduced: (description: FrameDescription, bytes: [UInt8])?
        var statistics = Statistics()
        var isFinished = false
    }

    private let writer: ByteWriter
    private let state: Lock<State>

    private static let frameMarker = Array("FRAME\n".utf8)

    /// - Parameters:
    ///   - writer: the file.
    ///   - rate: the frame rate of the file.
    ///   - origin: the time of its first frame, on the session's clock.
    package init(_ writer: ByteWriter, rate: Rate, origin: MediaTime) {
        self.writer = writer
        state = Lock(State(placement: ConstantRatePlacement(rate: rate, origin: origin)))
    }

    /// The current counts.
    public var statistics: Statistics { state.withLock { $0.statistics } }

    /// Writes a frame, which must be I420. One frame at a time, as a subscription delivers them.
    public func record(_ frame: borrowing ReceivedFrame) {
        let description = frame.description
        guard description.layout.format == .i420, let bytes = frame.withBytes({ Self.tight($0, description.layout) })
        else { return state.withLock { $0.statistics.mismatchedFrames += 1 } }
        let (header, repeats, last) =
            state.withLock { state -> ([UInt8], Int64, [UInt8])? in
                place(description, bytes, &state)
            } ?? ([], -1, [])
        guard repeats >= 0 else { return }
        write(header)
        for _ in 0..<repeats { writeFrame(last.isEmpty ? bytes : last) }
        writeFrame(bytes)
    }

    private func place(
        _ description: FrameDescription, _ bytes: [UInt8], _ state: inout State
    ) -> ([UInt8], Int64, [UInt8])? {
        guard !state.isFinished else { return nil }
        if description.isReduced, state.first == nil {
            state.reduced = (description, bytes)
            state.statistics.reducedFrames += 1
            return nil
        }
        var header: [UInt8] = []
        if let first = state.first {
            guard first.layout.width == description.layout.width, first.layout.height == description.layout.height,
                first.range == description.range
            else {
                state.statistics.mismatchedFrames += 1
                return nil
            }
        } else {
            header = Self.header(description, state.placement.rate)
            state.first = description
            state.reduced = nil
        }
        guard let repeats = state.placement.place(at: description.time) else {
            state.statistics.surplusFrames += 1
            return nil
        }
        state.statistics.frames += 1
        state.statistics.repeatedFrames += repeats
        return (header, repeats, exchange(&state.last, with: bytes))
    }

    /// Repeats the last frame until `time`, and closes the file.
    ///
    /// - Returns: 0 or the error number.
    @discardableResult
    public func finish(at time: MediaTime) -> Int32 {
        let (header, repeats, last) = state.withLock { state -> ([UInt8], Int64, [UInt8]) in
            guard !state.isFinished else { return ([], 0, []) }
            state.isFinished = true
            guard state.first != nil else { return Self.reduced(&state, until: time) }
            let repeats = state.placement.finish(at: time)
            state.statistics.repeatedFrames += repeats
            return ([], repeats, state.last)
        }
        write(header)
        for _ in 0..<repeats { writeFrame(last) }
        note(writer.finish())
        return statistics.error
    }

    /// A recording that ends before the requested size was reached consists of the last frame.
    private static func reduced(_ state: inout State, until time: MediaTime) -> ([UInt8], Int64, [UInt8]) {
        guard let (description, bytes) = state.reduced, let before = state.placement.place(at: description.time) else {
            return ([], 0, [])
        }
        let repeats = before + state.placement.finish(at: time)
        state.statistics.frames += 1
        state.statistics.reducedFrames -= 1
        state.statistics.repeatedFrames += repeats
        return (header(description, state.placement.rate), repeats + 1, bytes)
    }

    private func writeFrame(_ bytes: [UInt8]) {
        write(Self.frameMarker)
        write(bytes)
    }

    private func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, statistics.error == 0 else { return }
        note(bytes.withUnsafeBytes { writer.write($0) })
    }

    private func note(_ error: Int32) {
        guard error != 0 else { return }
        state.withLock { state in if state.statistics.error == 0 { state.statistics.error = error } }
    }

    private static func header(_ frame: FrameDescription, _ rate: Rate) -> [UInt8] {
        let (width, height) = (frame.layout.width, frame.layout.height)
        return Array(Y4MHead.line(width: width, height: height, rate: rate, range: frame.range).utf8)
    }

    private static func tight(_ bytes: UnsafeRawBufferPointer, _ layout: FrameLayout) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(layout.width * layout.height * 3 / 2)
        for plane in layout.planes {
            for row in 0..<plane.rows {
                let start = plane.offset + row * plane.stride
                result += bytes[start..<start + plane.rowBytes]
            }
        }
        return result
    }
}
