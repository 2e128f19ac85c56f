public import Foundation
import ProductionStudio
import StudioCore

/// The settings of the app. Values are stored for the process and recorded, without effect. May be called from any thread.
///
/// On macOS they persist from one process to the next, so clients set them before every join. Here they start as false.
open class ZoomSDKSettingService: NSObject, @unchecked Sendable {
    // Safety: it has no state of its own; `MeetingEngine` locks.

    /// Creates another handle of the same service.
    public override init() {}

    /// The video settings.
    @discardableResult
    open func getVideoSetting() -> ZoomSDKVideoSetting? { MeetingEngine.shared.controllers.video }
    /// The audio settings.
    @discardableResult
    open func getAudioSetting() -> ZoomSDKAudioSetting? { MeetingEngine.shared.controllers.audio }
    /// The general settings.
    @discardableResult
    open func getGeneralSetting() -> ZoomSDKGeneralSetting? { MeetingEngine.shared.controllers.general }
}

/// The video settings. May be called from any thread.
open class ZoomSDKVideoSetting: NSObject, @unchecked Sendable {
    // Safety: it has no state of its own; `MeetingEngine` locks.

    /// Creates another handle of the same settings.
    public override init() {}

    /// The cameras, as `SDKDeviceInfo`: those set by a test, otherwise one.
    @discardableResult
    open func getCameraList() -> [Any]? {
        let (cameras, selected) = (MeetingEngine.shared.values.cameras, MeetingEngine.shared.values.selectedCamera)
        return cameras.map { SDKDeviceInfo($0, isSelected: $0.id == selected) }
    }

    /// Selects a camera.
    ///
    /// - Returns: `NoVideoDeviceFound` where the list has no such identifier (PS-SDK-022).
    @discardableResult
    open func selectCamera(_ deviceID: String) -> ZoomSDKError {
        if MeetingEngine.shared.values.selectCamera(deviceID) {
            return MeetingEngine.shared.record(#function, deviceID)
        }
        let error = MeetingEngine.shared.entry.report(
            .sdkCamera, "there is no camera \(deviceID)", hint: "take an identifier of getCameraList()")
        return ZoomSDKError(error.code)
    }

    /// Mirrors the local user's video or not. Recorded.
    @discardableResult
    open func enableMirrorEffect(_ enable: Bool) -> ZoomSDKError { keep("enableMirrorEffect(_:)", enable) }

    /// Whether the local user's video is mirrored.
    @discardableResult
    open func isMirrorEffectEnabled() -> Bool { MeetingEngine.shared.values.flag("enableMirrorEffect(_:)") }

    /// Hides the local user's video from themselves or not. Recorded.
    @discardableResult
    open func enableHideSelfView(_ enable: Bool) -> ZoomSDKError { keep("enableHideSelfView(_:)", enable) }

    /// Whether the local user's video is hidden from themselves.
    @discardableResult
    open func isHideSelfViewEnabled() -> Bool { MeetingEngine.shared.values.flag("enableHideSelfView(_:)") }

    /// Spotlights the local user's video while they speak or not. Recorded.
    @discardableResult
    open func onSpotlightMyVideo(whenISpeaker enable: Bool) -> ZoomSDKError {
        keep("onSpotlightMyVideo(whenISpeaker:)", enable)
    }

    /// Whether the local user's video is spotlighted while they speak.
    @discardableResult
    open func isSpotlightMyVideoOn() -> Bool { MeetingEngine.shared.values.flag("onSpotlightMyVideo(whenISpeaker:)") }

    /// Joins without video or not. Recorded.
    @discardableResult
    open func disableVideoJoinMeeting(_ disable: Bool) -> ZoomSDKError { keep("disableVideoJoinMeeting(_:)", disable) }

    /// Captures high definition or not. Recorded.
    @discardableResult
    open func enableCatchHDVideo(_ enable: Bool) -> ZoomSDKError { keep("enableCatchHDVideo(_:)", enable) }

    /// Shows names in videos or not. Recorded.
    @discardableResult
    open func displayUserName(onVideo display: Bool) -> ZoomSDKError { keep("displayUserName(onVideo:)", display) }
}

/// The audio settings. May be called from any thread.
open class ZoomSDKAudioSetting: NSObject, @unchecked Sendable {
    // Safety: it has no state of its own; `MeetingEngine` locks.

    /// Creates another handle of the same settings.
    public override init() {}

    /// Connects audio when joining or not. Recorded.
    @discardableResult
    open func enableAutoJoinVoip(_ enable: Bool) -> ZoomSDKError { keep("enableAutoJoinVoip(_:)", enable) }

    /// Mutes when joining or not. Recorded.
    @discardableResult
    open func enableMuteMicJoinVoip(_ enable: Bool) -> ZoomSDKError { keep("enableMuteMicJoinVoip(_:)", enable) }

    /// Whether the local user is muted when joining.
    @discardableResult
    open func isMuteMicWhenJoinMeetingOn() -> Bool { MeetingEngine.shared.values.flag("enableMuteMicJoinVoip(_:)") }

    /// The microphones or speakers: none.
    @discardableResult
    open func getAudioDeviceList(_ mic: Bool) -> [Any]? { [] }
}

/// The general settings. May be called from any thread.
open class ZoomSDKGeneralSetting: NSObject, @unchecked Sendable {
    // Safety: it has no state of its own; `MeetingEngine` locks.

    /// Creates another handle of the same settings.
    public override init() {}

    /// Switches a general setting on or off. Recorded.
    @discardableResult
    open func enableMeetingSetting(_ enable: Bool, settingCmd cmd: MeetingSettingCmd) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, enable, cmd.rawValue)
    }
}

/// A device.
open class SDKDeviceInfo: NSObject, @unchecked Sendable {
    // Safety: it does not change.
    private let device: ZoomSDK.Emulation.Device
    private let isSelected: Bool

    /// Creates a device without ID and name.
    public override convenience init() {
        self.init(ZoomSDK.Emulation.Device(id: "", name: ""), isSelected: false)
    }

    init(_ device: ZoomSDK.Emulation.Device, isSelected: Bool) {
        self.device = device
        self.isSelected = isSelected
    }

    /// The identifier.
    @discardableResult
    open func getDeviceID() -> String { device.id }
    /// The name.
    @discardableResult
    open func getDeviceName() -> String { device.name }
    /// Whether it is selected.
    @discardableResult
    open func isSelectedDevice() -> Bool { isSelected }
}

/// Stores a setting under the name of its call.
private func keep(_ call: String, _ isOn: Bool) -> ZoomSDKError {
    MeetingEngine.shared.values.setFlag(call, isOn)
    return MeetingEngine.shared.record(call, isOn)
}
