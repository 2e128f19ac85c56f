import StudioTestSupport
import Testing
import ZoomVideoSDK

/// Clients on the main actor, as Swift 6 has them.
// One after the other: a test that occupies the main actor must not wait for one that awaits there.
@Suite("Zoom Video SDK: clients on the main actor", .serialized)
struct MainActorTests {
    private let emulation = ZoomVideoSDK.emulation

    @MainActor private final class Model: NSObject, @preconcurrency ZoomVideoSDKDelegate {
        private(set) var callbacks: [String] = []

        func onSessionJoin() { callbacks.append("join") }
        nonisolated func onSessionLeave(_ reason: ZoomVideoSDKSessionLeaveReason) {
            MainActor.assumeIsolated { callbacks.append("leave") }
        }

        func join() {
            let sdk = ZoomVideoSDK.shareInstance()
            let parameters = ZoomVideoSDKInitParams()
            parameters.domain = "zoom.us"
            _ = sdk?.initialize(parameters)
            sdk?.delegate = self
            let context = ZoomVideoSDKSessionContext()
            (context.sessionName, context.userName, context.token) = ("s", "u", "t")
            _ = sdk?.joinSession(context)
        }
    }

    /// A class whose conformance is isolated, as default isolation makes it.
    @MainActor private final class Renderer: NSObject, @MainActor ZoomVideoSDKRawDataPipeDelegate {
        func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData!) {}
    }

    private final class Viewer: NSObject, ZoomVideoSDKRawDataPipeDelegate {
        func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData!) {}
    }

    @Test("get their events on it when a test occupies it")
    @MainActor func occupied() {
        let model = Model()
        emulation.withSession { session in
            MainActor.assumeIsolated { model.join() }
            session.advance(seconds: 1)
            MainActor.assumeIsolated { _ = ZoomVideoSDK.shareInstance()?.leaveSession(false) }
            session.advance(seconds: 1)
        }
        #expect(model.callbacks == ["join", "leave"])
    }

    @Test("get their events in an asynchronous test")
    @MainActor func asynchronous() async {
        let model = Model()
        await emulation.withSessionAsync { session in
            model.join()
            await session.advance(seconds: 1)
        }
        #expect(model.callbacks.first == "join")
    }

    @Test("get their events on the main queue by default, or on a queue of the test", arguments: [true, false])
    func elsewhere(_ isDefault: Bool) throws {
        let queue = isDefault ? DispatchQueue.main : DispatchQueue(label: "test")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let (client, places) = (SessionClient(), Recorder<Bool?>())
        client.onEvent = { _ in places.record(DispatchQueue.getSpecific(key: key)) }
        let session = isDefault ? EmulatedSession(camera: nil) : EmulatedSession(camera: nil, callbackQueue: queue)
        try emulation.withSession(session) { session in
            try SDK().join(session, delegate: client)
            session.advance(seconds: 1)
        }
        #expect(client.events.all.contains("join"))
        #expect(Set(places.all) == [true])
    }

    @Test("RX-CALL-001 frames for an isolated conformance are named; the callback is called")
    @MainActor func isolatedConformance() throws {
        let isolated: any ZoomVideoSDKRawDataPipeDelegate = Renderer()
        for (delegate, expected) in [(isolated, ["RX-CALL-001"]), (Viewer(), [])] {
            try emulation.withSession(EmulatedSession(camera: nil)) { session in
                let ada = session.addUser("Ada", camera: .small)
                let sdk = try SDK().join(session)
                #expect(try sdk.pipe(ada).subscribe(with: delegate, resolution: ._90) == .Errors_Success)
                session.advance(seconds: 0.5)
                #expect(reported == expected)
            }
        }
    }

    @Test("a client whose conformances are isolated to the main actor gets the same callbacks")
    @MainActor func isolated() throws { try SpellingTests().checkIsolated() }
}
