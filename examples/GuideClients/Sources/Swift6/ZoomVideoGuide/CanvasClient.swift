import ZoomVideoSDK

/// A view as an app has it; on iOS a `UIView`.
class VideoView: NSObject {}

/// Shows the users of a session in canvases, draws a mark on the own video, and forgets all of it at the end.
final class CanvasClient: NSObject, ZoomVideoSDKDelegate, ZoomVideoSDKVideoSourcePreProcessor {
    private(set) var views: [Int: VideoView] = [:]
    private(set) var sharing: [Int: VideoView] = [:]
    private(set) var reason: ZoomVideoSDKSessionLeaveReason?
    private(set) var marks = 0

    func join() {
        ZoomVideoSDK.shareInstance()?.initialize(ZoomVideoSDKInitParams())
        ZoomVideoSDK.shareInstance()?.delegate = self
        let context = ZoomVideoSDKSessionContext()
        (context.token, context.sessionName, context.userName) = ("token", "session", "me")
        context.preProcessorDelegate = self
        ZoomVideoSDK.shareInstance()?.joinSession(context)
    }

    func onUserJoin(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?) {
        for user in userArray ?? [] {
            let view = VideoView()
            let error = user.getVideoCanvas()?.subscribe(with: view, aspectMode: .panAndScan, andResolution: ._Auto)
            if error == .Errors_Success { views[user.getID()] = view }
        }
    }

    func onUserLeave(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?) {
        for user in userArray ?? [] {
            guard let view = views.removeValue(forKey: user.getID()) else { continue }
            user.getVideoCanvas()?.unSubscribe(with: view)
        }
    }

    func onUserShareStatusChanged(
        _ helper: ZoomVideoSDKShareHelper?, user: ZoomVideoSDKUser?, shareAction: ZoomVideoSDKShareAction?
    ) {
        guard let user, let shareAction else { return }
        switch shareAction.getShareStatus() {
        case .start, .resume:
            let view = VideoView()
            shareAction.getShareCanvas()?.subscribe(with: view, aspectMode: .letterBox, andResolution: ._Auto)
            sharing[user.getID()] = view
        case .stop:
            guard let view = sharing.removeValue(forKey: user.getID()) else { return }
            shareAction.getShareCanvas()?.unSubscribe(with: view)
        default: break
        }
    }

    func onPreProcessRawData(_ rawData: ZoomVideoSDKPreProcessRawData?) {
        guard let rawData else { return }
        for line in 0..<min(8, Int32(rawData.size.height)) {
            guard let pixels = rawData.getYBuffer(line) else { continue }
            memset(pixels, 235, min(8, Int(rawData.size.width)))
        }
        marks += 1
    }

    func onSessionLeave(_ reason: ZoomVideoSDKSessionLeaveReason) {
        self.reason = reason
        (views, sharing) = ([:], [:])
    }
}
