import GStreamer
import StudioCore
import StudioMeeting
import StudioRuntime

/// Collects the audio of one track as 48 kHz stereo on the session's time line.
final class TrackAudioInput: MediaReceiver {
    let track: Track
    private let samples: Lock<TrackSamples>
    /// Used by the thread that publishes to the track, one at a time.
    private let reader = TrackAudioReader()

    init(_ track: Track, position: Int64) {
        self.track = track
        samples = Lock(TrackSamples(position: position))
    }

    var hasCapacity: Bool { true }

    func receive(_ frame: borrowing VideoFrame) {}

    func receive(_ block: borrowing AudioBlock) {
        guard let read = reader.read(block) else { return }
        read.samples.withUnsafeBufferPointer { source in samples.withLock { $0.write(source, at: read.position) } }
    }

    func take(_ count: Int, from position: Int64) -> [Int16] { samples.withLock { $0.take(count, from: position) } }

    /// Samples that arrived after they were due.
    var lateSamples: Int { Int(samples.withLock { $0.lateSamples }) }
}

/// Converts the blocks of a track and places them in time.
private final class TrackAudioReader: @unchecked Sendable {
    // Safety: a track has one publisher, which publishes one unit at a time.
    private var converter: AudioConverter?
    private var format: AudioFormat?
    /// The time after the last block.
    private var expected: MediaTime?
    private var next: Int64 = 0

    /// A resampled stream continues where it ended unless its time stamps jump by more than this.
    private static let tolerance = MediaTime.milliseconds(5)

    func read(_ block: borrowing AudioBlock) -> (samples: [Int16], position: Int64)? {
        let inner = BlockStream.inner
        if block.format != format {
            format = block.format
            expected = nil
            converter = block.format == inner ? nil : AudioConverter(from: block.format, to: inner)
        }
        let (time, duration) = (block.time, MediaTime(count: Int64(block.sampleCount), rate: block.format.rate))
        let isContinuous =
            expected.map { abs((time - $0).nanoseconds) <= Self.tolerance.nanoseconds } ?? false
        defer { expected = time + duration }
        // Without a change of rate, each block has its own place.
        if !isContinuous || block.format.sampleRate == inner.sampleRate { next = time.count(at: inner.rate) }
        let (isSame, converter) = (block.format == inner, converter)
        let samples = block.withBytes { bytes -> [Int16]? in
            bytes.withMemoryRebound(to: Int16.self) { source -> [Int16]? in
                if isSame { return Array(source) }
                guard let converter else { return nil }
                var result: [Int16] = []
                return converter.convert(source, into: &result) ? result : nil
            }
        }
        guard let samples, let samples else { return nil }
        defer { next += Int64(samples.count / 2) }
        return (samples, next)
    }
}
