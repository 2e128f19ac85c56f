package import ProductionStudio
import StudioCore
package import StudioMeeting

extension SessionCommand {
    /// Whether it concerns the outputs or the session, not the meeting.
    package var concernsOutputs: Bool {
        switch self {
        case .addOutput, .removeOutput, .restartOutput, .stop: true
        default: false
        }
    }

    /// Performs a command to the meeting, its studio or its entry; commands to tracks, outputs or the session are ignored.
    @discardableResult
    package func perform(in meeting: Meeting, _ studio: StudioController) -> SessionReply {
        switch self {
        case .join(let entrance): meeting.join(entrance)
        case .admit: meeting.admit()
        case .putIntoWaitingRoom: meeting.putIntoWaitingRoom()
        case .leave: meeting.leave()
        case .endMeeting(let reason): meeting.end(reason)
        case .failMeeting: meeting.fail()
        case .loseConnection(let stopsStudio): meeting.loseConnection(stopsStudio: stopsStudio)
        case .regainConnection: meeting.regainConnection()
        case .connectAudio: meeting.connectAudio()
        case .enterBreakoutRoom: meeting.enterBreakoutRoom()
        case .leaveBreakoutRoom: meeting.leaveBreakoutRoom()
        case .promote: meeting.promote()
        case .demote: meeting.demote()
        case .setResponses(let responses): studio.responses.apply(responses)
        case .stopStudio: studio.stopInternally()
        case .addParticipant, .removeParticipant, .rejoin, .expel, .addOtherStudio, .setVideo, .setRole, .revokeCoHost,
            .reclaimHost:
            return performOnRoster(of: meeting)
        case .setEntryResponses(let responses): studio.entry?.responses.apply(responses)
        case .expireIdentity: studio.entry?.expireIdentity()
        case .publishMedia, .publishShare, .changeTrack, .addOutput, .removeOutput, .restartOutput, .stop: break
        }
        return .done
    }

    private func performOnRoster(of meeting: Meeting) -> SessionReply {
        switch self {
        case .addParticipant(let name, let role, let isVideoOn):
            return .participant(user: meeting.add(name, role: role, isVideoOn: isVideoOn).id)
        case .removeParticipant(let user): meeting.remove(user)
        case .rejoin(let user):
            let guest = meeting.present(user).flatMap { $0.isMyself || $0.isStudioUser ? nil : $0 }
            return .participant(user: guest.map { meeting.rejoin($0).id })
        case .expel(let user): meeting.expel(user)
        case .addOtherStudio(let name, let parent):
            return .participant(user: meeting.addOtherStudioUser(name: name, of: parent)?.id)
        case .setVideo(let isOn, let user): meeting.setVideo(isOn, of: user)
        case .setRole(let role, let user): meeting.setRole(role, of: user)
        case .revokeCoHost(let user): meeting.revokeCoHost(from: user)
        case .reclaimHost: meeting.reclaimHost()
        default: break
        }
        return .done
    }
}

extension StudioResponses {
    /// Applies all fields that are not `nil`.
    package mutating func apply(_ changes: SessionResponses) {
        isSupported = changes.isSupported ?? isSupported
        switch changes.permission {
        case nil: break
        case .granted: permission = true
        case .denied: permission = false
        case .byRole: permission = nil
        }
        if let code = changes.startFailure { startFailure = code.isEmpty ? nil : StudioError.Code(rawValue: code) }
        accepts = changes.accepts ?? accepts
        providesSender = changes.providesSender ?? providesSender
        answerDelay = answerDelay.updated(changes.minimumAnswerDelay, changes.maximumAnswerDelay)
        senderDelay = changes.senderDelay ?? senderDelay
        stopDelay = changes.stopDelay ?? stopDelay
        answerDelivery = changes.answerDelivery ?? answerDelivery
        senderDelivery = changes.senderDelivery ?? senderDelivery
    }
}
