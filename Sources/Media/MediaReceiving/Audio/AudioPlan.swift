import StudioCore
import StudioMeeting
import StudioRuntime

/// What the engine serves: the observers of each point with their streams, and the tracks.
///
/// It is made again only when observers or tracks change, so that a block finds everything in its place.
struct AudioPlan {
    /// The observers at a point, in the order in which they began.
    struct Stop {
        var editors: [BlockStream] = []
        var readers: [BlockStream] = []
        /// Those that get audio that arrives too late to be mixed.
        var latecomers: [BlockStream] = []

        /// Passes samples through the editor and the readers of the point; readers see what the editor made.
        func pass(_ chunk: AudioChunk, at position: Int64, until time: MediaTime) -> AudioChunk {
            var chunk = chunk
            for editor in editors where !editor.isCancelled {
                chunk = editor.process(chunk, at: position, until: time)
            }
            for reader in readers where !reader.isCancelled { _ = reader.process(chunk, at: position, until: time) }
            return chunk
        }

        fileprivate mutating func add(_ stream: BlockStream, of observation: AudioObservation) {
            if observation.isEditor { editors.append(stream) } else { readers.append(stream) }
            if observation.request.deliversLateAudio, !observation.isEditor { latecomers.append(stream) }
        }
    }

    /// A remote track.
    struct Lane {
        let input: TrackAudioInput
        var stop = Stop()
    }

    var record = Stop()
    /// By ascending user.
    var lanes: [Lane] = []
    var playback = Stop()
    var mixed = Stop()
    /// The local user's tracks, which are mixed.
    var local: [TrackAudioInput] = []
    /// Whether the mix is computed: only for observers.
    var hasMix = false
    /// Whether the sum of all participants is computed: only for observers, and for the mix.
    var hasPlayback = false

    /// Whether a track has ended, so that the plan is not valid any more.
    var hasEndedTrack: Bool { lanes.contains { $0.input.track.state == .ended } }

    /// Nothing to serve.
    init() {}

    /// - Parameters:
    ///   - tracks: remote tracks by ascending user.
    ///   - stream: the stream of an observer; `nil` for a track means a point of all.
    init(
        _ observations: [AudioObservation], local: [TrackAudioInput], _ tracks: [TrackAudioInput],
        _ stream: (AudioObservation, TrackID?) -> BlockStream
    ) {
        self.local = local
        lanes = tracks.map { Lane(input: $0) }
        hasMix = observations.contains { $0.point == .mixed }
        hasPlayback = hasMix || observations.contains { $0.point == .playback }
        for observation in observations {
            switch observation.point {
            case .record: record.add(stream(observation, nil), of: observation)
            case .playback: playback.add(stream(observation, nil), of: observation)
            case .mixed: mixed.add(stream(observation, nil), of: observation)
            case .beforeMixing:
                for index in lanes.indices where observation.point.includes(lanes[index].input.track.id) {
                    lanes[index].stop.add(stream(observation, lanes[index].input.track.id), of: observation)
                }
            }
        }
    }

    /// All streams.
    var streams: [BlockStream] {
        let stops = [record] + lanes.map(\.stop) + [playback, mixed]
        return stops.flatMap { $0.editors + $0.readers }
    }
}

extension AudioPoint {
    /// Whether an observer of this point is served with a track.
    func includes(_ track: TrackID) -> Bool {
        guard case .beforeMixing(let user, let kind) = self else { return false }
        return kind == track.kind && (user == nil || user == track.participant)
    }
}
