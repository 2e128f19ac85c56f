import StudioCore
import StudioProbe
import StudioTestSupport

/// Probes media from a file.
enum ProbeFuzzing {
    static func run(_ bytes: [UInt8]) throws {
        let input = try FuzzInput.file(bytes, suffix: "media")
        defer { input.close() }
        var options = Probe.Options()
        options.timeout = .milliseconds(1000)
        // A header may claim hours.
        options.duration = .seconds(5)
        let source = try ProbeSource(input.path)
        do {
            let report = try Probe(source, options: options).run()
            // The report is computed from the results.
            guard !report.text.isEmpty else { throw TestFailure("an empty report") }
        } catch is ProbeError {
            return  // A rejected input is a valid outcome.
        }
    }
}
