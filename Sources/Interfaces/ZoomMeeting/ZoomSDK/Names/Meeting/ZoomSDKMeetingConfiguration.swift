public import Foundation

/// The configuration of meetings. Values are stored for the process and recorded, without effect. May be called from any thread.
open class ZoomSDKMeetingConfiguration: NSObject, @unchecked Sendable {
    // Safety: it has no state of its own; `MeetingEngine` locks.

    /// Distinguishes these flags from those of the settings.
    private static let prefix = "configuration."

    /// Creates another handle of the same configuration.
    public override init() {}

    /// Sets everything to false.
    open func reset() {
        MeetingEngine.shared.values.removeFlags(withPrefix: Self.prefix)
        MeetingEngine.shared.record()
    }

    /// - Parameter name: the property that calls this.
    private func flag(_ name: String = #function) -> Bool { MeetingEngine.shared.values.flag(Self.prefix + name) }

    /// - Parameter name: the property that calls this.
    private func set(_ isOn: Bool, _ name: String = #function) {
        MeetingEngine.shared.values.setFlag(Self.prefix + name, isOn)
        MeetingEngine.shared.record(name, isOn)
    }

    /// Whether the thumbnail video window is hidden; false by default.
    open var hideThumbnailVideoWindow: Bool {
        get { flag() }
        set { set(newValue) }
    }

    /// Whether the meeting information button is hidden; false by default.
    open var hideMeetingInfoButtonOnVideo: Bool {
        get { flag() }
        set { set(newValue) }
    }

    /// Whether users are muted on entry; false by default.
    open var enableMuteOnEntry: Bool {
        get { flag() }
        set { set(newValue) }
    }

    /// Whether the passcode dialog is disabled; false by default.
    open var disableInputPasswordWindow: Bool {
        get { flag() }
        set { set(newValue) }
    }

    /// Whether the dialog about a wrong passcode is disabled; false by default.
    open var disablePopupWrongPasswordWindow: Bool {
        get { flag() }
        set { set(newValue) }
    }

    /// Whether the loading window is hidden; false by default.
    open var hideLoadingWindow: Bool {
        get { flag() }
        set { set(newValue) }
    }

    /// Whether the dialog about another meeting is hidden; false by default.
    open var hideEndOtherMeetingAlert: Bool {
        get { flag() }
        set { set(newValue) }
    }

    /// Whether another meeting is ended automatically; false by default.
    open var enableAutoEndOtherMeeting: Bool {
        get { flag() }
        set { set(newValue) }
    }

    /// Whether the waiting-for-host window is shown; false by default.
    open var jbhWindowVisible: Bool {
        get { flag() }
        set { set(newValue) }
    }

    /// Whether a chime is played; false by default.
    open var enableChime: Bool {
        get { flag() }
        set { set(newValue) }
    }
}
