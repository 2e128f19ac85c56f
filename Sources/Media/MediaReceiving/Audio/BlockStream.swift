import GStreamer
import StudioCore
import StudioRuntime

/// Cuts a stream of 48 kHz stereo into the blocks of one observer, when they are due.
///
/// Used by one thread at a time, the engine's.
final class BlockStream {
    private let observation: AudioObservation
    private let user: UserID?
    private let clock: any StudioClock
    private let schedule: AudioSchedule
    private let input: AudioConverter?
    /// Converts edited blocks back.
    private let output: AudioConverter?
    private var gate: SilenceGate?
    private var number: Int64
    private var pending: [Int16] = []
    private var edited: [Int16] = []
    private let startPosition: Int64

    /// The format of all tracks and mixes inside the engine.
    static let inner = AudioFormat.program
    /// Rounding moves the number of resampled samples by at most one on each side.
    private static let margin = 2

    /// - Parameter start: the time of the first sample.
    convenience init(_ observation: AudioObservation, user: UserID?, start: MediaTime, clock: any StudioClock) {
        let request = observation.request
        let schedule = AudioSchedule(
            start: start, sampleRate: request.format.sampleRate, blockSamples: request.blockSamples)
        self.init(observation, user: user, schedule, from: 0, clock: clock)
    }

    private init(
        _ observation: AudioObservation, user: UserID?, _ schedule: AudioSchedule, from number: Int64,
        clock: any StudioClock
    ) {
        let request = observation.request
        self.observation = observation
        self.user = user
        self.clock = clock
        (self.schedule, self.number) = (schedule, number)
        startPosition = schedule.beginning(of: number).count(at: Self.inner.rate)
        let isSame = request.format == Self.inner
        input = isSame ? nil : AudioConverter(from: Self.inner, to: request.format)
        output = isSame || !observation.isEditor ? nil : AudioConverter(from: request.format, to: Self.inner)
        if case .sparse(let hangOver) = request.delivery, !observation.isEditor {
            gate = SilenceGate(hangOver: hangOver)
        }
        let resamples = request.format.sampleRate != Self.inner.sampleRate
        if resamples, let input { pending = Self.silence(input.latency + Self.margin, input.target) }
        if observation.isEditor { prime(resamples: resamples) }
    }

    /// The output of an editor is one block behind, so that it never runs dry.
    private func prime(resamples: Bool) {
        let request = observation.request
        var samples = Int((request.interval.count(at: Self.inner.rate)))
        if resamples, let output { samples += output.latency + 2 * Self.margin }
        edited = Self.silence(samples, Self.inner)
    }

    private static func silence(_ samples: Int, _ format: AudioFormat) -> [Int16] {
        [Int16](repeating: 0, count: samples * Int(format.channels))
    }

    /// When the next block is due.
    var nextDue: MediaTime { schedule.due(number) }

    /// Takes the samples up to `time`, delivers the blocks that are due, and returns the samples that continue: edited,
    /// or unchanged.
    ///
    /// - Parameters:
    ///   - chunk: 48 kHz stereo.
    ///   - position: the position of its first sample on the time line of the schedules.
    func process(_ chunk: [Int16], at position: Int64, until time: MediaTime) -> [Int16] {
        let skipped = Int(min(Int64(chunk.count / 2), max(0, startPosition - position)))
        chunk[(skipped * 2)...].withUnsafeBufferPointer { samples in
            if let input { input.convert(samples, into: &pending) } else { pending += samples }
        }
        while schedule.due(number) <= time { deliverBlock() }
        guard observation.isEditor else { return chunk }
        // The samples before the first one of the editor pass unchanged.
        let count = chunk.count - skipped * 2
        if edited.count < count {
            observation.count { $0.paddedSamples += (count - edited.count) / 2 }
            edited += [Int16](repeating: 0, count: count - edited.count)
        }
        let result = Array(chunk[..<(skipped * 2)]) + edited[..<count]
        edited.removeFirst(count)
        return result
    }

    /// Delivers the blocks of this stream that consist of late samples, at once. A block that is late in part was, or will
    /// be, delivered with its other part.
    ///
    /// - Parameters:
    ///   - chunk: 48 kHz stereo.
    ///   - position: the position of its first sample on the time line of the schedules.
    func deliverLate(_ chunk: [Int16], at position: Int64) {
        let (start, count) = (MediaTime(count: position, rate: Self.inner.rate), Int64(chunk.count / 2))
        let end = MediaTime(count: position + count, rate: Self.inner.rate)
        let interval = schedule.interval.nanoseconds
        let first = max(0, ((start - schedule.start).nanoseconds + interval - 1) / interval)
        let last = (end - schedule.start).nanoseconds / interval
        guard last > first else { return }
        let stream = BlockStream(observation, user: user, schedule, from: first, clock: clock)
        // Silence moves the last samples through a conversion.
        let silence = [Int16](repeating: 0, count: Int(schedule.interval.count(at: Self.inner.rate)) * 2)
        _ = stream.process(chunk + silence, at: position, until: schedule.beginning(of: last))
    }

    private func deliverBlock() {
        let format = observation.request.format
        let count = observation.request.blockSamples * Int(format.channels)
        if pending.count < count {
            observation.count { $0.paddedSamples += (count - pending.count) / Int(format.channels) }
            pending += [Int16](repeating: 0, count: count - pending.count)
        }
        var block = Array(pending[..<count])
        pending.removeFirst(count)
        let description = AudioBlockDescription(
            point: observation.point, user: user, format: format, number: number,
            time: schedule.beginning(of: number))
        number += 1
        let isSilent = gate != nil && block.allSatisfy { $0 == 0 }
        guard gate?.passes(isSilent: isSilent, duration: schedule.interval) ?? true else {
            observation.count { $0.silentBlocks += 1 }
            return
        }
        observation.call(&block, description, clock: clock)
        guard observation.isEditor else { return }
        block.withUnsafeBufferPointer { block in
            if let output { output.convert(block, into: &edited) } else { edited += block }
        }
    }
}
