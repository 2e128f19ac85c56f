@testable import CodedMedia
import StudioCore
import Testing

@Suite("CodedSession")
struct CodedSessionTests {
    private func made(_ width: Int, _ height: Int, rate: Rate = .thirty, origin: UInt32? = nil) -> CodedSession? {
        CodedSession(identity: 1, width: width, height: height, rate: rate, origin: origin)
    }

    @Test(
        "sizes with enough space for the marks are accepted",
        arguments: [
            Size(168, 96), Size(96, 168), Size(168, 168), Size(4094, 4094), Size(4094, 96), Size(96, 4094),
            Size(404, 710), Size(170, 168), Size(166, 168),
        ])
    func sizes(_ size: Size) throws {
        let session = try #require(made(size.width, size.height))
        #expect(session.width == size.width)
        #expect(session.height == size.height)
    }

    @Test(
        "sizes without space for the marks, odd sizes and sizes beyond the fields are rejected",
        arguments: [
            Size(166, 96), Size(168, 94), Size(94, 168), Size(96, 166), Size(166, 166), Size(169, 96),
            Size(168, 97), Size(4096, 2160), Size(2160, 4096), Size(0, 0), Size(-1280, 720), Size(1280, -720),
        ])
    func refusedSizes(_ size: Size) {
        #expect(made(size.width, size.height) == nil)
    }

    @Test(
        "rates up to the limits of their fields are accepted",
        arguments: [(131_071, 1), (131_071, 1023), (1, 1023), (60_000, 1001)])
    func rates(_ numerator: Int64, _ denominator: Int64) throws {
        let rate = try #require(Rate(numerator, over: denominator))
        let session = try #require(made(1280, 720, rate: rate))
        let read = try #require(MarkCode.session(from: MarkCode.cells(of: session, copy: 0)[...]))
        #expect(read.session.rate == rate)
    }

    @Test(
        "rates beyond their fields are rejected",
        arguments: [(131_072, 1), (131_101, 1023), (1, 1024), (30_000_000, 1_000_003)])
    func refusedRates(_ numerator: Int64, _ denominator: Int64) throws {
        #expect(made(1280, 720, rate: try #require(Rate(numerator, over: denominator))) == nil)
    }

    @Test(
        "the origin is stored modulo its period",
        arguments: [(0, 0), (4_194_303, 4_194_303), (4_194_304, 0), (UInt32.max, 4_194_303)] as [(UInt32, UInt32)])
    func origin(_ origin: UInt32, expected: UInt32) throws {
        let session = try #require(made(1280, 720, origin: origin))
        #expect(session.origin == expected)
    }

    @Test(
        "the name is the identity in eight hexadecimal digits",
        arguments: [(0, "00000000"), (0xAB, "000000ab"), (.max, "ffffffff")])
    func name(_ identity: UInt32, expected: String) throws {
        let session = try #require(CodedSession(identity: identity, width: 1280, height: 720, rate: .thirty))
        #expect(session.name == expected)
    }
}
