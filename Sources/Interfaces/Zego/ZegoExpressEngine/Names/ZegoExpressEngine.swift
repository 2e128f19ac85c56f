import FacadeSupport
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import ZegoCustomRendering

/// The engine. All members may be called from any thread, also inside callbacks.
///
/// A rejected call has no effect; its code is reported by ``ZegoEventHandler/onDebugError(_:funcName:info:)``. One exception:
/// enabling with an unsupported buffer type is rejected with 1011011 and replaces the configuration, so that no frames are
/// delivered. The rules are those of `psstudio rules --interface zego-custom-video-render`.
public final class ZegoExpressEngine: NSObject, @unchecked Sendable {
    // Safety: the native engine and the weak references have locks; the rest is immutable.
    let native: CustomRenderingEngine
    let events: EngineEvents

    init(
        _ handler: (any ZegoEventHandler)?, on device: Meeting, service: any CustomRenderingService,
        _ options: CustomRenderingEngine.Options
    ) {
        let events = EngineEvents(handler)
        self.events = events
        native = CustomRenderingEngine(
            on: device, service: service, options,
            report: { ZegoEngine.shared.process.report($0, isRefusal: $1) },
            onEvent: { events.deliver($0) })
        super.init()
    }

    /// Performs a call, and reports its rejection.
    func perform(_ function: String = #function, _ call: () throws(StudioError) -> Void) {
        do throws(StudioError) {
            try call()
        } catch {
            ZegoEngine.shared.report(error, of: function, self)
        }
    }

    // MARK: Life

    /// Creates the engine of the process; while there is one, returns it.
    ///
    /// - Parameters:
    ///   - profile: the app; checked in strict mode only.
    ///   - eventHandler: gets the events; not retained. While there is an engine, it is not used.
    @discardableResult
    public class func createEngine(
        with profile: ZegoEngineProfile, eventHandler: (any ZegoEventHandler)?
    ) -> ZegoExpressEngine {
        ZegoEngine.shared.create(profile, eventHandler)
    }

    /// The older form of ``createEngine(with:eventHandler:)``.
    @discardableResult
    public class func createEngine(
        withAppID appID: UInt32, appSign: String, isTestEnv: Bool, scenario: ZegoScenario,
        eventHandler: (any ZegoEventHandler)?
    ) -> ZegoExpressEngine {
        let profile = ZegoEngineProfile()
        (profile.appID, profile.appSign, profile.scenario) = (appID, appSign, scenario)
        return ZegoEngine.shared.create(profile, eventHandler)
    }

    /// Ends the engine: rendering, streams, preview and room end at once, without events. Later calls report 1000001.
    ///
    /// - Parameter callback: called once, on the callback queue.
    public class func destroy(_ callback: (() -> Void)?) {
        let engine = ZegoEngine.shared.engine
        engine.native.destroy()
        ZegoEngine.shared.process.finish()
        guard let callback else { return }
        let block = ClientBlock(callback)
        engine.native.callbackQueue.enqueue { block.body() }
    }

    /// The engine of the process. Before it is created and after it was destroyed, an object that accepts no call.
    public class func shared() -> ZegoExpressEngine { ZegoEngine.shared.engine }

    /// Recorded.
    public class func setEngineConfig(_ config: ZegoEngineConfig) {
        let advanced = (config.advancedConfig ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        ZegoEngine.shared.process.calls.record("setEngineConfig(_:)", advanced)
    }

    /// The version of the SDK whose interface this is.
    public class func getVersion() -> String { "3.13.0" }

    /// Sets what gets the events; `nil` removes it. It is not retained.
    ///
    /// While there is one, another one has no effect, and 1000008 is reported (ZG-ENGINE-006).
    public func setEventHandler(_ eventHandler: (any ZegoEventHandler)?) {
        perform { () throws(StudioError) in
            try native.requireEngine()
            if eventHandler != nil, events.client != nil {
                throw StudioError(
                    .renderingSecondHandler, "an event handler is set already",
                    hint: "call setEventHandler(nil) before another one is set")
            }
            events.client = eventHandler
        }
    }

    // MARK: Rooms

    /// Enters a room. `onRoomStateUpdate` is called with `.connecting`, then with `.connected`.
    public func loginRoom(_ roomID: String, user: ZegoUser) {
        perform { () throws(StudioError) in try login(roomID, user, ZegoRoomConfig()) }
    }

    /// Enters a room. `onRoomStateUpdate` is called with `.connecting`, then with `.connected`.
    public func loginRoom(_ roomID: String, user: ZegoUser, config: ZegoRoomConfig) {
        perform { () throws(StudioError) in try login(roomID, user, config) }
    }

    /// Enters a room, and calls a block once, on the callback queue and before the event: with 0 when the room was entered, with
    /// the error code when it was not.
    public func loginRoom(
        _ roomID: String, user: ZegoUser, config: ZegoRoomConfig,
        callback: ((_ errorCode: Int32, _ extendedData: [AnyHashable: Any]?) -> Void)?
    ) {
        let callback = callback.map { RoomCallback($0) }
        perform { () throws(StudioError) in
            // An earlier login continues, and has its own block.
            let isFirst = native.machine.room == nil
            if isFirst { events.awaitLogin(callback) }
            do throws(StudioError) {
                try login(roomID, user, config)
            } catch {
                if isFirst { events.awaitLogin(nil) }
                call(callback, error.code.number)
                throw error
            }
        }
    }

    /// Calls a block of the client, on the callback queue.
    private func call(_ callback: RoomCallback?, _ code: Int32) {
        guard let callback else { return }
        native.callbackQueue.enqueue { callback.body(code, [:]) }
    }

    private func login(_ roomID: String, _ user: ZegoUser, _ config: ZegoRoomConfig) throws(StudioError) {
        if native.machine.room == nil { events.setUserNotices(config.isUserStatusNotify) }
        try native.login(roomID, user: user.userID)
    }

    /// Leaves the room: preview, publishing and playing stop. Outside a room, it has no effect.
    public func logoutRoom() {
        perform { () throws(StudioError) in try native.logout() }
    }

    /// Leaves the room: preview, publishing and playing stop.
    public func logoutRoom(_ roomID: String) {
        perform { () throws(StudioError) in try native.logout(roomID) }
    }

    /// Leaves the room, and calls a block once, on the callback queue and after the events: with 0, also outside a room.
    public func logoutRoom(callback: ((_ errorCode: Int32, _ extendedData: [AnyHashable: Any]?) -> Void)?) {
        logout(nil, callback)
    }

    /// Leaves the room, and calls a block once, on the callback queue and after the events: with 0, or with the error code.
    public func logoutRoom(
        _ roomID: String, callback: ((_ errorCode: Int32, _ extendedData: [AnyHashable: Any]?) -> Void)?
    ) {
        logout(roomID, callback)
    }

    private func logout(_ roomID: String?, _ callback: ((Int32, [AnyHashable: Any]?) -> Void)?) {
        let callback = callback.map { RoomCallback($0) }
        perform("logoutRoom(_:callback:)") { () throws(StudioError) in
            do throws(StudioError) {
                try native.logout(roomID)
                call(callback, 0)
            } catch {
                call(callback, error.code.number)
                throw error
            }
        }
    }
}
