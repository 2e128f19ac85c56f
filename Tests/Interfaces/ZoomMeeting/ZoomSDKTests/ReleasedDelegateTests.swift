import Foundation
import ProductionStudio
import ProductionStudioTesting
import StudioTestSupport
import Testing
import ZoomSDK

/// Clients that release a delegate while the SDK needs it, and the same clients without the fault.
@Suite("Released delegates")
struct ReleasedDelegateTests {
    private var reported: [String] { ZoomSDK.shared().emulation.violations.map(\.error.rule.id.rawValue) }
    private var messages: [String] { ZoomSDK.shared().emulation.violations.map(\.error.message) }

    /// A view model that is the delegate of the studio, and that its view may release while the studio sends.
    private final class ViewModel: NSObject, ZoomSDKMeetingProductionStudioControllerDelegate {
        var sender: ZoomSDKPSSender?
        func onStartPSModeResult(_ success: Bool) {}
        func onStartSend(_ sender: ZoomSDKPSSender?) { self.sender = sender }
        func onStopSend() { sender = nil }
    }

    /// The lines of a trace that contain a text.
    private func lines(_ path: String, _ text: String) throws -> [String] {
        let data = try #require(FileManager.default.contents(atPath: path))
        return String(decoding: data, as: UTF8.self).split(separator: "\n").filter { $0.contains(text) }.map(
            String.init)
    }

    /// - Parameters:
    ///   - expected: the rules that the client violates.
    ///   - callback: the name of a callback.
    /// - Returns: the first record of the callback, by default of the one that ends the sending.
    private func stop(
        _ expected: [String], record callback: String = "sendingStopped",
        _ prepare: (ZoomSDKMeetingProductionStudioController, inout ViewModel?) -> Void
    ) throws -> String {
        let path = NSTemporaryDirectory() + "released-\(UUID().uuidString).jsonl"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try inMeeting { fixture in
            try fixture.test.beginTrace(path)
            let controller = try #require(fixture.controller)
            var model: ViewModel? = ViewModel()
            controller.delegate = model
            try #require(controller.startPSMode(capability()) == ZoomSDKError_Success)
            try fixture.test.wait(for: .sending)
            try fixture.test.settle()
            let sender = try #require(model?.sender)
            prepare(controller, &model)
            #expect(sender.send() == ZoomSDKError_Success)
            #expect(controller.stopPSMode() == ZoomSDKError_Success)
            try fixture.test.settle()
            try fixture.test.finishTrace()
            withExtendedLifetime(model) {}
            #expect(reported == expected)
            #expect(try lines(path, "PS-ORDER-006").count == expected.count)
        }
        return try #require(try lines(path, callback).first)
    }

    @Test("PS-ORDER-006 the studio's delegate that is released while it sends is one violation, and receives nothing")
    func studio() throws {
        let released = try stop(["PS-ORDER-006"]) { _, model in model = nil }
        #expect(released.contains("\"isReceived\":false"))
        let kept = try stop([]) { _, _ in }
        #expect(kept.contains("\"isReceived\":true"))
    }

    @Test("a trace does not say that a callback was received which the delegate may lack")
    func optional() throws {
        let record = try stop([], record: "studioUserChanged") { _, _ in }
        #expect(!record.contains("isReceived"))
    }

    @Test("PS-ORDER-006 a delegate that is set to nil before it is released is none, and receives nothing")
    func removed() throws {
        let removed = try stop([]) { controller, model in
            controller.delegate = nil
            model = nil
        }
        #expect(removed.contains("\"isReceived\":false"))
    }

    @Test("PS-ORDER-006 the violation names the callback, and the trace has it")
    func diagnosis() throws {
        try inMeeting { fixture in
            let controller = try #require(fixture.controller)
            var model: ViewModel? = ViewModel()
            controller.delegate = model
            controller.startPSMode(capability())
            try fixture.test.wait(for: .sending)
            model = nil
            controller.stopPSMode()
            try fixture.test.settle()
            #expect(model == nil)
            #expect(messages == ["the studio's delegate was released, and onStopSend is due"])
            #expect(ZoomSDK.shared().emulation.violations.first?.count == 1)
        }
    }

    private final class AuthListener: NSObject, ZoomSDKAuthDelegate {
        let results = Recorder<ZoomSDKAuthError>()
        func onZoomSDKAuthReturn(_ returnValue: ZoomSDKAuthError) { results.record(returnValue) }
        func onZoomAuthIdentityExpired() {}
    }

    /// A client whose listener is a local variable of the method that authenticates.
    private func authenticate(keeping: inout AuthListener?) {
        let listener = AuthListener()
        let (service, context) = (ZoomSDK.shared().getAuthService(), ZoomSDKAuthContext())
        context.jwtToken = "token"
        service.delegate = listener
        service.sdkAuth(context)
        if keeping != nil { keeping = listener }
    }

    @Test("PS-ORDER-006 a local listener of the authentication is reported; one in a property is called")
    func authentication() throws {
        try beforeInit { fixture in
            fixture.initialise()
            // Otherwise the result may come while the method still runs.
            fixture.sdk.emulation.entry.authenticationDelivery = .late(by: .seconds(1))
            var none: AuthListener?
            authenticate(keeping: &none)
            try fixture.test.turn(by: .seconds(2))
            #expect(reported == ["PS-ORDER-006"])
            #expect(messages == ["the delegate of ZoomSDKAuthService was released, and a callback is due"])
        }
        try beforeInit { fixture in
            fixture.initialise()
            var kept: AuthListener? = AuthListener()
            authenticate(keeping: &kept)
            try fixture.test.settle()
            #expect(kept?.results.all == [ZoomSDKAuthError_Success])
            #expect(reported == [])
        }
    }

    @Test("PS-ORDER-006 delegates of the meeting and of its users that were released are reported once each")
    func meeting() throws {
        try inMeeting { fixture in
            var client: Client? = Client()
            fixture.service.delegate = client
            fixture.action.delegate = client
            fixture.test.meeting.add("Ada")
            try fixture.test.settle()
            #expect(client?.callbacks.count == 1)
            client = nil
            fixture.test.meeting.add("Bob")
            fixture.test.meeting.add("Cleo")
            try fixture.test.settle()
            #expect(messages == ["the delegate of ZoomSDKMeetingActionController was released, and a callback is due"])
            fixture.test.meeting.loseConnection()
            fixture.test.meeting.regainConnection()
            try fixture.test.settle()
            #expect(ZoomSDK.shared().emulation.violations.first?.count == 2)
        }
    }
}
