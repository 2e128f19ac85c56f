import ProductionStudio
import StudioCore
import Testing
import ZoomSDK
import ZoomSDKNames

@Suite("Numbers of join failures and authentication results")
struct EntryNumberTests {
    @Test("PS-SDK-021 every join failure and authentication result has a unique number and converts back")
    func roundTrips() {
        #expect(Set(JoinFailure.numbered.map(\.failure)).count == JoinFailure.numbered.count)
        #expect(Set(JoinFailure.numbered.map(\.number)).count == JoinFailure.numbered.count)
        #expect(JoinFailure.numbered.count == 45)
        for (failure, number) in JoinFailure.numbered {
            #expect(failure.number == number)
            #expect(JoinFailure(number: number) == failure)
        }
        #expect(AuthenticationResult.numbered.map(\.number) == Array(0...9) + [100])
        for (result, number) in AuthenticationResult.numbered {
            #expect(result.number == number)
            #expect(AuthenticationResult(number: number) == result)
        }
    }

    @Test("PS-SDK-021 the constants name the failures")
    func constants() {
        let failures: [(ZoomSDKMeetingError, JoinFailure)] = [
            (ZoomSDKMeetingError_ConnectionError, .connectionFailed),
            (ZoomSDKMeetingError_MMRError, .mediaServerFailed),
            (ZoomSDKMeetingError_PasswordError, .passcodeWrong), (ZoomSDKMeetingError_MeetingOver, .meetingOver),
            (ZoomSDKMeetingError_MeetingNotStart, .meetingNotStarted),
            (ZoomSDKMeetingError_MeetingNotExist, .meetingUnknown), (ZoomSDKMeetingError_UserFull, .meetingFull),
            (ZoomSDKMeetingError_vanityNotExist, .personalNameUnknown),
            (ZoomSDKMeetingError_UnableToJoinExternalMeeting, .externalMeeting),
            (ZoomSDKMeetingError_AppCanNotAnonymousJoinMeeting, .anonymousJoinDisallowed),
            (ZoomSDKMeetingError_OnBehalfTokenNotMatchMeeting, .onBehalfTokenOtherMeeting),
            (ZoomSDKMeetingError_JmakUserEmailNotMatch, .joinTokenOtherEmail), (ZoomSDKMeetingError_Unknown, .unknown),
        ]
        for (error, failure) in failures { #expect(JoinFailure(error) == failure) }
        #expect(ZoomSDKMeetingError_NetworkUnavailable == ZoomSDKMeetingError_ConnectionError)
        #expect(ZoomSDKError_UnKnow == ZoomSDKError_UnKnown)
        #expect(AuthenticationResult(ZoomSDKAuthError_JwtTokenWrong) == .tokenWrong)
    }

    @Test("PS-SDK-021 a number without a name is preserved, and a name without a number is unknown")
    func others() {
        #expect(JoinFailure(number: 4711).number == 4711)
        #expect(AuthenticationResult(number: 4711).number == 4711)
        for name in ["else", "Failure()", "Failure(-1)", "Result(x)"] {
            #expect(JoinFailure(rawValue: name).number == 100)
            #expect(AuthenticationResult(rawValue: name).number == 100)
        }
    }
}
