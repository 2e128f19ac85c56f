import StudioCore
import StudioMeeting
import StudioRuntime

// From the join call to the meeting, and the events of the meeting.
extension StudioEntry {
    private enum Outcome {
        case refused(StudioError)
        /// With the previous meeting, which is released without the lock.
        case joined(after: EntrySession?)
        case needsMeeting(InheritedSettings)
    }

    /// Starts to join. Returns the error when the call is rejected.
    func tryJoining(_ request: JoinRequest) -> StudioError? {
        var fresh: EntrySession?
        while true {
            switch begin(request, in: fresh) {
            case .refused(let error): return error
            case .joined(let before):
                withExtendedLifetime(before) {}
                return nil
            // Created without the lock: a studio calls GStreamer.
            case .needsMeeting(let inherited): fresh = session(for: request, inherited)
            }
        }
    }

    private func session(for request: JoinRequest, _ inherited: InheritedSettings) -> EntrySession {
        session(
            role: request.kind == .join ? responses.role : .host,
            name: request.displayName.isEmpty ? "Local user" : request.displayName, inherited)
    }

    /// A meeting that is not joined yet.
    func session(role: MeetingRole, name: String, _ inherited: InheritedSettings) -> EntrySession {
        var inherited = inherited
        let meeting = Meeting(
            role: role, name: name, kind: inherited.kind, isJoined: false, clock: inherited.clock,
            callbackQueue: inherited.takeQueue())
        return EntrySession(
            StudioController(in: meeting, options: inherited.options, responses: inherited.responses))
    }

    private func begin(_ request: JoinRequest, in fresh: EntrySession?) -> Outcome {
        locked.withLock { state in
            let occupancy = state.session?.studio.meeting.occupancy
            let refusal = state.machine.refusal(
                of: request, occupancy: occupancy, injectedFailure: state.responses.joinRefusal)
            if let refusal { return .refused(refusal) }
            let before = state.session
            let session: EntrySession
            if occupancy == .unused, let before {
                session = before
            } else if let fresh {
                session = fresh
                state.session = fresh
                prepare(fresh)
            } else {
                if let studio = state.session?.studio { state.inherited = InheritedSettings(studio) }
                _ = state.inherited.takeQueue()
                return .needsMeeting(state.inherited)
            }
            session.record.setRequest(request)
            report(.joinRequested(.success), to: session.studio)
            session.studio.meeting.connect()
            let delay = pick(state.responses.joinDelay, &state)
            schedule(.once, after: delay, &state) { $0.proceed(session) }
            return .joined(after: before)
        }
    }

    /// Performs what follows `connecting`.
    private func proceed(_ session: EntrySession) {
        let (responses, meeting) = (responses, session.studio.meeting)
        switch responses.entrance {
        case .direct:
            meeting.admit()
            return
        case .waitingRoom: meeting.wait(.inWaitingRoom)
        case .beforeHost: meeting.wait(.waitingForHost)
        case .otherMeetingInProgress: meeting.wait(.otherMeetingInProgress)
        case .failure where responses.failureEndsMeeting: return meeting.failAndEnd(responses.joinFailure)
        case .failure:
            meeting.fail(responses.joinFailure)
            return
        }
        if let delay = responses.admissionDelay { after(delay) { _ in meeting.admit() } }
    }

    /// Runs `body` later without delaying a callback.
    private func after(_ delay: MediaTime, _ body: @escaping @Sendable (StudioEntry) -> Void) {
        locked.withLock { state in
            schedule(CallbackDelivery(delay: delay), after: .zero, &state, body)
        }
    }

    // MARK: Events of the meeting

    func observe(_ session: EntrySession) {
        session.studio.meeting.onEvent {
            [weak self, record = session.record, weak meeting = session.studio.meeting] event in
            guard let self, let meeting, !record.isForgotten else { return }
            receive(event, from: meeting, record)
        }
        session.studio.meeting.onSpeechEvent { [weak self, record = session.record] event in
            guard let self, !record.isForgotten else { return }
            notify(event)
        }
    }

    private func receive(_ event: MeetingEvent, from meeting: Meeting, _ record: EntryRecord) {
        guard case .status(let status, _) = event else { return notify(.meeting(event, meeting)) }
        if status == .inMeeting, let request = record.takeArrival() { arrive(request, in: meeting) }
        if entersRoom(status, meeting) { notify(.entering(meeting)) }
        let delivery = responses.statusDelivery[status] ?? .once
        guard delivery.delay > .zero else { return deliver(event, from: meeting, record, count: delivery.count) }
        locked.withLock { state in
            schedule(delivery, after: .zero, &state) {
                $0.deliver(event, from: meeting, record, count: delivery.count)
            }
        }
    }

    /// Whether those who are in a room are about to be reported.
    private func entersRoom(_ status: MeetingStatus, _ meeting: Meeting) -> Bool {
        switch status {
        // After a reconnection, they are known.
        case .inMeeting: meeting.participants.isEmpty
        case .joinedBreakoutRoom, .leftBreakoutRoom: true
        default: false
        }
    }

    private func deliver(_ event: MeetingEvent, from meeting: Meeting, _ record: EntryRecord, count: Int) {
        for _ in 0..<count where !record.isForgotten { notify(.meeting(event, meeting)) }
    }

    private func arrive(_ request: JoinRequest, in meeting: Meeting) {
        let responses = responses
        let facts = ArrivalFacts(
            meetingNumber: request.meetingNumber, kind: meeting.kind, topic: responses.topic, host: meeting.hostName)
        notify(.arriving(facts))
        if !request.isWithoutAudio { meeting.connectAudio() }
        guard let role = responses.promotion else { return }
        after(responses.promotionDelay) { _ in meeting.setRole(role) }
    }
}
