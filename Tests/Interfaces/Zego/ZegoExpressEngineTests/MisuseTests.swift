import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing
import ZegoExpressEngine

/// Uses each remote pixel buffer as a closure says.
private final class PixelClient: NSObject, ZegoCustomVideoRenderHandler {
    private let use: (CVPixelBuffer) -> Void

    init(_ use: @escaping (CVPixelBuffer) -> Void) {
        self.use = use
    }

    func onRemoteVideoFrameCVPixelBuffer(_ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, streamID: String) {
        use(buffer)
    }
}

@Suite("ZEGO: released handlers and misused pixel buffers")
struct MisuseTests {
    private var message: String? { ZegoExpressEngine.emulation.violations.first?.error.message }

    // MARK: Handlers

    @Test("an event handler that was released is reported when an event is due: ZG-CALL-001")
    func releasedHandler() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: RenderClient())
            engine.loginRoom("room", user: ZegoUser(userID: "me"))
            room.advance(seconds: 0.5)
            try room.addStream("ada")
            room.advance(seconds: 0.5)
            #expect(reported == ["ZG-CALL-001"])
            #expect(message == "the event handler is gone, and an event was due")
            #expect(ZegoExpressEngine.emulation.violations.first?.count == 1)
        }
    }

    @Test("a handler that is removed, goes away with the room, or never was, is not reported")
    func endedHandler() {
        for way in 0..<4 {
            ZegoExpressEngine.emulation.withRoom { room in
                var client: RenderClient? = way == 3 ? nil : RenderClient()
                let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: client)
                engine.loginRoom("room", user: ZegoUser(userID: "me"))
                engine.startPreview()
                room.advance(seconds: 0.5)
                switch way {
                case 0: engine.setEventHandler(nil)
                case 1: ZegoExpressEngine.destroy(nil)
                default:
                    engine.stopPreview()
                    engine.logoutRoom("room")
                }
                client = nil
                room.advance(seconds: 0.5)
                #expect(client == nil)
                #expect(reported == [], "way \(way)")
            }
        }
    }

    // MARK: Pixel buffers

    /// - Returns: the violations of a client that plays a stream.
    private static func play(guards: Bool = false, width: Int = 88, _ use: @escaping (CVPixelBuffer) -> Void) throws
        -> [StudioError]
    {
        var options = Emulation.Options()
        options.guardsRawPlanes = guards
        return try ZegoExpressEngine.emulation.withRoom(EmulatedRoom(), options) { room in
            let (client, pixels) = (RenderClient(), PixelClient(use))
            let engine = ZegoExpressEngine.start(client, .cvPixelBuffer, .RGB)
            engine.setCustomVideoRenderHandler(pixels)
            try room.addStream("ada", video: .pattern(width: width, height: 40))
            engine.startPlayingStream("ada")
            room.advance(seconds: 0.1)
            return withExtendedLifetime((client, pixels)) { ZegoExpressEngine.emulation.violations.map(\.error) }
        }
    }

    @Test("rows that are read with the width are named, those with the stride are not: ZG-BUFFER-002")
    func stride() throws {
        func read(asks: Bool) throws -> [StudioError] {
            // A size whose strides no other test asks for.
            try Self.play(width: 104) { buffer in
                CVPixelBufferLockBaseAddress(buffer, .readOnly)
                defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
                #expect(CVPixelBufferGetBaseAddress(buffer) != nil)
                if asks { #expect(CVPixelBufferGetBytesPerRow(buffer) > 104 * 4) }
            }
        }
        let wrong = try read(asks: false)
        #expect(wrong.map(\.rule.id) == ["ZG-BUFFER-002"])
        #expect(wrong.first?.message.contains("its rows have 416 bytes, its stride is 512") == true)
        #expect(try read(asks: true) == [])
    }

    @Test("each flag of an unlock is that of the lock: ZG-BUFFER-003")
    func flags() throws {
        let found = try Self.play { buffer in
            CVPixelBufferLockBaseAddress(buffer, .readOnly)
            CVPixelBufferUnlockBaseAddress(buffer, [])
        }
        #expect(found.map(\.rule.id) == ["ZG-BUFFER-003"])
    }

    @Test("a lock without an unlock, and an address without a lock, are named: ZG-BUFFER-006 ZG-BUFFER-007")
    func locks() throws {
        let locked = try Self.play { buffer in
            CVPixelBufferLockBaseAddress(buffer, .readOnly)
            #expect(CVPixelBufferGetBaseAddress(buffer) != nil)
            #expect(CVPixelBufferGetBytesPerRow(buffer) > 0)
        }
        #expect(locked.map(\.rule.id) == ["ZG-BUFFER-006"])
        let unlocked = try Self.play { #expect(CVPixelBufferGetBaseAddress($0) == nil) }
        #expect(unlocked.map(\.rule.id) == ["ZG-BUFFER-007"])
        let right = try Self.play { buffer in
            CVPixelBufferLockBaseAddress(buffer, .readOnly)
            #expect(CVPixelBufferGetBaseAddress(buffer) != nil)
            #expect(CVPixelBufferGetBytesPerRow(buffer) > 0)
            CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
        }
        #expect(right == [])
    }

    @Test("guarded buffers are used inside their locks as others")
    func guarded() throws {
        let found = try Self.play(guards: true) { buffer in
            CVPixelBufferLockBaseAddress(buffer, [])
            defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
            #expect(CVPixelBufferGetBytesPerRow(buffer) > 0)
            CVPixelBufferGetBaseAddress(buffer)?.storeBytes(of: 7, as: UInt8.self)
        }
        #expect(found == [])
    }

    @Test("bytes that are read after the unlock end the program, with the rule: ZG-BUFFER-004")
    func afterUnlock() async throws {
        // SIGSEGV; a sanitizer turns it into an exit code.
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try MisuseTests.play(guards: true) { buffer in
                CVPixelBufferLockBaseAddress(buffer, .readOnly)
                let start = CVPixelBufferGetBaseAddress(buffer)
                CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
                print(start?.load(as: UInt8.self) ?? 0)
            }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("ZG-BUFFER-004"))
        #expect(text.contains("are accessed outside its lock"))
    }

    @Test("bytes that are written under a lock for reading end the program, with the rule: ZG-BUFFER-005")
    func readOnlyWrite() async throws {
        // SIGSEGV; a sanitizer turns it into an exit code.
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try MisuseTests.play(guards: true) { buffer in
                CVPixelBufferLockBaseAddress(buffer, .readOnly)
                defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
                CVPixelBufferGetBaseAddress(buffer)?.storeBytes(of: 7, as: UInt8.self)
            }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("ZG-BUFFER-005"))
    }
}
