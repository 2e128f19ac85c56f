import ArgumentParser
import StudioCore
import StudioScenario

/// The value of `--retry`. It is judged after parsing, so that the message shows the form.
struct RetryArgument: ExpressibleByArgument, FileArgument {
    private let text: String
    private let rules: OutputRetryRules?

    init(argument: String) {
        (text, rules) = (argument, OutputRetryRules(argument))
    }

    init(of value: Checked.Value) {
        rules = OutputRetryRules(value)
        // What the shape of the key does not exclude.
        let delay = ["minimum", "maximum"].map { value["delay"]?[$0]?.duration?.seconds ?? 0 }
        text = "delay=\(delay[0])s..\(delay[1])s"
    }

    /// - Throws: a `ValidationError` that shows the form.
    func checked() throws(ValidationError) -> OutputRetryRules {
        guard let rules else {
            throw ValidationError(
                "--retry is '\(text)'; use attempts=10,delay=1s..8s,first=yes,jitter=20%, with 2: before it for the second --out"
            )
        }
        return rules
    }
}
