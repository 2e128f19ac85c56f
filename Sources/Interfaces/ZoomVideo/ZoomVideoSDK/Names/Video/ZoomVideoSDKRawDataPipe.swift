import MediaReceiving
import StudioCore
import StudioMeeting
import ZoomVideoRawData

/// The frames of a user's camera or share.
public final class ZoomVideoSDKRawDataPipe: NSObject, @unchecked Sendable {
    // Safety: immutable; the session has a lock.
    let pipe: RawDataStateMachine.Pipe
    /// Of the same video or share.
    let canvas: ZoomVideoSDKVideoCanvas

    init(_ pipe: RawDataStateMachine.Pipe) {
        self.pipe = pipe
        canvas = ZoomVideoSDKVideoCanvas(pipe)
        super.init()
    }

    /// The track, while the user is in the session.
    var track: Track? { VideoSDKEngine.shared.track(of: pipe) }

    /// What it carries.
    public func rawdataPipeType() -> ZoomVideoSDKVideoType { pipe.isShare ? .shareData : .videoData }

    /// Whether the camera is on; `nil` after the user left.
    public func videoStatus() -> ZoomVideoSDKVideoStatus? { VideoSDKEngine.shared.videoStatus(of: pipe) }

    /// Whether the user shares; `nil` after the user left.
    public func shareStatus() -> ZoomVideoSDKShareStatus? { VideoSDKEngine.shared.shareStatus(of: pipe) }

    /// Subscribes a delegate, which is not retained, or changes the resolution of its subscription.
    ///
    /// - Parameters:
    ///   - delegate: gets status and frames on a queue of its own.
    ///   - resolution: the height of 16:9 frames, which are never enlarged; shares keep their size.
    /// - Returns: `Errors_Not_In_Session` outside a session, and until `onSessionJoin` except for the local user's video, which
    ///   needs only that `joinSession(_:)` returned; `Errors_Invalid_Parameter` without a delegate or with `_Auto`,
    ///   `Errors_No_Video_Data` or `Errors_No_Share_Data` after the user left.
    @discardableResult
    public func subscribe(
        with delegate: (any ZoomVideoSDKRawDataPipeDelegate)?, resolution: ZoomVideoSDKVideoResolution
    ) -> ZoomVideoSDKError {
        result { () throws(StudioError) in
            let host = VideoSDKEngine.shared
            try host.native.subscribe(
                { delegate.map { PipeReceiver($0, start: host.startDate) } }, subscriber: identity(delegate), to: pipe,
                resolution.native)
        }
    }

    /// Unsubscribes a delegate: a running callback finishes, none follows.
    ///
    /// - Returns: `Errors_Not_In_Session` as ``subscribe(with:resolution:)``, `Errors_Wrong_Usage` when it is not subscribed. Both
    ///   are no violation of a client that cleans up: when it was unsubscribed before, or nothing of the pipe is subscribed.
    @discardableResult
    public func unSubscribe(with delegate: (any ZoomVideoSDKRawDataPipeDelegate)?) -> ZoomVideoSDKError {
        result { () throws(StudioError) in
            try VideoSDKEngine.shared.native.unsubscribe(identity(delegate), from: pipe)
        }
    }

    private func identity(_ delegate: (any ZoomVideoSDKRawDataPipeDelegate)?) -> Int? {
        delegate.map { Int(bitPattern: ObjectIdentifier($0)) }
    }
}

extension ZoomVideoSDKVideoResolution {
    fileprivate var native: RawDataStateMachine.Resolution {
        switch self {
        case ._90: .lines(90)
        case ._180: .lines(180)
        case ._360: .lines(360)
        case ._720: .lines(720)
        case ._Auto: .automatic
        }
    }
}

extension Track {
    /// Whether its participant sends.
    var isSending: Bool { state.isPublished }
}
