@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("Frames without a number")
struct FrameRejectionTests {
    @Test("noise", arguments: [Size(320, 180), Size(404, 710), Size(640, 360)], 1...3 as ClosedRange<UInt64>)
    func noise(_ size: Size, seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let frame = LumaFrame(
            width: size.width, height: size.height, luma: generator.bytes(size.width * size.height))
        #expect(try frame.reading() == nil)
        #expect(try frame.mapped { $0 < 128 ? 0 : 255 }.reading() == nil)
        #expect(try frame.blurred().reading() == nil)
    }

    @Test("one grey", arguments: [0, 16, 128, 255] as [UInt8])
    func grey(_ value: UInt8) throws {
        #expect(try LumaFrame(width: 320, height: 180, of: value).reading() == nil)
    }

    @Test("the smallest frames", arguments: [Size(1, 1), Size(1, 50), Size(50, 1), Size(2, 2), Size(19, 11)])
    func smallest(_ size: Size) throws {
        var generator = SeededRandom(seed: 1)
        for _ in 0..<20 {
            let bytes = generator.bytes(size.width * size.height).map { $0 < 128 ? 0 : 255 as UInt8 }
            #expect(try LumaFrame(width: size.width, height: size.height, luma: bytes).reading() == nil)
        }
    }

    /// The first row and column of a mark look like stripes.
    @Test("stripes and checks of all widths", arguments: [1, 2, 3, 4, 7, 16, 40])
    func stripes(_ width: Int) throws {
        var frame = LumaFrame(width: 320, height: 180, of: 16)
        for isAcross in [true, false] {
            for isDown in [true, false] where isAcross || isDown {
                for row in 0..<180 {
                    for column in 0..<320 {
                        let place = (isAcross ? column / width : 0) + (isDown ? row / width : 0)
                        frame.luma[row * 320 + column] = place % 2 == 0 ? 220 : 30
                    }
                }
                #expect(try frame.reading() == nil)
            }
        }
    }

    @Test("stripes at the positions of the marks on a card", arguments: [true, false])
    func stripesInMarks(_ isAcross: Bool) throws {
        let session = try CodedSession.sized(336, 192)
        var frame = LumaFrame(5, of: session)
        for row in 0..<192 {
            for column in 0..<336 where (column / 84 == row / 48) && (1...2).contains(column / 84) {
                frame.luma[row * 336 + column] = (isAcross ? column + 2 : row + 2) / 4 % 2 == 0 ? 16 : 220
            }
        }
        #expect(try frame.reading() == nil)
    }

    @Test("random blocks as large as the cells of a mark", arguments: 1...12 as ClosedRange<UInt64>)
    func blocks(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        var reader = CodedFrameReader()
        var frame = LumaFrame(width: 168, height: 96, of: 0)
        for _ in 0..<25 {
            for row in stride(from: 0, to: 96, by: 2) {
                for column in stride(from: 0, to: 168, by: 2) {
                    let value: UInt8 = generator.next() & 1 == 0 ? 16 : 235
                    for place in [row * 168 + column, (row + 1) * 168 + column] {
                        frame.luma[place] = value
                        frame.luma[place + 1] = value
                    }
                }
            }
            #expect(try frame.reading(by: &reader) == nil)
        }
    }

    /// Only the checksum distinguishes these from marks. Tests a few thousand of them, cell by cell.
    @Test("random cells with a correct first row and column", arguments: 1...4 as ClosedRange<UInt64>)
    func randomMarks(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let place = MarkPosition(x: 0, y: 0, cellWidth: 1, cellHeight: 1, isPortrait: false)
        let sampler = try #require(MarkSampler(place, width: 20, height: 11, stride: 20))
        let sessionSeed = MarkCode.seed(of: try CodedSession.sized(320, 180))
        var frame = LumaFrame(width: 20, height: 11, of: 0)
        for _ in 0..<300 {
            for row in 0..<11 {
                for column in 0..<20 {
                    let isLight = row == 0 || column == 0 ? (row + column) % 2 == 0 : generator.next() & 1 == 0
                    frame.luma[row * 20 + column] = isLight ? 210 : 40
                }
            }
            let cells = try #require(try frame.view { sampler.read($0.y.bytes) })
            #expect(MarkCode.session(from: cells.bits(MarkCode.sessionCells)) == nil)
            #expect(MarkCode.number(from: cells.bits(MarkCode.numberCells), seed: sessionSeed) == nil)
        }
    }

    @Test(
        "a card with both marks destroyed", arguments: [Size(320, 180), Size(404, 710)],
        1...5 as ClosedRange<UInt64>)
    func destroyed(_ size: Size, seed: UInt64) throws {
        let session = try CodedSession.sized(size.width, size.height)
        var generator = SeededRandom(seed: seed)
        var writer = CodedFrameWriter(session, range: .limited)
        var reader = CodedFrameReader()
        #expect(try LumaFrame(1, from: &writer).reading(by: &reader)?.number == 1)
        var frame = LumaFrame(2, from: &writer)
        for corner in [0.25, 0.5] {
            // Half of each mark is enough to destroy both of its words.
            frame.fill(x: corner + 0.1...corner + 0.24, y: corner + 0.01...corner + 0.24) {
                generator.next() & 1 == 0 ? 20 : 220
            }
        }
        #expect(try frame.reading(by: &reader) == nil)
        #expect(try LumaFrame(3, from: &writer).reading(by: &reader)?.number == 3, "the reader recovers")
    }

    @Test("a card without marks")
    func noMarks() throws {
        let session = try CodedSession.sized(640, 360)
        var frame = LumaFrame(5, of: session)
        for corner in [0.25, 0.5] { frame.fill(x: corner...corner + 0.25, y: corner...corner + 0.25) { 16 } }
        #expect(try frame.reading() == nil)
    }

    @Test("another test card: bars, a ramp and squares", arguments: [Size(320, 180), Size(640, 360)])
    func otherCard(_ size: Size) throws {
        var frame = LumaFrame(width: size.width, height: size.height, of: 128)
        for row in 0..<size.height {
            for column in 0..<size.width {
                let x = column * 84 / size.width
                let level =
                    switch row * 48 / size.height {
                    case 0..<24: 235 - column * 7 / size.width * 30
                    case 24..<32: 16 + column * 219 / size.width
                    case let y: (x + y) % 2 == 0 ? 16 : 235
                    }
                frame.luma[row * size.width + column] = UInt8(level)
            }
        }
        #expect(try frame.reading() == nil)
    }
}
