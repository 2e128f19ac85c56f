import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

@testable import StudioScenario

@Suite("Media of participants in scenario files")
struct MediaStepTests {
    private static let ada = UserID(rawValue: 7)

    private func source(_ step: ScenarioStep) -> String? {
        switch step.command(for: Self.ada) {
        case .publishMedia(_, let source, _)?, .publishShare(_, let source, _)?: source
        default: "none"
        }
    }

    @Test("a published file is found beside the scenario's file, and stays in the step as it is; so do other sources")
    func sources() throws {
        let folder = try TestFolder()
        let path = try folder.write(
            "media.yaml",
            """
            version: 1
            meeting: {participants: [{name: Ada}]}
            steps:
              - {at: 1s, publish: {user: Ada, source: clips/ada.mp4}}
              - {at: 2s, publish: {user: Ada, source: /clips/ada.mp4}}
              - {at: 3s, publish: {user: Ada, source: "coded:"}}
              - {at: 4s, publish: {user: Ada}}
              - {at: 5s, share: {user: Ada, source: slides.mp4}}
            """)
        let scenario = try Scenario(path)
        let sources = scenario.steps.map(source)
        #expect(sources == ["clips/ada.mp4", "/clips/ada.mp4", "coded:", nil, "slides.mp4"])
        let (clip, slides) = (folder.file("clips/ada.mp4"), folder.file("slides.mp4"))
        let found = sources.map { $0.map(scenario.mediaPath) }
        #expect(found == [clip, "/clips/ada.mp4", "coded:", nil, slides])
        #expect(scenario.files == [path, clip, "/clips/ada.mp4", "coded:", slides])
    }

    @Test("media is published as camera and microphone, or as a shared screen")
    func publishing() throws {
        let text = """
            version: 1
            meeting: {participants: [{name: Ada}]}
            steps:
              - {at: 1s, publish: {user: Ada, source: clip.mp4, loop: true}}
              - {at: 1s, share: {user: Ada}}
              - {at: 1s, share: {user: Ada, source: slides.mp4, loop: true}}
            """
        let steps = try Scenario(text: text, name: "media").steps
        #expect(
            steps.map { $0.command(for: Self.ada) } == [
                .publishMedia(user: Self.ada, source: "clip.mp4", loops: true),
                .publishShare(user: Self.ada, source: nil, loops: false),
                .publishShare(user: Self.ada, source: "slides.mp4", loops: true),
            ])
        #expect(steps.allSatisfy { $0.user == .named("Ada") })
    }

    /// Each change of a track, as a step and as a change.
    private static let changes: [(step: String, change: TrackChange)] = [
        ("mute: {user: Ada, track: TRACK}", .mute), ("unmute: {user: Ada, track: TRACK}", .unmute),
        ("stall: {user: Ada, track: TRACK}", .stall),
        ("resume: {user: Ada, track: TRACK}", .resume(catchesUp: true)),
        ("resume: {user: Ada, track: TRACK, catchUp: false}", .resume(catchesUp: false)),
    ]
    private static let videoChanges: [(step: String, change: TrackChange)] = [
        ("setSize: {user: Ada, track: TRACK, width: 64, height: 36}", .setSize(width: 64, height: 36)),
        ("useSourceSize: {user: Ada, track: TRACK}", .useSourceSize),
        ("setFrameRate: {user: Ada, track: TRACK, fps: 10}", .setFrameRate(perSecond: 10)),
        ("rotate: {user: Ada, track: TRACK, turn: threeQuarters}", .rotate(rotation: .threeQuarters)),
    ]
    private static let audioChanges: [(step: String, change: TrackChange)] = [
        ("speak: {user: Ada, track: TRACK}", .speak), ("silence: {user: Ada, track: TRACK}", .silence),
    ]

    private func commands(_ steps: [String]) throws -> [SessionCommand] {
        let list = steps.map { "  - {at: 1s, \($0)}\n" }.joined()
        let text = "version: 1\nmeeting: {participants: [{name: Ada}]}\nsteps:\n\(list)"
        return try Scenario(text: text, name: "media").steps.map { try #require($0.command(for: Self.ada)) }
    }

    @Test("each track of a participant has its changes", arguments: TrackKind.allCases)
    func trackSteps(_ kind: TrackKind) throws {
        let own = kind.isVideo ? Self.videoChanges : Self.audioChanges
        let steps = (Self.changes + own).map { $0.step.replacing("TRACK", with: kind.rawValue) }
        let expected = (Self.changes + own).map {
            SessionCommand.changeTrack(user: Self.ada, track: kind, change: $0.change)
        }
        #expect(try commands(steps) == expected)
        for other in kind.isVideo ? Self.audioChanges : Self.videoChanges {
            let step = other.step.replacing("TRACK", with: kind.rawValue)
            let error = #expect(throws: ScenarioError.self) { try commands([step]) }
            #expect(error?.message.contains("track is '\(kind.rawValue)'; expected one of") == true)
        }
    }

    @Test("without a track, video steps change the camera, and audio steps the microphone")
    func defaultTracks() throws {
        let steps = (Self.changes + Self.videoChanges + Self.audioChanges).map {
            $0.step.replacing(", track: TRACK", with: "")
        }
        let video = (Self.changes + Self.videoChanges).map {
            SessionCommand.changeTrack(user: Self.ada, track: .camera, change: $0.change)
        }
        let audio = Self.audioChanges.map {
            SessionCommand.changeTrack(user: Self.ada, track: .microphone, change: $0.change)
        }
        #expect(try commands(steps) == video + audio)
    }
}
