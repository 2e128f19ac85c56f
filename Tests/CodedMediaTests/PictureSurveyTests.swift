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
}
