public import Foundation

/// The configuration of meetings. Values are stored for the process and recorded, without effect. May be called from any thread.
open class ZoomSDKMeetingConfiguration: NSObject, @unchecked Sendable {
    // Safety: it has no state of its own; `SDKCore` locks.

    private static let properties = [
        "hideThumbnailVideoWindow", "hideMeetingInfoButtonOnVideo", "enableMuteOnEntry", "disableInputPasswordWindow",
        "disablePopupWrongPasswordWindow", "hideLoadingWindow", "hideEndOtherMeetingAlert",
        "enableAutoEndOtherMeeting", "jbhWindowVisible", "enableChime",
    ]

    /// Creates another handle of the same configuration.
    public override init() {}

    /// Sets everything to false.
    open func reset() {
        SDKCore.shared.values.removeFlags(Self.properties)
        SDKCore.shared.record("reset()")
    }

    private func set(_ name: String, _ isOn: Bool) {
        SDKCore.shared.values.setFlag(name, isOn)
        SDKCore.shared.record(name, isOn)
    }

    /// Whether the thumbnail video window is hidden; false by default.
    open var hideThumbnailVideoWindow: Bool {
        get { SDKCore.shared.values.flag("hideThumbnailVideoWindow") }
        set { set("hideThumbnailVideoWindow", newValue) }
    }

    /// Whether the meeting information button is hidden; false by default.
    open var hideMeetingInfoButtonOnVideo: Bool {
        get { SDKCore.shared.values.flag("hideMeetingInfoButtonOnVideo") }
        set { set("hideMeetingInfoButtonOnVideo", newValue) }
    }

    /// Whether users are muted on entry; false by default.
    open var enableMuteOnEntry: Bool {
        get { SDKCore.shared.values.flag("enableMuteOnEntry") }
        set { set("enableMuteOnEntry", newValue) }
    }

    /// Whether the passcode dialog is disabled; false by default.
    open var disableInputPasswordWindow: Bool {
        get { SDKCore.shared.values.flag("disableInputPasswordWindow") }
        set { set("disableInputPasswordWindow", newValue) }
    }

    /// Whether the dialog about a wrong passcode is disabled; false by default.
    open var disablePopupWrongPasswordWindow: Bool {
        get { SDKCore.shared.values.flag("disablePopupWrongPasswordWindow") }
        set { set("disablePopupWrongPasswordWindow", newValue) }
    }

    /// Whether the loading window is hidden; false by default.
    open var hideLoadingWindow: Bool {
        get { SDKCore.shared.values.flag("hideLoadingWindow") }
        set { set("hideLoadingWindow", newValue) }
    }

    /// Whether the dialog about another meeting is hidden; false by default.
    open var hideEndOtherMeetingAlert: Bool {
        get { SDKCore.shared.values.flag("hideEndOtherMeetingAlert") }
        set { set("hideEndOtherMeetingAlert", newValue) }
    }

    /// Whether another meeting is ended automatically; false by default.
    open var enableAutoEndOtherMeeting: Bool {
        get { SDKCore.shared.values.flag("enableAutoEndOtherMeeting") }
        set { set("enableAutoEndOtherMeeting", newValue) }
    }

    /// Whether the waiting-for-host window is shown; false by default.
    open var jbhWindowVisible: Bool {
        get { SDKCore.shared.values.flag("jbhWindowVisible") }
        set { set("jbhWindowVisible", newValue) }
    }

    /// Whether a chime is played; false by default.
    open var enableChime: Bool {
        get { SDKCore.shared.values.flag("enableChime") }
        set { set("enableChime", newValue) }
    }
}
