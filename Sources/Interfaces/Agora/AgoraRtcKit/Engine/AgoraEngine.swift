import AgoraRawAudio
import FacadeEnvironment
import FacadeSupport
import ProductionStudio
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime

/// The engine of the process.
final class AgoraEngine: Sendable {
    static let shared = AgoraEngine()

    /// The option is whether it is strict.
    let process = ProcessEngine<EmulatedChannel, Bool, AgoraRtcEngineKit>(false, in: .process) { engine, _ in
        engine?.end()
    }

    func engine(appID: String, delegate: (any AgoraRtcEngineDelegate)?) -> AgoraRtcEngineKit {
        if let engine = process.engine {
            if let delegate { engine.delegate = delegate }
            return engine
        }
        return process.engine {
            let seed = process.service?.seed ?? ClientEnvironment.process.seed
            var options = RawAudioEngine.Options(seed: seed)
            options.isStrict = process.options
            return AgoraRtcEngineKit(appID: appID, delegate: delegate, options: options)
        }
    }
}

/// A channel that is joined.
typealias ChannelSession = JoinedSession<ChannelDetails>

struct ChannelDetails: Sendable {
    /// When it was joined.
    let start: MediaTime
    /// What the outputs get: what the channel hears. `nil` in a test, and without outputs.
    var publication: ClientPublication?
}

extension ChannelSession {
    /// Enters the meeting of a channel: the test's, or one of the environment.
    static func enter() -> ChannelSession {
        let process = AgoraEngine.shared.process
        let session = process.enter(.rawAudio) { ChannelDetails(start: $0.clock.now) }
        guard process.service == nil else { return session }
        let meeting = session.meeting
        let voice = ToneFeed(.voice, to: meeting.localTracks.microphone, clock: meeting.clock)
        session.atEnd { voice.stop() }
        if let publication = ClientEnvironment.process.publish(.audio, clock: meeting.clock) {
            session.update { $0.publication = publication }
            session.atEnd { publication.finish() }
        }
        return session
    }
}
