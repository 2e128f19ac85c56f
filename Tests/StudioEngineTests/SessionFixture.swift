import Glibc
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport

@testable import StudioEngine

/// A session that sends, driven unit by unit.
final class SessionFixture {
    static let width: Int32 = 128
    static let height: Int32 = 72

    let session: StudioSession
    let sender: Sender
    /// The longest time by which a busy machine was late for a moment, in seconds.
    private(set) var lateness = 0.0

    var clock: any StudioClock { session.meeting.clock }
    var meeting: Meeting { session.meeting }

    /// - Parameter isFast: on a clock that stands still until ``reach(_:)`` turns it.
    init(isFast: Bool = true, to addresses: [String]) throws {
        session = try StudioSession(
            width: Self.width, height: Self.height, format: .i420Limited, isFast: isFast, to: addresses)
        sender = try session.sender
    }

    /// Goes to a moment of the session: turns the clock, or waits for it.
    func reach(_ time: MediaTime) throws {
        if let clock = clock as? ManualClock {
            guard meeting.fanout.waitForCapacity(seconds: deadlineSeconds) else {
                throw TestFailure("an output is stuck")
            }
            clock.advance(to: time)
        } else {
            let signal = Signal()
            clock.schedule(at: time) { signal.send() }
            guard signal.wait() else { throw TestFailure("the clock stands still") }
            lateness = max(lateness, (clock.now - time).seconds)
        }
    }

    func sendFrame(luma: UInt8) throws {
        let bytes = TestMedia.picture(Int(Self.width), Int(Self.height), y: luma)
        try bytes.withUnsafeBytes {
            try sender.sendVideo($0, width: Int(Self.width), height: Int(Self.height), format: .i420Limited)
        }
    }

    /// 20 ms, a beep or silence.
    func sendAudio(isLoud: Bool) throws {
        let samples = isLoud ? TestMedia.sine(0.02, frequency: 1000) : [Int16](repeating: 0, count: 960 * 2)
        try samples.withUnsafeBytes { try sender.sendAudio($0, sampleRate: 48_000, channel: .stereo) }
    }

    /// Ends it; failures of outputs are in their status.
    func finish() {
        session.stop(.endOfStream)
        session.waitUntilOver()
    }
}

/// What an app sends, and when; all times in seconds.
struct Scenario: Sendable {
    let name: String
    let seconds: Double
    /// Spans in which pictures come.
    let video: [Range<Double>]
    /// Spans in which sound comes.
    let audio: [Range<Double>]
    /// Moments at which the picture flashes and the sound beeps, where they come.
    let marks: [Double]

    static let flash: UInt8 = 220
    static let dark: UInt8 = 60

    private enum Unit { case picture, sound }

    /// Sends it all, in the order of time.
    func perform(on fixture: SessionFixture) throws {
        let pictures = (0..<Int(seconds * 30)).map { (MediaTime(count: Int64($0), rate: .thirty), Unit.picture) }
        let blocks = (0..<Int(seconds * 50)).map { (MediaTime.milliseconds(Int64($0) * 20), Unit.sound) }
        let units = (pictures + blocks).sorted { $0.0 < $1.0 || $0.0 == $1.0 && $0.1 == .sound && $1.1 == .picture }
        // A system clock has gone on while everything was opened.
        let start = fixture.clock.now
        for (time, unit) in units {
            // A nanosecond is lost where a third of a second is counted.
            let position = time.seconds + 1e-6
            let isMarked = marks.contains { position >= $0 && position < $0 + 0.1 }
            let spans = unit == .picture ? video : audio
            guard spans.contains(where: { $0.contains(position) }) else { continue }
            try fixture.reach(start + time)
            switch unit {
            case .picture: try fixture.sendFrame(luma: isMarked ? Self.flash : Self.dark)
            case .sound: try fixture.sendAudio(isLoud: isMarked)
            }
        }
        try fixture.reach(start + .seconds(seconds))
    }

    func marks(in spans: [Range<Double>]) -> [Double] {
        marks.filter { mark in spans.contains { $0.contains(mark) } }
    }
}

extension Scenario: CustomStringConvertible {
    var description: String { name }
}
