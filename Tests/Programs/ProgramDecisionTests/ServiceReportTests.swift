import StudioCore
import StudioScenario
import Testing

@testable import psstudio

/// What a service manager is told, without a session and without waiting.
struct ServiceReportTests {
    private typealias Sight = ServiceReport.Sight

    private func sight(_ state: SessionState, _ frames: Int, _ outputs: [(String, String)] = []) -> Sight {
        Sight(state: state, frames: frames, outputs: outputs.map { (destination: $0.0, state: $0.1) })
    }

    @Test("READY=1 comes with the first accepted frame, once")
    func ready() {
        var report = ServiceReport(watchdog: nil)
        #expect(report.assignments(sight(.opening, 0), at: .zero) == ["STATUS=opening"])
        #expect(report.assignments(sight(.sending, 0), at: .seconds(1)) == ["STATUS=sending"])
        #expect(report.assignments(sight(.sending, 1), at: .seconds(2)) == ["READY=1"])
        #expect(report.assignments(sight(.sending, 2), at: .seconds(3)) == [])
    }

    @Test("WATCHDOG=1 comes while frames are accepted; it stops with them, and goes on with them")
    func watchdog() {
        var report = ServiceReport(watchdog: .seconds(15))
        func isFed(_ frames: Int, _ time: Int) -> Bool {
            report.assignments(sight(.sending, frames), at: .seconds(Double(time))).contains("WATCHDOG=1")
        }
        #expect(!isFed(1, 0))
        #expect(!isFed(400, 14))
        #expect(isFed(450, 15))
        #expect(!isFed(900, 29))
        #expect(isFed(930, 31))
        // The source pauses.
        for time in 32..<200 { #expect(!isFed(930, time)) }
        #expect(isFed(931, 200))
        // Outputs that fail do not matter.
        let retrying = sight(.sending, 940, [("rtmp://a/live/***", "retrying"), ("null:", "failed")])
        #expect(
            report.assignments(retrying, at: .seconds(215)) == [
                "WATCHDOG=1", "STATUS=sending; retrying: rtmp://a/live/***; failed: null:",
            ])
        #expect(report.assignments(sight(.finishing, 2000), at: .seconds(300)).contains("WATCHDOG=1") == false)
    }

    @Test("STOPPING=1 comes once, first; while files are finished, the manager is told to wait each second")
    func stopping() {
        var report = ServiceReport(watchdog: .seconds(1))
        _ = report.assignments(sight(.sending, 1), at: .zero)
        #expect(report.stop(at: .seconds(5)) == ["STOPPING=1", "EXTEND_TIMEOUT_USEC=30000000"])
        #expect(report.stop(at: .seconds(5)) == [])
        #expect(report.assignments(sight(.sending, 300), at: .milliseconds(5500)) == [])
        #expect(
            report.assignments(sight(.finishing, 300), at: .seconds(6)) == [
                "EXTEND_TIMEOUT_USEC=30000000", "STATUS=finishing",
            ])
        #expect(report.assignments(sight(.finishing, 300), at: .milliseconds(6900)) == [])
        #expect(report.assignments(sight(.finishing, 300), at: .seconds(7)) == ["EXTEND_TIMEOUT_USEC=30000000"])
        #expect(report.assignments(sight(.finished, 300), at: .seconds(9)) == ["STATUS=finished"])
    }

    @Test("a session that ends by itself reports that, also when it never was ready")
    func end() {
        var report = ServiceReport(watchdog: nil)
        #expect(
            report.assignments(sight(.stopping, 0), at: .zero) == [
                "STOPPING=1", "EXTEND_TIMEOUT_USEC=30000000", "STATUS=stopping",
            ])
        #expect(report.assignments(sight(.sending, 5), at: .milliseconds(10)) == [])
        var short = ServiceReport(watchdog: nil)
        #expect(
            short.assignments(sight(.finished, 5), at: .zero) == [
                "STOPPING=1", "EXTEND_TIMEOUT_USEC=30000000", "STATUS=finished",
            ])
    }

    @Test("the status says what became of the server, until it answers again")
    func server() {
        var report = ServiceReport(watchdog: nil)
        var now = sight(.sending, 1, [("show.mp4", "live")])
        #expect(report.assignments(now, at: .zero) == ["READY=1", "STATUS=sending; live: show.mp4"])
        now.server = .restarting
        // Within the second of the last status.
        #expect(report.assignments(now, at: .seconds(0.1)) == ["STATUS=sending; live: show.mp4; server: restarting"])
        now.server = .failed
        #expect(report.assignments(now, at: .seconds(0.2)) == ["STATUS=sending; live: show.mp4; server: failed"])
        now.server = nil
        #expect(report.assignments(now, at: .seconds(3)) == ["STATUS=sending; live: show.mp4"])
    }

    @Test("the status is one line without control characters, at most once a second")
    func status() {
        var report = ServiceReport(watchdog: nil)
        let outputs = [("a\nb.mp4", "live"), ("rtmp://a/live/***", "connecting"), ("c.mkv", "live")]
        #expect(
            report.assignments(sight(.connecting, 0, outputs), at: .zero)
                == ["STATUS=connecting; live: \("a\nb.mp4".withoutControls), c.mkv; connecting: rtmp://a/live/***"])
        #expect(report.assignments(sight(.sending, 0), at: .milliseconds(999)) == [])
        #expect(report.assignments(sight(.sending, 0), at: .milliseconds(1000)) == ["STATUS=sending"])
    }
}
