import StudioCore
import StudioProbe
import StudioTestSupport

/// Probes media from a file.
enum ProbeFuzzing {
    static func run(_ bytes: [UInt8]) throws {
        let input = try FuzzInput.file(bytes, suffix: "media")
        defer { input.close() }
        var options = Probe.Options()
        options.patience = .milliseconds(1000)
        // A header may promise hours.
        options.duration = .seconds(5)
        let source = try ProbeSource(input.path)
        do {
            let report = try Probe(source, options: options).run()
            // What a report says is computed from what was read.
            guard !report.text.isEmpty else { throw TestFailure("an empty report") }
        } catch is ProbeError {
            return  // Refused, which is fine.
        }
    }
}
