public import Foundation
import ProductionStudio
import StudioCore

/// The argument of `sdkAuth(_:)`: a token or a public key.
open class ZoomSDKAuthContext: NSObject {
    /// The token signed by the app's server.
    open var jwtToken: String?
    /// The app's public key, instead of a token.
    open var publicAppKey: String?

    /// Both are `nil`.
    public override init() {}
}

/// Receives the result of an authentication, on the callback queue.
public protocol ZoomSDKAuthDelegate: AnyObject {
    /// The result of an accepted `sdkAuth`, once, never inside the call. Corresponds to `EntryResponses.authentication`.
    func onZoomSDKAuthReturn(_ returnValue: ZoomSDKAuthError)
    /// The identity has expired; only when a test requests it.
    func onZoomAuthIdentityExpired()
    /// The result of a login; never called.
    func onZoomSDKLoginResult(_ loginStatus: ZoomSDKLoginStatus, failReason: ZoomSDKLoginFailReason)
    /// Logged out; never called.
    func onZoomSDKLogout()
    /// The identity of a login has expired; never called.
    func onZoomIdentityExpired()
    /// The notification service changed; never called.
    func onNotificationServiceStatus(
        _ status: ZoomSDKNotificationServiceStatus, error: ZoomSDKNotificationServiceError)
}

extension ZoomSDKAuthDelegate {
    /// Does nothing: the callback is optional.
    public func onZoomSDKLoginResult(_ loginStatus: ZoomSDKLoginStatus, failReason: ZoomSDKLoginFailReason) {}
    /// Does nothing: the callback is optional.
    public func onZoomSDKLogout() {}
    /// Does nothing: the callback is optional.
    public func onZoomIdentityExpired() {}
    /// Does nothing: the callback is optional.
    public func onNotificationServiceStatus(
        _ status: ZoomSDKNotificationServiceStatus, error: ZoomSDKNotificationServiceError
    ) {}
}

/// Authentication. May be called from any thread; every object is a handle of the same service.
open class ZoomSDKAuthService: NSObject, @unchecked Sendable {
    // Safety: it has no state of its own; `MeetingEngine` locks.

    /// Creates another handle of the same service.
    public override init() {}

    /// Receives the result. It is not retained.
    open var delegate: (any ZoomSDKAuthDelegate)? {
        get { MeetingEngine.shared.listeners.auth.object }
        set {
            MeetingEngine.shared.inspect(newValue, of: "ZoomSDKAuthService")
            MeetingEngine.shared.listeners.auth.object = newValue
        }
    }

    /// Authenticates; the result is `onZoomSDKAuthReturn`. PS-ENTRY-008.
    ///
    /// - Parameter authContext: a token or a key, read once. The token's format is checked in strict mode and on request.
    /// - Returns: `Uninit` before init, `InvalidParameter` without token and key, or the injected error. After an error
    ///   there is no callback.
    @discardableResult
    open func sdkAuth(_ authContext: ZoomSDKAuthContext) -> ZoomSDKError {
        let (token, key) = (authContext.jwtToken ?? "", authContext.publicAppKey ?? "")
        return ZoomSDKError.of { () throws(StudioError) in
            try MeetingEngine.shared.entry.authenticate(token: token, key: key)
        }
    }

    /// Whether meetings may be joined.
    @discardableResult
    open func isAuthorized() -> Bool { MeetingEngine.shared.entry.isAuthorised }

    // MARK: Login (not emulated)

    /// `nil`: no user is logged in.
    @discardableResult
    open func getSDKIdentity() -> String? { nil }

    /// `nil`: no user is logged in.
    @discardableResult
    open func getAccountInfo() -> ZoomSDKAccountInfo? { nil }

    /// Rejected with `UnSupportedFeature` (PS-ENTRY-035).
    @discardableResult
    open func logout() -> ZoomSDKError { MeetingEngine.shared.refuse(.loginUnavailable, "logout()") }

    /// `nil`: login is not emulated.
    @discardableResult
    open func generateSSOLoginWebURL(_ prefixOfVanityUrl: String) -> String? { nil }

    /// Rejected with `UnSupportedFeature` (PS-ENTRY-035).
    @discardableResult
    open func ssoLogin(withWebUriProtocol uriProtocol: String) -> ZoomSDKError {
        MeetingEngine.shared.refuse(.loginUnavailable, "ssoLogin(withWebUriProtocol:)")
    }

    /// Rejected with `UnSupportedFeature` (PS-ENTRY-035).
    @discardableResult
    open func enableAutoRegisterNotificationService(forLogin enable: Bool) -> ZoomSDKError {
        MeetingEngine.shared.refuse(.loginUnavailable, "enableAutoRegisterNotificationService(forLogin:)")
    }

    /// Rejected with `UnSupportedFeature` (PS-ENTRY-035).
    @discardableResult
    open func registerNotificationService(_ accessToken: String) -> ZoomSDKError {
        MeetingEngine.shared.refuse(.loginUnavailable, "registerNotificationService(_:)")
    }

    /// Rejected with `UnSupportedFeature` (PS-ENTRY-035).
    @discardableResult
    open func unregisterNotificationService() -> ZoomSDKError {
        MeetingEngine.shared.refuse(.loginUnavailable, "unregisterNotificationService()")
    }
}

/// The account of a logged-in user. Login is not emulated, so the SDK never provides one.
open class ZoomSDKAccountInfo: NSObject {
    /// Creates an account without a name.
    public override init() {}

    /// `nil`: no user is logged in.
    @discardableResult
    open func getDisplayName() -> String? { nil }

    /// The number 0: no user is logged in.
    @discardableResult
    open func getSDKUserType() -> ZoomSDKUserType { ZoomSDKUserType(rawValue: 0) }
}
