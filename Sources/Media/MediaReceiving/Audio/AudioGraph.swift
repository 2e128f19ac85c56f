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
    private var streams: [StreamKey: BlockStream] = [:]
    /// How far the audio was moved, on the time line of the schedules.
    private(set) var time: MediaTime
    /// Whether there are observers, and nothing that they observe.
    private var isIdle = false

    init(clock: any StudioClock, start: MediaTime, latency: MediaTime) {
        self.clock = clock
        self.latency = latency
        time = start
    }

    private func position(_ time: MediaTime) -> Int64 { time.count(at: BlockStream.inner.rate) }

    /// The time of the next due block; `nil` without observers, or when they observe participants who are absent.
    func nextDeadline(_ observations: [AudioObservation], _ tracks: [TrackAudioInput]) -> MediaTime? {
        let keys = observations.map { self.keys(of: $0, tracks) }
        guard keys.contains(where: { !$0.isEmpty }) else {
            streams = [:]
            isIdle = !observations.isEmpty
            return nil
        }
        // After a time without observers, or without what they observe, the audio continues at the present.
        if streams.isEmpty, let first = observations.map(\.start).min() {
            time = max(time, isIdle ? clock.now : first)
        }
        isIdle = false
        return zip(observations, keys).flatMap { observation, keys in
            keys.map { stream($0, observation).nextDue }
        }.min()
    }

    /// Moves the audio up to `time`, and calls the observers whose blocks are due, in the order of the points.
    ///
    /// - Parameters:
    ///   - local: the local user's tracks, which are mixed.
    ///   - tracks: remote tracks by ascending user.
    func advance(
        to time: MediaTime, _ observations: [AudioObservation], local: [TrackAudioInput], _ tracks: [TrackAudioInput]
    ) {
        let begin = position(self.time)
        let first = begin - position(latency)
        let count = Int(max(0, position(time) - begin))
        forget(except: observations, tracks)
        let recorded = pass(take(count, from: first, of: local), .record, nil, begin, time, observations)
        // The mix is computed only for observers.
        let hasMix = observations.contains { $0.point == .mixed }
        let hasPlayback = hasMix || observations.contains { $0.point == .playback }
        var sum = AudioMix(count: count)
        for track in tracks {
            let id = track.track.id
            deliverLate(of: track, observations)
            let samples = pass(
                track.take(count, from: first), .beforeMixing(id.participant, id.kind), id, begin, time, observations)
            if hasPlayback { sum.add(samples) }
        }
        if hasPlayback {
            _ = pass(sum.samples, .playback, nil, begin, time, observations)
            // What is edited for the speaker is not part of the mix.
            if hasMix { mix(recorded, sum.samples, at: begin, until: time, observations) }
        }
        self.time = max(self.time, time)
    }

    private func take(_ count: Int, from first: Int64, of inputs: [TrackAudioInput]) -> [Int16] {
        if inputs.count == 1, let input = inputs.first { return input.take(count, from: first) }
        var sum = AudioMix(count: count)
        for input in inputs { sum.add(input.take(count, from: first)) }
        return sum.samples
    }

    private func mix(
        _ recorded: [Int16], _ remote: [Int16], at begin: Int64, until time: MediaTime,
        _ observations: [AudioObservation]
    ) {
        var mix = AudioMix(count: recorded.count / 2)
        mix.add(recorded)
        mix.add(remote)
        _ = pass(mix.samples, .mixed, nil, begin, time, observations)
    }

    /// Passes samples through the editor and the readers of a point; readers see what the editor made.
    private func pass(
        _ samples: [Int16], _ point: AudioPoint, _ track: TrackID?, _ begin: Int64, _ time: MediaTime,
        _ observations: [AudioObservation]
    ) -> [Int16] {
        let here = observations.filter { $0.point.includes(point) && !$0.isCancelled }
        var samples = samples
        for editor in here where editor.isEditor {
            let stream = stream(StreamKey(observation: ObjectIdentifier(editor), track: track), editor)
            samples = stream.process(samples, at: begin, until: time)
        }
        for reader in here where !reader.isEditor {
            let stream = stream(StreamKey(observation: ObjectIdentifier(reader), track: track), reader)
            _ = stream.process(samples, at: begin, until: time)
        }
        return samples
    }

    /// Delivers the samples of a track that arrived too late, before those that are due.
    private func deliverLate(of track: TrackAudioInput, _ observations: [AudioObservation]) {
        let id = track.track.id
        let point = AudioPoint.beforeMixing(id.participant, id.kind)
        for late in track.takeLate() {
            for observation in observations where observation.request.deliversLateAudio {
                guard observation.point.includes(point), !observation.isEditor, !observation.isCancelled else {
                    continue
                }
                stream(StreamKey(observation: ObjectIdentifier(observation), track: id), observation)
                    .deliverLate(late.samples, at: late.position + position(latency))
            }
        }
    }

    private func keys(of observation: AudioObservation, _ tracks: [TrackAudioInput]) -> [StreamKey] {
        let id = ObjectIdentifier(observation)
        guard case .beforeMixing = observation.point else { return [StreamKey(observation: id, track: nil)] }
        return tracks.map(\.track.id).filter { observation.point.includes(.beforeMixing($0.participant, $0.kind)) }
            .map { StreamKey(observation: id, track: $0) }
    }

    private func stream(_ key: StreamKey, _ observation: AudioObservation) -> BlockStream {
        if let stream = streams[key] { return stream }
        // A participant who joins later has a schedule that begins with the present.
        let stream = BlockStream(
            observation, user: key.track?.participant, start: max(observation.start, time), clock: clock)
        streams[key] = stream
        return stream
    }

    private func forget(except observations: [AudioObservation], _ tracks: [TrackAudioInput]) {
        let valid = Set(observations.flatMap { keys(of: $0, tracks) })
        guard streams.count > valid.count else { return }
        streams = streams.filter { valid.contains($0.key) }
    }
}

extension AudioPoint {
    /// Whether an observer of this point is served at `other`.
    fileprivate func includes(_ other: AudioPoint) -> Bool {
        guard case .beforeMixing(let user, let kind) = self, case .beforeMixing(let otherUser, let otherKind) = other
        else { return self == other }
        return kind == otherKind && (user == nil || user == otherUser)
    }
}
