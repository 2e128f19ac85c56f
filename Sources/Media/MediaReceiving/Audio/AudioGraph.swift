import StudioCore
import StudioMeeting
import StudioRuntime

/// Moves the audio of all tracks through the points. Used by one thread at a time, the engine's.
final class AudioGraph {
    private struct StreamKey: Hashable {
        let observation: ObjectIdentifier
        let track: TrackID?
    }

    private let clock: any StudioClock
    private let latency: MediaTime
    /// The streams of the plan, and of those before it until the audio moves.
    private var known: [StreamKey: BlockStream] = [:]
    private var plan = AudioPlan()
    /// The streams of the plan.
    private var streams: [BlockStream] = []
    /// How far the audio was moved, on the time line of the schedules.
    private(set) var time: MediaTime
    /// Whether there are observers, and nothing that they observe.
    private var isIdle = false
    // Used again for each block.
    private let recorded = ChunkMemory()
    private let taken = ChunkMemory()
    private let summed = ChunkMemory()
    private let mixed = ChunkMemory()
    private var sum = AudioMix()

    init(clock: any StudioClock, start: MediaTime, latency: MediaTime) {
        self.clock = clock
        self.latency = latency
        time = start
    }

    private func position(_ time: MediaTime) -> Int64 { time.count(at: BlockStream.inner.rate) }

    /// Whether a track of the plan has ended.
    var hasEndedTrack: Bool { plan.hasEndedTrack }

    /// The observers or the tracks have changed.
    ///
    /// - Parameters:
    ///   - local: the local user's tracks, which are mixed.
    ///   - tracks: remote tracks by ascending user.
    func change(_ observations: [AudioObservation], local: [TrackAudioInput], _ tracks: [TrackAudioInput]) {
        let hasStreams = observations.contains { observation in
            guard case .beforeMixing = observation.point else { return true }
            return tracks.contains { observation.point.includes($0.track.id) }
        }
        if !hasStreams {
            known = [:]
            isIdle = !observations.isEmpty
        } else {
            // After a time without observers, or without what they observe, the audio continues at the present.
            if known.isEmpty, let first = observations.map(\.start).min() {
                time = max(time, isIdle ? clock.now : first)
            }
            isIdle = false
        }
        plan = AudioPlan(observations, local: local, tracks) { stream(of: $0, $1) }
        streams = plan.streams
    }

    /// The time of the next due block; `nil` without observers, or when they observe participants who are absent.
    var nextDeadline: MediaTime? {
        guard var next = streams.first?.nextDue else { return nil }
        for stream in streams { next = min(next, stream.nextDue) }
        return next
    }

    /// Moves the audio up to `time`, and calls the observers whose blocks are due, in the order of the points.
    func advance(to time: MediaTime) {
        let begin = position(self.time)
        let first = begin - position(latency)
        let count = Int(max(0, position(time) - begin))
        if known.count > streams.count { forget() }
        // Observers may change the plan of the next block.
        let plan = plan
        let recorded = plan.record.pass(takeLocal(count, from: first), at: begin, until: time)
        sum.begin()
        for lane in plan.lanes {
            let (chunk, late) = lane.input.take(count, from: first, into: taken)
            for late in late { deliver(late, to: lane) }
            let samples = lane.stop.pass(chunk, at: begin, until: time)
            if plan.hasPlayback, let samples = samples.buffer { sum.add(samples) }
        }
        if plan.hasPlayback {
            let playback = write(count, to: summed)
            _ = plan.playback.pass(playback, at: begin, until: time)
            // Audio that is edited for the speaker is not part of the mix.
            if plan.hasMix { _ = plan.mixed.pass(mix(recorded, playback, count), at: begin, until: time) }
        }
        self.time = max(self.time, time)
    }

    private func takeLocal(_ count: Int, from first: Int64) -> AudioChunk {
        sum.begin()
        for input in plan.local {
            if let samples = input.take(count, from: first, into: taken).chunk.buffer { sum.add(samples) }
        }
        return write(count, to: recorded)
    }

    private func mix(_ recorded: AudioChunk, _ playback: AudioChunk, _ count: Int) -> AudioChunk {
        guard let first = recorded.buffer else { return playback }
        guard let second = playback.buffer else { return recorded }
        sum.begin()
        sum.add(first)
        sum.add(second)
        return write(count, to: mixed)
    }

    /// Writes the sum.
    private func write(_ count: Int, to memory: ChunkMemory) -> AudioChunk {
        if sum.isSilent { return .silence(count * 2) }
        let samples = memory.samples(count * 2)
        sum.write(to: samples)
        return AudioChunk(samples: samples.baseAddress.map { UnsafePointer($0) }, count: samples.count)
    }

    /// Delivers samples that arrived too late, before those that are due.
    private func deliver(_ late: LateSamples, to lane: AudioPlan.Lane) {
        for stream in lane.stop.latecomers where !stream.isCancelled {
            stream.deliverLate(late.samples, at: late.position + position(latency))
        }
    }

    private func stream(of observation: AudioObservation, _ track: TrackID?) -> BlockStream {
        let key = StreamKey(observation: ObjectIdentifier(observation), track: track)
        if let stream = known[key] { return stream }
        // A participant who joins later has a schedule that begins with the present.
        let stream = BlockStream(
            observation, user: track?.participant, start: max(observation.start, time), clock: clock)
        known[key] = stream
        return stream
    }

    /// The streams of observers and tracks that are gone.
    private func forget() {
        let valid = Set(streams.map { ObjectIdentifier($0) })
        known = known.filter { valid.contains(ObjectIdentifier($0.value)) }
    }
}
