import GStreamer
import StudioCore
import StudioMeeting
import StudioRuntime

/// Samples that arrived after they were due: 48 kHz stereo from a position on.
struct LateSamples: Sendable {
    let position: Int64
    var samples: [Int16]

    var end: Int64 { position + Int64(samples.count / 2) }
}

/// Collects the audio of one track as 48 kHz stereo on the session's time line.
final class TrackAudioInput: MediaReceiver {
    private struct State: Sendable {
        var samples: TrackSamples
        var late: [LateSamples] = []

        /// Keeps samples until an observer takes them: at most two seconds, as a stall withholds one.
        mutating func keepLate(_ source: UnsafeBufferPointer<Int16>, at position: Int64) {
            let kept = late.reduce(0) { $0 + $1.samples.count }
            let count = min(source.count, max(0, Int(TrackSamples.capacity) * 2 - kept))
            guard count > 0 else { return }
            if let last = late.indices.last, late[last].end == position {
                late[last].samples += source[..<count]
            } else {
                late.append(LateSamples(position: position, samples: Array(source[..<count])))
            }
        }
    }

    let track: Track
    private let keepsLate: Bool
    private let state: Lock<State>
    /// Used by the thread that publishes to the track, one at a time.
    private let reader = TrackAudioReader()

    /// - Parameters:
    ///   - position: the position of the first sample.
    ///   - keepsLate: whether samples that arrive after they were due are kept for ``takeLate()``.
    init(_ track: Track, position: Int64, keepsLate: Bool) {
        (self.track, self.keepsLate) = (track, keepsLate)
        state = Lock(State(samples: TrackSamples(position: position)))
    }

    var hasCapacity: Bool { true }

    func receive(_ frame: borrowing VideoFrame) {}

    func receive(_ block: borrowing AudioBlock) {
        reader.read(block) { source, position in
            state.withLock { state in
                let late = min(Int64(source.count / 2), max(0, state.samples.position - position))
                state.samples.write(source, at: position)
                if keepsLate, late > 0 {
                    state.keepLate(UnsafeBufferPointer(rebasing: source[..<Int(late * 2)]), at: position)
                }
            }
        }
    }

    /// Takes `count` samples per channel from `position`, and those that arrived after they were due.
    ///
    /// - Parameter memory: where the samples are, until the next ones are taken.
    func take(_ count: Int, from position: Int64, into memory: ChunkMemory) -> (chunk: AudioChunk, late: [LateSamples])
    {
        guard let target = memory.samples(count * 2).baseAddress else { return (.silence(count * 2), []) }
        return state.withLock { state in
            let isSilent = !state.samples.take(count, from: position, into: target)
            let late = state.late
            if !late.isEmpty { state.late = [] }
            return (AudioChunk(samples: isSilent ? nil : UnsafePointer(target), count: count * 2), late)
        }
    }

    /// The number of samples that arrived after they were due.
    var lateSamples: Int { Int(state.withLock { $0.samples.lateSamples }) }
}

/// Converts the blocks of a track and places them in time.
private final class TrackAudioReader: @unchecked Sendable {
    // Safety: a track has one publisher, which publishes one unit at a time.
    private var converter: AudioConverter?
    private var format: AudioFormat?
    /// The time after the last block.
    private var expected: MediaTime?
    private var next: Int64 = 0
    private let converted = SampleQueue()

    /// A resampled stream continues where it ended unless its time stamps jump by more than this.
    private static let tolerance = MediaTime.milliseconds(5)

    /// Calls `body` with the samples of a block in 48 kHz stereo, and the position of the first one.
    func read(_ block: borrowing AudioBlock, _ body: (UnsafeBufferPointer<Int16>, Int64) -> Void) {
        let inner = BlockStream.inner
        if block.format != format {
            format = block.format
            expected = nil
            converter = block.format == inner ? nil : AudioConverter(from: block.format, to: inner)
        }
        let (time, duration) = (block.time, MediaTime(count: Int64(block.sampleCount), rate: block.format.rate))
        let isContinuous =
            expected.map { abs((time - $0).nanoseconds) <= Self.tolerance.nanoseconds } ?? false
        expected = time + duration
        // Without a change of rate, each block has its own place.
        if !isContinuous || block.format.sampleRate == inner.sampleRate { next = time.count(at: inner.rate) }
        let (isSame, converter, position) = (block.format == inner, converter, next)
        let count = block.withBytes { bytes in
            bytes.withMemoryRebound(to: Int16.self) { source -> Int in
                if isSame {
                    body(source, position)
                    return source.count
                }
                guard let converter, converter.convert(source, into: converted) else { return 0 }
                let count = converted.count
                converted.take(count) { samples, _ in body(UnsafeBufferPointer(samples), position) }
                return count
            }
        }
        next += Int64((count ?? 0) / 2)
    }
}
