@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("CardCheck")
struct CardCheckTests {
    private func damage(
        _ frame: LumaFrame, _ session: CodedSession, _ area: CardPlacement? = nil
    ) throws -> Double {
        let whole = CardPlacement(x: 0, y: 0, width: Double(frame.width), height: Double(frame.height))
        return try frame.view { view in
            try #require(CardCheck(session, area: area ?? whole, frame: view)).damage(of: view)
        }
    }

    private static let sizes = [Size(320, 180), Size(640, 360), Size(404, 710), Size(1280, 720)]

    @Test("a clean card has no damage, whatever its variable parts show", arguments: sizes, VideoRange.allCases)
    func clean(_ size: Size, range: VideoRange) throws {
        let session = try CodedSession.sized(size.width, size.height)
        for number in [0, 1, 54_321] as [UInt32] {
            #expect(try damage(LumaFrame(number, of: session, range: range), session) == 0)
        }
    }

    @Test("range changes are not damage", arguments: [Size(640, 360), Size(404, 710)])
    func ranges(_ size: Size) throws {
        let session = try CodedSession.sized(size.width, size.height)
        let (limited, full) = (LumaFrame(9, of: session), LumaFrame(9, of: session, range: .full))
        #expect(try damage(limited.mapped { 16 + $0 * 219 / 255 }, session) == 0)
        #expect(try damage(limited.mapped { ($0 - 16) * 255 / 219 }, session) == 0)
        #expect(try damage(full.mapped { ($0 - 16) * 255 / 219 }, session) == 0)
        #expect(try damage(full.mapped { 30 + $0 * 0.7 }, session) == 0)
    }

    @Test("scaled, blurred and slightly noisy cards are nearly clean")
    func nearlyClean() throws {
        let session = try CodedSession.sized(1280, 720)
        let frame = LumaFrame(9, of: session).boxScaled(width: 640, height: 360)
        let damages = try [frame, frame.blurred(), frame.noisy(sigma: 8, seed: 4)].map { try damage($0, session) }
        // The small dots of the letters lose contrast.
        #expect(damages.allSatisfy { $0 < 0.01 }, "\(damages)")
    }

    @Test("a cropped card is judged by its visible part")
    func cropped() throws {
        let session = try CodedSession.sized(640, 360)
        let frame = LumaFrame(9, of: session).cropped(x: 320..<640, y: 0..<360)
        #expect(try damage(frame, session, CardPlacement(x: -320, y: 0, width: 640, height: 360)) == 0)
        #expect(try damage(frame, session, CardPlacement(x: 0, y: 0, width: 640, height: 360)) > 0.1, "wrongly placed")
    }

    /// The blocks lie on static parts: at the left and right edges, between the colour and grey bands.
    @Test(
        "a grey block that covers a tenth of the card is reported as about a tenth", arguments: [true, false],
        [200, 240] as [UInt8])
    func block(_ isLeft: Bool, _ value: UInt8) throws {
        let session = try CodedSession.sized(640, 360)
        var frame = LumaFrame(9, of: session)
        frame.fill(x: isLeft ? 0...0.2 : 0.8...1, y: 0.25...0.75) { value }
        let share = try damage(frame, session)
        // A quarter of the card is variable and not counted, so the fraction is a little more than a tenth.
        #expect((0.08...0.16).contains(share), "\(share)")
    }

    /// It must not be mistaken for changed white and black levels.
    @Test("a white block does not affect the rest", arguments: [0...0.3, 0.7...1])
    func large(_ x: ClosedRange<Double>) throws {
        let session = try CodedSession.sized(640, 360)
        var frame = LumaFrame(9, of: session)
        frame.fill(x: x, y: 0...1) { 235 }
        let share = try damage(frame, session)
        #expect((0.2...0.4).contains(share), "\(share)")
    }

    @Test("noise on the whole card and unrelated frames are damage", arguments: 1...3 as ClosedRange<UInt64>)
    func destroyed(seed: UInt64) throws {
        let session = try CodedSession.sized(320, 180)
        var generator = SeededRandom(seed: seed)
        #expect(try damage(LumaFrame(width: 320, height: 180, luma: generator.bytes(320 * 180)), session) > 0.4)
        let grey = try damage(LumaFrame(width: 320, height: 180, of: 128), session)
        // Most of the card is nearly as grey.
        #expect(grey > 0.2, "\(grey)")
    }

    @Test("too small a part of the card is not judged, and another placement restarts the check")
    func places() throws {
        let session = try CodedSession.sized(320, 180)
        let whole = CardPlacement(x: 0, y: 0, width: 320, height: 180)
        let far = CardPlacement(x: 310, y: 170, width: 320, height: 180)
        let (frame, other) = (LumaFrame(9, of: session), LumaFrame(width: 322, height: 180, of: 0))
        try frame.view { view in
            #expect(CardCheck(session, area: far, frame: view) == nil)
            let check = try #require(CardCheck(session, area: whole, frame: view))
            #expect(check.fits(view, whole))
            #expect(!check.fits(view, far))
            try other.view { #expect(!check.fits($0, whole)) }
        }
    }
}
