import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing
import ZoomVideoRawData
import ZoomVideoSDK

@Suite("Zoom Video SDK: canvases, shares and the pre-processor")
struct CanvasTests {
    private let emulation = ZoomVideoSDK.emulation
    private final class View: NSObject {}

    @Test("a view is subscribed to a canvas, counted, and unsubscribed: ZV-CANVAS-001 ZV-CANVAS-002")
    func canvas() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .small)
            let (sdk, view) = (try SDK(), View())
            sdk.join(session)
            let canvas = try #require(sdk.user(ada)?.getVideoCanvas())
            #expect(canvas === sdk.user(ada)?.getVideoCanvas())
            #expect(canvas.canvasType() == .videoData)
            #expect(
                canvas.subscribe(with: nil, aspectMode: .original, andResolution: ._Auto) == .Errors_Invalid_Parameter)
            #expect(canvas.unSubscribe(with: view) == .Errors_Success)
            #expect(reported == ["ZV-CANVAS-001"])
            #expect(canvas.subscribe(with: view, aspectMode: .original, andResolution: ._Auto) == .Errors_Success)
            #expect(canvas.subscribe(with: view, aspectMode: .panAndScan, andResolution: ._720) == .Errors_Success)
            #expect(canvas.setAspectMode(.letterBox, to: view) == .Errors_Success)
            #expect(emulation.subscribedViews == 1)
            #expect(canvas.unSubscribe(with: view) == .Errors_Success)
            #expect(canvas.unSubscribe(with: view) == .Errors_Success)
            #expect(emulation.subscribedViews == 0)
            #expect(reported == ["ZV-CANVAS-001"])
            #expect(canvas.setResolution(._90, to: view) == .Errors_Wrong_Usage)
            #expect(canvas.subscribe(with: view, aspectMode: .original, andResolution: ._360) == .Errors_Success)
            session.removeUser(ada)
            session.advance(seconds: 0.1)
            #expect(canvas.unSubscribe(with: view) == .Errors_Success)
            #expect(canvas.unSubscribe(with: view) == .Errors_Success)
            #expect(canvas.subscribe(with: view, aspectMode: .original, andResolution: ._360) == .Errors_No_Video_Data)
            sdk.sdk.leaveSession(false)
            #expect(emulation.subscribedViews == 0)
            #expect(canvas.unSubscribe(with: view) == .Errors_Not_In_Session)
            #expect(reported == ["ZV-CANVAS-001", "ZV-CANVAS-002", "ZV-PIPE-004", "ZV-PIPE-001"])
        }
    }

    @Test("each user has one pipe object, whichever user object asks")
    func onePipe() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let (ada, bob) = (session.addUser("Ada"), session.addUser("Bob"))
            let sdk = try SDK().join(session)
            let pipe = try sdk.pipe(ada)
            #expect(try sdk.pipe(ada) === pipe)
            #expect(try sdk.pipe(bob) !== pipe)
            #expect(sdk.user(ada)?.getSharePipe() !== pipe)
            #expect(sdk.user(ada)?.getSharePipe() === sdk.user(ada)?.getSharePipe())
            let own = sdk.sdk.getSession()?.getMySelf()
            #expect(own?.getVideoPipe() === sdk.sdk.getSession()?.getMySelf()?.getVideoPipe())
        }
    }

    /// Shows the share of others, as an app does.
    private final class ShareClient: NSObject, ZoomVideoSDKDelegate {
        let events = Recorder<String>()
        let pipe = PipeClient()
        func onUserShareStatusChanged(
            _ helper: ZoomVideoSDKShareHelper?, user: ZoomVideoSDKUser?, shareAction: ZoomVideoSDKShareAction?
        ) {
            guard let helper, let user, let shareAction else { return }
            let status = shareAction.getShareStatus()
            events.record("\(user.getName() ?? "") \(status) \(helper.isOtherSharing())")
            #expect(shareAction.getShareSourceId() == user.getID())
            switch status {
            case .start: shareAction.getSharePipe()?.subscribe(with: pipe, resolution: ._720)
            case .stop: shareAction.getSharePipe()?.unSubscribe(with: pipe)
            default: break
            }
        }
    }

    @Test("shares that begin, end and are present at the join are reported with their action")
    func shares() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let (ada, bob) = (session.addUser("Ada", camera: nil), session.addUser("Bob", camera: nil))
            session.share(.color(width: 320, height: 180), of: ada)
            session.advance(seconds: 0.2)
            let client = ShareClient()
            try SDK().join(session, delegate: client)
            session.advance(seconds: 0.5)
            #expect(client.events.all == ["Ada start true"])
            #expect(client.pipe.frames > 0)
            session.stopSharing(of: ada)
            session.advance(seconds: 0.2)
            session.share(.color(width: 320, height: 180), of: bob)
            session.advance(seconds: 0.2)
            session.removeUser(bob)
            session.advance(seconds: 0.2)
            #expect(client.events.all.prefix(3) == ["Ada start true", "Ada stop false", "Bob start true"])
            #expect(client.events.count == 4)
        }
    }

    @Test("sharing by the local user is rejected, and reported once: ZV-SHARE-001")
    func sharing() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let sdk = try SDK().join(session)
            let helper = try #require(sdk.sdk.getShareHelper())
            #expect(helper.startShare(with: View()) == .Errors_Dont_Support_Feature)
            #expect(helper.startShare(with: View()) == .Errors_Dont_Support_Feature)
            #expect(!helper.isSharingOut())
            #expect(!helper.isOtherSharing())
            #expect(reported == ["ZV-SHARE-001"])
        }
    }

    /// Makes frames white, line by line.
    private final class Whitener: NSObject, ZoomVideoSDKVideoSourcePreProcessor {
        let sizes = Recorder<[Int]>()
        var kept: ZoomVideoSDKPreProcessRawData?
        func onPreProcessRawData(_ rawData: ZoomVideoSDKPreProcessRawData?) {
            guard let rawData else { return }
            sizes.record([Int(rawData.size.width), Int(rawData.size.height)])
            kept = rawData
            for line in 0..<Int32(rawData.size.height) {
                guard let pixels = rawData.getYBuffer(line) else { continue }
                memset(pixels, 235, Int(rawData.size.width))
            }
        }
    }

    @Test("what a pre-processor makes of the local camera is what others receive")
    func preProcessing() throws {
        try emulation.withSession(EmulatedSession(camera: .color(y: 60, width: 320, height: 180))) { session in
            let (sdk, whitener, preview) = (try SDK(), Whitener(), PipeClient())
            let colors = Recorder<UInt8?>()
            preview.onFrame = { colors.record($0.colors[0]) }
            sdk.context.preProcessorDelegate = whitener
            #expect(sdk.context.preProcessorDelegate === whitener)
            sdk.join(session)
            let own = try #require(sdk.sdk.getSession()?.getMySelf())
            #expect(own.getVideoPipe()?.subscribe(with: preview, resolution: ._180) == .Errors_Success)
            session.advance(seconds: 1)
            #expect(whitener.sizes.count > 25)
            #expect(Set(whitener.sizes.all) == [[320, 180]])
            #expect(colors.count > 20)
            #expect(Set(colors.all) == [235])
            #expect(own.getVideoCanvas()?.videoStatus()?.on == true)
            #expect(sdk.sdk.getVideoHelper().stopVideo() == .Errors_Success)
            session.advance(seconds: 0.2)
            #expect(own.getVideoCanvas()?.videoStatus()?.on == false)
            let count = whitener.sizes.count
            session.advance(seconds: 0.5)
            #expect(whitener.sizes.count == count)
            #expect(reported == [])
        }
    }

    @Test("a pre-processor that uses a frame later, or a line too many, is reported: ZV-REF-001 ZV-PRE-001")
    func preProcessingTooLate() throws {
        final class Careless: NSObject, ZoomVideoSDKVideoSourcePreProcessor {
            var kept: ZoomVideoSDKPreProcessRawData?
            func onPreProcessRawData(_ rawData: ZoomVideoSDKPreProcessRawData!) {
                kept = rawData
                // As many lines of chroma as of luma.
                for line in 0..<Int32(rawData.size.height) { _ = rawData.getUBuffer(line) }
            }
        }
        try emulation.withSession(EmulatedSession(camera: .small)) { session in
            let (sdk, careless) = (try SDK(), Careless())
            sdk.context.preProcessorDelegate = careless
            sdk.join(session)
            session.advance(seconds: 0.1)
            #expect(reported == ["ZV-PRE-001"])
            #expect(careless.kept?.getYBuffer(0) == nil)
            #expect(reported == ["ZV-PRE-001", "ZV-REF-001"])
        }
    }
}
