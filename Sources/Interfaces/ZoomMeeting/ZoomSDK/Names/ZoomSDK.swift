public import Foundation
import ProductionStudio
import StudioCore

/// The SDK with an emulated service. May be called from any thread.
///
/// Before init, there is a meeting that was joined as host, so that code that begins after the join runs unchanged. Tests
/// configure the service through ``emulation``, the only member of this module that is not the vendor's.
open class ZoomSDK: NSObject, @unchecked Sendable {
    // Safety: it has no state of its own; `MeetingEngine` locks.
    private static let instance = ZoomSDK()

    /// Creates another handle of the same SDK.
    public override init() {}

    /// The shared instance.
    @discardableResult
    open class func shared() -> ZoomSDK { instance }

    // MARK: Init

    /// Initialises. Corresponds to `initSDKWithParams:`; PS-ENTRY-001.
    ///
    /// - Parameter initParams: has no effect.
    /// - Returns: success, also when already initialised; or the injected error.
    @discardableResult
    open func initSDK(with initParams: ZoomSDKInitParams) -> ZoomSDKError {
        ZoomSDKError.of { () throws(StudioError) in try MeetingEngine.shared.initialise() }
    }

    /// Un-initialises; init may follow. Leave the meeting first and wait for its end (PS-ENTRY-033, PS-ENTRY-034).
    open func unInitSDK() {
        MeetingEngine.shared.uninitialise()
    }

    /// The emulated version.
    @discardableResult
    open func getVersionNumber() -> String? { "6.7.6" }

    /// Changes the service's domain. Recorded.
    @discardableResult
    open func switchDomain(_ newDomain: String, force: Bool) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, newDomain, force)
    }

    // MARK: Services

    /// The authentication service; always exists.
    @discardableResult
    open func getAuthService() -> ZoomSDKAuthService { MeetingEngine.shared.authService }

    /// The meeting and its controllers; `nil` between init and the first successful authentication (PS-ENTRY-017).
    @discardableResult
    open func getMeetingService() -> ZoomSDKMeetingService! { MeetingEngine.shared.meetingService }

    /// The settings; `nil` between init and the first successful authentication (PS-ENTRY-017).
    @discardableResult
    open func getSettingService() -> ZoomSDKSettingService? { MeetingEngine.shared.settingService }

    // MARK: Raw data

    /// Whether received raw data has an intermediate format. Recorded.
    open var enableRawdataIntermediateMode: Bool {
        get { MeetingEngine.shared.values.flag("enableRawdataIntermediateMode") }
        set {
            MeetingEngine.shared.values.setFlag("enableRawdataIntermediateMode", newValue)
            MeetingEngine.shared.record("enableRawdataIntermediateMode", newValue)
        }
    }

    /// The memory of received video. Recorded.
    open var videoRawDataMode: ZoomSDKRawDataMemoryMode {
        get { mode("videoRawDataMode") }
        set { setMode("videoRawDataMode", newValue) }
    }

    /// The memory of received shares. Recorded.
    open var shareRawDataMode: ZoomSDKRawDataMemoryMode {
        get { mode("shareRawDataMode") }
        set { setMode("shareRawDataMode", newValue) }
    }

    /// The memory of received audio. Recorded.
    open var audioRawDataMode: ZoomSDKRawDataMemoryMode {
        get { mode("audioRawDataMode") }
        set { setMode("audioRawDataMode", newValue) }
    }

    private func mode(_ name: String) -> ZoomSDKRawDataMemoryMode {
        ZoomSDKRawDataMemoryMode(rawValue: MeetingEngine.shared.values.mode(name))
    }

    private func setMode(_ name: String, _ mode: ZoomSDKRawDataMemoryMode) {
        MeetingEngine.shared.values.setMode(name, mode.rawValue)
        MeetingEngine.shared.record(name, mode.rawValue)
    }
}
