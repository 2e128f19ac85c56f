import Dispatch
import Foundation
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
import ZoomSDK

@Suite("SDK calls inside callbacks")
struct ReentrancyFacadeTests {
    enum Call: String, CaseIterable, Sendable {
        case queries, roster, start, stop, sendVideo, sendAudio, setDelegates, leave, end
        case makeHost, assignCoHost, revokeCoHost, reclaimHost, expel, enterNext
    }

    enum Callback: String, CaseIterable, Sendable {
        case yes, no, sender, noSender, stop, userOn, userOff, status, join, left, host, coHost

        init(_ callback: Client.Callback) {
            switch callback {
            case .result(let success): self = success ? .yes : .no
            case .sender(let isThere): self = isThere ? .sender : .noSender
            case .stop: self = .stop
            case .user(_, let isStart): self = isStart ? .userOn : .userOff
            case .status: self = .status
            case .join: self = .join
            case .left: self = .left
            case .host: self = .host
            case .coHost: self = .coHost
            }
        }
    }

    /// Shared by all tests: callbacks of a new meeting follow those of the previous one.
    private static let queue = DispatchQueue(label: "psstudio.test.callbacks")

    private static func perform(_ call: Call, _ client: Client, kept: ZoomSDKMeetingProductionStudioController) {
        let service: ZoomSDKMeetingService = ZoomSDK.shared().getMeetingService()
        let action = service.getMeetingActionController()
        switch call {
        case .queries:
            _ = (kept.isSupportPSMode(), kept.canStartPSMode(), kept.isPSModeStarted(), kept.getPSUserID())
            _ = (service.getMeetingStatus(), service.getMeetingProductionStudioController())
        case .roster:
            _ = (action.getMyself(), action.getParticipantsList(), action.getUser(byUserID: kept.getPSUserID()))
        case .start: kept.startPSMode(capability())
        case .stop: kept.stopPSMode()
        case .sendVideo: _ = client.sender?.send()
        case .sendAudio: _ = client.sender?.sendSilence()
        case .setDelegates:
            kept.delegate = client
            service.delegate = client
            action.delegate = client
        case .leave: service.leaveMeeting(with: LeaveMeetingCmd_Leave)
        case .end: service.leaveMeeting(with: LeaveMeetingCmd_End)
        case .makeHost: action.makeHost(0)
        case .assignCoHost: action.assignCoHost(kept.getPSUserID())
        case .revokeCoHost: action.revokeCoHost(16_779_264)
        case .reclaimHost: action.reclaimHost()
        case .expel: action.expelUser(16_779_264)
        case .enterNext: ZoomSDK.shared().emulation.enter(TestMeeting(callbackQueue: Self.queue).studio)
        }
    }

    /// Causes every callback.
    private static func play(_ fixture: SDKFixture, _ controller: ZoomSDKMeetingProductionStudioController) throws {
        let (test, meeting) = (fixture.test, fixture.test.meeting)
        let guest = meeting.add("Guest")
        meeting.grantCoHost(to: guest.id)
        meeting.makeHost(guest.id)
        meeting.reclaimHost()
        meeting.remove(guest.id)
        for (accepts, providesSender) in [(false, true), (true, false), (true, true)] {
            test.studio.responses.accepts = accepts
            test.studio.responses.providesSender = providesSender
            controller.startPSMode(capability())
            try test.settle()
        }
        meeting.loseConnection()
        controller.stopPSMode()
        try test.settle()
        meeting.end()
        try test.settle()
    }

    @Test(
        "PS-ORDER-001 every call inside every callback returns, without nested callbacks",
        arguments: Call.allCases, Callback.allCases)
    func everyPair(_ call: Call, _ callback: Callback) throws {
        try inMeeting(TestMeeting(callbackQueue: Self.queue)) { fixture in
            let controller = try #require(fixture.controller)
            controller.delegate = fixture.client
            let (client, performed, nested) = (fixture.client, Lock(0), Lock((isInside: false, count: 0)))
            let box = Unchecked(client)
            client.react { received in
                let isInside = nested.withLock { nested in
                    if nested.isInside { nested.count += 1 }
                    return nested.isInside
                }
                guard !isInside, Callback(received) == callback else { return }
                guard
                    performed.withLock({
                        $0 += 1; return $0 <= 8
                    })
                else { return }
                nested.withLock { $0.isInside = true }
                Self.perform(call, box.value, kept: controller)
                nested.withLock { $0.isInside = false }
            }
            try Self.play(fixture, controller)
            #expect(performed.withLock { $0 } > 0, "\(callback) came")
            #expect(nested.withLock { $0.count } == 0, "a callback inside the call")
            #expect(!controller.isPSModeStarted())
            // A callback of a next meeting may still run, and would enter another one inside the next test.
            client.react { _ in }
            Self.queue.sync {}
        }
    }
}

/// The client is used on the callback queue only.
private struct Unchecked<Value>: @unchecked Sendable {
    // Safety: callbacks are sequential, and the client locks its state.
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
