@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("What became of the pictures")
struct PictureSurveyTests {
    /// The pictures at 30 a second.
    private func survey(_ pictures: [LumaPicture]) throws -> PictureSurvey {
        var survey = PictureSurvey()
        for (index, picture) in pictures.enumerated() {
            try picture.view { survey.add($0, at: MediaTime(count: Int64(index), rate: .thirty), arrival: nil) }
        }
        survey.end()
        return survey
    }

    private func pictures(_ numbers: [UInt32], identity: UInt32 = 1) throws -> [LumaPicture] {
        var writer = CodedPictureWriter(try .sized(320, 180, identity: identity), range: .limited)
        return numbers.map { LumaPicture($0, from: &writer) }
    }

    @Test("a torn picture is damaged, counts by its newer part, and gives no time")
    func torn() throws {
        var shown = try pictures(Array(0..<12))
        (shown[5], shown[6]) = (shown[3].torn(over: shown[5]), shown[6].torn(over: shown[4]))
        let survey = try survey(shown)
        #expect(survey.damaged.map(\.torn) == [[3, 5], [4, 6]])
        #expect(survey.damaged.map(\.number) == [5, 6])
        #expect(survey.damaged.map(\.index) == [5, 6])
        #expect(survey.sequence.missing.isEmpty && survey.sequence.repeated.isEmpty)
        #expect(survey.sequence.disordered.isEmpty)
        let timed = try #require(survey.showings).sections.map { $0.pictures.map(\.number) }
        #expect(timed == [[0, 1, 2, 3, 4, 7, 8, 9, 10, 11]])
    }

    @Test(
        "a mark that cannot be read is damage where its cells have two pixels",
        arguments: [(Size(140, 80), false), (Size(160, 92), false), (Size(168, 96), true), (Size(320, 180), true)])
    func smallMarks(_ size: Size, isDamaged: Bool) throws {
        let small = try pictures([0, 1]).map { $0.boxScaled(width: size.width, height: size.height) }
        let both = try survey(small)
        #expect(both.sequence.count == 2 && both.damaged.isEmpty)
        let one = try survey(
            small.map { picture in
                var picture = picture
                picture.fill(x: 0.25...0.5, y: 0.25...0.5) { 60 }
                return picture
            })
        #expect(one.sequence.count == 2)
        #expect(one.damaged.count == (isDamaged ? 2 : 0))
    }

    @Test("what came without a number, or of another run, is no freeze of the picture before")
    func otherPictures() throws {
        let shown = try pictures(Array(0..<30))
        let black = [LumaPicture](repeating: LumaPicture(width: 320, height: 180, of: 16), count: 20)
        let foreign = try pictures(Array(0..<20), identity: 2)
        for between in [black, foreign] {
            let survey = try survey(shown[..<5] + between + shown[25...])
            #expect(survey.sequence.freezes.isEmpty)
            #expect(survey.sequence.missingCount == 20)
        }
        let still = try survey(shown[..<5] + [LumaPicture](repeating: shown[4], count: 20) + shown[25...])
        #expect(still.sequence.freezes.map(\.number) == [4])
    }
}
