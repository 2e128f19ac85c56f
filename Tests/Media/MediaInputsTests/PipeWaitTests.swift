@testable import MediaInputs
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Waits for pipes")
struct PipeWaitTests {
    @Test("a wait is reported after two seconds and then every thirty, also beside a pipe that delivers all the time")
    func besideAnother() throws {
        let (silent, busy) = (try PipePair(), try PipePair())
        let (clock, reports) = (ManualClock(), Recorder<String>())
        let waits = PipeWaits(clock: clock) { reports.record("\($0)") }
        let (input, other) = (
            try ByteInput(opening: "/dev/fd/\(silent.readEnd)"), try ByteInput(opening: "/dev/fd/\(busy.readEnd)")
        )
        input.report(to: waits, .audio, companion: nil)
        busy.write([1])
        let cancellation = Cancellation()
        for (milliseconds, count) in [(0, 0), (1900, 0), (100, 1), (29_900, 1), (100, 2)] {
            clock.advance(by: .milliseconds(Int64(milliseconds)))
            #expect(input.waitUntilReadable(beside: other, or: cancellation) == .other)
            #expect(reports.all.count == count)
        }
        #expect(waits.current.map(\.duration) == [.seconds(32)])
        // What is polled without waiting counts as well: silence or a slate replaces the pipe.
        clock.advance(by: .seconds(30))
        #expect(input.waitUntilReadable(beside: nil, or: cancellation, milliseconds: 0) == .none)
        #expect(reports.all.count == 3)
        silent.write([1])
        #expect(try input.readExactly(1, or: cancellation) == [1])
        #expect(waits.current.isEmpty)
        let start = "waiting for audio at '/dev/fd/\(silent.readEnd)' for"
        #expect(reports.all == [2, 32, 62].map { "\(start) \($0) s; its writer has sent nothing yet" })
    }
}
