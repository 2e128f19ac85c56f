// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import ProductionStudio

/// The argument of `joinMeeting(_:)`, read once at the call. Corresponds to `JoinRequest`.
open class ZoomSDKJoinMeetingElements: NSObject {
    /// The display name; "Local user" by default.
    open var displayName: String?
    /// The access key (ZAK) of the user who joins. Not checked.
    open var zak: String?
    /// The meeting number; 0 for none.
    open var meetingNumber: Int64 = 0
    /// The vanity ID, instead of the number.
    open var vanityID: String?
    /// The customer key of the user.
    open var customerKey: String?
    /// Whether the user joins without video.
    open var isNoVideo = false
    /// Whether the user joins without audio: `AudioReady` is not reported.
    open var isNoAudio = false
    /// Whether the user shares a screen immediately.
    open var isDirectShare = false
    /// Whether received audio includes the user's own voice.
    open var isMyVoiceInMix = false
    /// Whether received audio is stereo.
    open var isAudioRawDataStereo = false
    /// The shared display.
    open var displayID: UInt32 = 0
    /// The sample rate of received audio.
    open var audioRawdataSamplingRate = ZoomSDKAudioRawdataSamplingRate_32K
    /// The colour space of received video.
    open var videoRawdataColorspace = ZoomSDKVideoRawdataColorspace_BT601_L
    /// The type of the user; any value is accepted.
    open var userType = ZoomSDKUserType(rawValue: 0)
    /// The passcode. Not checked.
    open var password: String?
    /// The webinar token. Not checked.
    open var webinarToken: String?
    /// The app privilege token. Not checked.
    open var appPrivilegeToken: String?
    /// The join token. Not checked.
    open var join_token: String?
    /// The on-behalf token. Not checked.
    open var onBehalfToken: String?

    /// All values are 0, false or `nil`.
    public override init() {}

    var request: JoinRequest {
        JoinRequest(
            kind: .join, meetingNumber: meetingNumber, personalName: vanityID ?? "", displayName: displayName ?? "",
            accessKey: zak ?? "", isWithoutAudio: isNoAudio)
    }
}

/// The argument of `startMeeting(withZAK:)`, read once at the call. Corresponds to `JoinRequest`.
open class ZoomSDKStartMeetingUseZakElements: NSObject {
    /// The display name; "Local user" by default.
    open var displayName: String?
    /// The access key (ZAK) of the user who starts the meeting; required.
    open var zak: String?
    /// The meeting number; 0 starts an instant meeting.
    open var meetingNumber: Int64 = 0
    /// The vanity ID, instead of the number.
    open var vanityID: String?
    /// The customer key of the user.
    open var customerKey: String?
    /// Whether the user starts without video.
    open var isNoVideo = false
    /// Whether the user starts without audio: `AudioReady` is not reported.
    open var isNoAudio = false
    /// Whether the user shares a screen immediately.
    open var isDirectShare = false
    /// Whether received audio includes the user's own voice.
    open var isMyVoiceInMix = false
    /// Whether received audio is stereo.
    open var isAudioRawDataStereo = false
    /// The shared display.
    open var displayID: UInt32 = 0
    /// The sample rate of received audio.
    open var audioRawdataSamplingRate = ZoomSDKAudioRawdataSamplingRate_32K
    /// The colour space of received video.
    open var videoRawdataColorspace = ZoomSDKVideoRawdataColorspace_BT601_L
    /// The type of the user; any value is accepted. It differs from the type for joining.
    open var userType = SDKUserType_APIUser
    /// The invited contact.
    open var inviteContactID: String?

    /// All values are 0, false or `nil`.
    public override init() {}

    var request: JoinRequest {
        JoinRequest(
            kind: .startWithAccessKey, meetingNumber: meetingNumber, personalName: vanityID ?? "",
            displayName: displayName ?? "", accessKey: zak ?? "", isWithoutAudio: isNoAudio)
    }
}

/// The argument of `startMeeting(_:)`, which requires a logged-in user and is always rejected.
open class ZoomSDKStartMeetingElements: NSObject {
    /// The meeting number; 0 starts an instant meeting.
    open var meetingNumber: Int64 = 0
    /// The vanity ID, instead of the number.
    open var vanityID: String?
    /// The customer key of the user.
    open var customerKey: String?
    /// Whether the user starts without video.
    open var isNoVideo = false
    /// Whether the user starts without audio.
    open var isNoAudio = false
    /// Whether the user shares a screen immediately.
    open var isDirectShare = false
    /// Whether received audio includes the user's own voice.
    open var isMyVoiceInMix = false
    /// Whether received audio is stereo.
    open var isAudioRawDataStereo = false
    /// The shared display.
    open var displayID: UInt32 = 0
    /// The sample rate of received audio.
    open var audioRawdataSamplingRate = ZoomSDKAudioRawdataSamplingRate_32K
    /// The colour space of received video.
    open var videoRawdataColorspace = ZoomSDKVideoRawdataColorspace_BT601_L
    /// The type of the user; any value is accepted.
    open var userType = ZoomSDKUserType(rawValue: 0)
    /// The invited contact.
    open var inviteContactID: String?

    /// All values are 0, false or `nil`.
    public override init() {}

    var request: JoinRequest {
        JoinRequest(
            kind: .startAsLoggedInUser, meetingNumber: meetingNumber, personalName: vanityID ?? "",
            isWithoutAudio: isNoAudio)
    }
}
