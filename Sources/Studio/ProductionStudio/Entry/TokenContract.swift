package import StudioCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The format of a token. The signature is never verified: that needs the secret that signs the token.
package enum TokenContract {
    private struct Header: Decodable {
        let alg: String
    }

    private struct Claims: Decodable {
        let appKey: String?
        let sdkKey: String?
        let iat: Double?
        let exp: Double?
        let tokenExp: Double?
    }

    /// The allowed time between issue and expiry in seconds: 30 minutes to 48 hours.
    package static let validity = 1800.0...172_800.0

    /// Why a token is invalid; `nil` when it is valid.
    package static func refusal(of token: String) -> StudioError? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            return malformed("the token has \(parts.count) parts; expected 3, separated by dots")
        }
        guard let header = decode(Header.self, parts[0]), let claims = decode(Claims.self, parts[1]),
            !parts[2].isEmpty, bytes(parts[2]) != nil
        else { return malformed("a part of the token is not base64url or not valid JSON") }
        guard header.alg == "HS256" else { return malformed("the token's algorithm is \(header.alg); expected HS256") }
        return refusal(of: claims)
    }

    private static func refusal(of claims: Claims) -> StudioError? {
        if (claims.appKey ?? claims.sdkKey ?? "").isEmpty { return missing("appKey") }
        guard let issued = claims.iat else { return missing("iat") }
        guard let expiry = claims.exp else { return missing("exp") }
        guard claims.tokenExp != nil else { return missing("tokenExp") }
        guard validity.contains(expiry - issued) else {
            return error(
                .tokenValidity, "exp is \(expiry - issued) s after iat; expected 30 minutes to 48 hours",
                hint: "change exp")
        }
        return nil
    }

    private static func malformed(_ message: String) -> StudioError {
        error(.tokenMalformed, message, hint: "sign the token as the vendor's guide shows")
    }

    private static func missing(_ claim: String) -> StudioError {
        error(.tokenClaims, "the token has no claim \(claim)", hint: "add appKey, iat, exp and tokenExp")
    }

    private static func error(_ rule: Rule, _ message: String, hint: String) -> StudioError {
        StudioError(rule, message, hint: hint, code: .tokenWrong)
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ part: Substring) -> Value? {
        bytes(part).flatMap { try? JSONDecoder().decode(type, from: $0) }
    }

    private static func bytes(_ part: Substring) -> Data? {
        guard part.utf8.allSatisfy(isBase64URL) else { return nil }
        let text = part.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: String(text) + padding)
    }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
