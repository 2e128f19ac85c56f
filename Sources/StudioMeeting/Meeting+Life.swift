public import StudioCore

// The events of a meeting, each in a line. An event that does not fit the present state changes nothing.
extension Meeting {
    // MARK: Coming

    /// The local user joins a meeting that was made with `isJoined: false`.
    public func join(_ entrance: MeetingEntrance = .direct) {
        apply { $0.join(entrance) }
    }

    /// The local user is let in from the waiting room, or the host has come.
    public func admit() {
        apply { $0.admit() }
    }

    // MARK: Going

    /// The local user is put into the waiting room. A running studio is stopped first.
    public func putIntoWaitingRoom() {
        apply { $0.putOutside() }
    }

    /// The local user leaves. A running studio is stopped first.
    public func leave() {
        apply { $0.end(.none) }
    }

    /// The meeting ends for everybody. A running studio is stopped first.
    public func end(_ reason: EndReason = .endedByHost) {
        apply { $0.end(reason) }
    }

    /// Joining fails; a meeting that goes on ends with the reason `undefined` instead.
    public func fail() {
        apply { $0.fail() }
    }

    // MARK: The connection

    /// Loses the connection: sends go on to succeed, their media is dropped and counted.
    ///
    /// - Parameter stopsStudio: whether it ends a running studio.
    public func loseConnection(stopsStudio: Bool = false) {
        apply { $0.loseConnection(stopsStudio: stopsStudio) }
    }

    /// Has the connection again.
    public func regainConnection() {
        apply { $0.regainConnection() }
    }

    /// Loses or regains the connection.
    public func setReconnecting(_ isReconnecting: Bool) {
        if isReconnecting { loseConnection() } else { regainConnection() }
    }

    /// The local user's sound is connected: the status `audioReady` is delivered.
    public func connectAudio() {
        apply { $0.connectAudio() }
    }

    // MARK: Rooms and stages

    /// The local user moves into a breakout room. A running studio is stopped first, and may be started there.
    public func enterBreakoutRoom() {
        apply { $0.enterBreakoutRoom() }
    }

    /// The breakout room closes. A running studio is stopped first.
    public func leaveBreakoutRoom() {
        apply { $0.leaveBreakoutRoom() }
    }

    /// In a webinar the local user, an attendee, becomes a panelist.
    public func promote() {
        apply { $0.promote() }
    }

    /// In a webinar the local user, a panelist or co-host, becomes an attendee.
    public func demote() {
        apply { $0.demote() }
    }

    // MARK: Others

    /// Somebody else joins.
    ///
    /// - Parameter role: by default an attendee; a second host takes the role from the first.
    /// - Returns: who came; delivered on the callback queue.
    @discardableResult
    public func add(_ name: String, role: MeetingRole = .attendee, isVideoOn: Bool = false) -> Participant {
        apply { machine in
            let participant = machine.newParticipant(name: name, role: role, isVideoOn: isVideoOn)
            return (participant, machine.add(participant))
        }
    }

    /// Somebody leaves, if they are here, and joins again: under a new number, and no longer host or co-host.
    @discardableResult
    public func rejoin(_ participant: Participant) -> Participant {
        apply { $0.rejoin(participant) }
    }

    /// Somebody else leaves. Removing the own studio participant stops the studio.
    public func remove(_ id: UserID) {
        apply { $0.remove(id) }
    }

    /// The host expels somebody; without a number, the local user.
    public func expel(_ id: UserID? = nil) {
        apply { machine in (id ?? machine.myself?.id).map { machine.expel($0) } ?? [] }
    }

    /// Somebody else begins to publish through a studio: a start of the local user is then answered with false.
    ///
    /// - Parameters:
    ///   - name: the studio participant's display name.
    ///   - parent: whose studio it is, a host or co-host; a new co-host by default.
    /// - Returns: `nil` when the meeting has a studio already, or the parent may not have one.
    @discardableResult
    public func addOtherStudioUser(name: String = "Studio", of parent: UserID? = nil) -> Participant? {
        apply { machine in
            let started = machine.startOtherStudio(name: name, parent: parent)
            return (started?.user, started?.effects ?? [])
        }
    }

    /// Somebody's picture is switched on or off; without a number, the local user's.
    public func setVideo(_ isOn: Bool, of id: UserID? = nil) {
        apply { machine in (id ?? machine.myself?.id).map { machine.setVideo(isOn, of: $0) } ?? [] }
    }

    // MARK: Roles

    /// Gives a role, without a number to the local user. Losing host and co-host stops a running studio.
    public func setRole(_ role: MeetingRole, of id: UserID? = nil) {
        apply { machine in
            (id ?? machine.myself?.id ?? machine.absent?.id).map { machine.setRole(role, of: $0) } ?? []
        }
    }

    /// Somebody becomes co-host, without a number the local user.
    public func grantCoHost(to id: UserID? = nil) {
        setRole(.coHost, of: id)
    }

    /// A co-host becomes what they are without that role, without a number the local user.
    public func revokeCoHost(from id: UserID? = nil) {
        apply { machine in
            guard let id = id ?? machine.myself?.id,
                machine.participants.contains(where: { $0.id == id && $0.role == .coHost })
            else { return [] }
            return machine.setRole(machine.kind.plainRole, of: id)
        }
    }

    /// Somebody becomes host, without a number the local user; who was it becomes an attendee or panelist.
    public func makeHost(_ id: UserID? = nil) {
        setRole(.host, of: id)
    }

    /// The first host takes the role back.
    public func reclaimHost() {
        apply { $0.reclaimHost() }
    }
}
