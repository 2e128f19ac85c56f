import SessionProtocol
package import StudioCore

/// The rules for reconnecting of one output or of all: an element of the key `retry`, or a value of `--retry`.
package struct OutputRetryRules: Hashable, Sendable {
    /// The number of the output; `nil` for all.
    package let output: Int?
    package let rules: RetryRules

    /// The rules of a file; `nil` for a delay of zero.
    package init?(_ value: Checked.Value) {
        var rules = RetryRules.standard
        rules.attempts = value["attempts"]?.integer
        if let delay = value["delay"], let shortest = delay["minimum"]?.duration,
            let longest = delay["maximum"]?.duration
        {
            guard shortest >= .milliseconds(1) else { return nil }
            (rules.minimumDelay, rules.maximumDelay) = (shortest, longest)
        }
        if let first = value["first"]?.flag { rules.retriesFirst = first }
        if case .number(let percent)? = value["jitter"]?.value { rules.jitter = percent / 100 }
        (output, self.rules) = (value["output"]?.integer, rules)
    }

    /// Parses `attempts=10,delay=1s..8s,first=yes,jitter=20%`, with `2:` before it for the second output.
    package init?(_ text: String) {
        var (fields, text) = ([String: Checked](), text[...])
        func set(_ name: String, _ text: String) -> Bool {
            let shape = SessionOption.retryRules.first { $0.name == name }?.shape
            fields[name] = shape?.value(of: text).map { Checked(line: 0, value: $0) }
            return fields[name] != nil
        }
        if let colon = text.firstIndex(of: ":") {
            guard set("output", String(text[..<colon])) else { return nil }
            text = text[text.index(after: colon)...]
        }
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2 else { return nil }
            switch (pair[0], pair[1]) {
            case ("attempts", "unlimited"): fields["attempts"] = nil
            case ("attempts", let text), ("delay", let text): guard set(pair[0], text) else { return nil }
            case ("first", "yes"), ("first", "no"): guard set("first", "\(pair[1] == "yes")") else { return nil }
            case ("jitter", let text):
                guard text.hasSuffix("%"), set("jitter", String(text.dropLast())) else { return nil }
            default: return nil
            }
        }
        self.init(.mapping(fields))
    }
}
