// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import MediaReceiving
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing
import ZoomVideoRawData
import ZoomVideoSDK

/// Clients in the three spellings; the first one implements both callbacks for frames.
private final class Both: NSObject, ZoomVideoSDKRawDataPipeDelegate {
    let calls = Recorder<String>()
    func onPixelBuffer(_ pixelBuffer: CVPixelBuffer!, rotation: ZoomVideoSDKVideoRawDataRotation) {
        calls.record("pixels")
    }
    func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData!) { calls.record("planes") }
    func onRawDataStatusChanged(_ status: ZoomVideoSDKUserRawdataStatus) { calls.record(status == .on ? "on" : "off") }
}

private final class Optionally: NSObject, ZoomVideoSDKRawDataPipeDelegate {
    var kept: [CVPixelBuffer] = []
    func onPixelBuffer(_ pixelBuffer: CVPixelBuffer?, rotation: ZoomVideoSDKVideoRawDataRotation) {
        if let pixelBuffer { kept.append(pixelBuffer) }
    }
}

private final class Plainly: NSObject, ZoomVideoSDKRawDataPipeDelegate {
    let forms = Recorder<[UInt]>()
    let colors = Recorder<[UInt8]>()
    func onPixelBuffer(_ pixelBuffer: CVPixelBuffer, rotation: ZoomVideoSDKVideoRawDataRotation) {
        forms.record([
            UInt(CVPixelBufferGetPixelFormatType(pixelBuffer)), UInt(CVPixelBufferGetWidth(pixelBuffer)),
            UInt(CVPixelBufferGetHeight(pixelBuffer)), UInt(CVPixelBufferGetPlaneCount(pixelBuffer)),
            UInt(rotation.rawValue),
        ])
        colors.record(pixelBuffer.colors)
    }
}

extension CVPixelBuffer {
    /// The first luma, blue and red difference.
    fileprivate var colors: [UInt8] {
        CVPixelBufferLockBaseAddress(self, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
        #expect((0..<2).allSatisfy { CVPixelBufferGetBytesPerRowOfPlane(self, $0) > 0 })
        guard let luma = CVPixelBufferGetBaseAddressOfPlane(self, 0),
            let chroma = CVPixelBufferGetBaseAddressOfPlane(self, 1)
        else { return [] }
        return [luma, chroma, chroma + 1].map { $0.load(as: UInt8.self) }
    }
}

@Suite("Zoom Video SDK: pixel buffers")
struct PixelBufferTests {
    private let emulation = ZoomVideoSDK.emulation

    @Test(
        "a delegate with both callbacks gets the planes first, and is reported; spellings are reached once: ZV-QUALITY-001"
    )
    func order() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .color(width: 320, height: 180, isExact: true))
            let sdk = try SDK().join(session)
            let (both, optionally, plainly) = (Both(), Optionally(), Plainly())
            session.rotate(degrees: 180, of: ada)
            for client: any ZoomVideoSDKRawDataPipeDelegate in [both, optionally, plainly] {
                #expect(try sdk.pipe(ada).subscribe(with: client, resolution: ._180) == .Errors_Success)
            }
            session.advance(seconds: 0.5)
            let calls = ["on"] + [[String]](repeating: ["planes", "pixels"], count: 15).joined()
            #expect(both.calls.all == calls)
            #expect(optionally.kept.count == 15)
            let form: [UInt] = [UInt(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange), 320, 180, 2, 3]
            #expect(plainly.forms.all == [[UInt]](repeating: form, count: 15))
            let colors = (0..<15).map { frame -> [UInt8] in [61 + UInt8(frame), 110, 150] }
            #expect(plainly.colors.all == colors)
            // Of the first one; the others implement one callback.
            #expect(reported == [])
            #expect(emulation.qualityFindings.map(\.error.rule.id) == ["ZV-QUALITY-001"])
            #expect(emulation.qualityFindings.map(\.count) == [1])
        }
    }

    @Test("kept pixel buffers are intact after the session, and exhaust the pool: ZV-REF-006")
    func keeping() throws {
        let client = Optionally()
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .color(width: 320, height: 180, isExact: true))
            let sdk = try SDK { $0.videoRawdataMemoryMode = .stack }.join(session)
            #expect(try sdk.pipe(ada).subscribe(with: client, resolution: ._180) == .Errors_Success)
            session.advance(seconds: 1)
            #expect(reported == [])
            #expect(emulation.heldFrames.map(\.count) == [30])
            #expect(emulation.heldFrames.map(\.file) == ["onPixelBuffer"])
            session.advance(seconds: 1)
            #expect(client.kept.count == 32)
            #expect(emulation.droppedFrames == 28)
            #expect(reported == ["ZV-REF-006"])
            client.kept.removeFirst(31)
            session.advance(seconds: 0.5)
            #expect(client.kept.count == 16)
            #expect(try sdk.pipe(ada).unSubscribe(with: client) == .Errors_Success)
            #expect(emulation.heldFrames.map(\.count) == [16])
        }
        // Frame 32: the luma repeats after 32 frames.
        #expect(client.kept.first?.colors == [60, 110, 150])
    }

    @Test("pixel buffers stay counted after unsubscribing, and are named when the session is left: ZV-REF-008")
    func unsubscribed() throws {
        let client = Optionally()
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .exact)
            let sdk = try SDK().join(session)
            let pipe = try sdk.pipe(ada)
            #expect(pipe.subscribe(with: client, resolution: ._180) == .Errors_Success)
            session.advance(seconds: 1)
            #expect(pipe.unSubscribe(with: client) == .Errors_Success)
            #expect(emulation.heldFrames.map(\.count) == [30])
            #expect(pipe.subscribe(with: client, resolution: ._180) == .Errors_Success)
            session.advance(seconds: 1)
            #expect(client.kept.count == 32)
            #expect(emulation.droppedFrames == 28)
            #expect(pipe.unSubscribe(with: client) == .Errors_Success)
            sdk.sdk.leaveSession(false)
            #expect(emulation.heldFrames.map(\.count) == [32])
            #expect(reported == ["ZV-REF-006", "ZV-REF-008"])
            let report = try #require(emulation.violations.last)
            #expect(!report.isRefusal)
            #expect(report.error.message.contains("32 units are referenced: onPixelBuffer:0: 32 frames"))
        }
    }

    @Test(
        "the strides of pixel buffers cannot be derived from the width, unless the rows are tight",
        arguments: [(RowPadding.uneven, [256, 320]), (.tight, [160, 160])])
    func strides(rows: RowPadding, expected: [Int]) throws {
        let client = Optionally()
        var conditions = EmulatedSession.Conditions()
        conditions.rows = rows
        try emulation.withSession(EmulatedSession(conditions: conditions, camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .exact)
            let sdk = try SDK().join(session)
            #expect(try sdk.pipe(ada).subscribe(with: client, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 0.1)
            let buffer = try #require(client.kept.first)
            #expect(CVPixelBufferGetWidth(buffer) == 160)
            #expect((0..<2).map { CVPixelBufferGetBytesPerRowOfPlane(buffer, $0) } == expected)
            #expect(try sdk.pipe(ada).unSubscribe(with: client) == .Errors_Success)
        }
    }
}
