import ProductionStudio
import StudioCore

// Init, authentication and joining, and other calls that clients make before they join.
extension VendorNames {
    static let entry = [
        VendorName(
            "ZoomSDK.shared().initSDK(with:)", "StudioEntry.initialise()",
            [
                .initialisedTwice, .initialisationFails, .initialisationLeaves, .preparedMeetingStays,
            ]),
        VendorName(
            "unInitSDK()", "StudioEntry.uninitialise()",
            [.uninitialised, .uninitialisedInside, .uninitialisedInCallback]),
        VendorName("getSettingService()", "", [.servicesExist]),
        VendorName(
            "ZoomSDKAuthService.sdkAuth(_:)", "StudioEntry.authenticate(token:key:)",
            [
                .authenticationUninitialised, .authenticationWithoutCredentials, .authenticationRefused,
                .authenticationReplaced, .authenticationRepeated,
            ]),
        VendorName(
            "ZoomSDKAuthContext.jwtToken, publicAppKey", "TokenContract",
            [
                .tokenUnchecked, .tokenMalformed, .tokenClaims, .tokenValidity,
            ]),
        VendorName(
            "ZoomSDKAuthDelegate.onZoomSDKAuthReturn(_:)", "EntryEvent.authenticated",
            [
                .authenticationAnswered, .authenticationFaults,
            ]),
        VendorName("onZoomAuthIdentityExpired()", "StudioEntry.expireIdentity()", [.identityExpires]),
        VendorName("logout(), ssoLogin(withWebUriProtocol:), getAccountInfo()", "", [.loginUnavailable]),
        VendorName(
            "joinMeeting(_:)", "StudioEntry.join(_:)",
            [
                .joinUninitialised, .joinUnauthorised, .joinBusy, .joinWithoutNumber, .joinRefused, .joinRole,
                .joinReports, .joinWaits, .joinFails, .joinFailsAndEnds, .joinAgain, .statusFaults, .statusStays,
            ]),
        VendorName(
            "startMeeting(withZAK:)", "JoinRequest.Kind.startWithAccessKey",
            [
                .startWithoutAccessKey, .joinRole,
            ]),
        VendorName("startMeeting(_:)", "JoinRequest.Kind.startAsLoggedInUser", [.startWithoutLogin]),
        VendorName("ZoomSDKMeetingError, ZoomSDKAuthError", "JoinFailure, AuthenticationResult", [.sdkJoinErrors]),
        VendorName(
            "onStartPSModeResult(_:), onStartSend(_:)",
            "StudioResponses.answerDelivery, senderDelivery, failsFirstSend",
            [
                .startFaults, .firstSendFails,
            ]),
        VendorName("ZoomSDKMeetingActionControllerDelegate", "MeetingDelegate", [.sdkArrays]),
        VendorName("NSObject", "", [.sdkClasses, .sdkDelegateIsObject]),
        VendorName("Optional<ZoomSDKMeetingProductionStudioController>", "", [.sdkControllerBothForms]),
        VendorName(
            "ZoomSDKMeetingChatController.sendChatMsg(to:)", "",
            [
                .chatOutsideMeeting, .chatWithoutText, .chatReported,
            ]),
        VendorName(
            "ZoomSDKMeetingUIController, ZoomSDKMeetingConfiguration, ZoomSDKSettingService", "", [.sdkRecorded]),
        VendorName("ZoomSDKVideoSetting.selectCamera(_:)", "", [.sdkCamera]),
    ]
}
