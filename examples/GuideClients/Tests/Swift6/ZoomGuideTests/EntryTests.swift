import Foundation
import ProductionStudioTesting
import Testing
import ZoomSDK

#if swift(>=6)
    @testable import ZoomGuide
#else
    @testable import ZoomGuideSwift5
#endif

/// Clients that start with init, on the main queue.
@Suite("From init to the first frame")
struct EntryTests {
    /// Runs a client with a meeting that it must join, and callbacks on the main queue.
    @MainActor
    private func beforeInit(
        role: MeetingRole = .coHost, _ entry: EntryResponses = .immediate,
        _ body: @MainActor () async throws -> Void
    ) async throws {
        let studio = StudioController(in: Meeting(role: role, isJoined: false), responses: .immediate)
        try await ZoomSDK.shared().emulation.withMeetingAsync(studio, entry: entry) { try await body() }
    }

    @Test("PS-ENTRY-026 a client on the main actor awaits init, sending, leaving and un-init, twice")
    @MainActor
    func awaiting() async throws {
        try await beforeInit {
            let client = AwaitingClient()
            try client.initialise()
            try await client.authenticate("token")
            try await client.join(7)
            #expect(client.meetingNumber == 7)
            try await client.startSending()
            #expect(client.sendFrame() == ZoomSDKError_Success)
            await client.leave()
            #expect(client.sendFrame() == nil)
            #expect(client.statuses.filter { $0 != 8 } == [1, 3, 4, 7])
            // The local user is in the list; the studio joins.
            #expect(client.users == 2)
            client.finish()
            #expect(ZoomSDK.shared().getMeetingService() == nil)
            try client.initialise()
            try await client.authenticate("token")
            try await client.join(8)
            #expect(client.meetingNumber == 8)
            await client.leave()
            client.finish()
            #expect(ZoomSDK.shared().emulation.warnings.isEmpty)
        }
    }

    @Test("PS-ENTRY-028 an asynchronous client receives each failure and succeeds afterwards")
    @MainActor
    func failures() async throws {
        try await beforeInit {
            let client = AwaitingClient()
            let emulation = ZoomSDK.shared().emulation
            try client.initialise()
            await #expect(throws: AwaitingClient.Failure(step: "auth", code: 5)) {
                try await client.authenticate("")
            }
            emulation.entry.authentication = .init(ZoomSDKAuthError_JwtTokenWrong)
            await #expect(throws: AwaitingClient.Failure(step: "auth answer", code: 7)) {
                try await client.authenticate("token")
            }
            await #expect(throws: AwaitingClient.Failure(step: "service", code: 0)) { try await client.join(7) }
            emulation.entry = .immediate
            try await client.authenticate("token")
            await #expect(throws: AwaitingClient.Failure(step: "join", code: 5)) { try await client.join(0) }
            emulation.entry.entrance = .failure
            emulation.entry.joinFailure = .init(ZoomSDKMeetingError_PasswordError)
            await #expect(throws: AwaitingClient.Failure(step: "status", code: 4)) { try await client.join(7) }
            emulation.entry = .immediate
            emulation.entry.role = .host
            try await client.join(7)
            try await client.startSending()
            #expect(client.sendFrame() == ZoomSDKError_Success)
            await client.leave()
            client.finish()
        }
    }

    @Test("PS-ENTRY-033 a client that stores the services joins and leaves")
    @MainActor
    func bridging() async throws {
        try await beforeInit {
            let client = BridgingClient()
            await withCheckedContinuation { continuation in
                client.whenDone = { continuation.resume() }
                client.begin()
            }
            #expect(
                client.events == [
                    "asked", "auth 0", "status 1", "status 3", "users [\"Local user\"]", "status 4", "status 7", "done",
                ])
        }
    }

    @Test("PS-ENTRY-026 the client of the article sends a frame")
    func article() throws {
        let test = TestMeeting(role: .coHost, isJoined: false)
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            let camera = Camera()
            camera.begin(token: "any text")
            try test.wait(for: .sending)
            try test.settle()
            #expect(camera.send() == ZoomSDKError_Success)
            try test.requireNoViolations()
        }
    }

    @Test("the article contains the client that is compiled here, verbatim")
    func articleIsCompiled() throws {
        // examples/GuideClients/Tests/Swift6/ZoomGuideTests, of which Swift5 is a link.
        var root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        for _ in 0..<6 { root.deleteLastPathComponent() }
        let path = "Sources/Interfaces/ZoomMeeting/ZoomSDK/ZoomSDK.docc/FromInitToTheFirstFrame.md"
        let sample = "examples/GuideClients/Sources/Swift6/ZoomGuide/Camera.swift"
        let article = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        let client = try String(contentsOf: root.appendingPathComponent(sample), encoding: .utf8)
        #expect(article.contains("```swift\n\(client)```"))
    }
}
