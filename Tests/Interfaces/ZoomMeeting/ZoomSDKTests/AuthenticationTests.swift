import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import Testing
import ZoomSDK

@Suite("Init and authentication")
struct AuthenticationTests {
    @Test("PS-ENTRY-017 the services are nil from init to the first authentication, then one object until un-init")
    func services() throws {
        try beforeInit { fixture in
            let sdk = fixture.sdk
            #expect(sdk.getMeetingService() != nil, "code without init")
            #expect(sdk.getSettingService() != nil)
            fixture.initialise()
            #expect(sdk.getMeetingService() == nil)
            #expect(sdk.getSettingService() == nil)
            #expect(sdk.getAuthService() === sdk.getAuthService(), "there at all times")
            fixture.authenticate()
            try fixture.test.settle()
            let service = try fixture.service()
            #expect(sdk.getMeetingService() === service)
            #expect(sdk.getSettingService() === sdk.getSettingService())
            sdk.emulation.expireIdentity()
            #expect(sdk.getMeetingService() === service)
            sdk.unInitSDK()
            #expect(sdk.getMeetingService() == nil)
            try fixture.authorise()
            #expect(try fixture.service() !== service)
        }
    }

    @Test("PS-ENTRY-001 PS-ENTRY-002 init fails on request, then succeeds repeatedly")
    func initialising() throws {
        var entry = EntryResponses.immediate
        entry.initialisationFailure = StudioError.Code(ZoomSDKError_NoLicense)
        try beforeInit(TestMeeting(isJoined: false), entry) { fixture in
            #expect(fixture.initialise() == ZoomSDKError_NoLicense)
            #expect(fixture.authenticate() == ZoomSDKError_Uninit)
            fixture.sdk.emulation.entry.initialisationFailure = nil
            #expect(fixture.initialise() == ZoomSDKError_Success)
            #expect(fixture.initialise() == ZoomSDKError_Success)
            #expect(fixture.sdk.getVersionNumber() != nil)
        }
    }

    @Test("PS-ENTRY-003 the first init silently leaves the implicit meeting")
    func defaultMeeting() throws {
        try beforeInit { fixture in
            fixture.sdk.emulation.reset()
            let service = try fixture.service()
            service.delegate = fixture.client
            #expect(service.getMeetingStatus() == ZoomSDKMeetingStatus_InMeeting)
            #expect(service.getMeetingActionController().getMyself()?.isHost() == true)
            fixture.initialise()
            #expect(service.getMeetingStatus() == ZoomSDKMeetingStatus_Idle)
            #expect(service.getMeetingActionController().getMyself() == nil)
            #expect(service.getMeetingProductionStudioController() == nil)
            #expect(fixture.client.events == [])
            #expect(fixture.sdk.emulation.warnings == [])
        }
    }

    @Test("PS-ENTRY-005 PS-ENTRY-006 authentication requires init, and a token or a key")
    func conditions() throws {
        try beforeInit { fixture in
            #expect(fixture.authenticate() == ZoomSDKError_Uninit)
            fixture.initialise()
            #expect(fixture.authenticate("") == ZoomSDKError_InvalidParameter)
            #expect(fixture.auth.sdkAuth(ZoomSDKAuthContext()) == ZoomSDKError_InvalidParameter)
            let context = ZoomSDKAuthContext()
            context.publicAppKey = "key"
            #expect(fixture.auth.sdkAuth(context) == ZoomSDKError_Success)
            try fixture.test.settle()
            #expect(fixture.client.answers == [ZoomSDKAuthError_Success])
            let rules = fixture.sdk.emulation.violations.map(\.error.rule)
            #expect(rules == [.authenticationUninitialised, .authenticationWithoutCredentials])
        }
    }

    @Test("PS-ENTRY-008 an authentication has one result, never inside the call")
    func answered() throws {
        try beforeInit { fixture in
            fixture.initialise()
            #expect(!fixture.auth.isAuthorized())
            fixture.authenticate()
            #expect(fixture.client.answers.count <= 1)
            try fixture.test.settle()
            #expect(fixture.client.answers == [ZoomSDKAuthError_Success])
            #expect(fixture.auth.isAuthorized())
        }
    }

    @Test("PS-ENTRY-008 the result takes 40 to 120 ms by default")
    func latency() throws {
        try beforeInit(TestMeeting(isJoined: false), EntryResponses()) { fixture in
            fixture.initialise()
            fixture.authenticate()
            try fixture.test.turn(by: .milliseconds(39))
            #expect(fixture.client.answers == [])
            try fixture.test.turn(by: .milliseconds(81))
            #expect(fixture.client.answers == [ZoomSDKAuthError_Success])
        }
    }

    @Test("PS-ENTRY-009 a newer authentication replaces the pending one")
    func replaced() throws {
        try beforeInit(TestMeeting(isJoined: false), EntryResponses()) { fixture in
            fixture.initialise()
            for _ in 0..<3 { #expect(fixture.authenticate() == ZoomSDKError_Success) }
            try fixture.test.turn(by: .seconds(1))
            #expect(fixture.client.answers == [ZoomSDKAuthError_Success])
        }
    }

    @Test("PS-ENTRY-010 an authorised client stays authorised whatever the result of another authentication")
    func again() throws {
        try beforeInit { fixture in
            fixture.initialise()
            fixture.authenticate()
            try fixture.test.settle()
            fixture.sdk.emulation.entry.authentication = .networkFailed
            #expect(fixture.authenticate() == ZoomSDKError_Success)
            try fixture.test.settle()
            #expect(fixture.client.answers == [ZoomSDKAuthError_Success, ZoomSDKAuthError_NetworkIssue])
            #expect(fixture.auth.isAuthorized())
        }
    }

    @Test("PS-ENTRY-007 an authentication is rejected immediately on request, without a callback")
    func rejected() throws {
        try beforeInit { fixture in
            fixture.initialise()
            fixture.sdk.emulation.entry.authenticationRefusal = StudioError.Code(ZoomSDKError_Failed)
            #expect(fixture.authenticate() == ZoomSDKError_Failed)
            try fixture.test.settle()
            #expect(fixture.client.answers == [])
        }
    }

    @Test(
        "PS-ENTRY-011 PS-SDK-021 an authentication fails with any code",
        arguments: [
            ZoomSDKAuthError_KeyOrSecretWrong, ZoomSDKAuthError_AccountNotSupport, ZoomSDKAuthError_AccountNotEnableSDK,
            ZoomSDKAuthError_Timeout, ZoomSDKAuthError_NetworkIssue, ZoomSDKAuthError_Client_Incompatible,
            ZoomSDKAuthError_JwtTokenWrong, ZoomSDKAuthError_KeyOrSecretEmpty, ZoomSDKAuthError_LimitExceededException,
            ZoomSDKAuthError_Unknown, ZoomSDKAuthError(4711),
        ])
    func failed(_ error: ZoomSDKAuthError) throws {
        try beforeInit { fixture in
            fixture.initialise()
            fixture.sdk.emulation.entry.authentication = AuthenticationResult(error)
            #expect(fixture.authenticate() == ZoomSDKError_Success)
            try fixture.test.settle()
            #expect(fixture.client.answers == [error])
            #expect(!fixture.auth.isAuthorized())
            #expect(fixture.sdk.getMeetingService() == nil)
        }
    }

    @Test("PS-ENTRY-011 a client's watchdog fires without a result, and its second attempt succeeds")
    func neverAnswered() throws {
        try beforeInit { fixture in
            fixture.initialise()
            fixture.sdk.emulation.entry.authenticationDelivery = .never
            fixture.authenticate()
            try fixture.test.turn(by: .seconds(45))
            #expect(fixture.client.answers == [])
            #expect(!fixture.auth.isAuthorized())
            fixture.sdk.emulation.entry.authenticationDelivery = .once
            #expect(fixture.authenticate() == ZoomSDKError_Success)
            try fixture.test.settle()
            #expect(fixture.client.answers == [ZoomSDKAuthError_Success])
        }
    }

    @Test("PS-ENTRY-011 a late result does not delay the attempt that replaces it")
    func late() throws {
        try beforeInit { fixture in
            fixture.initialise()
            fixture.sdk.emulation.entry.authenticationDelivery = .late(by: .seconds(60))
            fixture.authenticate()
            try fixture.test.turn(by: .seconds(30))
            #expect(fixture.client.answers == [])
            fixture.sdk.emulation.entry.authenticationDelivery = .once
            fixture.authenticate()
            try fixture.test.settle()
            #expect(fixture.client.answers == [ZoomSDKAuthError_Success])
            try fixture.test.turn(by: .seconds(60))
            #expect(fixture.client.answers == [ZoomSDKAuthError_Success], "the late one was replaced")
        }
    }

    @Test("PS-ENTRY-011 a result is late, or delivered twice; un-init inside the first cancels the second")
    func twice() throws {
        try beforeInit { fixture in
            fixture.initialise()
            fixture.sdk.emulation.entry.authenticationDelivery = .twice
            fixture.authenticate()
            try fixture.test.settle()
            #expect(fixture.client.answers == [ZoomSDKAuthError_Success, ZoomSDKAuthError_Success])
            fixture.sdk.emulation.entry.authenticationDelivery = .late(by: .seconds(5))
            fixture.authenticate()
            try fixture.test.turn(by: .seconds(5))
            #expect(fixture.client.answers.count == 3)
            fixture.sdk.emulation.entry.authenticationDelivery = .twice
            fixture.client.react { _ in ZoomSDK.shared().unInitSDK() }
            fixture.authenticate()
            try fixture.test.settle()
            #expect(fixture.client.answers.count == 4)
        }
    }

    @Test("PS-ENTRY-012 any token is valid by default; PS-ENTRY-013 with checks a malformed one is wrong")
    func token() throws {
        try beforeInit { fixture in
            fixture.initialise()
            fixture.authenticate("anything")
            try fixture.test.settle()
            #expect(fixture.client.answers == [ZoomSDKAuthError_Success])
            fixture.sdk.emulation.entry.checksToken = true
            #expect(fixture.authenticate("anything") == ZoomSDKError_Success, "only the service knows")
            try fixture.test.settle()
            #expect(fixture.client.answers.last == ZoomSDKAuthError_JwtTokenWrong)
            #expect(fixture.test.violations.map(\.error.rule) == [.tokenMalformed])
        }
    }

    @Test("PS-ENTRY-012 strict mode also checks the token", arguments: [true, false])
    func strict(isStrict: Bool) throws {
        try beforeInit(TestMeeting(isJoined: false, options: .init(isStrict: isStrict))) { fixture in
            fixture.initialise()
            fixture.authenticate("a.b.c")
            try fixture.test.settle()
            #expect(fixture.client.answers == [isStrict ? ZoomSDKAuthError_JwtTokenWrong : ZoomSDKAuthError_Success])
        }
    }

    @Test("PS-ENTRY-016 the identity expires on request; joining then requires another authentication")
    func expiry() throws {
        try beforeInit { fixture in
            try fixture.authorise()
            fixture.sdk.emulation.expireIdentity()
            fixture.sdk.emulation.expireIdentity()
            try fixture.test.settle()
            #expect(fixture.client.events == [.expired])
            #expect(!fixture.auth.isAuthorized())
            #expect(try fixture.join() == ZoomSDKError_WrongUsage)
            fixture.authenticate()
            try fixture.test.settle()
            #expect(try fixture.join() == ZoomSDKError_Success)
        }
    }

    @Test("PS-ENTRY-035 login is not emulated")
    func login() throws {
        try beforeInit { fixture in
            fixture.initialise()
            let auth = fixture.auth
            #expect(auth.logout() == ZoomSDKError_UnSupportedFeature)
            #expect(auth.ssoLogin(withWebUriProtocol: "zoom://") == ZoomSDKError_UnSupportedFeature)
            #expect(auth.enableAutoRegisterNotificationService(forLogin: true) == ZoomSDKError_UnSupportedFeature)
            #expect(auth.registerNotificationService("token") == ZoomSDKError_UnSupportedFeature)
            #expect(auth.unregisterNotificationService() == ZoomSDKError_UnSupportedFeature)
            #expect(auth.generateSSOLoginWebURL("me") == nil)
            #expect(auth.getSDKIdentity() == nil)
            #expect(auth.getAccountInfo() == nil)
            #expect(ZoomSDKAccountInfo().getSDKUserType() == ZoomSDKUserType(0))
        }
    }

    @Test("PS-ENTRY-033 un-init removes services, delegates, authorisation and pending results; init may follow")
    func uninitialise() throws {
        try beforeInit(TestMeeting(isJoined: false), EntryResponses()) { fixture in
            fixture.initialise()
            fixture.authenticate()
            fixture.sdk.unInitSDK()
            fixture.sdk.unInitSDK()
            try fixture.test.turn(by: .seconds(1))
            #expect(fixture.client.answers == [])
            #expect(fixture.auth.delegate == nil)
            #expect(fixture.authenticate() == ZoomSDKError_Uninit)
            fixture.initialise()
            fixture.authenticate()
            try fixture.test.turn(by: .seconds(1))
            #expect(fixture.client.answers == [ZoomSDKAuthError_Success])
            #expect(fixture.sdk.emulation.warnings == [])
        }
    }
}
