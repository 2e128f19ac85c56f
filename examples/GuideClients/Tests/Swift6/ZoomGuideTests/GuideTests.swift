import Foundation
import ProductionStudioTesting
import Testing
import ZoomSDK

#if swift(>=6)
    @testable import ZoomGuide
#else
    @testable import ZoomGuideSwift5
#endif

/// The guide's samples, one per test, against a simulated meeting.
@Suite("The guide's samples")
struct GuideTests {
    /// Runs a sample in its own meeting.
    private func inMeeting(_ test: TestMeeting = TestMeeting(), _ body: (TestMeeting, GuideClient) throws -> Void)
        throws
    {
        try ZoomSDK.shared().emulation.withMeeting(test.studio) {
            try body(test, GuideClient())
            try test.settle()
        }
    }

    @Test("PS-SDK-003 sample 1: a capability of 1920x1080 with the free constant is read back")
    func capability() {
        let capability = GuideClient().makeCapability()
        #expect(capability.width == 1920)
        #expect(capability.height == 1080)
        #expect(capability.format == ZoomSDKFrameDataFormat_I420_Full)
        #expect(capability.format == .I420_FULL)
    }

    @Test("PS-SDK-004 sample 2: starting returns early outside a meeting, and is accepted for the host")
    func begin() throws {
        try inMeeting(TestMeeting(isJoined: false)) { test, client in
            #expect(client.beginProductionStudio() == nil)
            test.meeting.join()
            try test.settle()
            #expect(client.beginProductionStudio() == ZoomSDKError_Success)
        }
    }

    @Test("PS-START-012 sample 3: the start result is delivered once, true or false", arguments: [true, false])
    func answer(accepts: Bool) throws {
        var responses = StudioResponses.immediate
        responses.accepts = accepts
        try inMeeting(TestMeeting(responses: responses)) { test, client in
            client.beginProductionStudio()
            try test.settle()
            #expect(client.callbacks.filter { $0.hasPrefix("result") } == ["result \(accepts)"])
            #expect(client.callbacks.first == "result \(accepts)")
            #expect(client.callbacks.contains("sender") == accepts)
        }
    }

    @Test(
        "PS-STOP-011 sample 4: the sender is delivered after the start result and stored; the nil path stops",
        arguments: [true, false])
    func sender(isThere: Bool) throws {
        var responses = StudioResponses.immediate
        responses.providesSender = isThere
        try inMeeting(TestMeeting(responses: responses)) { test, client in
            client.beginProductionStudio()
            try test.settle()
            if isThere {
                #expect(client.callbacks.prefix(2) == ["result true", "sender"])
                #expect(client.psSender != nil)
            } else {
                #expect(client.callbacks == ["result true", "no sender", "stop"])
                #expect(client.psSender == nil)
            }
        }
    }

    enum Cause: String, CaseIterable {
        case ownStop, end, leave, role
    }

    @Test(
        "PS-STOP-004 sample 5: onStopSend stops the loop and clears the sender, whatever the cause",
        arguments: Cause.allCases)
    func stop(_ cause: Cause) throws {
        try inMeeting { test, client in
            client.beginProductionStudio()
            try test.wait(for: .sending)
            #expect(client.isCapturing)
            #expect(client.sendFrame() == ZoomSDKError_Success)
            switch cause {
            case .ownStop: #expect(client.endProductionStudio() == ZoomSDKError_Success)
            case .end: test.meeting.end()
            case .leave: ZoomSDK.shared().getMeetingService().leaveMeeting(with: LeaveMeetingCmd_Leave)
            case .role: test.meeting.setRole(.attendee)
            }
            try test.wait(for: .idle)
            try test.settle()
            #expect(client.callbacks.filter { $0 == "stop" }.count == 1)
            #expect(!client.isCapturing)
            #expect(client.psSender == nil)
            try test.requireNoViolations()
        }
    }

    @Test("PS-SDK-007 sample 6: the user status with the guide's width is reported true, then false")
    func userStatus() throws {
        try inMeeting { test, client in
            client.beginProductionStudio()
            try test.wait(for: .sending)
            try test.settle()
            _ = client.endProductionStudio()
            try test.settle()
            #expect(
                client.callbacks.filter { $0.hasPrefix("user") } == [
                    "user on, studio true, own true", "user off, studio true, own true",
                ])
        }
    }

    @Test("PS-SEND-006 sample 7: a frame of 1920x1080 is accepted, and rejected if one argument is changed")
    func frame() throws {
        try inMeeting { test, client in
            client.beginProductionStudio()
            try test.wait(for: .sending)
            #expect(client.sendFrame() == ZoomSDKError_Success)
            #expect(client.sendFrame(width: 1918) == ZoomSDKError_InvalidParameter)
            #expect(client.sendFrame(height: 1078) == ZoomSDKError_InvalidParameter)
            #expect(client.sendFrame(length: 3_110_402) == ZoomSDKError_InvalidParameter)
            #expect(client.sendFrame(length: 0) == ZoomSDKError_InvalidParameter)
            #expect(client.sendFrame(format: .I420_LIMITED) == ZoomSDKError_InvalidParameter)
            let sender = try #require(client.psSender)
            let missing = sender.sendVideoFrame(
                nil, width: 1920, height: 1080, frameLength: 3_110_400, format: .I420_FULL)
            #expect(missing == ZoomSDKError_InvalidParameter)
            #expect(test.media.frames.map(\.width) == [1920])
            #expect(test.media.frames.first?.hash == .of([UInt8](repeating: 64, count: 3_110_400)))
        }
    }

    @Test(
        "PS-AUDIO-003 PS-AUDIO-004 sample 8: 20 ms of mono audio are accepted, odd lengths and other rates are rejected"
    )
    func audio() throws {
        try inMeeting { test, client in
            client.beginProductionStudio()
            try test.wait(for: .sending)
            #expect(client.sendAudioBlock() == ZoomSDKError_Success)
            #expect(client.sendAudioBlock(length: 1921) == ZoomSDKError_InvalidParameter)
            #expect(client.sendAudioBlock(rate: 44100) == ZoomSDKError_InvalidParameter)
            #expect(client.sendAudioBlock(length: 1922, channel: .stereo) == ZoomSDKError_InvalidParameter)
            #expect(client.sendAudioBlock(rate: 32000, channel: .stereo) == ZoomSDKError_Success)
            #expect(test.media.audioBlocks.map(\.sampleCount) == [960, 480])
        }
    }

    @Test("PS-STOP-003 sample 9: stopping returns a typed constant, then onStopSend is delivered")
    func typedStop() throws {
        try inMeeting { test, client in
            client.beginProductionStudio()
            try test.wait(for: .sending)
            let error: ZoomSDKError? = client.endProductionStudio()
            #expect(error == ZoomSDKError_Success)
            switch error {
            case ZoomSDKError_Success: break
            default: Issue.record("refused")
            }
            try test.wait(for: .idle)
            try test.settle()
            #expect(client.callbacks.contains("stop"))
        }
    }

    @Test("PS-USER-003 sample 10: the participant of the callback is a studio whose parent is the own user")
    func participant() throws {
        try inMeeting { test, client in
            client.beginProductionStudio()
            try test.wait(for: .sending)
            try test.settle()
            let controller = try #require(client.psController)
            let action = ZoomSDK.shared().getMeetingService().getMeetingActionController()
            let user = try #require(action.getUser(byUserID: controller.getPSUserID()))
            #expect(user.isProductionStudioUser())
            #expect(user.getProductionStudioParent() == action.getMyself()?.getUserID())
            #expect(client.callbacks.contains("user on, studio true, own true"))
        }
    }

    @Test("PS-STOP-006 a client may start again inside onStopSend and gets a new user identifier")
    func restart() throws {
        try inMeeting { test, client in
            var numbers: [UInt32] = []
            client.whenStopped = { client in
                client.whenStopped = nil
                #expect(client.psController?.isPSModeStarted() == false)
                #expect(client.beginProductionStudio() == ZoomSDKError_Success)
            }
            client.beginProductionStudio()
            for _ in 0..<2 {
                try test.wait(for: .sending)
                try test.settle()
                numbers.append(try #require(client.psController).getPSUserID())
                #expect(client.sendFrame() == ZoomSDKError_Success)
                #expect(client.endProductionStudio() == ZoomSDKError_Success)
            }
            try test.settle()
            #expect(client.callbacks.filter { $0 == "stop" }.count == 2)
            #expect(numbers[0] != numbers[1])
            #expect(!numbers.contains(0))
            try test.requireNoViolations()
        }
    }

    @Test("PS-ORDER-001 a client may send and stop inside onStartSend")
    func senderUsedAtOnce() throws {
        try inMeeting { test, client in
            client.whenSending = { client in
                #expect(client.sendFrame() == ZoomSDKError_Success, "sending inside onStartSend")
                #expect(client.endProductionStudio() == ZoomSDKError_Success)
            }
            client.beginProductionStudio()
            try test.wait(until: "the client has stopped") { client.callbacks.contains("stop") }
            #expect(test.media.frames.count == 1)
        }
    }
}
