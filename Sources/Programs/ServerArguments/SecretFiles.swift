import ArgumentParser
package import ServerAccess

/// The files of the secrets of a server, which are read again while it runs.
package struct SecretFiles: Hashable, Sendable {
    /// A secret with its file.
    package struct Secret<Value: Hashable & Sendable>: Hashable, Sendable {
        /// `nil` when the secret comes from elsewhere.
        fileprivate let file: String?
        /// The value that is valid now.
        fileprivate var value: Value?

        package init(_ value: Value?, in file: String?) { (self.value, self.file) = (value, file) }
    }

    /// What was read.
    package struct Reading: Hashable, Sendable {
        /// The new token; `nil` when it is the former one.
        package var token: AccessToken?
        /// The new token that only reads, in the same way.
        package var readToken: AccessToken?
        /// The new password of controllers, in the same way.
        package var password: String?
        /// One line: what was read, and what was not.
        package let line: String
        /// Whether everything could be read.
        package let isComplete: Bool
    }

    private var token: Secret<AccessToken>
    private var readToken: Secret<AccessToken>
    private var password: Secret<String>

    package init(token: Secret<AccessToken>, readToken: Secret<AccessToken>, password: Secret<String>) {
        (self.token, self.readToken, self.password) = (token, readToken, password)
    }

    /// Reads the files again. What cannot be read stays as it is.
    package mutating func read() -> Reading {
        read(
            token: { path in Result { () throws(TokenFileError) in try TokenFile.read(path) } },
            password: { path in
                Result { () throws(TokenFileError) in
                    do throws(ValidationError) {
                        return try ControllerOptions.password(in: path)
                    } catch {
                        throw TokenFileError(error.message)
                    }
                }
            })
    }

    mutating func read(
        token tokenIn: (String) -> Result<AccessToken, TokenFileError>,
        password passwordIn: (String) -> Result<String, TokenFileError>
    ) -> Reading {
        var report = Report()
        var full = report.next("token", token, tokenIn)
        var read = report.next("token that only reads", readToken, tokenIn)
        if full != nil || read != nil, full ?? token.value == read ?? readToken.value {
            // The one that only reads would permit everything.
            report = Report(texts: ["both tokens would be equal; the former ones stay"], isComplete: false)
            (full, read) = (nil, nil)
        }
        let next = report.next("password", password, passwordIn)
        token.value = full ?? token.value
        readToken.value = read ?? readToken.value
        password.value = next ?? password.value
        return Reading(
            token: full, readToken: read, password: next, line: report.line, isComplete: report.isComplete)
    }

    private struct Report {
        var texts: [String] = []
        var isComplete = true

        var line: String {
            let texts = texts.isEmpty ? ["no secret comes from a file; nothing has changed"] : texts
            return "SIGHUP: \(texts.joined(separator: "; "))"
        }

        /// - Returns: the new value; `nil` for the former one.
        mutating func next<Value>(
            _ noun: String, _ secret: Secret<Value>, _ read: (String) -> Result<Value, TokenFileError>
        ) -> Value? {
            guard let file = secret.file else { return nil }
            switch read(file) {
            case .success(let value) where value == secret.value:
                texts.append("the \(noun) in \(file) is the same")
                return nil
            case .success(let value):
                texts.append("the \(noun) in \(file) is new; connections with the former one are closed")
                return value
            case .failure(let error):
                isComplete = false
                texts.append("\(error); the former \(noun) stays")
                return nil
            }
        }
    }
}
