import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing
import ZegoCustomRendering
import ZegoExpressEngine

/// The colour bars of the test pattern, 75 %, BT.709 in limited range: Y, U, V from the left. Green's Y is 133.47.
private let bars = [
    [180, 128, 128], [168, 44, 136], [145, 147, 44], [133, 63, 52], [63, 193, 204], [51, 109, 212], [28, 212, 120],
]

@Suite("ZEGO raw frames")
struct RawFrameTests {
    @Test("I420 with padded strides and distinct U and V, of the default size and rate, outside the main thread")
    func captured() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client, roomID: nil)
            engine.startPreview(ZegoCanvas(view: NSObject()))
            room.advance(seconds: 1)
            #expect([15, 16].contains(client.frames.count))
            let frame = try #require(client.frames.all.first)
            #expect(frame.source == "main")
            #expect(frame.format == .I420)
            #expect(frame.size == [360, 640])
            #expect(frame.strides == [448, 320, 384, 0])
            #expect(frame.lengths == [448 * 640, 320 * 320, 384 * 320, 0])
            #expect(frame.flip == .X)
            #expect(frame.rotation == 0)
            #expect(!frame.isMain)
            for (number, bar) in bars.enumerated() { #expect(frame.yuv(360 * number / 7 + 26, 2) == bar) }
            #expect(reported == [])
        }
    }

    @Test("without a preview there are no captured frames, with a nil canvas there are")
    func preview() {
        ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            engine.startPublishingStream("mine")
            room.advance(seconds: 1)
            #expect(client.frames.count == 0)
            engine.startPreview(nil)
            room.advance(seconds: 1)
            let count = client.frames.count
            #expect([14, 15].contains(count))
            engine.stopPreview()
            room.advance(seconds: 1)
            #expect(client.frames.count == count)
        }
    }

    @Test("remote frames have the ID of their stream, and its size and colours, with and without a canvas")
    func remote() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            try room.addStream("ada", video: .pattern(width: 72, height: 40, framesPerSecond: 10))
            try room.addStream("bob", video: .pattern(width: 100, height: 60, framesPerSecond: 20))
            engine.startPlayingStream("ada", canvas: ZegoCanvas())
            engine.startPlayingStream("bob")
            engine.startPlayingStream("bob", canvas: nil)
            room.advance(seconds: 0.99)
            #expect(client.frames(of: "ada").count == 10)
            #expect(client.frames(of: "bob").count == 20)
            #expect(client.frames.count == 30)
            let (ada, bob) = (try #require(client.frames(of: "ada").last), try #require(client.frames(of: "bob").last))
            #expect(ada.size == [72, 40])
            #expect(bob.size == [100, 60])
            #expect(ada.strides == [192, 256, 320, 0])
            #expect(bob.strides == [192, 256, 320, 0])
            for (number, bar) in bars.enumerated() { #expect(ada.yuv(72 * number / 7 + 5, 2) == bar) }
            #expect(ada.flip == nil)
            room.setRotation(90, of: "ada")
            room.advance(seconds: 0.2)
            #expect(client.frames(of: "ada").last?.rotation == 90)
            engine.stopPlayingStream("ada")
            let count = client.frames(of: "ada").count
            room.advance(seconds: 1)
            #expect(client.frames(of: "ada").count == count)
            #expect(client.frames(of: "bob").count > 40)
        }
    }

    @Test("RGB is BGRA in one plane")
    func rgb() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            ZegoExpressEngine.start(client, .rawData, .RGB).startPreview()
            room.advance(seconds: 0.1)
            let frame = try #require(client.frames.all.first)
            #expect(frame.format == .BGRA32)
            #expect(frame.strides == [1536, 0, 0, 0])
            #expect(frame.lengths == [1536 * 640, 0, 0, 0])
            // The second bar is yellow: no blue, 75 % of green and red, opaque.
            let pixel = (0..<4).map { frame.sample(0, 77 * 4 + $0, 2) }
            #expect(pixel[0] <= 2)
            #expect((189...193).contains(pixel[1]))
            #expect((189...193).contains(pixel[2]))
            #expect(pixel[3] == 255)
        }
    }

    @Test("streams that are decoded by hardware are NV12, and are announced as such")
    func hardware() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            try room.addStream("ada", video: .pattern(width: 72, height: 40))
            engine.enableHardwareDecoder(true)
            engine.startPlayingStream("ada")
            engine.startPreview()
            room.advance(seconds: 0.1)
            let frame = try #require(client.frames(of: "ada").first)
            #expect(frame.format == .NV12)
            #expect(frame.strides == [192, 256, 0, 0])
            #expect(frame.lengths == [192 * 40, 256 * 20, 0, 0])
            // The second bar: U, then V.
            #expect(frame.sample(0, 16, 2) == 168)
            #expect(frame.sample(1, 16, 1) == 44)
            #expect(frame.sample(1, 17, 1) == 136)
            #expect(client.frames(of: "main").first?.format == .I420)
        }
    }

    @Test("writes into captured planes never reach the published stream")
    func writes() {
        ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            client.edit = { data, lengths, source in
                guard source == "main" else { return }
                for slot in 0..<4 { data[slot].update(repeating: 0, count: Int(lengths[slot])) }
            }
            let engine = ZegoExpressEngine.start(client)
            engine.startPreview()
            engine.startPublishingStream("mine")
            engine.startPlayingStream("mine")
            room.advance(seconds: 1)
            let (own, looped) = (client.frames(of: "main"), client.frames(of: "mine"))
            #expect(own.count == looped.count)
            #expect(looped.count >= 14)
            for frame in own + looped { #expect(frame.yuv(77, 2) == bars[1]) }
        }
    }

    @Test("size and rate follow the config; channels have their own")
    func config() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            let config = ZegoVideoConfig(preset: .preset180P)
            config.fps = 30
            engine.setVideoConfig(config)
            engine.setVideoConfig(ZegoVideoConfig(preset: .preset540P), channel: .aux)
            engine.startPreview()
            engine.startPreview(nil, channel: .aux)
            room.advance(seconds: 0.99)
            #expect(client.frames(of: "main").count == 30)
            #expect(client.frames(of: "aux").count == 15)
            let (main, aux) = (
                try #require(client.frames(of: "main").last), try #require(client.frames(of: "aux").last)
            )
            #expect(main.size == [180, 320])
            #expect(aux.size == [540, 960])
            engine.stopPreview()
            room.advance(seconds: 0.99)
            #expect(client.frames(of: "main").count == 30)
            #expect(client.frames(of: "aux").count == 30)
        }
    }

    @Test("frame rates follow flow control and stalls: counted")
    func stalls() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            try room.addStream("ada", video: .pattern(width: 72, height: 40, framesPerSecond: 10))
            engine.startPlayingStream("ada")
            engine.startPreview()
            func count(_ source: String, seconds: Double = 1) -> Int {
                let before = client.frames(of: source).count
                room.advance(seconds: seconds)
                return client.frames(of: source).count - before
            }
            room.advance(seconds: 0.95)
            #expect(count("ada") == 10)
            room.stall("ada")
            #expect(count("ada") == 0)
            room.resume("ada", catchesUp: true)
            // The frames of the last second, and those of this one; the handler gets the newest of a burst.
            #expect(count("ada") >= 10)
            room.setFrameRate(5, of: "ada")
            room.advance(seconds: 1)
            #expect(count("ada") == 5)
            room.stallCameras()
            #expect(count("main") == 0)
            room.resumeCameras()
            #expect((14...15).contains(count("main")))
            room.setCameraRate(5)
            room.advance(seconds: 1)
            #expect(count("main") == 5)
        }
    }

    @Test("flipMode follows mirror mode and camera")
    func flips() {
        ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            engine.startPreview()
            var flips: [ZegoVideoFlipMode?] = []
            for mode in [ZegoVideoMirrorMode.noMirror, .onlyPublishMirror, .bothMirror, .onlyPreviewMirror] {
                engine.setVideoMirrorMode(mode)
                room.advance(seconds: 0.1)
                flips.append(client.frames.all.last?.flip)
            }
            engine.useFrontCamera(false)
            room.advance(seconds: 0.1)
            flips.append(client.frames.all.last?.flip)
            #expect(flips.map { $0?.rawValue } == [0, 0, 1, 1, 0])
            engine.useFrontCamera(true)
            engine.enableCamera(false)
            let count = client.frames.count
            room.advance(seconds: 1)
            #expect(client.frames.count == count)
            engine.enableCamera(true)
            room.advance(seconds: 1)
            #expect(client.frames.count > count)
        }
    }

    @Test("a slow callback loses frames, which are counted by reason")
    func slow() throws {
        var options = Emulation.Options()
        options.callbackSeconds = 0.25
        try ZegoExpressEngine.emulation.withRoom(EmulatedRoom(), options) { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            try room.addStream("ada", video: .pattern(width: 72, height: 40, framesPerSecond: 20))
            engine.startPlayingStream("ada")
            room.advance(seconds: 0.99)
            let statistics = ZegoExpressEngine.emulation.statistics(of: "ada")
            // One at 0, then the newest that waited at each end.
            #expect(statistics.delivered == 4)
            #expect(statistics.dropped == [.late: 15])
            #expect(statistics.withoutHandler == 0)
        }
    }

    @Test("strides have the wanted alignment, and tight rows no padding")
    func alignment() throws {
        for (rows, expected) in [(RowPadding.tight, [360, 180, 180, 0]), (.uneven, [768, 1024, 1280, 0])] {
            var options = Emulation.Options()
            (options.rows, options.strideAlignment) = (rows, 256)
            try ZegoExpressEngine.emulation.withRoom(EmulatedRoom(), options) { room in
                let client = RenderClient()
                ZegoExpressEngine.start(client).startPreview()
                room.advance(seconds: 0.1)
                let frame = try #require(client.frames.all.first)
                #expect(frame.strides == expected)
            }
        }
    }

    @Test("equal seeds and calls give equal frames and events")
    func repeatable() throws {
        func run() throws -> ([String], [[UInt8]]) {
            try ZegoExpressEngine.emulation.withRoom(EmulatedRoom(seed: 7)) { room in
                let client = RenderClient()
                let engine = ZegoExpressEngine.start(client)
                try room.addStream("ada", video: .pattern(width: 64, height: 36).varying)
                engine.startPlayingStream("ada")
                room.advance(seconds: 2)
                engine.logoutRoom()
                room.advance(seconds: 0)
                let log = client.frames.all.map { "\($0.source) \($0.size) \($0.strides)" }
                return (client.events.all + log, client.frames.all.map(\.luma))
            }
        }
        let (first, second) = (try run(), try run())
        #expect(first.0 == second.0)
        #expect(first.1 == second.1)
        #expect((30...50).contains(first.1.count))
    }

    @Test("guarded frames are delivered like others, raw and as pixel buffers")
    func guarded() throws {
        var options = Emulation.Options()
        options.guardsRawPlanes = true
        for type in [ZegoVideoBufferType.rawData, .cvPixelBuffer] {
            try ZegoExpressEngine.emulation.withRoom(EmulatedRoom(), options) { room in
                let client = RenderClient()
                ZegoExpressEngine.start(client, type, .YUV).startPreview()
                room.advance(seconds: 0.49)
                #expect(client.frames.count + client.buffers.count == 8)
                if type == .rawData {
                    let frame = try #require(client.frames.all.last)
                    #expect(frame.yuv(77, 2) == bars[1])
                } else {
                    let kept = try #require(client.buffers.all.first)
                    #expect(kept.bytes.first == 191)
                }
            }
        }
    }
}
