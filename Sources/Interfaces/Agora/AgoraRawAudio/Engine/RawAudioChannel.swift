import Dispatch
import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

/// Where audio is tapped.
package enum RawAudioTap: Hashable, Sendable, CaseIterable {
    /// What the other users hear: the edited audio of the local user; silence while it is muted.
    case channel
    /// What is heard locally: playback after its edits.
    case speaker
    /// The mix after its edits.
    case mix
}

/// A joined channel: connects the observer of an engine to the audio of a meeting.
final class RawAudioChannel: Sendable {
    /// The number of the channel among those of its engine, from 1.
    let number: Int
    let audio: RawAudioConnection.Audio
    private let observer: @Sendable () -> (any RawAudioObserver)?
    private let owner: RawAudioEngine.Shared
    private let connections = Replaceable<RawAudioConnection>()
    private let meter = Lock<RawAudioVolumeReport?>(nil)
    /// Two threads may change the sources at the same time; the last change wins.
    private let following = DispatchQueue(label: "psstudio.sources")

    /// The form of taps, and the interval at which the observer is asked for its points.
    static let tick = AudioRequest(.program, blockSamples: 480)

    /// - Parameter observer: the observer that is set now.
    init(
        _ name: String, in meeting: Meeting, formats: RawAudioFormats, owner: RawAudioEngine.Shared,
        observer: @escaping @Sendable () -> (any RawAudioObserver)?
    ) {
        (self.owner, self.observer) = (owner, observer)
        number = owner.countChannel()
        audio = RawAudioConnection.Audio(
            channel: name, meeting: meeting, engine: AudioEngine(in: meeting), formats: formats,
            start: meeting.clock.now)
    }

    var meeting: Meeting { audio.meeting }

    /// Begins with the taps, which pass the audio on unchanged.
    func begin() throws(StudioError) {
        followSources()
        followSubscription()
        try audio.engine.observe(.record, Self.tick) { [weak self] samples, _ in
            guard let self else { return }
            owner.deliver(samples, to: .channel)
            connections.current?.update()
        }
        try audio.engine.observe(.playback, Self.tick) { [owner] samples, _ in owner.deliver(samples, to: .speaker) }
        try audio.engine.observe(.mixed, Self.tick) { [owner] samples, _ in owner.deliver(samples, to: .mix) }
    }

    /// Mixes the sources of the local user's audio that exist and are published now.
    func followSources() {
        following.sync { audio.engine.setLocalTracks(owner.sources.tracks(meeting.localTracks.microphone)) }
    }

    /// Hears the remote users that are chosen now.
    func followSubscription() {
        following.sync { audio.engine.setSubscription(owner.subscription) }
    }

    /// Measures the volumes that are asked for now.
    func followVolumes() {
        following.sync {
            meter.exchange(nil)?.end()
            guard let request = owner.volumes else { return }
            do throws(StudioError) {
                meter.set(try RawAudioVolumeReport(of: audio.engine, request))
            } catch {
                owner.reporter.report(error)
            }
        }
    }

    /// Connects the observer that is set now. A running call of the previous one finishes, none follows.
    func followObserver() {
        guard let (turn, before) = connections.begin() else { return }
        before?.end()
        guard let observer = observer() else { return }
        let connection = RawAudioConnection(observer, audio, owner)
        guard connections.install(connection, turn) else { return }
        connection.update()
    }

    /// Ends without waiting: a running call finishes, none follows.
    func end() {
        connections.end()?.end()
        audio.engine.stop()
    }
}
