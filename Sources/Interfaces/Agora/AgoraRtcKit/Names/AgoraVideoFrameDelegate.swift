/// Gets video frames. Never called: video is not emulated.
public protocol AgoraVideoFrameDelegate: AnyObject {
    /// Never called.
    func onCapture(_ videoFrame: AgoraOutputVideoFrame, sourceType: AgoraVideoSourceType) -> Bool
    /// Never called.
    func onRenderVideoFrame(_ videoFrame: AgoraOutputVideoFrame, uid: UInt, channelId: String) -> Bool
}

extension AgoraVideoFrameDelegate {
    /// Does nothing.
    public func onCapture(_ videoFrame: AgoraOutputVideoFrame, sourceType: AgoraVideoSourceType) -> Bool { true }
    /// Does nothing.
    public func onRenderVideoFrame(_ videoFrame: AgoraOutputVideoFrame, uid: UInt, channelId: String) -> Bool { true }
}

/// A video frame; none exists.
public final class AgoraOutputVideoFrame: NSObject {
    /// In pixels.
    public var width: Int32 = 0
    /// In pixels.
    public var height: Int32 = 0
    /// In degrees.
    public var rotation: Int32 = 0
    /// In milliseconds.
    public var renderTimeMs: Int64 = 0

    public override init() {
        super.init()
    }
}
