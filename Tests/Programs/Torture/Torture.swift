import Foundation
import Glibc
import StudioCore
import StudioRuntime
import StudioTestSupport

/// Runs seeded sessions of the program, several at a time, and checks the invariants of each.
@main
enum Torture {
    static func main() {
        do {
            let settings = try TortureSettings(ProcessInfo.processInfo.environment)
            exit(try TortureRun(settings).perform() ? 0 : 1)
        } catch {
            report("\(error)")
            exit(2)
        }
    }

    /// Prints a line without buffering.
    static func report(_ text: String) {
        FileHandle.standardOutput.write(Data("torture: \(text)\n".utf8))
    }
}

/// The options from the environment.
struct TortureSettings: Sendable {
    /// The program under test.
    var program: String
    var firstSeed: UInt64 = 1
    /// The maximum number of sessions; without it the duration is the limit.
    var sessions: Int?
    var seconds = 150.0
    var parallel = 3
    /// Whether folders of successful sessions are kept, too.
    var keepsAll = false

    init(_ environment: [String: String]) throws {
        guard let program = environment["PSSTUDIO_BINARY"] else {
            throw TestFailure("PSSTUDIO_BINARY is not an executable")
        }
        self.program = URL(fileURLWithPath: program).resolvingSymlinksInPath().path
        if let hours = environment["HOURS"] {
            seconds = try Self.number(hours) * 3600
            // A long test uses new seeds each time; a failure is repeated with the printed seed.
            firstSeed = UInt64(time(nil)) * 1000
        }
        if let text = environment["SECONDS_TO_RUN"] { seconds = try Self.number(text) }
        if let text = environment["SESSIONS"] { (sessions, seconds) = (Int(try Self.number(text)), .infinity) }
        if let text = environment["SEED"] {
            firstSeed = UInt64(try Self.number(text))
            if sessions == nil, environment["HOURS"] == nil, environment["SECONDS_TO_RUN"] == nil { sessions = 1 }
        }
        if let text = environment["PARALLEL"] { parallel = max(1, Int(try Self.number(text))) }
        keepsAll = environment["KEEP"] != nil
    }

    private static func number(_ text: String) throws -> Double {
        guard let value = Double(text), value >= 0 else { throw TestFailure("'\(text)' is not a number") }
        return value
    }
}
