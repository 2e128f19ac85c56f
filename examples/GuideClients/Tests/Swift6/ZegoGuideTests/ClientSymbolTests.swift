import Testing
import ZegoExpressEngine

#if swift(>=6)
    @testable import ZegoGuide
#else
    @testable import ZegoGuideSwift5
#endif

@Suite("ZEGO symbols")
struct ClientSymbolTests {
    @Test("the symbols of public clients exist, their calls succeed, and all events arrive")
    func symbols() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let client = ClientSymbols()
            try room.addStream("ada")
            client.use()
            room.advance(seconds: 0.5)
            client.stop()
            room.advance(seconds: 0)
            client.render()
            room.advance(seconds: 0)
            #expect(
                client.events.sorted() == [
                    "captured size", "engine", "played size", "player", "publisher", "reason", "room", "streams",
                    "users",
                ])
            #expect(ZegoExpressEngine.emulation.violations.isEmpty)
        }
    }

    @Test("members of types have the vendor's numbers")
    func numbers() {
        let buffers: [ZegoVideoBufferType] = [
            .unknown, .rawData, .encodedData, .glTexture2D, .cvPixelBuffer, .nv12CVPixelBuffer,
        ]
        #expect(buffers.map(\.rawValue) == [0, 1, 2, 3, 4, 9])
        let formats: [ZegoVideoFrameFormat] = [
            .unknown, .I420, .NV12, .NV21, .BGRA32, .RGBA32, .ARGB32, .ABGR32, .I422, .BGR24, .RGB24,
        ]
        #expect(formats.map(\.rawValue) == Array(0...10))
        #expect([ZegoVideoFrameFormatSeries.RGB, .YUV].map(\.rawValue) == [0, 1])
        #expect([ZegoVideoFlipMode.none, .X, .Y, .XY].map(\.rawValue) == Array(0...3))
        #expect([ZegoPublishChannel.main, .aux, .third, .fourth].map(\.rawValue) == Array(0...3))
        let mirrors: [ZegoVideoMirrorMode] = [.onlyPreviewMirror, .bothMirror, .noMirror, .onlyPublishMirror]
        #expect(mirrors.map(\.rawValue) == Array(0...3))
        #expect([ZegoViewMode.aspectFit, .aspectFill, .scaleToFill].map(\.rawValue) == Array(0...2))
        let scenarios: [ZegoScenario] = [
            .general, .communication, .live, .default, .standardVideoCall, .highQualityVideoCall, .standardChatroom,
            .highQualityChatroom, .broadcast,
        ]
        #expect(scenarios.map(\.rawValue) == Array(0...8))
        let encoded: [ZegoVideoEncodedFrameFormat] = [.AVCC, .annexB, .VP8, .HEVCAVCC, .HEVCAnnexB]
        #expect(encoded.map(\.rawValue) == Array(0...4))
        #expect([ZegoEngineState.start, .stop].map(\.rawValue) == [0, 1])
        #expect([ZegoRoomState.disconnected, .connecting, .connected].map(\.rawValue) == [0, 1, 2])
        #expect([ZegoPlayerState.noPlay, .playRequesting, .playing].map(\.rawValue) == [0, 1, 2])
        #expect([ZegoPublisherState.noPublish, .publishRequesting, .publishing].map(\.rawValue) == [0, 1, 2])
        #expect([ZegoUpdateType.add, .delete].map(\.rawValue) == [0, 1])
        let errors: [ZegoErrorCode] = [
            .engineAppidZero, .engineAppsignInvalidLength, .engineAppsignInvalidCharacter, .engineAppsignNull,
            .engineAppidIncorrectOrNotOnline, .engineAppsignIncorrect,
        ]
        #expect(errors.map(\.rawValue) == Array(1_001_000...1_001_005))
    }

    @Test("objects have the vendor's defaults")
    func defaults() {
        let config = ZegoCustomVideoRenderConfig()
        #expect(config.bufferType == .unknown)
        #expect(config.frameFormatSeries == .RGB)
        #expect(!config.enableEngineRender)
        let video = ZegoVideoConfig()
        #expect(video.captureResolution == CGSize(width: 360, height: 640))
        #expect(video.encodeResolution == CGSize(width: 360, height: 640))
        #expect([video.fps, video.bitrate] == [15, 600])
        let presets: [ZegoVideoConfigPreset] = [
            .preset180P, .preset270P, .preset360P, .preset540P, .preset720P, .preset1080P,
        ]
        #expect(
            presets.map { ZegoVideoConfig(preset: $0).captureResolution.width } == [180, 270, 360, 540, 720, 1080])
        #expect(ZegoCanvas().viewMode == .aspectFit)
        #expect(ZegoUser(userID: "ada").userName == "ada")
        let param = ZegoVideoFrameParam()
        #expect((0..<4).map { param.strides[$0] } == [0, 0, 0, 0])
        withExtendedLifetime(param) {}
        #expect(param.rotation == 0)
        let encoded = ZegoVideoEncodedFrameParam()
        #expect(!encoded.isKeyFrame)
        #expect(!encoded.isExternalClock)
        #expect(encoded.SEIData == nil)
        #expect(encoded.rotation == 0)
    }
}
