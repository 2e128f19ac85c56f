/// Why a text is not the address of an output. Every text in it is redacted.
public enum AddressError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is empty.
    case empty
    /// No output accepts it; `accepted` lists the accepted forms.
    case unknown(String, accepted: [String])
    /// The URL has no host, application or stream; `form` shows a complete one.
    case incomplete(String, form: String)
    /// A parameter in the query is invalid; `expected` describes it.
    case parameter(String, expected: String)
    /// A password may contain an unescaped slash or at-sign, so its end is unknown.
    case ambiguous(String)
    /// The port is 0 or above 65535.
    case port(String)
    /// The text names a pipeline, whose sinks may write anywhere. The user who starts the session chooses its pipelines.
    case pipeline
    /// The file is not below the folder to which files are confined, for this reason.
    case outsideFolder(String)

    /// One line with the accepted forms.
    public var description: String {
        switch self {
        case .empty: "the destination is empty"
        case .unknown(let text, let accepted): "cannot write to '\(text)': use \(Self.list(accepted))"
        case .incomplete(let text, let form): "'\(text)' is incomplete: use \(form)"
        case .parameter(let text, let expected): "'\(text)': \(expected)"
        case .port(let text): "'\(text)': the port must be 1 to 65535"
        case .pipeline:
            "a pipeline is not an address, because its sinks write anywhere; psstudio start --pipeline FILE adds one"
        case .outsideFolder(let reason): reason
        case .ambiguous(let text):
            "'\(text)' is ambiguous: the port must be a number, and the application must have no @; "
                + "percent-encode / and @ in a password as %2F and %40"
        }
    }

    /// `a, b or c`
    private static func list(_ forms: [String]) -> String {
        guard let last = forms.last, forms.count > 1 else { return forms.joined() }
        return forms.dropLast().joined(separator: ", ") + " or " + last
    }
}
