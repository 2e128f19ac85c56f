import Foundation
import ProductionStudio
public import StudioCore
import ZoomSDKNames

// Converts values between the facade and the native types.

extension ZoomSDKError {
    /// Makes a native call and returns its code.
    @inline(__always)
    static func of(_ call: () throws(StudioError) -> Void) -> ZoomSDKError {
        do {
            try call()
            return ZoomSDKError_Success
        } catch {
            return ZoomSDKError(rawValue: error.code.number)
        }
    }
}

extension ZoomSDKError {
    /// Makes a native call whose errors the studio does not record by itself, and reports them.
    static func of(reportingTo studio: StudioController, _ call: () throws(StudioError) -> Void) -> ZoomSDKError {
        of { () throws(StudioError) in
            do throws(StudioError) {
                try call()
            } catch {
                studio.violations.report(error)
                throw error
            }
        }
    }
}

extension ZoomSDKError {
    init(_ code: StudioError.Code) {
        self.init(rawValue: code.number)
    }
}

extension StudioError.Code {
    /// The code for a vendor error: `responses.startFailure = .init(ZoomSDKError_NoLicense)`.
    public init(_ error: ZoomSDKError) {
        self.init(number: error.rawValue)
    }
}

extension VideoCapability {
    /// Copies the vendor's object; later changes to it have no effect.
    init(_ capability: ZoomSDKPSVideoSourceCapability) {
        self.init(
            width: capability.width, height: capability.height,
            format: FrameDataFormat(capability.format))
    }
}

extension FrameDataFormat {
    @inline(__always)
    init(_ format: ZoomSDKFrameDataFormat) {
        switch format {
        case ZoomSDKFrameDataFormat_I420_Limited: self = .i420Limited
        case ZoomSDKFrameDataFormat_I420_Full: self = .i420Full
        default: self = .unknown(format.rawValue)
        }
    }
}

extension AudioChannel {
    @inline(__always)
    init(_ channel: ZoomSDKAudioChannel) {
        switch channel {
        case ZoomSDKAudioChannel_Mono: self = .mono
        case ZoomSDKAudioChannel_Stereo: self = .stereo
        default: self = .unknown(channel.rawValue)
        }
    }
}

extension ZoomSDKMeetingStatus {
    package init(_ status: MeetingStatus) {
        self =
            switch status {
            case .idle: ZoomSDKMeetingStatus_Idle
            case .connecting: ZoomSDKMeetingStatus_Connecting
            case .waitingForHost: ZoomSDKMeetingStatus_WaitingForHost
            case .inMeeting: ZoomSDKMeetingStatus_InMeeting
            case .disconnecting: ZoomSDKMeetingStatus_Disconnecting
            case .reconnecting: ZoomSDKMeetingStatus_Reconnecting
            case .failed: ZoomSDKMeetingStatus_Failed
            case .ended: ZoomSDKMeetingStatus_Ended
            case .audioReady: ZoomSDKMeetingStatus_AudioReady
            case .otherMeetingInProgress: ZoomSDKMeetingStatus_OtherMeetingInProgress
            case .inWaitingRoom: ZoomSDKMeetingStatus_InWaitingRoom
            case .webinarPromoted: ZoomSDKMeetingStatus_Webinar_Promote
            case .webinarDemoted: ZoomSDKMeetingStatus_Webinar_Depromote
            case .joinedBreakoutRoom: ZoomSDKMeetingStatus_Join_Breakout_Room
            case .leftBreakoutRoom: ZoomSDKMeetingStatus_Leave_Breakout_Room
            }
    }
}

extension EndMeetingReason {
    package init(_ reason: EndReason) {
        self =
            switch reason {
            case .none: EndMeetingReason_None
            case .kickedByHost: EndMeetingReason_KickByHost
            case .endedByHost: EndMeetingReason_EndByHost
            case .joinBeforeHostTimeout: EndMeetingReason_JBHTimeOut
            case .noAttendee: EndMeetingReason_NoAttendee
            case .hostStartedAnotherMeeting: EndMeetingReason_HostStartAnotherMeeting
            case .freeMeetingTimeout: EndMeetingReason_FreeMeetingTimeOut
            case .undefined: EndMeetingReason_Undefined
            case .authorizedUserLeft: EndMeetingReason_DueToAuthorizedUserLeave
            }
    }
}

extension ZoomSDKMeetingError {
    /// Success without a failure.
    package init(_ failure: JoinFailure?) {
        self.init(rawValue: failure?.number ?? 0)
    }
}

extension JoinFailure {
    /// The failure for a vendor error: `entry.joinFailure = .init(ZoomSDKMeetingError_PasswordError)`.
    public init(_ error: ZoomSDKMeetingError) {
        self.init(number: error.rawValue)
    }
}

extension ZoomSDKAuthError {
    package init(_ result: AuthenticationResult) {
        self.init(rawValue: result.number)
    }
}

extension AuthenticationResult {
    /// The result for a vendor error: `entry.authentication = .init(ZoomSDKAuthError_Timeout)`.
    public init(_ error: ZoomSDKAuthError) {
        self.init(number: error.rawValue)
    }
}

extension MeetingType {
    init(_ kind: MeetingKind) {
        self = kind == .webinar ? MeetingType_Webinar : MeetingType_Normal
    }
}

extension UserRole {
    package init(_ role: MeetingRole) {
        self =
            switch role {
            case .none: UserRole_None
            case .host: UserRole_Host
            case .coHost: UserRole_CoHost
            case .attendee: UserRole_Attendee
            case .panelist: UserRole_Panelist
            case .breakoutRoomModerator: UserRole_BreakoutRoom_Moderator
            }
    }
}

extension UserID {
    /// The ID in the form of the vendor's arrays.
    var number: NSNumber { NSNumber(value: rawValue) }
}

extension UnsafeRawBufferPointer {
    /// The bytes of the vendor's `char *`; empty for a null pointer.
    @inline(__always)
    init(_ pointer: UnsafeMutablePointer<CChar>?, _ length: UInt32) {
        self.init(start: pointer, count: pointer == nil ? 0 : Int(length))
    }
}
