import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTrace

extension TraceCall {
    init(_ call: StudioCall) {
        switch call {
        case .start(let capability, let code):
            self.init(
                "start",
                [
                    "width": .integer(Int64(capability.width)), "height": .integer(Int64(capability.height)),
                    "format": .text(capability.format.description),
                ], result: .text(code.description))
        case .stop(let code): self.init("stop", result: .text(code.description))
        }
    }
}

extension TraceViolation {
    init(_ error: StudioError, isRefusal: Bool) {
        self.init(
            rule: error.rule.id.rawValue, code: error.code.description,
            message: error.hint.isEmpty ? error.message : "\(error.message); \(error.hint)", isRefusal: isRefusal)
    }
}

extension TraceCallback {
    init(_ event: StudioEvent, isReceived: Bool) {
        switch event {
        case .answered(let accepted):
            self.init("startAnswered", ["accepted": .flag(accepted)], isReceived: isReceived)
        case .startedSending(let hasSender):
            self.init("sendingStarted", ["hasSender": .flag(hasSender)], isReceived: isReceived)
        case .stoppedSending: self.init("sendingStopped", isReceived: isReceived)
        case .userChanged(let user, let isSending):
            self.init(
                "studioUserChanged", ["user": .user(user), "isSending": .flag(isSending)], isReceived: isReceived)
        }
    }

    /// `nil` for a change of the studio user, which the studio reports.
    init?(_ event: MeetingEvent) {
        switch event {
        case .status(let status, let reason):
            self.init("meetingStatusChanged", ["status": .text(status.rawValue), "reason": .text(reason.rawValue)])
        case .joined(let user):
            self.init("participantJoined", ["user": .user(user.id), "name": .text(user.name), "role": .role(user)])
        case .left(let user): self.init("participantLeft", ["user": .user(user.id)])
        case .role(let user): self.init("roleChanged", ["user": .user(user.id), "role": .role(user)])
        case .host(let user): self.init("hostChanged", ["user": .user(user)])
        case .coHost(let user, let isCoHost):
            self.init("coHostChanged", ["user": .user(user), "isCoHost": .flag(isCoHost)])
        case .studioUser: return nil
        case .video(let user): self.init("videoChanged", ["user": .user(user.id), "isOn": .flag(user.isVideoOn)])
        }
    }
}

extension TraceValue {
    fileprivate static func user(_ id: UserID) -> TraceValue { .integer(Int64(id.rawValue)) }
    fileprivate static func role(_ user: Participant) -> TraceValue { .text(user.role.rawValue) }
}
