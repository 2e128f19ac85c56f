import SessionProtocol
import Testing

@testable import StudioScenario

/// The schemas of texts with a form permit what is accepted, and nothing that is refused.
struct FormSchemaTests {
    /// The pattern of a text in the schema of a form.
    private func pattern(_ form: TextForm) throws -> Regex<AnyRegexOutput> {
        let alternatives = try #require(JSON.object(form.schema)["anyOf"]?.items)
        return try Regex(try #require(alternatives.compactMap { $0["pattern"]?.text }.first))
    }

    @Test(
        "what the schema permits is accepted: bitrates",
        arguments: [
            "1k", "1.5k", "1000", "1000.5", "999999999", "2047999999", "2048000000", "2048000k", "2500k", "6M", "0.5M",
            "0.001m",
            "2047.9M", "2048M", "1999999K",
        ])
    func bitrates(text: String) throws {
        #expect(try text.wholeMatch(of: pattern(.bitrate)) != nil)
        #expect(TextForm.bitrate.value(of: text) != nil)
    }

    @Test(
        "what is refused is not permitted by the schema: bitrates",
        arguments: [
            "0", "0k", "0.0M", "999", "0.5k", "0.0001M", "2048000001", "2048001k", "2049M", "", "k", "1G", "-1k", "1e6",
            "1 k",
        ])
    func badBitrates(text: String) throws {
        #expect(try text.wholeMatch(of: pattern(.bitrate)) == nil)
        #expect(TextForm.bitrate.value(of: text) == nil)
    }

    @Test(
        "what the schema permits is accepted: rates",
        arguments: [
            "30", "29.97", "0.1", "1000", "999.9", "30000/1001", "24000/1001", "25/1", "1/9",
        ])
    func rates(text: String) throws {
        #expect(try text.wholeMatch(of: pattern(.rate)) != nil)
        #expect(TextForm.rate.value(of: text) != nil)
    }

    @Test(
        "what is refused is not permitted by the schema: rates",
        arguments: [
            "0", "0.0", "0.09", "1001", "1/0", "0/1", "1/11", "10001/10", "", "30/", "/30", "-1", "1/1/1",
        ])
    func badRates(text: String) throws {
        #expect(try text.wholeMatch(of: pattern(.rate)) == nil)
        #expect(TextForm.rate.value(of: text) == nil)
    }

    @Test("what the schema permits is accepted: space", arguments: ["1", "200M", "1.5G", "0.5G", "0.001k", "999999T"])
    func space(text: String) throws {
        #expect(try text.wholeMatch(of: pattern(.space)) != nil)
        #expect(TextForm.space.value(of: text) != nil)
    }

    @Test(
        "what is refused is not permitted by the schema: space", arguments: ["0", "0M", "0.0001k", "1000001T", "", "x"])
    func badSpace(text: String) throws {
        #expect(try text.wholeMatch(of: pattern(.space)) == nil)
        #expect(TextForm.space.value(of: text) == nil)
    }

    @Test(
        "what the schema permits is accepted: durations",
        arguments: [
            "8s", "500ms", "1m30s", "90", "0:01:30", "1:30.5", "1.5h", "0", "0s", "99999999",
        ])
    func durations(text: String) throws {
        let alternatives = try #require(ScenarioSchema.duration["anyOf"]?.items)
        let pattern = try Regex(try #require(alternatives.compactMap { $0["pattern"]?.text }.first))
        #expect(try pattern.wholeMatch(in: text) != nil)
        #expect(Shape.duration(minimum: .zero).value(of: text) != nil)
    }

    @Test(
        "what is refused is not permitted by the schema: durations",
        arguments: [
            "s", "1.2.3s", ".", ":", "1:", ":1", "1:2:3:4", "10000000000", "1x", "1s1", "-1s",
        ])
    func badDurations(text: String) throws {
        let alternatives = try #require(ScenarioSchema.duration["anyOf"]?.items)
        let pattern = try Regex(try #require(alternatives.compactMap { $0["pattern"]?.text }.first))
        #expect(try pattern.wholeMatch(in: text) == nil)
        #expect(Shape.duration(minimum: .zero).value(of: text) == nil)
    }
}
