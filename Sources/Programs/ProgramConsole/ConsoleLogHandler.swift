package import Logging
import StudioCore

/// Prints the log lines of psstudio's own libraries like every other text for people.
package struct ConsoleLogHandler: LogHandler {
    private static let console = Console(level: .detail)

    package let label: String
    package var metadata: Logger.Metadata = [:]
    package var logLevel = Logger.Level.info

    package init(label: String) {
        self.label = label
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        Self.console.log("\(event.level) \(label): \("\(event.message)".withoutControls)")
    }
}
