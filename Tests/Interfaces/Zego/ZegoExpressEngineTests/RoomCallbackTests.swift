import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing
import ZegoExpressEngine

@Suite("ZEGO rooms: callbacks and reasons")
struct RoomCallbackTests {
    /// An app that follows the reasons.
    private final class RoomApp: NSObject, ZegoEventHandler {
        let log = Recorder<String>()

        func onRoomStateChanged(
            _ reason: ZegoRoomStateChangedReason, errorCode: Int32, extendedData: [AnyHashable: Any], roomID: String
        ) { log.record("\(reason) \(errorCode)") }

        func login(_ roomID: String, _ userID: String = "me") {
            let user = ZegoUser()
            (user.userID, user.userName) = (userID, "Me")
            ZegoExpressEngine.shared().loginRoom(roomID, user: user, config: ZegoRoomConfig()) { [log] code, _ in
                log.record("login \(code)")
            }
        }

        func logout() { ZegoExpressEngine.shared().logoutRoom { [log] code, _ in log.record("logout \(code)") } }
        func logout(_ roomID: String) {
            ZegoExpressEngine.shared().logoutRoom(roomID) { [log] code, _ in log.record("logout \(code)") }
        }
    }

    /// An app with the data of `onRoomStateUpdate`.
    private final class OptionalApp: NSObject, ZegoEventHandler {
        let log = Recorder<ZegoRoomStateChangedReason>()

        func onRoomStateChanged(
            _ reason: ZegoRoomStateChangedReason, errorCode: Int32, extendedData: [AnyHashable: Any]?, roomID: String
        ) { log.record(reason) }
    }

    @Test("a login and a logout call their blocks once, with 0; the reasons follow the connection")
    func success() {
        ZegoExpressEngine.emulation.withRoom { room in
            let app = RoomApp()
            ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: app)
            app.login("room")
            room.advance(seconds: 0.1)
            room.meeting.loseConnection()
            room.meeting.regainConnection()
            room.advance(seconds: 0.1)
            app.logout()
            room.advance(seconds: 0.1)
            #expect(
                app.log.all == [
                    "logining 0", "login 0", "logined 0", "reconnecting 1002051", "reconnected 0", "logout 0",
                    "logout 0",
                ])
            #expect(reported == [])
        }
    }

    @Test("a rejected login and logout call their blocks with the code; an earlier login continues: ZG-ROOM-006")
    func failure() {
        ZegoExpressEngine.emulation.withRoom { room in
            let app = RoomApp()
            ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: app)
            app.logout()
            app.logout("room")
            app.login("room", "")
            room.advance(seconds: 0.1)
            #expect(app.log.all == ["logout 0", "logout 1002002", "loginFailed 1002005", "login 1002005"])
            app.login("room")
            app.login("other")
            room.advance(seconds: 0.1)
            #expect(app.log.all.dropFirst(4) == ["logining 0", "login 0", "logined 0", "login 1002001"])
            room.meeting.expel()
            room.advance(seconds: 0.1)
            #expect(app.log.all.last == "kickOut 1002055")
            // The teardown of a client that is expelled.
            app.logout("room")
            room.advance(seconds: 0.1)
            #expect(app.log.all.last == "logout 0")
            #expect(reported == ["ZG-ROOM-006", "ZG-ROOM-003", "ZG-ROOM-005"])
        }
    }

    @Test("the reasons reach both spellings")
    func spellings() {
        ZegoExpressEngine.emulation.withRoom { room in
            let app = OptionalApp()
            let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: app)
            engine.loginRoom("room", user: ZegoUser(userID: "me"))
            room.advance(seconds: 0.1)
            #expect(app.log.all == [.logining, .logined])
        }
    }

    @Test("reasons have the vendor's numbers")
    func numbers() {
        let reasons: [ZegoRoomStateChangedReason] = [
            .logining, .logined, .loginFailed, .reconnecting, .reconnected, .reconnectFailed, .kickOut, .logout,
            .logoutFailed,
        ]
        #expect(reasons.map(\.rawValue) == Array(0...8))
    }

    @Test("calls without an effect are recorded")
    func recorded() {
        ZegoExpressEngine.emulation.withRoom { _ in
            let config = ZegoEngineConfig()
            config.advancedConfig = ["key": "value"]
            ZegoExpressEngine.setEngineConfig(config)
            let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: nil)
            #expect(engine.callExperimentalAPI("{}") == "{}")
            engine.mutePublishStreamAudio(true)
            #expect(
                ZegoExpressEngine.emulation.recordedCalls.map(\.description) == [
                    "setEngineConfig(_:): key=value", "callExperimentalAPI(_:): {}", "mutePublishStreamAudio(_:): true",
                ])
            #expect(reported == [])
        }
    }
}
