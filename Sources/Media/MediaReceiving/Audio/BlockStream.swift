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
    private let interval: MediaTime
    private let input: AudioConverter?
    /// Converts edited blocks back.
    private let output: AudioConverter?
    private var gate: SilenceGate?
    private var number: Int64
    /// The time of the first sample of the next block.
    private var time: MediaTime
    /// When the next block is due.
    private(set) var nextDue: MediaTime
    private let pending = SampleQueue()
    /// The output of an editor.
    private let edited: SampleQueue?
    private let result = ChunkMemory()
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
        interval = schedule.interval
        (time, nextDue) = (schedule.beginning(of: number), schedule.due(number))
        edited = observation.isEditor ? SampleQueue() : nil
        startPosition = schedule.beginning(of: number).count(at: Self.inner.rate)
        let isSame = request.format == Self.inner
        input = isSame ? nil : AudioConverter(from: Self.inner, to: request.format)
        output = isSame || !observation.isEditor ? nil : AudioConverter(from: request.format, to: Self.inner)
        if case .sparse(let hangOver) = request.delivery, !observation.isEditor {
            gate = SilenceGate(hangOver: hangOver)
        }
        let resamples = request.format.sampleRate != Self.inner.sampleRate
        if resamples, let input {
            pending.appendSilence((input.latency + Self.margin) * Int(request.format.channels))
        }
        if observation.isEditor { prime(resamples: resamples) }
    }

    /// The output of an editor is one block behind, so that it never runs dry.
    private func prime(resamples: Bool) {
        var samples = Int(observation.request.interval.count(at: Self.inner.rate))
        if resamples, let output { samples += output.latency + 2 * Self.margin }
        edited?.appendSilence(samples * Int(Self.inner.channels))
    }

    /// Whether its observation was cancelled.
    var isCancelled: Bool { observation.isCancelled }

    /// Takes the samples up to `time`, delivers the blocks that are due, and returns the samples that continue: edited,
    /// or unchanged.
    ///
    /// - Parameter position: the position of its first sample on the time line of the schedules.
    func process(_ chunk: AudioChunk, at position: Int64, until time: MediaTime) -> AudioChunk {
        let skipped = Int(min(Int64(chunk.count / 2), max(0, startPosition - position))) * 2
        take(chunk.dropFirst(skipped))
        while nextDue <= time { deliverBlock() }
        guard let edited else { return chunk }
        // The samples before the first one of the editor pass unchanged.
        let count = chunk.count - skipped
        if edited.count < count {
            observation.count { $0.paddedSamples += (count - edited.count) / 2 }
            edited.appendSilence(count - edited.count)
        }
        return join(chunk.prefix(skipped), edited, count)
    }

    private func take(_ chunk: AudioChunk) {
        if chunk.count == 0 { return }
        guard let input else { return pending.append(chunk) }
        if let samples = chunk.buffer {
            input.convert(samples, into: pending)
        } else {
            input.convertSilence(chunk.count / 2, into: pending)
        }
    }

    private func join(_ unchanged: AudioChunk, _ edited: SampleQueue, _ count: Int) -> AudioChunk {
        let all = result.samples(unchanged.count + count)
        guard let target = all.baseAddress else { return .silence(0) }
        if let samples = unchanged.samples {
            target.update(from: samples, count: unchanged.count)
        } else {
            target.update(repeating: 0, count: unchanged.count)
        }
        var isAllSilent = unchanged.samples == nil
        edited.take(count) { samples, isSilent in
            isAllSilent = isAllSilent && isSilent
            if let source = samples.baseAddress {
                (target + unchanged.count).update(from: source, count: samples.count)
            }
        }
        return AudioChunk(samples: isAllSilent ? nil : UnsafePointer(target), count: all.count)
    }

    /// Delivers the blocks of this stream that consist of late samples, at once. A block that is late in part was, or will
    /// be, delivered with its other part.
    ///
    /// - Parameters:
    ///   - samples: 48 kHz stereo.
    ///   - position: the position of its first sample on the time line of the schedules.
    func deliverLate(_ samples: [Int16], at position: Int64) {
        let (start, count) = (MediaTime(count: position, rate: Self.inner.rate), Int64(samples.count / 2))
        let end = MediaTime(count: position + count, rate: Self.inner.rate)
        let interval = schedule.interval.nanoseconds
        let first = max(0, ((start - schedule.start).nanoseconds + interval - 1) / interval)
        let last = (end - schedule.start).nanoseconds / interval
        guard last > first else { return }
        let stream = BlockStream(observation, user: user, schedule, from: first, clock: clock)
        // Silence moves the last samples through a conversion.
        let silence = [Int16](repeating: 0, count: Int(schedule.interval.count(at: Self.inner.rate)) * 2)
        (samples + silence).withUnsafeBufferPointer { samples in
            _ = stream.process(
                AudioChunk(samples: samples.baseAddress, count: samples.count), at: position,
                until: schedule.beginning(of: last))
        }
    }

    private func deliverBlock() {
        let format = observation.request.format
        let count = observation.request.blockSamples * Int(format.channels)
        if pending.count < count {
            observation.count { $0.paddedSamples += (count - pending.count) / Int(format.channels) }
            pending.appendSilence(count - pending.count)
        }
        let description = AudioBlockDescription(
            point: observation.point, user: user, format: format, number: number, time: time)
        number += 1
        (time, nextDue) = (nextDue, schedule.due(number))
        pending.take(count) { block, isKnownSilent in deliver(block, isKnownSilent: isKnownSilent, description) }
    }

    private func deliver(
        _ block: UnsafeMutableBufferPointer<Int16>, isKnownSilent: Bool, _ description: AudioBlockDescription
    ) {
        let isSilent = gate != nil && (isKnownSilent || UnsafeBufferPointer(block).isSilent)
        guard gate?.passes(isSilent: isSilent, duration: interval) ?? true else {
            observation.count { $0.silentBlocks += 1 }
            return
        }
        observation.call(block, description, clock: clock)
        guard let edited else { return }
        let samples = UnsafeBufferPointer(block)
        if let output { output.convert(samples, into: edited) } else { edited.append(samples) }
    }
}
