import Dispatch
import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

/// A meeting with a remote participant whose camera the test feeds.
struct ReceivingFixture {
    let test = TestMeeting()
    let subscriptions: TrackSubscriptions
    let ada: Participant
    let camera: TrackPublisher

    init() throws {
        subscriptions = TrackSubscriptions(in: test.meeting)
        ada = test.meeting.add("Ada")
        camera = try #require(test.meeting.publisher(.camera, of: ada.id))
    }

    /// Publishes a frame of one colour at the present.
    func publish(
        _ luma: UInt8, chroma: UInt8 = 128, width: Int = 32, height: Int = 16, range: VideoRange = .limited
    ) {
        let bytes = TestFrame.plain(width: width, height: height, luma: luma, chroma: chroma)
        let isPublished = bytes.withUnsafeBytes {
            camera.publish(
                frame: $0, layout: .tight(width: width, height: height), range: range, time: test.clock.now)
        }
        #expect(isPublished)
    }

    /// Publishes `count` frames at 30 per second, and delivers the callbacks in between.
    func feed(_ count: Int) throws {
        for frame in 0..<count {
            publish(UInt8(16 + frame))
            try test.turn(by: MediaTime(count: 1, rate: .thirty))
        }
    }
}

/// The same on the system clock.
struct LiveFixture: Sendable {
    let meeting: Meeting
    let subscriptions: TrackSubscriptions
    let user: UserID
    let camera: TrackPublisher

    init() throws {
        meeting = Meeting(clock: SystemClock(), callbackQueue: DispatchQueue(label: "test.meeting"))
        subscriptions = TrackSubscriptions(in: meeting)
        user = meeting.add("Ada").id
        camera = try #require(meeting.publisher(.camera, of: user))
    }

    /// Publishes a frame of one colour at the present.
    func publish(luma: UInt8, width: Int = 32, height: Int = 16) {
        let bytes = TestFrame.plain(width: width, height: height, luma: luma)
        let isPublished = bytes.withUnsafeBytes {
            camera.publish(frame: $0, layout: .tight(width: width, height: height), time: meeting.clock.now)
        }
        #expect(isPublished)
    }
}

/// A delivered frame, copied.
struct FrameCopy: Hashable {
    let description: FrameDescription
    let bytes: [UInt8]

    init(_ frame: borrowing ReceivedFrame) {
        description = frame.description
        bytes = frame.withBytes { Array($0) } ?? []
    }

    /// The samples of a plane without padding, row by row.
    func plane(_ number: Int) -> [UInt8] {
        let plane = description.layout.planes[number]
        return (0..<plane.rows).flatMap { row in
            bytes[plane.offset + row * plane.stride..<plane.offset + row * plane.stride + plane.rowBytes]
        }
    }
}
