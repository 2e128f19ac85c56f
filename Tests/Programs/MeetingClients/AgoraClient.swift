import AgoraRtcKit

/// Joins a channel.
enum AgoraClient {
    static func initialise() -> @Sendable () -> Void {
        _ = AgoraRtcEngineKit.sharedEngine(withAppId: "app", delegate: nil)
        return { AgoraRtcEngineKit.destroy() }
    }

    static func join() throws -> Any {
        let engine = AgoraRtcEngineKit.sharedEngine(withAppId: "app", delegate: nil)
        try require(engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 0) == 0, "joinChannel")
        return engine
    }
}
