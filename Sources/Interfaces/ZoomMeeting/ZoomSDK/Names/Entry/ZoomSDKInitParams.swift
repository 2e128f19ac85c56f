public import Foundation

/// The argument of `initSDK(with:)`. All values are accepted and have no effect.
open class ZoomSDKInitParams: NSObject {
    /// Whether the app has its own meeting UI.
    open var needCustomizedUI = false
    /// Whether the SDK writes a log.
    open var enableLog = false
    /// The size of the log in megabytes, 1 to 50.
    open var logFileSize: Int32 = 0
    /// The region of the service.
    open var appLocale = ZoomSDKLocale_Def
    /// The UI language.
    open var preferedLanguage: String?
    /// The name of the app's localisation file.
    open var customLocalizationFileName: String?
    /// The path of the app's localisation file.
    open var customLocalizationFilePath: String?
    /// The service's domain: `"zoom.us"` or `"https://zoom.us"`.
    open var zoomDomain: String?
    /// The wrapper that calls the SDK.
    open var wrapperType: Int32 = 0

    /// All values are 0, false or `nil`.
    public override init() {}

    /// The UI languages.
    @discardableResult
    open func getLanguageArray() -> [Any] { ["English"] }
}
