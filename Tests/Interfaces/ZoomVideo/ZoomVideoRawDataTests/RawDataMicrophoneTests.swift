import Dispatch
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
import ZoomVideoRawData

@Suite("Raw data: virtual microphone")
struct RawDataMicrophoneTests {
    /// The rule that 10 ms of silence violate; `nil` for none.
    private static func send(_ microphone: RawDataMicrophone) -> String? {
        let samples = [Int16](repeating: 0, count: 480)
        let error = samples.withUnsafeBytes { bytes -> StudioError? in
            guard let start = bytes.baseAddress else { return nil }
            do throws(StudioError) {
                try microphone.send(start, byteCount: 960, sampleRate: 48_000)
                return nil
            } catch {
                return error
            }
        }
        return error?.rule.id.rawValue
    }

    @Test("ZV-MIC-002 what is sent while the callback of the stop runs, and until 50 ms after it, is no violation")
    func race() throws {
        let clock = JumpingClock()
        let meeting = Meeting(clock: clock, callbackQueue: DispatchQueue(label: "test.meeting"))
        let (reports, rejected) = (Recorder<String>(), Recorder<String?>())
        let microphone = RawDataMicrophone(
            in: meeting, report: { error, _ in reports.record(error.rule.id.rawValue) })
        #expect(microphone.start())
        #expect(Self.send(microphone) == nil)
        #expect(microphone.stop())
        // The callback, which waits for the send of another thread, and runs for longer than any window.
        clock.jump(to: .seconds(5))
        let producer = try Worker("test.producer") { rejected.record(Self.send(microphone)) }
        #expect(producer.join(seconds: deadlineSeconds))
        #expect(rejected.all == ["ZV-MIC-002"])
        #expect(reports.all == [])
        microphone.stopped()
        clock.jump(to: .milliseconds(5050))
        #expect(Self.send(microphone) == "ZV-MIC-002")
        #expect(reports.all == [])
        clock.jump(to: .milliseconds(5051))
        #expect(Self.send(microphone) == "ZV-MIC-002")
        #expect(reports.all == ["ZV-MIC-002"])
    }
}
