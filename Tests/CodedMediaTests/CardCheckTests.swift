@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("What is wrong on the card")
struct CardCheckTests {
    private func damage(
        _ picture: LumaPicture, _ run: CodedRun, _ area: PictureArea? = nil
    ) throws -> Double {
        let whole = PictureArea(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
        return try picture.view { view in
            try #require(CardCheck(run, area: area ?? whole, picture: view)).damage(of: view)
        }
    }

    private static let sizes = [Size(320, 180), Size(640, 360), Size(404, 710), Size(1280, 720)]

    @Test("a clean card has no damage, whatever changes on it", arguments: sizes, VideoRange.allCases)
    func clean(_ size: Size, range: VideoRange) throws {
        let run = try CodedRun.sized(size.width, size.height)
        for number in [0, 1, 54_321] as [UInt32] {
            #expect(try damage(LumaPicture(number, of: run, range: range), run) == 0)
        }
    }

    @Test("changes of the range are no damage", arguments: [Size(640, 360), Size(404, 710)])
    func ranges(_ size: Size) throws {
        let run = try CodedRun.sized(size.width, size.height)
        let (limited, full) = (LumaPicture(9, of: run), LumaPicture(9, of: run, range: .full))
        #expect(try damage(limited.mapped { 16 + $0 * 219 / 255 }, run) == 0)
        #expect(try damage(limited.mapped { ($0 - 16) * 255 / 219 }, run) == 0)
        #expect(try damage(full.mapped { ($0 - 16) * 255 / 219 }, run) == 0)
        #expect(try damage(full.mapped { 30 + $0 * 0.7 }, run) == 0)
    }

    @Test("scaled, blurred and slightly noisy cards are nearly clean")
    func nearlyClean() throws {
        let run = try CodedRun.sized(1280, 720)
        let picture = LumaPicture(9, of: run).boxScaled(width: 640, height: 360)
        let damages = try [picture, picture.blurred(), picture.noisy(sigma: 8, seed: 4)].map { try damage($0, run) }
        // The letters' small dots lose their contrast.
        #expect(damages.allSatisfy { $0 < 0.01 }, "\(damages)")
    }

    @Test("a cropped card is judged by what is there")
    func cropped() throws {
        let run = try CodedRun.sized(640, 360)
        let picture = LumaPicture(9, of: run).cropped(x: 320..<640, y: 0..<360)
        #expect(try damage(picture, run, PictureArea(x: -320, y: 0, width: 640, height: 360)) == 0)
        #expect(try damage(picture, run, PictureArea(x: 0, y: 0, width: 640, height: 360)) > 0.1, "wrongly placed")
    }

    /// The blocks lie where nothing changes: at the left and right edges, between the bands of colours and greys.
    @Test("a grey block over a tenth of the card is about a tenth", arguments: [true, false], [200, 240] as [UInt8])
    func block(_ isLeft: Bool, _ value: UInt8) throws {
        let run = try CodedRun.sized(640, 360)
        var picture = LumaPicture(9, of: run)
        picture.fill(x: isLeft ? 0...0.2 : 0.8...1, y: 0.25...0.75) { value }
        let share = try damage(picture, run)
        // A quarter of the card changes and is not counted, so what is left is a little more than a tenth.
        #expect((0.08...0.16).contains(share), "\(share)")
    }

    /// It must not be taken for what became of white and black.
    @Test("a white block does not make the rest wrong, too", arguments: [0...0.3, 0.7...1])
    func large(_ x: ClosedRange<Double>) throws {
        let run = try CodedRun.sized(640, 360)
        var picture = LumaPicture(9, of: run)
        picture.fill(x: x, y: 0...1) { 235 }
        let share = try damage(picture, run)
        #expect((0.2...0.4).contains(share), "\(share)")
    }

    @Test("noise all over it is damage, and so is another picture", arguments: 1...3 as ClosedRange<UInt64>)
    func destroyed(seed: UInt64) throws {
        let run = try CodedRun.sized(320, 180)
        var generator = SeededGenerator(seed: seed)
        #expect(try damage(LumaPicture(width: 320, height: 180, luma: generator.bytes(320 * 180)), run) > 0.4)
        let grey = try damage(LumaPicture(width: 320, height: 180, of: 128), run)
        // Most of the card is nearly as grey.
        #expect(grey > 0.2, "\(grey)")
    }

    @Test("too little of the card is nothing to judge, and another place is another check")
    func places() throws {
        let run = try CodedRun.sized(320, 180)
        let whole = PictureArea(x: 0, y: 0, width: 320, height: 180)
        let far = PictureArea(x: 310, y: 170, width: 320, height: 180)
        let (picture, other) = (LumaPicture(9, of: run), LumaPicture(width: 322, height: 180, of: 0))
        try picture.view { view in
            #expect(CardCheck(run, area: far, picture: view) == nil)
            let check = try #require(CardCheck(run, area: whole, picture: view))
            #expect(check.fits(view, whole))
            #expect(!check.fits(view, far))
            try other.view { #expect(!check.fits($0, whole)) }
        }
    }
}
