import StudioCore
import Testing

@Suite("Nearest words")
struct NearestWordTests {
    private static let words = ["start", "load", "receive", "probe", "serve", "rules"]

    @Test(
        "a third of the characters may be wrong; two neighbours that are swapped count as one",
        arguments: [
            ("strat", "start"), ("Start", "start"), ("starts", "start"), ("sart", "start"), ("laod", "load"),
            ("recieve", "receive"), ("porbe", "probe"), ("rulse", "rules"), ("serves", "serve"), ("trats", nil),
            ("foo", nil), ("ld", nil), ("", nil),
        ] as [(String, String?)])
    func nearest(_ text: String, _ expected: String?) {
        #expect(NearestWord.of(text, in: Self.words) == expected)
    }

    @Test("the first of equally near words is taken, and a long text has none")
    func limits() {
        #expect(NearestWord.of("abd", in: ["abc", "abe"]) == "abc")
        #expect(NearestWord.of(String(repeating: "a", count: 65), in: [String(repeating: "a", count: 64)]) == nil)
    }
}
