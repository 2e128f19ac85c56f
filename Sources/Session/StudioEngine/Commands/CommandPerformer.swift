import ProductionStudio
package import SessionProtocol
import StudioCore
import StudioMeeting
import StudioRuntime

/// What became of a command.
package struct CommandOutcome: Hashable, Sendable {
    package let reply: SessionReply
    /// Whether it fits the current state. A scenario does not mind; a controller is told.
    package let hasEffect: Bool
    /// Whether the effect follows; the completion of the command reports it.
    package let isPending: Bool

    package init(_ reply: SessionReply = .done, hasEffect: Bool = true, isPending: Bool = false) {
        (self.reply, self.hasEffect, self.isPending) = (reply, hasEffect, isPending)
    }

    fileprivate static func effect(_ hasEffect: Bool) -> CommandOutcome { CommandOutcome(hasEffect: hasEffect) }

    /// Without a participant, the command did not fit the state.
    fileprivate static func participant(_ user: UserID?) -> CommandOutcome {
        CommandOutcome(.participant(user: user), hasEffect: user != nil)
    }
}

extension SessionCommand {
    /// Performs the command.
    ///
    /// - Parameter completion: called once when a change of source is on air or has failed, see
    ///   ``CommandOutcome/isPending``; not called when this call throws.
    /// - Throws: a ``SessionCommandError``; `notSending` for a command to outputs where there is no session.
    @discardableResult
    package func perform(
        on targets: CommandTargets, completion: @escaping SourceCompletion = { _ in }
    ) throws(SessionCommandError) -> CommandOutcome {
        let meeting = targets.meeting
        let features = meeting.features
        switch self {
        // The meeting. The outcome is whether it changed.
        case .join(let entrance): return .effect(meeting.join(entrance))
        case .admit: return .effect(meeting.admit())
        case .putIntoWaitingRoom: return .effect(meeting.putIntoWaitingRoom())
        case .leave: return .effect(meeting.leave())
        case .endMeeting(let reason): return .effect(meeting.end(reason))
        case .failMeeting: return .effect(meeting.fail())
        case .loseConnection(let stopsStudio): return .effect(meeting.loseConnection(stopsStudio: stopsStudio))
        case .regainConnection: return .effect(meeting.regainConnection())
        case .connectAudio: return .effect(meeting.connectAudio())
        case .enterBreakoutRoom: return .effect(meeting.enterBreakoutRoom())
        case .leaveBreakoutRoom: return .effect(meeting.leaveBreakoutRoom())
        case .promote: return .effect(meeting.promote())
        case .demote: return .effect(meeting.demote())
        // Participants.
        case .addParticipant(let name, let role, let isVideoOn, let delay):
            let guest =
                delay.map { meeting.add(name, role: role, isVideoOn: isVideoOn, reportedAfter: $0) }
                ?? meeting.add(name, role: role, isVideoOn: isVideoOn)
            return .participant(meeting.isPresent(guest.id) ? guest.id : nil)
        case .removeParticipant(let user): return .effect(meeting.remove(user))
        case .rejoin(let user):
            let guest = meeting.present(user).flatMap { $0.isMyself || $0.isStudioUser ? nil : $0 }
            return .participant(guest.map { meeting.rejoin($0).id })
        case .expel(let user): return .effect(meeting.expel(user))
        case .addOtherStudio(let name, let parent):
            return .participant(meeting.addOtherStudioUser(name: name, of: parent)?.id)
        case .setResolvable(let isResolvable, let user):
            meeting.setResolvable(isResolvable, of: user)
            return .effect(meeting.isPresent(user))
        case .addCaption(let user, let text, let line, let change):
            return .effect(meeting.addCaption(text, of: user, id: line, change: change) != nil)
        case .setVideo(let isOn, let user): return .effect(meeting.setVideo(isOn, of: user))
        case .publishMedia(let user, let source, let loops):
            try targets.publish(source, loops: loops, isShare: false, of: user)
        case .publishShare(let user, let source, let loops):
            try targets.publish(source, loops: loops, isShare: true, of: user)
        case .changeTrack(let user, let track, let change): try targets.change(track, of: user, change)
        case .setRole(let role, let user): return .effect(meeting.setRole(role, of: user))
        case .revokeCoHost(let user): return .effect(meeting.revokeCoHost(from: user))
        case .reclaimHost: return .effect(meeting.reclaimHost())
        case .sendChat(let text, let user):
            guard let sender = meeting.present(user) else { return .effect(false) }
            features.send(text, from: sender)
        // Services.
        case .setRecordingResponse(let response, let delay): features.setRecordingResponse(response, delay: delay)
        case .setAudioConnection(let isPossible): features.connectsAudio = isPossible
        case .lockShare(let isLocked): features.lockShare(isLocked)
        case .permitRecording(let isPermitted): features.permitRecording(isPermitted)
        case .remind(let kind, let text): features.remind(kind, text: text)
        // The studio, and the entry of the client. The outcome is whether the command fits their state.
        case .setResponses(let responses): targets.studio.responses.apply(responses)
        case .setEntryResponses, .expireIdentity:
            return .effect(targets.studio.entry.flatMap { perform(on: $0) } ?? false)
        case .stopStudio: return .effect(targets.studio.stopInternally())
        // The source and the slate.
        case .changeSource(let video, let audio, let loops, let startAt):
            try targets.commandedSession().changeSource(
                video: targets.sourcePath(video), audio: targets.sourcePath(audio), loops: loops,
                startAt: startAt ?? .zero, below: targets.folder, completion: completion)
            return CommandOutcome(isPending: true)
        case .showSlate: return .effect(try targets.commandedSession().showSlate())
        case .endSlate: return .effect(try targets.commandedSession().endSlate())
        // The outputs.
        case .addOutput(let address):
            let number = try targets.commandedSession().addOutput(address, below: targets.folder)
            return CommandOutcome(.output(output: number))
        case .removeOutput(let output): try targets.commandedSession().removeOutput(output)
        case .restartOutput(let output, let appends):
            let number = try targets.commandedSession().restartOutput(output, appends: appends ?? false)
            return CommandOutcome(.output(output: number))
        case .stopOutput(let output): try targets.commandedSession().stopOutput(output)
        case .startOutput(let output, let appends):
            let address = try targets.commandedSession().startOutput(output, appends: appends ?? false)
            return CommandOutcome(.address(address: address))
        case .splitOutput(let output):
            return CommandOutcome(.address(address: try targets.commandedSession().splitOutput(output)))
        case .addChapter(let output, let name):
            try targets.commandedSession().addChapter(output, name: name)
        case .setVolume(let factor): try targets.commandedSession().setVolume(factor)
        case .setMute(let isMuted): try targets.commandedSession().setMute(isMuted)
        case .graph(let folder): return CommandOutcome(.address(address: try targets.writeGraphs(in: folder)))
        // The command itself is the event and the record of the trace.
        case .addNote(let text):
            _ = try targets.commandedSession()
            guard MediaTitle(text) != nil else {
                throw .rejected("the text of addNote is not one line of 1 to \(MediaTitle.limit) bytes")
            }
        case .stop: try targets.commandedSession().end()
        }
        return CommandOutcome()
    }
}

extension SessionCommand {
    /// Performs a command to init, authentication and joining, or to the responses that the next meeting inherits.
    ///
    /// - Returns: whether it has an effect; `nil` for another command.
    func perform(on entry: StudioEntry) -> Bool? {
        if case .setResponses(let responses) = self {
            entry.updateStudioResponses { $0.apply(responses) }
        } else if case .setEntryResponses(let responses) = self {
            entry.responses.apply(responses)
        } else if case .expireIdentity = self {
            return entry.expireIdentity()
        } else {
            return nil
        }
        return true
    }
}
