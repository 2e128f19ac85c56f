import Foundation
import Glibc
import StudioTestSupport

/// Runs long sessions of the program with all kinds of outputs, and checks that its memory, threads and descriptors
/// stay flat and that the media stays in sync.
///
///     soak            all kinds at once; SECONDS_TO_RUN (600)
///     soak churn      outputs come and go, ten commands a minute; SECONDS_TO_RUN (1800)
///     soak control    the same by psstudio control; SECONDS_TO_RUN (600)
///     soak recordings recordings are started, stopped and split beside a stream, then a hundred of 0.3 to 1.5 s back to back;
///                     SECONDS_TO_RUN (600) of the first part; twenty short ones for less than 600; SEED (1)
///     soak losses     a server stalls and dies while the machine is busy; SECONDS_TO_RUN (3600), SEED, LOAD (2)
@main
enum Soak {
    static func main() {
        let environment = ProcessInfo.processInfo.environment
        let seconds = environment["SECONDS_TO_RUN"].flatMap { Int($0) }
        let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
        do {
            let findings =
                switch CommandLine.arguments.dropFirst().first {
                case nil: try SoakSession(seconds: seconds ?? 600).run()
                case "churn": try ChurnSession(seconds: seconds ?? 1800).run()
                case "control": try ControlledChurn(seconds: seconds ?? 600).run()
                case "recordings":
                    try RecordingChurn(seconds: seconds ?? 600).run()
                        + ShortRecordings(count: seconds ?? 600 < 600 ? 20 : 100, seed: seed).run()
                case "losses":
                    try LossSession(
                        seconds: seconds ?? 3600, seed: seed,
                        load: environment["LOAD"].flatMap { Int($0) } ?? 2
                    ).run()
                case let other?:
                    throw TestFailure(
                        "unknown argument '\(other)'; usage: soak [churn | control | recordings | losses]")
                }
            for finding in findings { report("FAILED: \(finding)") }
            exit(findings.isEmpty ? 0 : 1)
        } catch {
            report("FAILED: \(error)")
            exit(1)
        }
    }

    /// Prints a line without buffering.
    static func report(_ text: String) {
        FileHandle.standardOutput.write(Data("soak: \(text)\n".utf8))
    }
}
