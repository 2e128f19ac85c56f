import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing
import ZoomVideoSDK

/// Uses each pixel buffer as a closure says.
private final class PixelClient: NSObject, ZoomVideoSDKRawDataPipeDelegate {
    private let use: (CVPixelBuffer) -> Void

    init(_ use: @escaping (CVPixelBuffer) -> Void) {
        self.use = use
    }

    func onPixelBuffer(_ pixelBuffer: CVPixelBuffer, rotation: ZoomVideoSDKVideoRawDataRotation) { use(pixelBuffer) }
}

@Suite("Zoom Video SDK: misused pixel buffers")
struct PixelMisuseTests {
    /// - Returns: the rules that were violated.
    private static func run(guards: Bool = false, _ use: @escaping (CVPixelBuffer) -> Void) throws -> [String] {
        var conditions = EmulatedSession.Conditions()
        conditions.guardsMemory = guards
        return try ZoomVideoSDK.emulation.withSession(EmulatedSession(conditions: conditions, camera: nil)) { session in
            // A size whose strides no other test asks for.
            let ada = session.addUser("Ada", camera: .color(width: 336, height: 188, isExact: true))
            let sdk = try SDK().join(session)
            let client = PixelClient(use)
            #expect(try sdk.pipe(ada).subscribe(with: client, resolution: ._360) == .Errors_Success)
            session.advance(seconds: 0.2)
            #expect(try sdk.pipe(ada).unSubscribe(with: client) == .Errors_Success)
            return reported
        }
    }

    @Test("rows that are read with the width are named, those with the stride are not: ZV-BUFFER-001")
    func stride() throws {
        func read(asks: Bool) throws -> [String] {
            try Self.run { buffer in
                CVPixelBufferLockBaseAddress(buffer, .readOnly)
                defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
                #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 0) != nil)
                if asks { #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) > 336) }
            }
        }
        #expect(try read(asks: false) == ["ZV-BUFFER-001"])
        #expect(try read(asks: true) == [])
    }

    @Test("each flag of an unlock is that of the lock: ZV-BUFFER-002")
    func flags() throws {
        let found = try Self.run { buffer in
            CVPixelBufferLockBaseAddress(buffer, [])
            CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
        }
        #expect(found == ["ZV-BUFFER-002"])
    }

    @Test("a lock without an unlock, and an address without a lock, are named: ZV-BUFFER-005 ZV-BUFFER-006")
    func locks() throws {
        let locked = try Self.run { buffer in
            CVPixelBufferLockBaseAddress(buffer, .readOnly)
            #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 0) != nil)
            #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) > 0)
        }
        #expect(locked == ["ZV-BUFFER-005"])
        let unlocked = try Self.run { #expect(CVPixelBufferGetBaseAddressOfPlane($0, 0) == nil) }
        #expect(unlocked == ["ZV-BUFFER-006"])
        let right = try Self.run { buffer in
            CVPixelBufferLockBaseAddress(buffer, .readOnly)
            #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 0) != nil)
            #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, 0) > 0)
            CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
        }
        #expect(right == [])
    }

    @Test("bytes that are read after the unlock end the program, with the rule: ZV-BUFFER-003")
    func afterUnlock() async throws {
        // SIGSEGV; a sanitizer turns it into an exit code.
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try PixelMisuseTests.run(guards: true) { buffer in
                CVPixelBufferLockBaseAddress(buffer, .readOnly)
                let start = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)
                CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
                print(start?.load(as: UInt8.self) ?? 0)
            }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("ZV-BUFFER-003"))
    }

    @Test("bytes that are written under a lock for reading end the program, with the rule: ZV-BUFFER-004")
    func readOnlyWrite() async throws {
        // SIGSEGV; a sanitizer turns it into an exit code.
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try PixelMisuseTests.run(guards: true) { buffer in
                CVPixelBufferLockBaseAddress(buffer, .readOnly)
                defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
                CVPixelBufferGetBaseAddressOfPlane(buffer, 0)?.storeBytes(of: 7, as: UInt8.self)
            }
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("ZV-BUFFER-004"))
    }
}
