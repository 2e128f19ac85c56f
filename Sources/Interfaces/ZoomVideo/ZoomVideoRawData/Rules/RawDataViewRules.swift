public import StudioCore

// Canvases, the pre-processor of the local camera, and sharing.
extension Rule {
    /// ZV-CANVAS-001: A canvas is subscribed, changed and unsubscribed with a view.
    public static let rawDataCanvasView = Rule(
        "ZV-CANVAS-001", .rawDataInvalidParameter, .inferred,
        "A canvas is subscribed, changed and unsubscribed with a view.",
        source: "ZoomVideoSDKVideoCanvas.h: subscribeWithView:aspectMode:andResolution:, whose view shows the video, "
            + "unSubscribeWithView:, setAspectMode:toView: and setResolution:toView:; their types permit nil. The "
            + "code is chosen. psstudio draws nothing.")
    /// ZV-CANVAS-002: Only a subscribed view can be changed; unsubscribing another one succeeds and changes nothing.
    public static let rawDataCanvasUnsubscribed = Rule(
        "ZV-CANVAS-002", .rawDataWrongUsage, .chosen,
        "Only a subscribed view can be changed; unsubscribing another one succeeds and changes nothing.",
        source: "A change without a subscription has no effect, and the code makes it visible. Programs that work "
            + "unsubscribe more often than they subscribe: Zoom's zoom/videosdk-macos-uikit-quickstart, "
            + "SessionViewController.swift, onUserVideoStatusChanged and onUserLeave, when a video is off, and again "
            + "when its user leaves; elaineKuZoom/SampleUI, CanvasViewController.m, stopThumbViewVideo, all views, of "
            + "which startThumbViewVideo subscribes the visible ones. They ignore the result, and the header says "
            + "nothing of it. A trace of the real SDK that unsubscribes a view twice, and then changes it, would "
            + "decide.")
    /// ZV-PRE-001: A pre-processor asks for the lines of a frame from 0, half as many for chroma.
    public static let rawDataPreProcessLine = Rule(
        "ZV-PRE-001", .success, .inferred,
        "A pre-processor asks for the lines of a frame from 0, half as many for chroma.",
        source: "ZoomVideoSDKPreProcessRawData.h: getYBuffer:, getUBuffer: and getVBuffer: take the number of a line; "
            + "the vendor's sample, zoom/videosdk-ios-uikit-rawdata-preprocessor, asks for 0 to the height minus 1, "
            + "and half as many for chroma. That others have no buffer is chosen.")
    /// ZV-SHARE-001: Shares of others are received; the local user does not share.
    public static let rawDataSharing = Rule(
        "ZV-SHARE-001", .rawDataUnsupported, .own, "Shares of others are received; the local user does not share.",
        source: "psstudio emulates receiving. The real SDK shares: "
            + "https://developers.zoom.us/docs/video-sdk/ios/share, Core features. A client that shares by the Video "
            + "SDK, and needs it in tests, would decide.")
}
