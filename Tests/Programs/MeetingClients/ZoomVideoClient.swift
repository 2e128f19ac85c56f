import ZoomVideoSDK

/// Init and joining.
final class ZoomVideoClient: NSObject, ZoomVideoSDKDelegate {
    static func initialise() throws -> @Sendable () -> Void {
        let parameters = ZoomVideoSDKInitParams()
        parameters.domain = "zoom.us"
        try require(ZoomVideoSDK.shareInstance()?.initialize(parameters) == .Errors_Success, "initialize")
        return { ZoomVideoSDK.shareInstance()?.leaveSession(false) }
    }

    static func join() throws -> Any {
        let client = ZoomVideoClient()
        let parameters = ZoomVideoSDKInitParams()
        parameters.domain = "zoom.us"
        try require(ZoomVideoSDK.shareInstance()?.initialize(parameters) == .Errors_Success, "initialize")
        ZoomVideoSDK.shareInstance()?.delegate = client
        let context = ZoomVideoSDKSessionContext()
        (context.token, context.sessionName, context.userName) = ("token", "session", "Local user")
        try require(ZoomVideoSDK.shareInstance()?.joinSession(context) != nil, "joinSession")
        return client
    }
}
