import StudioCore
import Testing

@testable import ProductionStudio

@Suite("The contract of a frame")
struct VideoContractTests {
    struct Size: Hashable, Sendable, CustomStringConvertible {
        let width: Int
        let height: Int
        var description: String { "\(width)x\(height)" }
        var bytes: Int { width * height + 2 * (width / 2) * (height / 2) }

        init(_ width: Int, _ height: Int) {
            (self.width, self.height) = (width, height)
        }
    }

    static let sizes = [
        Size(2, 2), Size(404, 710), Size(426, 240), Size(640, 360), Size(1366, 768), Size(1920, 1080),
        Size(3840, 2160),
    ]

    private func contract(_ size: Size, _ format: FrameDataFormat = .i420Full) -> SenderContract {
        SenderContract(VideoCapability(width: Int32(size.width), height: Int32(size.height), format: format))
    }

    private func parameters(_ size: Size, bytes: Int? = nil) -> VideoSendParameters {
        VideoSendParameters(
            isNull: false, byteCount: bytes ?? size.bytes, width: size.width, height: size.height, format: .i420Full)
    }

    @Test("a frame that matches the contract passes", arguments: sizes)
    func passes(_ size: Size) {
        #expect(contract(size).frameBytes == size.bytes)
        #expect(contract(size).refusal(of: parameters(size)) == nil)
        var limited = parameters(size)
        limited.format = .i420Limited
        #expect(contract(size, .i420Limited).refusal(of: limited) == nil)
    }

    @Test("PS-SEND-006 one byte too few or too many is rejected and reported", arguments: sizes)
    func length(_ size: Size) throws {
        let short = try #require(contract(size).refusal(of: parameters(size, bytes: size.bytes - 1)))
        #expect(short.rule == .videoLengthWrong)
        #expect(short.code == .invalidParameter)
        #expect(short.message.contains("got \(size.bytes - 1) bytes, expected \(size.bytes) for \(size) I420"))
        let long = try #require(contract(size).refusal(of: parameters(size, bytes: size.bytes + 1)))
        #expect(long.rule == .videoLengthWrong)
        #expect(long.code == .invalidParameter)
        // In a frame this small a difference of one byte gives the length of another layout.
        guard size.width > 8 else { return }
        #expect(short.message.hasSuffix(": 1 byte too short"))
        #expect(long.message.hasSuffix(": 1 byte too long"))
    }

    @Test("PS-SEND-002 a null address is rejected before everything else", arguments: sizes)
    func null(_ size: Size) throws {
        let parameters = VideoSendParameters(
            isNull: true, byteCount: 0, width: 1, height: 1, format: .unknown(9))
        let error = try #require(contract(size).refusal(of: parameters))
        #expect(error.rule == .videoBufferMissing)
        #expect(error.code == .invalidParameter)
        var good = self.parameters(size)
        good.isNull = true
        #expect(contract(size).refusal(of: good)?.rule == .videoBufferMissing)
    }

    @Test("PS-SEND-003 an empty frame is rejected before its format and size", arguments: [0, -1])
    func empty(_ bytes: Int) throws {
        let parameters = VideoSendParameters(
            isNull: false, byteCount: bytes, width: 1, height: 1, format: .unknown(9))
        let error = try #require(contract(Size(640, 360)).refusal(of: parameters))
        #expect(error.rule == .videoBufferEmpty)
        #expect(error.code == .invalidParameter)
        #expect(error.hint == "expected 345600 bytes")
    }

    @Test(
        "PS-SEND-004 another format is rejected before the size",
        arguments: [FrameDataFormat.i420Limited, .unknown(2), .unknown(.max)])
    func format(_ format: FrameDataFormat) throws {
        var parameters = self.parameters(Size(640, 360))
        parameters.format = format
        parameters.width = 1
        let error = try #require(contract(Size(640, 360)).refusal(of: parameters))
        #expect(error.rule == .videoFormatDiffers)
        #expect(error.code == .invalidParameter)
        #expect(error.message == "the frame is \(format), expected i420-full")
    }

    @Test("PS-SEND-005 another size is rejected, and swapped sides are reported", arguments: sizes)
    func size(_ size: Size) throws {
        var swapped = parameters(size)
        (swapped.width, swapped.height) = (size.height, size.width)
        if size.width != size.height {
            let error = try #require(contract(size).refusal(of: swapped))
            #expect(error.rule == .videoSizeDiffers)
            #expect(error.code == .invalidParameter)
            #expect(error.hint == "width and height are swapped")
            #expect(error.message == "the frame is \(size.height)x\(size.width), expected \(size)")
        }
        // The right length with wrong sides, and slightly wrong sides.
        for (width, height) in [(size.width / 2, size.height * 2), (size.width + 2, size.height), (0, 0), (-2, -2)] {
            var other = parameters(size)
            (other.width, other.height) = (width, height)
            let error = try #require(contract(size).refusal(of: other))
            #expect(error.rule == .videoSizeDiffers)
            if !(width == size.height && height == size.width) {
                #expect(error.hint == "scale before sending, or restart with this size")
            }
        }
    }

    @Test(
        "PS-START-007 odd sizes never become a contract",
        arguments: [(1, 2), (2, 1), (1, 1), (641, 360), (640, 361), (1919, 1079)] as [(Int32, Int32)])
    func odd(_ width: Int32, _ height: Int32) {
        var machine = ControllerStateMachine()
        let capability = VideoCapability(width: width, height: height)
        let conditions = ControllerStateMachine.StartConditions()
        guard case .refuse(let error) = machine.start(capability, under: conditions) else {
            Issue.record("\(capability) was accepted")
            return
        }
        #expect(error.rule == .startSizeOdd)
        #expect(error.code == .invalidParameter)
        #expect(machine.state == .idle)
    }

    @Test("PS-SEND-008 the rejection of a frame that arrives too early names the declared rate")
    func tooFrequent() throws {
        var limiter = FrameRateLimiter(.thirty)
        while limiter.refusal(at: .zero) == nil {}
        let refusal = limiter.refusal(at: .zero)
        let error = try #require(refusal)
        #expect(error.rule == .videoTooFrequent)
        #expect(error.code == .tooFrequentCall)
        #expect(error.message.contains("30 fps"))
    }
}
