import AgoraRawAudio
import FacadeSupport
import StudioCore
import StudioMeeting
import StudioRuntime

/// A block of the client after a leave.
typealias LeaveBlock = ClientBlock<((AgoraChannelStats) -> Void)?>

/// The events of left channels that were not delivered yet.
///
/// Each channel has a callback queue of its own outside tests. What a channel delivers first delivers these, so that the end
/// of a channel comes before the beginning of the next one.
final class ChannelDepartures: Sendable {
    private struct Departure: Sendable {
        let stats: AgoraChannelStats
        let block: LeaveBlock
    }

    /// How long a leave takes: the service answers it. An engine that is destroyed at once is destroyed before.
    static let delay = MediaTime.milliseconds(20)

    private let waiting = Lock<[Departure]>([])

    /// A channel was left.
    func add(_ session: ChannelSession, _ block: LeaveBlock) {
        let meeting = session.meeting
        let stats = AgoraChannelStats(
            duration: Int((meeting.clock.now - session.details.start).seconds), userCount: meeting.participants.count)
        waiting.withLock { $0.append(Departure(stats: stats, block: block)) }
    }

    /// Delivers them, on a callback queue.
    func deliver(from engine: AgoraRtcEngineKit?) {
        while let departure = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            ChannelEvents.notify(engine, isEnd: true) { engine, delegate in
                delegate?.rtcEngine(engine, connectionChangedTo: .disconnected, reason: .reasonLeaveChannel)
            }
            if let body = departure.block.body {
                RawAudioCallback.mark.perform { body(departure.stats) }
            } else {
                ChannelEvents.notify(engine, isEnd: true) { engine, delegate in
                    delegate?.rtcEngine(engine, didLeaveChannelWith: departure.stats)
                }
            }
        }
    }

    /// Drops them: the engine was destroyed.
    ///
    /// - Returns: whether the client waits for a block.
    func cancel() -> Bool { waiting.exchange([]).contains { $0.block.body != nil } }
}
