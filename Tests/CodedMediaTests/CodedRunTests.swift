@testable import CodedMedia
import StudioCore
import Testing

@Suite("What a coded run may be")
struct CodedRunTests {
    private func made(_ width: Int, _ height: Int, rate: Rate = .thirty, origin: UInt32? = nil) -> CodedRun? {
        CodedRun(identity: 1, width: width, height: height, rate: rate, origin: origin)
    }

    @Test(
        "sizes with room for the marks are taken",
        arguments: [
            Size(168, 96), Size(96, 168), Size(168, 168), Size(4094, 4094), Size(4094, 96), Size(96, 4094),
            Size(404, 710), Size(170, 168), Size(166, 168),
        ])
    func sizes(_ size: Size) throws {
        let run = try #require(made(size.width, size.height))
        #expect(run.width == size.width)
        #expect(run.height == size.height)
    }

    @Test(
        "sizes without room, odd ones and those beyond the fields are not",
        arguments: [
            Size(166, 96), Size(168, 94), Size(94, 168), Size(96, 166), Size(166, 166), Size(169, 96),
            Size(168, 97), Size(4096, 2160), Size(2160, 4096), Size(0, 0), Size(-1280, 720), Size(1280, -720),
        ])
    func refusedSizes(_ size: Size) {
        #expect(made(size.width, size.height) == nil)
    }

    @Test(
        "rates to the limits of their fields are taken",
        arguments: [(131_071, 1), (131_071, 1023), (1, 1023), (60_000, 1001)])
    func rates(_ numerator: Int64, _ denominator: Int64) throws {
        let rate = try #require(Rate(numerator, over: denominator))
        let run = try #require(made(1280, 720, rate: rate))
        let read = try #require(PictureCode.run(from: PictureCode.cells(of: run, copy: 0)[...]))
        #expect(read.run.rate == rate)
    }

    @Test(
        "rates beyond their fields are not",
        arguments: [(131_072, 1), (131_101, 1023), (1, 1024), (30_000_000, 1_000_003)])
    func refusedRates(_ numerator: Int64, _ denominator: Int64) throws {
        #expect(made(1280, 720, rate: try #require(Rate(numerator, over: denominator))) == nil)
    }

    @Test(
        "the origin is kept modulo its period",
        arguments: [(0, 0), (4_194_303, 4_194_303), (4_194_304, 0), (UInt32.max, 4_194_303)] as [(UInt32, UInt32)])
    func origin(_ origin: UInt32, expected: UInt32) throws {
        let run = try #require(made(1280, 720, origin: origin))
        #expect(run.origin == expected)
    }

    @Test(
        "the name is the identity in eight digits",
        arguments: [(0, "00000000"), (0xAB, "000000ab"), (.max, "ffffffff")])
    func name(_ identity: UInt32, expected: String) throws {
        let run = try #require(CodedRun(identity: identity, width: 1280, height: 720, rate: .thirty))
        #expect(run.name == expected)
    }
}
