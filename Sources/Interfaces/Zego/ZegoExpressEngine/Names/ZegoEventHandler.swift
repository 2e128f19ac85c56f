/// The events of an engine. All members are optional; called on the main queue, and with an emulated room on its queue.
public protocol ZegoEventHandler: AnyObject {
    /// A call was rejected.
    ///
    /// - Parameters:
    ///   - errorCode: a number of ``ZegoErrorCode``.
    ///   - funcName: the method.
    ///   - info: the rule, what is wrong, and what to do.
    func onDebugError(_ errorCode: Int32, funcName: String, info: String)
    /// The engine runs, or has stopped. Not called by ``ZegoExpressEngine/ZegoExpressEngine/destroy(_:)``.
    func onEngineStateUpdate(_ state: ZegoEngineState)
    /// The connection to the room changed.
    func onRoomStateUpdate(
        _ state: ZegoRoomState, errorCode: Int32, extendedData: [AnyHashable: Any]?, roomID: String)
    /// The connection to the room changed; called after `onRoomStateUpdate`.
    func onRoomStateChanged(
        _ reason: ZegoRoomStateChangedReason, errorCode: Int32, extendedData: [AnyHashable: Any], roomID: String)
    /// The form with optional data.
    func onRoomStateChanged(
        _ reason: ZegoRoomStateChangedReason, errorCode: Int32, extendedData: [AnyHashable: Any]?, roomID: String)
    /// Streams of other users appeared or vanished; after the login, all streams that exist.
    func onRoomStreamUpdate(
        _ updateType: ZegoUpdateType, streamList: [ZegoStream], extendedData: [AnyHashable: Any]?, roomID: String)
    /// The older form of the method with `extendedData`.
    func onRoomStreamUpdate(_ updateType: ZegoUpdateType, streamList: [ZegoStream], roomID: String)
    /// Users entered or left; only with ``ZegoRoomConfig/isUserStatusNotify``.
    func onRoomUserUpdate(_ updateType: ZegoUpdateType, userList: [ZegoUser], roomID: String)
    /// Playing a stream began or ended.
    func onPlayerStateUpdate(
        _ state: ZegoPlayerState, errorCode: Int32, extendedData: [AnyHashable: Any]?, streamID: String)
    /// Publishing a stream began or ended.
    func onPublisherStateUpdate(
        _ state: ZegoPublisherState, errorCode: Int32, extendedData: [AnyHashable: Any]?, streamID: String)
    /// The first frame of a played stream arrived, or one of another size.
    func onPlayerVideoSizeChanged(_ size: CGSize, streamID: String)
    /// The first frame of a channel was captured, or one of another size.
    func onPublisherVideoSizeChanged(_ size: CGSize, channel: ZegoPublishChannel)
}

extension ZegoEventHandler {
    /// Does nothing.
    public func onDebugError(_ errorCode: Int32, funcName: String, info: String) {}
    /// Does nothing.
    public func onEngineStateUpdate(_ state: ZegoEngineState) {}
    /// Does nothing.
    public func onRoomStateUpdate(
        _ state: ZegoRoomState, errorCode: Int32, extendedData: [AnyHashable: Any]?, roomID: String
    ) {}
    /// Calls the form with optional data.
    public func onRoomStateChanged(
        _ reason: ZegoRoomStateChangedReason, errorCode: Int32, extendedData: [AnyHashable: Any], roomID: String
    ) {
        let data: [AnyHashable: Any]? = extendedData
        onRoomStateChanged(reason, errorCode: errorCode, extendedData: data, roomID: roomID)
    }
    /// Does nothing.
    public func onRoomStateChanged(
        _ reason: ZegoRoomStateChangedReason, errorCode: Int32, extendedData: [AnyHashable: Any]?, roomID: String
    ) {}
    /// Calls the older form.
    public func onRoomStreamUpdate(
        _ updateType: ZegoUpdateType, streamList: [ZegoStream], extendedData: [AnyHashable: Any]?, roomID: String
    ) {
        onRoomStreamUpdate(updateType, streamList: streamList, roomID: roomID)
    }
    /// Does nothing.
    public func onRoomStreamUpdate(_ updateType: ZegoUpdateType, streamList: [ZegoStream], roomID: String) {}
    /// Does nothing.
    public func onRoomUserUpdate(_ updateType: ZegoUpdateType, userList: [ZegoUser], roomID: String) {}
    /// Does nothing.
    public func onPlayerStateUpdate(
        _ state: ZegoPlayerState, errorCode: Int32, extendedData: [AnyHashable: Any]?, streamID: String
    ) {}
    /// Does nothing.
    public func onPublisherStateUpdate(
        _ state: ZegoPublisherState, errorCode: Int32, extendedData: [AnyHashable: Any]?, streamID: String
    ) {}
    /// Does nothing.
    public func onPlayerVideoSizeChanged(_ size: CGSize, streamID: String) {}
    /// Does nothing.
    public func onPublisherVideoSizeChanged(_ size: CGSize, channel: ZegoPublishChannel) {}
}
