import CPSStudio
import MeetingClient
import ProductionStudio
import StudioCore
import ZoomSDKNames

// The numbers of psstudio.h. The enumerations of the header have the order of the cases.
extension MeetingStatus {
    var number: Int32 { Int32(Self.allCases.firstIndex(of: self) ?? 0) }
}

extension EndReason {
    /// The vendor's number.
    var number: Int32 { Int32(Self.allCases.firstIndex(of: self) ?? 0) }
}

extension MeetingRole {
    var number: Int32 {
        let number =
            switch self {
            case .none: PS_ROLE_NONE
            case .host: PS_ROLE_HOST
            case .coHost: PS_ROLE_COHOST
            case .attendee: PS_ROLE_ATTENDEE
            case .panelist: PS_ROLE_PANELIST
            case .breakoutRoomModerator: PS_ROLE_BREAKOUT_ROOM_MODERATOR
            }
        return Int32(number)
    }
}

extension RecordingResponse {
    var number: Int32 {
        switch self {
        case .granted: Int32(PS_RECORDING_GRANTED)
        case .denied, .unsupported: Int32(PS_RECORDING_DENIED)
        case .timedOut, .never: Int32(PS_RECORDING_TIMED_OUT)
        }
    }
}

extension ClientStateMachine.Action {
    /// An action of the header; `nil` for an unknown number.
    init?(number: Int32, value: Int64) {
        // A number that is no ID is that of no user.
        let user = UserID(rawValue: UInt32(exactly: value) ?? .max)
        switch Int(number) {
        case PS_ACTION_LEAVE: self = value == 1 ? .abandon : .leave
        case PS_ACTION_END: self = .end
        case PS_ACTION_MAKE_HOST: self = .request(.makeHost(user))
        case PS_ACTION_ASSIGN_COHOST: self = .request(.assignCoHost(user))
        case PS_ACTION_REVOKE_COHOST: self = .request(.revokeCoHost(user))
        case PS_ACTION_RECLAIM_HOST: self = .request(.reclaimHost)
        case PS_ACTION_EXPEL: self = .request(.expel(user))
        case PS_ACTION_CONNECT_AUDIO: self = .connectAudio
        case PS_ACTION_DISCONNECT_AUDIO: self = .disconnectAudio
        case PS_ACTION_MUTE_AUDIO: self = .mute(user)
        case PS_ACTION_UNMUTE_AUDIO: self = .unmute(user)
        case PS_ACTION_MUTE_ALL: self = .muteAll
        case PS_ACTION_STOP_VIDEO: self = .stopVideo
        case PS_ACTION_START_VIDEO: self = .startVideo
        case PS_ACTION_REQUEST_RECORDING: self = .requestRecording
        case PS_ACTION_START_RECORDING: self = .startRecording
        case PS_ACTION_STOP_RECORDING: self = .stopRecording
        case PS_ACTION_ACCEPT_REMINDER: self = .answerReminder(value, .accept)
        case PS_ACTION_DECLINE_REMINDER: self = .answerReminder(value, .decline)
        case PS_ACTION_IGNORE_REMINDER: self = .answerReminder(value, .ignore)
        case PS_ACTION_STOP_STUDIO: self = .stopStudio
        case PS_ACTION_START_SHARE: self = .startShare(withAudio: value == 1)
        case PS_ACTION_STOP_SHARE: self = .stopShare
        case PS_ACTION_LEAVE_BREAKOUT_ROOM: self = .leaveBreakoutRoom
        default: return nil
        }
    }
}

extension MeetingClient {
    /// The answer to a query of the header; `nil` for an unknown number.
    func answer(_ query: Int32) -> Int64? {
        func number(_ isTrue: Bool?) -> Int64 { isTrue == true ? 1 : 0 }
        return switch Int(query) {
        case PS_QUERY_STATUS: Int64(status.number)
        case PS_QUERY_IS_INITIALISED: number(isInitialised)
        case PS_QUERY_IS_AUTHENTICATED: number(isAuthenticated)
        case PS_QUERY_MEETING_NUMBER: meetingNumber
        case PS_QUERY_MEETING_KIND: kind.map { $0 == .webinar ? 2 : 1 } ?? 0
        case PS_QUERY_LOCAL_USER: Int64(participant(.none)?.participant.id.rawValue ?? 0)
        case PS_QUERY_IS_AUDIO_CONNECTED: number(isAudioConnected)
        case PS_QUERY_IS_AUDIO_MUTED: number(isAudioMuted)
        case PS_QUERY_IS_RECORDING: number(isRecording)
        case PS_QUERY_MAY_RECORD: number(mayRecord)
        case PS_QUERY_IS_IN_BREAKOUT_ROOM: number(isInBreakoutRoom)
        case PS_QUERY_IS_SHARING: number(isSharing)
        case PS_QUERY_IS_STUDIO_SUPPORTED: number(studio?.isSupported)
        case PS_QUERY_CAN_START_STUDIO: number(studio?.canStart)
        case PS_QUERY_IS_STUDIO_STARTED: number(studio?.isStarted)
        case PS_QUERY_STUDIO_USER: Int64(studio?.userID.rawValue ?? 0)
        case PS_QUERY_ENTRY_RESULT: lastAuthentication.map { Int64($0.number) } ?? -1
        case PS_QUERY_IS_SHARE_LOCKED: number(isShareLocked)
        case PS_QUERY_CAN_SHARE: number(canShare)
        default: nil
        }
    }
}

extension ps_participant {
    init(_ participant: ClientParticipant) {
        self.init()
        let person = participant.participant
        size = MemoryLayout<ps_participant>.size
        (user_id, role) = (person.id.rawValue, person.role.number)
        is_myself = person.isMyself ? 1 : 0
        is_video_on = person.isVideoOn ? 1 : 0
        is_audio_connected = participant.isAudioConnected ? 1 : 0
        is_audio_muted = participant.isAudioMuted ? 1 : 0
        is_talking = participant.isTalking ? 1 : 0
        is_sharing = participant.isSharing ? 1 : 0
        is_studio = person.isStudioUser ? 1 : 0
        studio_parent = person.studioParent?.rawValue ?? 0
        may_record = participant.mayRecord ? 1 : 0
        withUnsafeMutableBytes(of: &name) { copy(person.name, to: $0) }
        withUnsafeMutableBytes(of: &customer_key) { copy(participant.customerKey, to: $0) }
    }
}

/// Copies a text and its end, truncated between two characters.
private func copy(_ text: String, to target: UnsafeMutableRawBufferPointer) {
    var count = 0
    for character in text {
        let bytes = character.utf8
        guard count + bytes.count < target.count else { break }
        for byte in bytes {
            target[count] = byte
            count += 1
        }
    }
    target[count] = 0
}
