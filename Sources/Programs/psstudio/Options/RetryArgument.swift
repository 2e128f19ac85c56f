import ArgumentParser
import StudioCore

/// The value of `--retry`: `attempts=10,delay=1s..8s,first=yes,jitter=20%`, with `2:` before it for the second output.
struct RetryArgument {
    /// The number of the output; `nil` for all.
    let output: Int?
    let rules: RetryRules

    /// - Throws: a `ValidationError` that shows the form.
    init(parsing text: String) throws {
        guard let argument = RetryArgument(text) else {
            throw ValidationError(
                "--retry is '\(text)'; use attempts=10,delay=1s..8s,first=yes,jitter=20%, with 2: before it for the second --out"
            )
        }
        self = argument
    }

    private init?(_ argument: String) {
        var text = argument[...]
        if let colon = text.firstIndex(of: ":") {
            guard let number = Int(text[..<colon]), number > 0 else { return nil }
            output = number
            text = text[text.index(after: colon)...]
        } else {
            output = nil
        }
        var rules = RetryRules.standard
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2, Self.set(pair[0], pair[1], in: &rules) else { return nil }
        }
        self.rules = rules
    }

    private static func set(_ name: String, _ value: String, in rules: inout RetryRules) -> Bool {
        switch (name, value) {
        case ("attempts", "unlimited"): rules.attempts = nil
        case ("attempts", _):
            guard let count = Int(value), (0...1_000_000).contains(count) else { return false }
            rules.attempts = count
        case ("first", "yes"), ("first", "no"): rules.retriesFirst = value == "yes"
        case ("delay", _): return setDelay(value, in: &rules)
        case ("jitter", _):
            guard value.hasSuffix("%"), let percent = Double(value.dropLast()), (0...100).contains(percent) else {
                return false
            }
            rules.jitter = percent / 100
        default: return false
        }
        return true
    }

    /// `2s`, or `1s..8s`.
    private static func setDelay(_ text: String, in rules: inout RetryRules) -> Bool {
        let dots = text.firstRange(of: "..")
        let (low, high) = (
            dots.map { text[..<$0.lowerBound] } ?? text[...], dots.map { text[$0.upperBound...] } ?? text[...]
        )
        guard let minimum = DurationArgument(argument: String(low))?.time,
            let maximum = DurationArgument(argument: String(high))?.time, minimum <= maximum
        else { return false }
        (rules.minimumDelay, rules.maximumDelay) = (minimum, maximum)
        return true
    }
}
