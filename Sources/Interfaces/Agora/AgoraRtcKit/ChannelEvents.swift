import AgoraRawAudio
import StudioCore
import StudioMeeting
import StudioRuntime

/// A block of the client that is called on the callback queue.
struct JoinBlock: @unchecked Sendable {
    // Safety: called once, on the callback queue; the client is responsible for what it captures.
    let body: ((String, UInt, Int) -> Void)?
}

/// A block of the client that is called on the callback queue.
struct LeaveBlock: @unchecked Sendable {
    // Safety: as ``JoinBlock``.
    let body: ((AgoraChannelStats) -> Void)?
}

/// Delivers the events of a joined channel to the engine's delegate, on the callback queue.
enum ChannelEvents {
    static func begin(
        _ engine: AgoraRtcEngineKit, _ channel: RawAudioStateMachine.Channel, in meeting: Meeting, _ block: JoinBlock
    ) {
        let start = meeting.clock.now
        let elapsed: @Sendable () -> Int = { Int((meeting.clock.now - start).nanoseconds / 1_000_000) }
        meeting.callbackQueue.enqueue { [weak engine] in
            guard let engine, isCurrent(engine, channel, meeting) else { return }
            if let body = block.body {
                body(channel.name, UInt(channel.user), elapsed())
            } else {
                engine.delegate?.rtcEngine(
                    engine, didJoinChannel: channel.name, withUid: UInt(channel.user), elapsed: elapsed())
            }
            for user in meeting.participants where !user.isMyself {
                engine.delegate?.rtcEngine(engine, didJoinedOfUid: UInt(user.id.rawValue), elapsed: elapsed())
            }
        }
        // Participants who join before the first event are reported by it.
        meeting.callbackQueue.enqueue {
            meeting.onEvent { [weak engine, weak meeting] event in
                guard let engine, let meeting, isCurrent(engine, channel, meeting) else { return }
                deliver(event, engine, elapsed())
            }
        }
    }

    private static func isCurrent(
        _ engine: AgoraRtcEngineKit, _ channel: RawAudioStateMachine.Channel, _ meeting: Meeting
    ) -> Bool {
        engine.native.machineState == .joined(channel) && engine.native.meeting === meeting
    }

    private static func deliver(_ event: MeetingEvent, _ engine: AgoraRtcEngineKit, _ elapsed: Int) {
        let delegate = engine.delegate
        switch event {
        case .joined(let user) where !user.isMyself:
            delegate?.rtcEngine(engine, didJoinedOfUid: UInt(user.id.rawValue), elapsed: elapsed)
        case .left(let user) where !user.isMyself:
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
