package import SessionControl
import StudioCore
import StudioScenario

/// Why a request failed: a problem of RFC 9457 with a stable code.
package struct Problem: Error, Hashable, Sendable {
    /// One word for programs. Words are never renamed.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        // Of the server.
        case hostInvalid, hostForbidden, originForbidden, tokenMissing, tokenWrong
        case pathUnknown, methodNotAllowed, mediaTypeUnsupported, bodyTooLarge
        case sessionUnknown, sessionEnded, sessionLost, sessionSilent
        case tooManyStreams, tooManyRequests, tooManySessions, startFailed, notReady, `internal`
        // Of the session.
        case malformed, invalid, rejected, notFound, source, outsideFolder, notPermitted, unsupportedHere, busy
    }

    package let code: Code
    /// One line with a hint.
    package let detail: String
    /// The methods of the path, for `methodNotAllowed`.
    package let allowed: [String]

    package init(_ code: Code, _ detail: String, allowed: [String] = []) {
        (self.code, self.detail, self.allowed) = (code, detail, allowed)
    }

    /// The problem of a session.
    package init(_ error: ControlError) {
        let code: Code =
            switch error.code {
            case .malformed: .malformed
            case .tooLong: .bodyTooLarge
            case .invalid: .invalid
            case .rejected: .rejected
            case .notFound: .notFound
            case .source: .source
            case .outsideFolder: .outsideFolder
            case .notPermitted: .notPermitted
            case .unsupportedHere: .unsupportedHere
            case .forbidden, .busy: .busy
            }
        self.init(code, error.message)
    }

    /// Checks that a body is one object in the JSON of RFC 8259.
    ///
    /// - Throws: a `malformed` problem.
    package static func checkJSON(_ body: [UInt8]) throws(Problem) {
        let json: JSON
        do throws(DecodingFailure) {
            json = try JSON(decoding: body)
        } catch {
            throw Problem(.malformed, "the body is not JSON: \(error)")
        }
        if json.fields == nil { throw Problem(.malformed, "the body is not a JSON object; send {…}") }
    }

    package var status: Int {
        switch code {
        case .hostInvalid, .malformed: 400
        case .tokenMissing, .tokenWrong: 401
        case .originForbidden, .outsideFolder, .notPermitted: 403
        case .pathUnknown, .sessionUnknown, .sessionEnded, .notFound: 404
        case .methodNotAllowed: 405
        case .rejected, .source, .unsupportedHere, .startFailed: 409
        case .bodyTooLarge: 413
        case .mediaTypeUnsupported: 415
        // The name leads to this server, which is not responsible for it.
        case .hostForbidden: 421
        case .invalid: 422
        case .tooManyStreams, .tooManyRequests, .tooManySessions: 429
        case .internal: 500
        case .sessionLost: 502
        case .busy, .notReady: 503
        case .sessionSilent: 504
        }
    }

    package var title: String {
        switch code {
        case .hostInvalid: "The header Host is missing or invalid"
        case .hostForbidden: "The host is not a name of this server"
        case .originForbidden: "The page belongs to another origin"
        case .tokenMissing: "The token is missing"
        case .tokenWrong: "The token is wrong"
        case .pathUnknown: "Unknown path"
        case .methodNotAllowed: "The path has no such method"
        case .mediaTypeUnsupported: "The body is not JSON"
        case .bodyTooLarge: "The body is too large"
        case .sessionUnknown: "Unknown session"
        case .sessionEnded: "The session has ended"
        case .sessionLost: "The session went away"
        case .sessionSilent: "The session does not answer"
        case .tooManyStreams: "Too many event streams"
        case .tooManyRequests: "Too many requests at once"
        case .tooManySessions: "Too many sessions"
        case .startFailed: "The session could not be started"
        case .notReady: "A session is not sending"
        case .internal: "Internal error"
        case .malformed: "Malformed body"
        case .invalid: "A value is not accepted"
        case .rejected: "The command does not fit the current state"
        case .notFound: "There is no such participant or output"
        case .source: "A source cannot be opened"
        case .outsideFolder: "The file is not below the folder for files"
        case .notPermitted: "The request names something that is not permitted by HTTP"
        case .unsupportedHere: "The program has nothing that the command changes"
        case .busy: "The session accepts no connection"
        }
    }

    private struct Document: Encodable {
        let code: String
        let detail: String
        let status: Int
        let title: String
        let type: String
    }

    /// The body, `application/problem+json`.
    package var body: [UInt8] {
        let document = Document(
            code: code.rawValue, detail: detail, status: status, title: title,
            type: "https://psstudio.dev/problems/\(code.rawValue)")
        return ServerJSON.body(document)
    }
}

/// JSON of the server's own values.
enum ServerJSON {
    private static let encoder = JSONLineEncoder()

    /// A line with its line feed.
    ///
    /// - Throws: an `EncodingError` for a number that JSON cannot express.
    static func line(_ value: some Encodable) throws -> [UInt8] { try encoder.line(value) }

    static func body(_ value: some Encodable) -> [UInt8] {
        do {
            return try encoder.line(value)
        } catch {
            // Texts, integers and flags can always be written.
            assertionFailure("\(error)")
            return Array("{}\n".utf8)
        }
    }
}
