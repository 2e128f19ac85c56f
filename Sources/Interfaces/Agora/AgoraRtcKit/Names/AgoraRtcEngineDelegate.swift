/// The events of an engine. All members are optional; called on the main queue, or with an emulated channel on the queue that the
/// test has chosen.
public protocol AgoraRtcEngineDelegate: AnyObject {
    /// The local user joined; called when the join call has no block.
    func rtcEngine(_ engine: AgoraRtcEngineKit, didJoinChannel channel: String, withUid uid: UInt, elapsed: Int)
    /// The local user left; called when the leave call has no block, and not after ``AgoraRtcEngineKit/destroy()``.
    func rtcEngine(_ engine: AgoraRtcEngineKit, didLeaveChannelWith stats: AgoraChannelStats)
    /// A remote user joined, or was present.
    func rtcEngine(_ engine: AgoraRtcEngineKit, didJoinedOfUid uid: UInt, elapsed: Int)
    /// A remote user left.
    func rtcEngine(_ engine: AgoraRtcEngineKit, didOfflineOfUid uid: UInt, reason: AgoraUserOfflineReason)
    /// The volume of the local user, or those of the loudest remote users, after
    /// ``AgoraRtcEngineKit/enableAudioVolumeIndication(_:smooth:reportVad:)``.
    func rtcEngine(
        _ engine: AgoraRtcEngineKit, reportAudioVolumeIndicationOfSpeakers speakers: [AgoraRtcAudioVolumeInfo],
        totalVolume: Int)
    /// A remote user is heard, or not any more.
    func rtcEngine(
        _ engine: AgoraRtcEngineKit, remoteAudioStateChangedOfUid uid: UInt, state: AgoraAudioRemoteState,
        reason: AgoraAudioRemoteReason, elapsed: Int)
    /// Never called.
    func rtcEngine(_ engine: AgoraRtcEngineKit, didOccurError errorCode: AgoraErrorCode)
    /// The connection: connecting and connected on a join, disconnected on a leave; it was lost or restored, or the meeting
    /// ended.
    func rtcEngine(
        _ engine: AgoraRtcEngineKit, connectionChangedTo state: AgoraConnectionState,
        reason: AgoraConnectionChangedReason)
}

extension AgoraRtcEngineDelegate {
    /// Does nothing.
    public func rtcEngine(
        _ engine: AgoraRtcEngineKit, didJoinChannel channel: String, withUid uid: UInt, elapsed: Int
    ) {}
    /// Does nothing.
    public func rtcEngine(_ engine: AgoraRtcEngineKit, didLeaveChannelWith stats: AgoraChannelStats) {}
    /// Does nothing.
    public func rtcEngine(_ engine: AgoraRtcEngineKit, didJoinedOfUid uid: UInt, elapsed: Int) {}
    /// Does nothing.
    public func rtcEngine(_ engine: AgoraRtcEngineKit, didOfflineOfUid uid: UInt, reason: AgoraUserOfflineReason) {}
    /// Does nothing.
    public func rtcEngine(
        _ engine: AgoraRtcEngineKit, reportAudioVolumeIndicationOfSpeakers speakers: [AgoraRtcAudioVolumeInfo],
        totalVolume: Int
    ) {}
    /// Does nothing.
    public func rtcEngine(
        _ engine: AgoraRtcEngineKit, remoteAudioStateChangedOfUid uid: UInt, state: AgoraAudioRemoteState,
        reason: AgoraAudioRemoteReason, elapsed: Int
    ) {}
    /// Does nothing.
    public func rtcEngine(_ engine: AgoraRtcEngineKit, didOccurError errorCode: AgoraErrorCode) {}
    /// Does nothing.
    public func rtcEngine(
        _ engine: AgoraRtcEngineKit, connectionChangedTo state: AgoraConnectionState,
        reason: AgoraConnectionChangedReason
    ) {}
}
