public import StudioCore
import StudioRuntime

// The events of a meeting. An event that does not fit the current state changes nothing; the methods without another result
// return whether it did.
extension Meeting {
    // MARK: Joining

    /// The local user joins a meeting that was created with `isJoined: false`.
    @discardableResult
    public func join(_ entrance: MeetingEntrance = .direct) -> Bool {
        apply { $0.join(entrance) }
    }

    /// The local user is admitted from the waiting room, or the host has joined.
    @discardableResult
    public func admit() -> Bool {
        apply { $0.admit() }
    }

    // MARK: Leaving

    /// The local user is moved to the waiting room. An active studio is stopped first.
    @discardableResult
    public func putIntoWaitingRoom() -> Bool {
        apply { $0.putOutside() }
    }

    /// The local user leaves. An active studio is stopped first.
    @discardableResult
    public func leave() -> Bool {
        apply { $0.end(.none) }
    }

    /// The meeting ends for all. An active studio is stopped first.
    @discardableResult
    public func end(_ reason: EndReason = .endedByHost) -> Bool {
        apply { $0.end(reason) }
    }

    /// Joining fails. A meeting that was joined ends with the reason `undefined` instead.
    @discardableResult
    public func fail(_ failure: JoinFailure = .connectionFailed) -> Bool {
        apply { $0.fail(failure) }
    }

    // MARK: Connection

    /// The connection is lost: sends still succeed, and their media is dropped and counted.
    ///
    /// - Parameter stopsStudio: whether it stops an active studio.
    @discardableResult
    public func loseConnection(stopsStudio: Bool = false) -> Bool {
        apply { $0.loseConnection(stopsStudio: stopsStudio) }
    }

    /// The connection is restored.
    @discardableResult
    public func regainConnection() -> Bool {
        apply { $0.regainConnection() }
    }

    /// The local user's audio is connected: the status `audioReady` is delivered.
    @discardableResult
    public func connectAudio() -> Bool {
        apply { $0.connectAudio() }
    }

    // MARK: Breakout rooms and webinars

    /// The local user moves to a breakout room. An active studio is stopped first, and may be started again there. The
    /// host's permission to record ends.
    @discardableResult
    public func enterBreakoutRoom() -> Bool {
        move { $0.enterBreakoutRoom() }
    }

    /// The breakout room closes. An active studio is stopped first. The host's permission to record ends.
    @discardableResult
    public func leaveBreakoutRoom() -> Bool {
        move { $0.leaveBreakoutRoom() }
    }

    private func move(_ body: (inout MeetingStateMachine) -> [MeetingStateMachine.Effect]) -> Bool {
        apply { (machine: inout MeetingStateMachine) -> [MeetingStateMachine.Effect] in
            let effects = body(&machine)
            // Before the client is told, and not what the host permits in the new room.
            if !effects.isEmpty { features.endPermission() }
            return effects
        }
    }

    /// In a webinar, the local user is promoted from attendee to panelist.
    @discardableResult
    public func promote() -> Bool {
        apply { $0.promote() }
    }

    /// In a webinar, the local user is demoted from panelist or co-host to attendee.
    @discardableResult
    public func demote() -> Bool {
        apply { $0.demote() }
    }

    // MARK: Other participants

    /// Another user joins.
    ///
    /// - Parameter role: an attendee by default; a second host takes the role from the first one.
    /// - Returns: the participant; it is reported on the callback queue.
    @discardableResult
    public func add(_ name: String, role: MeetingRole = .attendee, isVideoOn: Bool = false) -> Participant {
        apply { machine in
            let participant = machine.newParticipant(name: name, role: role, isVideoOn: isVideoOn)
            if role == .host { features.admitHost() }
            return (participant, machine.add(participant))
        }
    }

    /// Another user joins, whose media precedes the report, as when the media server is faster.
    ///
    /// - Parameters:
    ///   - name: the display name.
    ///   - role: an attendee by default.
    ///   - isVideoOn: whether the video is on.
    ///   - delay: how much later the participant is reported; one that leaves earlier is reported as leaving only.
    /// - Returns: the participant, whose tracks exist at once.
    @discardableResult
    public func add(
        _ name: String, role: MeetingRole = .attendee, isVideoOn: Bool = false, reportedAfter delay: MediaTime
    ) -> Participant {
        let (participant, report) = apply { machine in
            let participant = machine.newParticipant(name: name, role: role, isVideoOn: isVideoOn)
            if role == .host { features.admitHost() }
            return ((participant, machine.add(participant)), [])
        }
        clock.schedule(at: clock.now + delay) { [weak self] in
            guard let self, present(participant.id) != nil else { return }
            apply { _ in report }
        }
        return participant
    }

    /// A participant leaves, if present, and joins again with a new ID and without the host or co-host role.
    @discardableResult
    public func rejoin(_ participant: Participant) -> Participant {
        apply { $0.rejoin(participant) }
    }

    /// Another participant leaves. Removing the local studio participant stops the studio.
    @discardableResult
    public func remove(_ id: UserID) -> Bool {
        apply { $0.remove(id) }
    }

    /// The host expels a participant; the local user by default.
    @discardableResult
    public func expel(_ id: UserID? = nil) -> Bool {
        apply { machine in (id ?? machine.myself?.id).map { machine.expel($0) } ?? [] }
    }

    /// Another user starts a studio. A start of the local user then has the result false.
    ///
    /// - Parameters:
    ///   - name: the studio participant's display name.
    ///   - parent: the user of the studio, a host or co-host; a new co-host by default.
    /// - Returns: `nil` when the meeting already has a studio, or the parent's role does not permit one.
    @discardableResult
    public func addOtherStudioUser(name: String = "Studio", of parent: UserID? = nil) -> Participant? {
        apply { machine in
            let started = machine.startOtherStudio(name: name, parent: parent)
            return (started?.user, started?.effects ?? [])
        }
    }

    /// A participant's video is switched on or off; the local user's by default.
    @discardableResult
    public func setVideo(_ isOn: Bool, of id: UserID? = nil) -> Bool {
        apply { machine in (id ?? machine.myself?.id).map { machine.setVideo(isOn, of: $0) } ?? [] }
    }

    // MARK: Roles

    /// Sets a role; the local user's by default. Losing the host or co-host role stops an active studio.
    @discardableResult
    public func setRole(_ role: MeetingRole, of id: UserID? = nil) -> Bool {
        apply { machine in
            (id ?? machine.myself?.id ?? machine.absent?.id).map { machine.setRole(role, of: $0) } ?? []
        }
    }

    /// A participant becomes co-host; the local user by default.
    @discardableResult
    public func grantCoHost(to id: UserID? = nil) -> Bool {
        setRole(.coHost, of: id)
    }

    /// A co-host loses that role; the local user by default.
    @discardableResult
    public func revokeCoHost(from id: UserID? = nil) -> Bool {
        apply { machine in
            guard let id = id ?? machine.myself?.id,
                machine.participants.contains(where: { $0.id == id && $0.role == .coHost })
            else { return [] }
            return machine.setRole(machine.kind.plainRole, of: id)
        }
    }

    /// A participant becomes host; the local user by default. The former host becomes an attendee or panelist.
    @discardableResult
    public func makeHost(_ id: UserID? = nil) -> Bool {
        setRole(.host, of: id)
    }

    /// The original host takes the role back.
    @discardableResult
    public func reclaimHost() -> Bool {
        apply { $0.reclaimHost() }
    }
}
