import ProductionStudio
import StudioCore
import StudioEngine

// The model's result of each act.
extension MeetingModel {
    mutating func perform(_ act: MeetingAct) {
        switch act {
        case .start(let width): start(width)
        case .stop: stop()
        case .frame(let sender, let isGood): send(sender, isGood: isGood, isFrame: true)
        case .audio(let sender): send(sender, isGood: true, isFrame: false)
        case .overlap: overlap()
        case .request(let request, let user): ask(request, user.rawValue)
        case .leave(let endingForAll):
            notes.append(.returned(endingForAll && isInside && me.role != .host ? .noPermission : .success))
            finish()
        case .command(let command): perform(command)
        case .turn(let milliseconds): now += milliseconds
        case .plan(let kind, let act): plans[kind, default: []].append(act)
        }
    }

    private mutating func perform(_ command: SessionCommand) {
        switch command {
        case .setResponses(let changes): responses.apply(changes)
        case .stopStudio: interruptStudioOnly()
        case .join(let entrance): join(entrance)
        case .admit: if me.place == .door { enter() }
        case .putIntoWaitingRoom: putOutside()
        case .endMeeting: finish()
        case .failMeeting: fail()
        case .expel(let user): if let user { expel(user.rawValue) } else if isInside { finish() }
        case .loseConnection(let stopsStudio):
            guard isInside, !isLinkDown else { return }
            isLinkDown = true
            if stopsStudio { lose() }
            notifyStatus(.reconnecting)
        case .regainConnection:
            guard isInside, isLinkDown else { return }
            isLinkDown = false
            notifyStatus(.inMeeting)
        case .connectAudio: report(.status(.audioReady))
        case .enterBreakoutRoom: move(from: .main, to: .room)
        case .leaveBreakoutRoom: move(from: .room, to: .main)
        default: changePeople(command)
        }
    }

    private mutating func changePeople(_ command: SessionCommand) {
        switch command {
        case .addParticipant(_, let role, _, _):
            let isOver = me.place == .gone
            let number = add(role)
            notes.append(.came(isOver ? 0 : number))
        case .removeParticipant(let user): remove(user.rawValue)
        case .rejoin(let user): notes.append(.came(rejoin(user.rawValue)))
        case .addOtherStudio(_, let parent): notes.append(.came(addStudio(parent?.rawValue ?? 0)))
        case .setRole(let role, let user): setRole(role, user?.rawValue ?? me.number)
        case .revokeCoHost(let user):
            let id = user?.rawValue ?? me.number
            if others.contains(where: { $0.number == id && $0.role == .coHost }) { setRole(plain, id) }
        case .reclaimHost: if let firstHost { makeHost(firstHost) }
        case .promote:
            guard isWebinar, isInside, me.role == .attendee else { return }
            notifyStatus(.webinarPromoted)
            setRole(.panelist, me.number)
        case .demote:
            guard isWebinar, isInside, me.role == .panelist || me.role == .coHost else { return }
            if me.role == .coHost { lose() }
            notifyStatus(.webinarDemoted)
            setRole(.attendee, me.number)
        default: break
        }
    }

    // MARK: App calls

    private mutating func start(_ width: Int32) {
        let code = answerToStart(width)
        notes.append(.returned(code))
        guard code == .success else { return }
        sessions += 1
        session = Session(number: sessions)
        schedule(.answer(sessions), after: responses.answerDelay)
    }

    private func answerToStart(_ width: Int32) -> StudioError.Code {
        if !isInside { return .notInMeeting }
        if !responses.isSupported { return .unsupportedFeature }
        if !mayStart { return .noPermission }
        if isRunning { return .wrongUsage }
        return width % 2 != 0 ? .invalidParameter : .success
    }

    private mutating func stop() {
        let isStopped = !isRunning || session?.isStopPending == true
        let code: StudioError.Code = !isInside ? .notInMeeting : isStopped ? .wrongUsage : .success
        notes.append(.returned(code))
        if code == .success { scheduleStop(after: responses.stopDelay) }
    }

    private mutating func send(_ back: Int, isGood: Bool, isFrame: Bool) {
        guard senders.count > back else { return }
        let number = senders[senders.count - 1 - back]
        let isOpen = session?.number == number && session?.isOver == false
        notes.append(.returned(!isOpen ? .wrongUsage : isGood ? .success : .invalidParameter))
        guard isOpen, isGood else { return }
        if isFrame { countFrame() } else { countAudio() }
    }

    /// The second call arrives during the first one: it waits, or is rejected in strict mode.
    private mutating func overlap() {
        guard canOverlap else { return }
        notes += [.returned(.success), .returned(isStrict ? .wrongUsage : .success)]
        countFrame()
        if !isStrict { countAudio() }
    }

    private mutating func ask(_ request: MeetingAct.Request, _ number: UInt32) {
        let code = answer(request, number)
        notes.append(.returned(code))
        guard code == .success else { return }
        switch request {
        case .makeHost: makeHost(number == 0 ? firstHost ?? 0 : number)
        case .assignCoHost: setRole(.coHost, number)
        case .revokeCoHost: setRole(plain, number)
        case .reclaimHost: makeHost(me.number)
        case .expel: expel(number)
        }
    }

    private func answer(_ request: MeetingAct.Request, _ number: UInt32) -> StudioError.Code {
        guard isInside else { return .notInMeeting }
        let target = others.first { $0.number == number }
        let isHost = me.role == .host
        let isPerson = target != nil && target?.parent == nil
        switch request {
        case .makeHost where number == 0:
            if me.number == firstHost { return isHost ? .invalidParameter : .success }
            let first = others.first { $0.number == firstHost }
            return !isHost ? .noPermission : first == nil || first?.role == .host ? .invalidParameter : .success
        case .makeHost:
            return !isHost ? .noPermission : isPerson && target?.role != .host ? .success : .invalidParameter
        case .assignCoHost:
            return !isHost ? .noPermission : isPerson && target?.role.maySend == false ? .success : .invalidParameter
        case .revokeCoHost: return !isHost ? .noPermission : target?.role == .coHost ? .success : .invalidParameter
        case .reclaimHost: return me.number != firstHost ? .noPermission : isHost ? .wrongUsage : .success
        case .expel:
            guard me.role.maySend else { return .noPermission }
            return target.map { $0.isMe || $0.role == .host } ?? true ? .invalidParameter : .success
        }
    }

    /// Stopping through the SDK keeps the reservation of the studio.
    private mutating func interruptStudioOnly() {
        let isTaken = isStudioReserved
        lose()
        isStudioReserved = isTaken
    }

    // MARK: Joining and leaving

    private mutating func join(_ entrance: MeetingEntrance) {
        guard me.place == .nowhere else { return }
        notifyStatus(.connecting)
        change(me.number) { $0.place = .door }
        switch entrance {
        case .direct: enter()
        case .waitingRoom: notifyStatus(.inWaitingRoom)
        case .beforeHost: notifyStatus(.waitingForHost)
        case .otherMeetingInProgress: notifyStatus(.otherMeetingInProgress)
        case .failure: fail()
        }
    }

    private mutating func enter() {
        change(me.number) { $0.place = .main }
        notifyStatus(.inMeeting)
        rosterEvents()
    }

    private mutating func rosterEvents() {
        for person in others { report(.joined(person.number, person.role)) }
        for person in others where person.parent != nil { report(.user(person.number, true)) }
    }

    private mutating func renumberMe() {
        let old = me.number
        let number = newNumber()
        change(old) { $0.number = number }
        if firstHost == old { firstHost = number }
    }

    private mutating func forgetMyStudio() {
        let mine = me.number
        people.removeAll { $0.parent == mine }
    }

    private mutating func putOutside() {
        guard me.place == .main, !isLinkDown else { return }
        lose()
        forgetMyStudio()
        let wasHost = me.role == .host
        let plain = plain
        if me.role.maySend { change(me.number) { $0.role = plain } }
        renumberMe()
        change(me.number) { $0.place = .door }
        if wasHost { chooseNewHost(except: nil) }
        notifyStatus(.inWaitingRoom)
    }

    private mutating func move(from old: Place, to new: Place) {
        guard me.place == old, !isLinkDown else { return }
        lose()
        forgetMyStudio()
        renumberMe()
        change(me.number) { $0.place = new }
        if new == .main {
            for index in people.indices where people[index].place == .room { people[index].place = .main }
        }
        notifyStatus(new == .room ? .joinedBreakoutRoom : .leftBreakoutRoom)
        rosterEvents()
    }

    private mutating func fail() {
        if me.place == .door {
            people = [Person(number: me.number, role: .none, isMe: true, place: .gone)]
            return notifyStatus(.failed)
        }
        finish()
    }

    mutating func finish() {
        guard me.place != .nowhere, me.place != .gone else { return }
        notifyStatus(.disconnecting)
        if isInside { lose() }
        people = [Person(number: me.number, role: .none, isMe: true, place: .gone)]
        notifyStatus(.ended)
    }
}
