import ZegoExpressEngine

/// Enters a room.
enum ZegoClient {
    static func initialise() -> @Sendable () -> Void {
        let profile = ZegoEngineProfile()
        (profile.appID, profile.appSign, profile.scenario) = (1, "sign", .standardVideoCall)
        _ = ZegoExpressEngine.createEngine(with: profile, eventHandler: nil)
        return { ZegoExpressEngine.destroy(nil) }
    }

    static func join() throws -> Any {
        let profile = ZegoEngineProfile()
        (profile.appID, profile.appSign, profile.scenario) = (1, "sign", .standardVideoCall)
        let engine = ZegoExpressEngine.createEngine(with: profile, eventHandler: nil)
        engine.loginRoom("room", user: ZegoUser(userID: "me", userName: "Local user"))
        return engine
    }
}
