@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("VideoAnalyzer")
struct VideoAnalyzerTests {
    /// The frames at 30 fps.
    private func analyze(_ frames: [LumaFrame]) throws -> VideoAnalyzer {
        var analyzer = VideoAnalyzer()
        for (index, frame) in frames.enumerated() {
            try frame.view { analyzer.add($0, at: MediaTime(count: Int64(index), rate: .thirty), arrival: nil) }
        }
        analyzer.end()
        return analyzer
    }

    private func frames(_ numbers: [UInt32], identity: UInt32 = 1) throws -> [LumaFrame] {
        var writer = CodedFrameWriter(try .sized(320, 180, identity: identity), range: .limited)
        return numbers.map { LumaFrame($0, from: &writer) }
    }

    @Test("a torn frame is damaged, counts by its newer part, and gives no time")
    func torn() throws {
        var shown = try frames(Array(0..<12))
        (shown[5], shown[6]) = (shown[3].torn(over: shown[5]), shown[6].torn(over: shown[4]))
        let analyzer = try analyze(shown)
        #expect(analyzer.damaged.map(\.torn) == [[3, 5], [4, 6]])
        #expect(analyzer.damaged.map(\.number) == [5, 6])
        #expect(analyzer.damaged.map(\.index) == [5, 6])
        #expect(analyzer.sequence.missing.isEmpty)
        #expect(analyzer.sequence.repeated.isEmpty)
        #expect(analyzer.sequence.disordered.isEmpty)
        let timed = try #require(analyzer.presentationTimes).sections.map { $0.frames.map(\.number) }
        #expect(timed == [[0, 1, 2, 3, 4, 7, 8, 9, 10, 11]])
    }

    @Test(
        "an unreadable mark is damage if its cells have at least two pixels",
        arguments: [(Size(140, 80), false), (Size(160, 92), false), (Size(168, 96), true), (Size(320, 180), true)])
    func smallMarks(_ size: Size, isDamaged: Bool) throws {
        let small = try frames([0, 1]).map { $0.boxScaled(width: size.width, height: size.height) }
        let both = try analyze(small)
        #expect(both.sequence.count == 2)
        #expect(both.damaged.isEmpty)
        let one = try analyze(
            small.map { frame in
                var frame = frame
                frame.fill(x: 0.25...0.5, y: 0.25...0.5) { 60 }
                return frame
            })
        #expect(one.sequence.count == 2)
        #expect(one.damaged.count == (isDamaged ? 2 : 0))
    }

    @Test("unnumbered frames and frames of another session do not extend a freeze")
    func otherFrames() throws {
        let shown = try frames(Array(0..<30))
        let black = [LumaFrame](repeating: LumaFrame(width: 320, height: 180, of: 16), count: 20)
        let foreign = try frames(Array(0..<20), identity: 2)
        for between in [black, foreign] {
            let analyzer = try analyze(shown[..<5] + between + shown[25...])
            #expect(analyzer.sequence.freezes.isEmpty)
            #expect(analyzer.sequence.missingCount == 20)
        }
        let still = try analyze(shown[..<5] + [LumaFrame](repeating: shown[4], count: 20) + shown[25...])
        #expect(still.sequence.freezes.map(\.number) == [4])
    }
}
