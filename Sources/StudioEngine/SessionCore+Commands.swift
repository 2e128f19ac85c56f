import MediaOutputs
import ProductionStudio
import ProgramEncoding
import StudioCore
import StudioMeeting

extension SessionCore {
    /// Performs a command; called for one after the other.
    func execute(_ command: SessionCommand) throws(SessionCommandError) -> SessionReply {
        switch command {
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
        case .addParticipant(let name, let role, let isVideoOn):
            return .participant(user: meeting.add(name, role: role, isVideoOn: isVideoOn).id)
        case .removeParticipant(let user): meeting.remove(user)
        case .rejoin(let user):
            return .participant(user: meeting.participant(user).map { meeting.rejoin($0).id })
        case .expel(let user): meeting.expel(user)
        case .addOtherStudio(let name, let parent):
            return .participant(user: meeting.addOtherStudioUser(name: name, of: parent)?.id)
        case .setVideo(let isOn, let user): meeting.setVideo(isOn, of: user)
        case .setRole(let role, let user): meeting.setRole(role, of: user)
        case .revokeCoHost(let user): meeting.revokeCoHost(from: user)
        case .reclaimHost: meeting.reclaimHost()
        case .setResponses(let responses): studio.responses.apply(responses)
        case .stopStudio: studio.stopInternally()
        case .addOutput(let address): return .output(output: try addOutput(address))
        case .removeOutput(let number): _ = try removeOutput(number)
        case .restartOutput(let number):
            let output = try removeOutput(number)
            return .output(output: try add(output.driver, after: output))
        case .stop: stop()
        }
        return .done
    }

    private var outputs: OutputGroup? {
        state.withLock { $0.machine.state == .sending ? $0.outputs : nil }
    }

    private func addOutput(_ address: String) throws(SessionCommandError) -> Int {
        let driver: any OutputDriver
        do {
            driver = try OutputRegistry.standard.driver(for: address)
        } catch {
            throw .address(error)
        }
        return try add(driver)
    }

    private func add(
        _ driver: any OutputDriver, after old: Output? = nil
    ) throws(SessionCommandError) -> Int {
        guard let outputs else { throw .notSending }
        do {
            let number = try outputs.add(driver, after: old)
            publish(.outputAdded(output: number, address: driver.address.description))
            return number
        } catch {
            throw .encoder("\(error)")
        }
    }

    private func removeOutput(_ number: Int) throws(SessionCommandError) -> Output {
        guard let outputs else { throw .notSending }
        guard let output = outputs.remove(number) else { throw .unknownOutput(number) }
        publish(.outputRemoved(output: number))
        return output
    }
}

extension StudioResponses {
    /// Takes over what is not `nil`.
    fileprivate mutating func apply(_ changes: SessionResponses) {
        isSupported = changes.isSupported ?? isSupported
        permission = changes.hasPermission ?? permission
        if let code = changes.startFailure { startFailure = code.isEmpty ? nil : StudioError.Code(rawValue: code) }
        accepts = changes.accepts ?? accepts
        providesSender = changes.providesSender ?? providesSender
        let shortest = changes.minimumAnswerDelay ?? answerDelay.lowerBound
        let longest = changes.maximumAnswerDelay ?? answerDelay.upperBound
        answerDelay = shortest...max(shortest, longest)
        senderDelay = changes.senderDelay ?? senderDelay
        stopDelay = changes.stopDelay ?? stopDelay
    }
}

extension SessionCommand {
    /// Without the secrets of an address.
    var redacted: SessionCommand {
        guard case .addOutput(let address) = self else { return self }
        return .addOutput(address: AddressRedaction.redacted(address: address))
    }
}
