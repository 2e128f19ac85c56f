import Foundation
import MeetingClient
import ProductionStudio
import StudioCore
import StudioScenario
import StudioTestSupport
import Testing

/// The scenarios of `examples/bots`, as a bot sees them.
struct BotScenarioTests {
    private static let folder = PackageFolder.url("examples/bots")

    /// A bot that wants to record: it asks, starts raw recording whenever it may, and connects its audio.
    private func run(_ name: String, seconds: Int64) throws -> (events: [String], fixture: ClientFixture) {
        let file = Self.folder.appendingPathComponent("\(name).yaml")
        let fixture = try ClientFixture(role: nil, scenario: file.path)
        let client = fixture.client
        fixture.setOnEvent { event in
            do throws(StudioError) {
                switch event {
                case .status(.inMeeting, _, _), .status(.joinedBreakoutRoom, _, _), .status(.leftBreakoutRoom, _, _):
                    if !client.isAudioConnected { try client.act(.connectAudio) }
                    try client.act(client.mayRecord ? .startRecording : .requestRecording)
                case .recordingPermission(true): try client.act(.startRecording)
                default: break
                }
            } catch {
                Issue.record("\(error)")
            }
        }
        try fixture.initialise()
        var options = MeetingClient.JoinOptions()
        options.request.meetingNumber = 123
        try client.join(options)
        fixture.turn(seconds * 1000)
        return (fixture.takeEvents(), fixture)
    }

    @Test("Each file is valid, and says which bots it finds")
    func files() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        #expect(names.count == 7)
        for name in names {
            let scenario = try Scenario(Self.folder.appendingPathComponent(name).path)
            #expect(scenario.summary.hasPrefix("Finds bots that "))
        }
    }

    @Test("An on-behalf token is rejected: joining fails, and a false end follows")
    func onBehalfToken() throws {
        let (events, fixture) = try run("on-behalf-token-fails", seconds: 9)
        let failure = ["connecting", "disconnecting", "failed authorizedUserAbsent", "ended", "ended"]
        #expect(events.suffix(5) == failure)
        var options = MeetingClient.JoinOptions()
        options.request.meetingNumber = 123
        try fixture.client.join(options)
        fixture.turn(2000)
        #expect(fixture.takeEvents() == failure)
        // The user is there.
        try fixture.client.join(options)
        fixture.turn(100)
        #expect(fixture.takeEvents().contains("inMeeting"))
    }

    @Test("Sharing is locked, and unlocked after five seconds")
    func share() throws {
        let (events, fixture) = try run("share-locked", seconds: 4)
        #expect(!events.contains("shareLock true"))
        #expect(fixture.client.isShareLocked)
        #expect(!fixture.client.canShare)
        fixture.turn(2000)
        #expect(fixture.takeEvents() == ["shareLock false"])
        #expect(fixture.client.canShare)
    }

    @Test("The host denies, or grants late")
    func answers() throws {
        let denied = try run("recording-denied", seconds: 2)
        #expect(denied.events.contains("response denied"))
        #expect(!denied.events.contains("recording true"))
        let late = try run("recording-granted-late", seconds: 31)
        #expect(late.events.suffix(2) == ["permission true", "recording true"])
    }

    @Test("The permission is revoked and granted again; raw recording ends in between")
    func revoked() throws {
        let (events, fixture) = try run("recording-revoked", seconds: 6)
        let recording = events.filter { $0.hasPrefix("recording") || $0.hasPrefix("permission") }
        #expect(recording.suffix(4) == ["permission false", "recording false", "permission true", "recording true"])
        #expect(fixture.client.isRecording)
    }

    @Test("ZM-REC-008: a bot comes back from the waiting room and from a breakout room, and records again each time")
    func moved() throws {
        let (events, fixture) = try run("moved-around", seconds: 10)
        let places = events.filter { $0.hasPrefix("in") || $0.hasSuffix("Room") || $0.hasPrefix("recording") }
        #expect(
            places == [
                "inMeeting", "recording true", "inWaitingRoom", "recording false", "inMeeting", "recording true",
                "joinedBreakoutRoom", "recording false", "recording true", "leftBreakoutRoom", "recording false",
                "recording true",
            ])
        #expect(fixture.client.isRecording)
        #expect(fixture.client.violations == [])
    }

    @Test("Audio is never connected: subscribing to it is rejected with ZM-AUDIO-001")
    func audio() throws {
        let (events, fixture) = try run("audio-never-connects", seconds: 2)
        #expect(!events.contains("audioReady"))
        #expect(!fixture.client.isAudioConnected)
        let subscribe = { () throws(StudioError) in try fixture.client.subscribeAudio { _ in } }
        #expect(fixture.rule(subscribe) == "ZM-AUDIO-001")
    }
}
