import Foundation
import StudioTestSupport
import Testing

/// `psstudio exec` with an app that captures.
@Suite(.endToEnd)
struct CameraVerdictTests {
    private static func run(_ mode: String, _ options: String...) throws -> StudioProgram.Outcome {
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let client = URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("meeting-clients")
        return try StudioProgram.run(["exec"] + options + ["--", client.path, "camera", mode])
    }

    @Test("a slow delegate that lets late frames be dropped is ok, and misses --strict and --max-drops")
    func slow() throws {
        let outcome = try Self.run("slow")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains(": ok, with findings; "), "\(outcome.errors)")
        #expect(outcome.errors.contains("0 frames, 0 audio blocks; received: 1"), "\(outcome.errors)")
        #expect(outcome.errors.contains("AV-QUALITY-001: "), "\(outcome.errors)")
        #expect(outcome.errors.contains(" frames were dropped as late"), "\(outcome.errors)")
        #expect(outcome.errors.contains("TRACE-QUALITY-009") == false)
        #expect(try Self.run("slow", "--strict").exitCode == 7)
        #expect(try Self.run("slow", "--max-drops", "0").exitCode == 7)
        #expect(try Self.run("slow", "--max-drops", "1000").exitCode == 0)
    }

    @Test("a fast delegate that is started on a queue has no finding; what it received is counted")
    func fast() throws {
        let outcome = try Self.run("fast", "--strict", "--max-drops", "0")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains(": ok; "), "\(outcome.errors)")
        #expect(outcome.errors.contains("0 frames, 0 audio blocks; received: "), "\(outcome.errors)")
    }

    @Test("a start on the main thread is right where no run loop waits for it")
    func noRunLoop() throws {
        let outcome = try Self.run("main", "--strict")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains(": ok; "), "\(outcome.errors)")
    }

    @Test("a start on the main thread of an app with a run loop is a finding of quality")
    func mainThread() throws {
        let outcome = try Self.run("loop")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("AV-QUALITY-002: startRunning was called"), "\(outcome.errors)")
        #expect(try Self.run("loop", "--strict").exitCode == 7)
    }
}
