import Dispatch
import MeetingClient
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioScenario
import Testing

/// The share of the local user, and what others see of it.
struct ShareTests {
    /// What other participants receive.
    private final class Audience: MediaReceiver {
        let frames = Lock(0)
        let blocks = Lock(0)

        var hasCapacity: Bool { true }
        func receive(_ frame: borrowing VideoFrame) { frames.withLock { $0 += 1 } }
        func receive(_ block: borrowing AudioBlock) { blocks.withLock { $0 += 1 } }
    }

    private let fixture: ClientFixture
    private let audience = Audience()
    private var client: MeetingClient { fixture.client }

    init() throws {
        fixture = try ClientFixture(role: .attendee)
        try fixture.join()
        let tracks = try #require(fixture.client.studio?.meeting.localTracks)
        tracks.shareVideo.fanout.add(audience)
        tracks.shareAudio.fanout.add(audience)
    }

    /// Sends a frame and 10 ms of audio.
    private func send() throws {
        try [UInt8](repeating: 128, count: 64 * 36 * 3 / 2).withUnsafeBytes {
            try client.sendShare($0, width: 64, height: 36, format: .i420Full)
        }
        try [Int16](repeating: 7, count: 480).withUnsafeBytes {
            try client.sendShareAudio($0, sampleRate: 48_000, channels: 1)
        }
        fixture.turn(10)
    }

    @Test("ZM-SHARE-003: while sharing is locked, frames and audio are accepted, and nobody gets them")
    func locked() throws {
        _ = try client.perform(.lockShare(isLocked: true))
        fixture.turn()
        #expect(fixture.takeEvents() == ["shareLock true"])
        #expect(client.isShareLocked)
        #expect(!client.canShare)
        try client.act(.startShare(withAudio: true))
        fixture.turn()
        #expect(fixture.takeEvents() == ["ownShare true", "share true"])
        for _ in 0..<3 { try send() }
        #expect(audience.frames.withLock { $0 } == 0)
        #expect(audience.blocks.withLock { $0 } == 0)
        #expect(fixture.warnings == ["ZM-SHARE-003"])
        #expect(client.violations.map(\.count) == [6])
        _ = try client.perform(.lockShare(isLocked: false))
        fixture.turn()
        #expect(fixture.takeEvents() == ["shareLock false"])
        try send()
        #expect(audience.frames.withLock { $0 } == 1)
        #expect(audience.blocks.withLock { $0 } == 1)
        #expect(client.violations.map(\.count) == [6])
    }

    @Test("A co-host shares while sharing is locked")
    func coHost() throws {
        _ = try client.perform(.lockShare(isLocked: true))
        _ = try client.perform(.setRole(role: .coHost, user: nil))
        fixture.turn()
        #expect(client.canShare)
        try client.act(.startShare(withAudio: true))
        fixture.turn()
        try send()
        #expect(audience.frames.withLock { $0 } == 1)
        #expect(client.violations == [])
    }
}
