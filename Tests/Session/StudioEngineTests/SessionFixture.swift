import Glibc
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport

@testable import StudioEngine

/// A sending session, driven unit by unit.
final class SessionFixture {
    static let width: Int32 = 128
    static let height: Int32 = 72

    let session: StudioSession
    let sender: Sender
    /// The maximum lateness caused by the machine, in seconds.
    private(set) var lateness = 0.0

    var clock: any StudioClock { session.meeting.clock }
    var meeting: Meeting { session.meeting }

    /// - Parameter isFast: on a manual clock that ``reach(_:)`` advances.
    init(isFast: Bool = true, to addresses: [String]) throws {
        session = try StudioSession(
            width: Self.width, height: Self.height, format: .i420Limited, isFast: isFast, to: addresses)
        sender = try session.sender
    }

    /// Advances the clock to a time of the session, or waits for it.
    func reach(_ time: MediaTime) throws {
        if let clock = clock as? ManualClock {
            guard meeting.localTracks.waitForCapacity(seconds: deadlineSeconds) else {
                throw TestFailure("an output is stuck")
            }
            clock.advance(to: time)
        } else {
            let signal = Signal()
            clock.schedule(at: time) { signal.send() }
            guard signal.wait() else { throw TestFailure("the clock does not advance") }
            lateness = max(lateness, (clock.now - time).seconds)
        }
    }

    func sendFrame(luma: UInt8) throws {
        let bytes = TestMedia.frame(Int(Self.width), Int(Self.height), y: luma)
        try bytes.withUnsafeBytes {
            try sender.sendVideo($0, width: Int(Self.width), height: Int(Self.height), format: .i420Limited)
        }
    }

    /// 20 ms of a beep or of silence.
    func sendAudio(isLoud: Bool) throws {
        let samples = isLoud ? TestMedia.sine(0.02, frequency: 1000) : [Int16](repeating: 0, count: 960 * 2)
        try samples.withUnsafeBytes { try sender.sendAudio($0, sampleRate: 48_000, channel: .stereo) }
    }

    /// Stops the session; failures of outputs are in their status.
    func finish() {
        session.stop(.endOfStream)
        session.waitUntilOver()
    }
}

/// The media that an app sends; all times in seconds.
struct MediaPlan: Sendable {
    let name: String
    let seconds: Double
    /// Time ranges with video.
    let video: [Range<Double>]
    /// Time ranges with audio.
    let audio: [Range<Double>]
    /// Times at which the frame flashes and the audio beeps, within their ranges.
    let marks: [Double]

    static let flash: UInt8 = 220
    static let dark: UInt8 = 60

    private enum Unit { case frame, audio }

    /// Sends all media in the order of time.
    func perform(on fixture: SessionFixture) throws {
        let frames = (0..<Int(seconds * 30)).map { (MediaTime(count: Int64($0), rate: .thirty), Unit.frame) }
        let blocks = (0..<Int(seconds * 50)).map { (MediaTime.milliseconds(Int64($0) * 20), Unit.audio) }
        let units = (frames + blocks).sorted { $0.0 < $1.0 || $0.0 == $1.0 && $0.1 == .audio && $1.1 == .frame }
        // A system clock has advanced while the outputs were opened.
        let start = fixture.clock.now
        for (time, unit) in units {
            // Counting a third of a second loses a nanosecond.
            let position = time.seconds + 1e-6
            let isMarked = marks.contains { position >= $0 && position < $0 + 0.1 }
            let spans = unit == .frame ? video : audio
            guard spans.contains(where: { $0.contains(position) }) else { continue }
            try fixture.reach(start + time)
            switch unit {
            case .frame: try fixture.sendFrame(luma: isMarked ? Self.flash : Self.dark)
            case .audio: try fixture.sendAudio(isLoud: isMarked)
            }
        }
        try fixture.reach(start + .seconds(seconds))
    }

    func marks(in spans: [Range<Double>]) -> [Double] {
        marks.filter { mark in spans.contains { $0.contains(mark) } }
    }
}

extension MediaPlan: CustomStringConvertible {
    var description: String { name }
}
