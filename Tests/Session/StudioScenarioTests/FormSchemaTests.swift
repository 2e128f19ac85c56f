import SessionProtocol
import StudioCore
import Testing

@testable import StudioScenario

/// The schemas of texts with a form permit what is accepted, and nothing that is refused.
struct FormSchemaTests {
    /// The pattern of the texts that a schema permits beside numbers.
    private func pattern(of schema: JSON) throws -> Regex<AnyRegexOutput> {
        let texts = (schema["anyOf"]?.items ?? []).compactMap { $0["pattern"]?.text }
        let text = try #require(texts.first)
        return try Regex(text)
    }

    private func permits(_ form: TextForm, _ text: String) throws -> Bool {
        try pattern(of: .object(form.schema)).wholeMatch(in: text) != nil
    }

    private func permitsDuration(_ text: String) throws -> Bool {
        try pattern(of: ScenarioSchema.duration).wholeMatch(in: text) != nil
    }

    @Test(
        "what the schema permits is accepted: bitrates",
        arguments: [
            "1k", "1.5k", "1000", "1000.5", "999999999", "2047999999", "2048000000", "2048000k", "2500k", "6M", "0.5M",
            "0.001m",
            "2047.9M", "2048M", "1999999K",
        ])
    func bitrates(text: String) throws {
        #expect(try permits(.bitrate, text))
        #expect(TextForm.bitrate.value(of: text) != nil)
    }

    @Test(
        "what is refused is not permitted by the schema: bitrates",
        arguments: [
            "0", "0k", "0.0M", "999", "0.5k", "0.0001M", "2048000001", "2048001k", "2049M", "", "k", "1G", "-1k", "1e6",
            "1 k",
        ])
    func badBitrates(text: String) throws {
        #expect(try !permits(.bitrate, text))
        #expect(TextForm.bitrate.value(of: text) == nil)
    }

    @Test(
        "what the schema permits is accepted: rates",
        arguments: [
            "30", "29.97", "0.1", "1000", "999.9", "30000/1001", "24000/1001", "25/1", "1/9",
        ])
    func rates(text: String) throws {
        #expect(try permits(.rate, text))
        #expect(TextForm.rate.value(of: text) != nil)
    }

    @Test(
        "what is refused is not permitted by the schema: rates",
        arguments: [
            "0", "0.0", "0.09", "1001", "1/0", "0/1", "1/11", "10001/10", "", "30/", "/30", "-1", "1/1/1",
        ])
    func badRates(text: String) throws {
        #expect(try !permits(.rate, text))
        #expect(TextForm.rate.value(of: text) == nil)
    }

    @Test("what the schema permits is accepted: space", arguments: ["1", "200M", "1.5G", "0.5G", "0.001k", "999999T"])
    func space(text: String) throws {
        #expect(try permits(.space, text))
        #expect(TextForm.space.value(of: text) != nil)
    }

    @Test(
        "what is refused is not permitted by the schema: space", arguments: ["0", "0M", "0.0001k", "1000001T", "", "x"])
    func badSpace(text: String) throws {
        #expect(try !permits(.space, text))
        #expect(TextForm.space.value(of: text) == nil)
    }

    @Test(
        "what the schema permits is accepted: durations",
        arguments: [
            "8s", "500ms", "1m05s", "1m30s", "90", "0:01:30", "1:30.5", "1.5h", "0", "0s", "99999999",
        ])
    func durations(text: String) throws {
        #expect(try permitsDuration(text))
        #expect(Shape.duration(minimum: .zero).value(of: text) != nil)
    }

    @Test(
        "what is refused is not permitted by the schema: durations",
        arguments: [
            "08s", "007", "+8s", "01m05s", "s", "1.2.3s", ".", ":", "1:", ":1", "1:2:3:4", "10000000000", "1x", "1s1",
            "-1s",
        ])
    func badDurations(text: String) throws {
        #expect(try !permitsDuration(text))
        #expect(Shape.duration(minimum: .zero).value(of: text) == nil)
    }
}
