import AgoraRawAudio
import FacadeSupport
import StudioCore
import StudioMeeting
import StudioRuntime

/// A block of the client after a join.
typealias JoinBlock = ClientBlock<((String, UInt, Int) -> Void)?>

/// Delivers the events of a joined channel to the engine's delegate, on the callback queue, until it is left.
enum ChannelEvents {
    static func begin(
        _ engine: AgoraRtcEngineKit, _ channel: RawAudioStateMachine.Channel, _ session: ChannelSession,
        _ block: JoinBlock
    ) {
        let (meeting, start) = (session.meeting, session.meeting.clock.now)
        let elapsed: @Sendable () -> Int = { Int((meeting.clock.now - start).nanoseconds / 1_000_000) }
        meeting.callbackQueue.enqueue { [weak engine, weak session] in
            engine?.departures.deliver(from: engine)
            guard let engine, let session, !session.isOver else { return }
            notify(engine) { engine, delegate in
                delegate?.rtcEngine(engine, connectionChangedTo: .connecting, reason: .reasonConnecting)
                delegate?.rtcEngine(engine, connectionChangedTo: .connected, reason: .reasonJoinSuccess)
                if let body = block.body {
                    body(channel.name, UInt(channel.user), elapsed())
                } else {
                    delegate?.rtcEngine(
                        engine, didJoinChannel: channel.name, withUid: UInt(channel.user), elapsed: elapsed())
                }
                for user in meeting.participants where !user.isMyself {
                    welcome(UInt(user.id.rawValue), engine, delegate, elapsed())
                }
            }
        }
        // Participants who join before the first event are reported by it.
        meeting.callbackQueue.enqueue { [weak meeting] in
            meeting?.onEvent { [weak engine, weak session] event in
                guard let engine, let session, !session.isOver else { return }
                let elapsed = session.meeting.clock.now - start
                notify(engine) { engine, delegate in
                    deliver(event, engine, delegate, Int(elapsed.nanoseconds / 1_000_000))
                }
            }
        }
    }

    /// Calls the client, on a callback queue.
    ///
    /// - Parameter isEnd: whether the channel was left: a client that goes away then does not need the event.
    static func notify(
        _ engine: AgoraRtcEngineKit?, isEnd: Bool = false,
        _ body: (AgoraRtcEngineKit, (any AgoraRtcEngineDelegate)?) -> Void
    ) {
        guard let engine else { return }
        let delegate = isEnd ? engine.listener.object : engine.listener.target
        RawAudioCallback.mark.perform { body(engine, delegate) }
    }

    /// A remote user joined, or was present.
    private static func welcome(
        _ user: UInt, _ engine: AgoraRtcEngineKit, _ delegate: (any AgoraRtcEngineDelegate)?, _ elapsed: Int
    ) {
        delegate?.rtcEngine(engine, didJoinedOfUid: user, elapsed: elapsed)
        guard engine.native.hears(UserID(rawValue: UInt32(truncatingIfNeeded: user))) else { return }
        for state in [AgoraAudioRemoteState.starting, .decoding] {
            delegate?.rtcEngine(
                engine, remoteAudioStateChangedOfUid: user, state: state, reason: .internal, elapsed: elapsed)
        }
    }

    private static func deliver(
        _ event: MeetingEvent, _ engine: AgoraRtcEngineKit, _ delegate: (any AgoraRtcEngineDelegate)?, _ elapsed: Int
    ) {
        switch event {
        case .joined(let user) where !user.isMyself:
            welcome(UInt(user.id.rawValue), engine, delegate, elapsed)
        case .left(let user) where !user.isMyself:
            delegate?.rtcEngine(
                engine, remoteAudioStateChangedOfUid: UInt(user.id.rawValue), state: .stopped,
                reason: .remoteOffline, elapsed: elapsed)
            delegate?.rtcEngine(engine, didOfflineOfUid: UInt(user.id.rawValue), reason: .quit)
        case .status(.reconnecting, _):
            delegate?.rtcEngine(engine, connectionChangedTo: .reconnecting, reason: .reasonInterrupted)
        case .status(.inMeeting, _):
            delegate?.rtcEngine(engine, connectionChangedTo: .connected, reason: .reasonJoinSuccess)
        case .status(.ended, _):
            delegate?.rtcEngine(engine, connectionChangedTo: .failed, reason: .reasonBannedByServer)
        default: break
        }
    }
}
