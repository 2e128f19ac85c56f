import StudioCore
import StudioTestSupport
import Testing

@testable import CodedMedia

/// The parts of received video.
struct VideoPartsTests {
    private func frames(_ numbers: Range<UInt32>, identity: UInt32 = 1) throws -> [LumaFrame] {
        var writer = CodedFrameWriter(try .sized(320, 180, identity: identity), range: .limited)
        return numbers.map { LumaFrame($0, from: &writer) }
    }

    /// The frames at 30 fps.
    private func divide(_ frames: [LumaFrame]) throws -> VideoParts {
        var parts = VideoParts()
        for (index, frame) in frames.enumerated() {
            try frame.view { parts.add($0, at: MediaTime(count: Int64(index), rate: .thirty), arrival: nil) }
        }
        parts.end()
        return parts
    }

    /// Identity, lowest and highest number, and frames of each part.
    private func summary(_ parts: VideoParts) -> [[UInt32]] {
        parts.parts.map { part in
            [
                part.session?.identity ?? 0, part.sequence.lowest ?? 0, part.sequence.highest ?? 0,
                UInt32(part.sequence.count),
            ]
        }
    }

    @Test("one session is no list of parts")
    func one() throws {
        let parts = try divide(try frames(5..<45))
        #expect(parts.parts.isEmpty)
        #expect(parts.whole.sequence.count == 40)
    }

    @Test("another session and a start of the numbers begin a part")
    func several() throws {
        let parts = try divide(
            try frames(0..<30) + frames(0..<20, identity: 2) + frames(0..<40, identity: 2) + frames(3..<33))
        #expect(summary(parts) == [[1, 0, 29, 30], [2, 0, 19, 20], [2, 0, 39, 40], [1, 3, 32, 30]])
        #expect(parts.parts.allSatisfy { $0.sequence.missingCount == 0 && $0.foreign.isEmpty })
        #expect(parts.whole.foreign == ["00000002": 60])
    }

    @Test("a run shorter than half a second is inside of the part around it", arguments: [14, 15])
    func short(_ length: UInt32) throws {
        let parts = try divide(try frames(0..<30) + frames(0..<length, identity: 2) + frames(30..<60))
        #expect(parts.parts.count == (length < 15 ? 0 : 3))
        #expect(parts.whole.sequence.count == 60)
    }

    @Test("frames without marks do not divide a part")
    func unmarked() throws {
        let black = [LumaFrame](repeating: LumaFrame(width: 320, height: 180, of: 16), count: 40)
        let parts = try divide(try frames(0..<30) + black + frames(30..<60) + frames(0..<30, identity: 2))
        #expect(summary(parts) == [[1, 0, 59, 60], [2, 0, 29, 30]])
        #expect(parts.parts.first?.unreadable.count == 40)
    }
}
