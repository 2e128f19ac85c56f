import Logging
import StudioCore

/// Prints the log lines of psstudio's own libraries like every other text for people.
struct ConsoleLogHandler: LogHandler {
    private static let console = Console(level: .detail)

    let label: String
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info

    init(label: String) {
        self.label = label
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        Self.console.log("\(event.level) \(label): \("\(event.message)".withoutControls)")
    }
}
