package import SessionProtocol
import StudioCore

/// Why a request failed: a problem of RFC 9457 with a stable code.
package struct Problem: Error, Hashable, Sendable {
    /// One word for programs. Words are never renamed.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        // Of the server.
        case hostInvalid, hostForbidden, originForbidden, tokenMissing, tokenWrong, readOnly
        case pathUnknown, methodNotAllowed, mediaTypeUnsupported, bodyTooLarge, headTooLarge
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

    /// A body that is one object in the JSON of RFC 8259.
    ///
    /// - Throws: a `malformed` problem.
    package static func object(_ body: [UInt8]) throws(Problem) -> JSON {
        let json: JSON
        do throws(DecodingFailure) {
            json = try JSON(decoding: body)
        } catch {
            throw Problem(.malformed, "the body is not JSON: \(error)")
        }
        if json.fields == nil { throw Problem(.malformed, "the body is not a JSON object; send {…}") }
        return json
    }

    package var status: Int { row.status }
    package var title: String { row.title }

    /// The status and the title of each code.
    private var row: (status: Int, title: String) {
        switch code {
        case .hostInvalid: (400, "The header Host is missing or invalid")
        // The name leads to this server, which is not responsible for it.
        case .hostForbidden: (421, "The host is not a name of this server")
        case .originForbidden: (403, "The page belongs to another origin")
        case .tokenMissing: (401, "The token is missing")
        case .tokenWrong: (401, "The token is wrong")
        case .readOnly: (403, "The token permits to read only")
        case .pathUnknown: (404, "Unknown path")
        case .methodNotAllowed: (405, "The path has no such method")
        case .mediaTypeUnsupported: (415, "The body is not JSON")
        case .bodyTooLarge: (413, "The body is too large")
        case .headTooLarge: (431, "The head of the request is too large")
        case .sessionUnknown: (404, "Unknown session")
        case .sessionEnded: (404, "The session has ended")
        case .sessionLost: (502, "The session went away")
        case .sessionSilent: (504, "The session does not answer")
        case .tooManyStreams: (429, "Too many event streams")
        case .tooManyRequests: (429, "Too many requests at once")
        case .tooManySessions: (429, "Too many sessions")
        case .startFailed: (409, "The session could not be started")
        case .notReady: (503, "A session is not sending")
        case .internal: (500, "Internal error")
        case .malformed: (400, "Malformed body")
        case .invalid: (422, "A value is not accepted")
        case .rejected: (409, "The command does not fit the current state")
        case .notFound: (404, "There is no such participant, output or folder")
        case .source: (409, "A source cannot be opened")
        case .outsideFolder: (403, "The file is not below the folder for files")
        case .notPermitted: (403, "The request names something that is not permitted by HTTP")
        case .unsupportedHere: (409, "The program has nothing that the command changes")
        case .busy: (503, "The session accepts no connection")
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
