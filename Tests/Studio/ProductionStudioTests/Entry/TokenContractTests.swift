import Foundation
import ProductionStudio
import StudioCore
import Testing

@Suite("Token format")
struct TokenContractTests {
    static func part(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }

    static func token(
        header: String = #"{"alg":"HS256","typ":"JWT"}"#,
        claims: String = #"{"appKey":"key","iat":1000,"exp":8200,"tokenExp":8200}"#, signature: String = "c2ln"
    ) -> String {
        "\(part(header)).\(part(claims)).\(signature)"
    }

    @Test(
        "PS-ENTRY-013 PS-ENTRY-014 PS-ENTRY-015 good tokens, with claims that nobody asks for",
        arguments: [
            token(), token(claims: #"{"sdkKey":"key","iat":0,"exp":1800,"tokenExp":1800}"#),
            token(
                claims: #"{"appKey":"key","iat":0,"exp":172800,"tokenExp":1800,"mn":"7","role":0,"video":{"a":[1]}}"#),
            token(claims: #"{"appKey":"ключ","iat":1.5,"exp":3600.5,"tokenExp":1}"#),
        ])
    func good(_ token: String) {
        #expect(TokenContract.refusal(of: token) == nil)
    }

    @Test(
        "PS-ENTRY-013 malformed tokens",
        arguments: [
            "", ".", "..", "abc", "a.b", "a.b.c.d", token() + ".", token(signature: ""), token(signature: "!!"),
            token(header: "{}"), token(header: "[]"), token(header: #"{"alg":"none"}"#),
            token(header: #"{"alg":"RS256"}"#), token(header: #"{"alg":5}"#), token(claims: "claims"),
            token(claims: #"{"appKey":5}"#), token().replacingOccurrences(of: ".", with: "=."), token() + " ",
        ])
    func malformed(_ token: String) {
        #expect(TokenContract.refusal(of: token)?.rule == .tokenMalformed)
        #expect(TokenContract.refusal(of: token)?.code.description == "JwtTokenWrong")
    }

    @Test(
        "PS-ENTRY-014 a claim is missing",
        arguments: [
            ("appKey", #"{"iat":0,"exp":3600,"tokenExp":1}"#),
            ("appKey", #"{"appKey":"","iat":0,"exp":3600,"tokenExp":1}"#),
            ("iat", #"{"appKey":"k","exp":3600,"tokenExp":1}"#), ("exp", #"{"appKey":"k","iat":0,"tokenExp":1}"#),
            ("tokenExp", #"{"appKey":"k","iat":0,"exp":3600}"#),
        ])
    func missingClaim(_ claim: String, claims: String) throws {
        let error = try #require(TokenContract.refusal(of: Self.token(claims: claims)))
        #expect(error.rule == .tokenClaims)
        #expect(error.message.contains(claim))
    }

    @Test("PS-ENTRY-015 too short and too long a validity", arguments: [0, 1799, 172_801, -3600])
    func validity(_ seconds: Int) {
        let claims = #"{"appKey":"k","iat":10000,"exp":\#(10000 + seconds),"tokenExp":1}"#
        #expect(TokenContract.refusal(of: Self.token(claims: claims))?.rule == .tokenValidity)
    }
}
