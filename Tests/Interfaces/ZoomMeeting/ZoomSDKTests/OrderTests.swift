import Foundation
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing
import ZoomSDK

/// Orders of events that real meetings have, and clients that expect others.
@Suite("Unusual orders of the meeting")
struct OrderTests {
    private var warned: [String] { ZoomSDK.shared().emulation.warnings.map(\.error.rule.id.rawValue) }

    /// A list of names, filled when users join.
    private final class Names: NSObject, ZoomSDKMeetingActionControllerDelegate {
        let retries: Bool
        let names = Recorder<String>()
        let missing = Recorder<UInt32>()

        init(retries: Bool) {
            self.retries = retries
        }

        func onUserJoin(_ array: [Any]) {
            for case let id as NSNumber in array { resolve(id.uint32Value) }
        }
        func onUserInfoUpdate(_ userID: UInt32) {}

        func retry() {
            guard retries else { return }
            for id in missing.all { resolve(id) }
        }

        private func resolve(_ id: UInt32) {
            let action = ZoomSDK.shared().getMeetingService().getMeetingActionController()
            if let name = action.getUserByUserID(id)?.getUserName() { names.record(name) } else { missing.record(id) }
        }
    }

    @Test("PS-ROSTER-009 a reported ID that cannot be looked up yet is missed by a client that asks once")
    func unresolved() throws {
        for retries in [true, false] {
            try inMeeting { fixture in
                let names = Names(retries: retries)
                fixture.action.delegate = names
                let meeting = fixture.test.meeting
                let ada = meeting.add("Ada", reportedAfter: .seconds(1))
                meeting.setResolvable(false, of: ada.id)
                try fixture.test.turn(by: .seconds(1))
                try fixture.test.settle()
                #expect(names.missing.all == [ada.id.rawValue])
                #expect(fixture.action.getParticipantsList()?.count == 2)
                #expect(warned.contains("PS-ROSTER-009"))
                meeting.setResolvable(true, of: ada.id)
                names.retry()
                #expect(names.names.all == (retries ? ["Ada"] : []))
            }
        }
    }

    /// Un-initialises when the meeting has ended, inside the callback or after it.
    private final class Closer: NSObject, ZoomSDKMeetingServiceDelegate {
        let isInside: Bool
        let ends = Recorder<Bool>()

        init(isInside: Bool) {
            self.isInside = isInside
        }

        func onMeetingStatusChange(
            _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason
        ) {
            guard state == ZoomSDKMeetingStatus_Ended else { return }
            ends.record(true)
            if isInside { ZoomSDK.shared().unInitSDK() }
        }
    }

    @Test("PS-ENTRY-040 un-init inside the callback of the end causes a warning; after it, none")
    func uninitialising() throws {
        for isInside in [true, false] {
            try beforeInit { fixture in
                try fixture.enter()
                let closer = Closer(isInside: isInside)
                try fixture.service().delegate = closer
                fixture.test.meeting.end()
                try fixture.test.settle()
                #expect(closer.ends.count == 1)
                if !isInside { fixture.sdk.unInitSDK() }
                #expect(warned.contains("PS-ENTRY-040") == isInside)
                #expect(!fixture.auth.isAuthorized())
            }
        }
    }
}
