import Testing
import ZoomVideoSDK

#if swift(>=6)
    @testable import ZoomVideoGuide
#else
    @testable import ZoomVideoGuideSwift5
#endif

@Suite("Zoom Video SDK: symbols")
struct ClientSymbolTests {
    @Test("the symbols of public clients exist, and their calls succeed")
    func symbols() {
        ZoomVideoSDK.emulation.withSession { session in
            session.addUser("Ada")
            let client = ClientSymbols()
            client.join()
            session.advance(seconds: 1)
            client.use()
            session.advance(seconds: 1)
            // What is not delivered when the client leaves, is not delivered.
            client.leave()
            session.advance(seconds: 1)
            let expected = [
                "initialized", "session", "join", "sent", "user join", "true Ada false", "false Ada true",
            ]
            #expect(Array(client.events.prefix(7)) == expected)
            #expect(Set(client.events.suffix(from: 7)) == ["audio", "mic stop", "leave"])
            #expect(ZoomVideoSDK.emulation.violations.isEmpty)
        }
    }

    @Test("each case has two spellings with the same number")
    func constants() {
        #expect(ZoomVideoSDKVideoRawDataRotationNone == .rotationNone)
        #expect(ZoomVideoSDKVideoRawDataRotation90 == .rotation90)
        #expect(ZoomVideoSDKVideoRawDataRotation180 == .rotation180)
        #expect(ZoomVideoSDKVideoRawDataRotation270 == .rotation270)
        #expect(ZoomVideoSDKVideoRawDataRotation270.rawValue == 4)
        #expect(ZoomVideoSDKUserRawdataOn == .on)
        #expect(ZoomVideoSDKUserRawdataOff == .off)
        #expect(ZoomVideoSDKVideoResolution_90 == ._90)
        #expect(ZoomVideoSDKVideoResolution_180 == ._180)
        #expect(ZoomVideoSDKVideoResolution_360 == ._360)
        #expect(ZoomVideoSDKVideoResolution_720 == ._720)
        #expect(ZoomVideoSDKVideoResolution_Auto == ._Auto)
        #expect(ZoomVideoSDKVideoResolution_Auto.rawValue == 100)
        #expect(ZoomVideoSDKFrameDataFormat_I420 == .I420)
        #expect(ZoomVideoSDKFrameDataFormat_I420_Limit == .i420_Limit)
        #expect(ZoomVideoSDKVideoType_VideoData == .videoData)
        #expect(ZoomVideoSDKVideoType_ShareData == .shareData)
        #expect(ZoomVideoSDKRawDataMemoryModeStack == .stack)
        #expect(ZoomVideoSDKRawDataMemoryModeHeap == .heap)
        #expect(ZoomVideoSDKReceiveSharingStatus_Stop == .stop)
        #expect(Errors_Success == .Errors_Success)
        #expect(Errors_Session_Not_Started.rawValue == 2010)
        #expect(Errors_Malloc_Failed.rawValue == 6001)
        #expect(Errors_Not_In_Session.rawValue == 6002)
        #expect(Errors_Rawdata_Virtual_Mic_Is_Terminate.rawValue == 6022)
        #expect(Errors_Rawdata_Share_Preprocessing_Is_Stopped.rawValue == 6024)
    }
}
