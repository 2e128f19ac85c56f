public import StudioCore
public import StudioMeeting

/// What the app may ask of its meeting. Corresponds to `ZoomSDKMeetingActionController`.
///
/// Each call throws `NotInMeeting`, `NoPermission` or `InvalidParameter`, checked in this order; what it causes is
/// delivered on the callback queue. Any thread may call.
public struct MeetingActions: Sendable {
    private let meeting: Meeting

    init(_ meeting: Meeting) {
        self.meeting = meeting
    }

    /// Hands the host's role over; number 0 lets the original host have it back. The host's right.
    ///
    /// - Throws: `InvalidParameter` for nobody who is here, a studio, or the host.
    public func makeHost(_ id: UserID) throws(StudioError) { try ask(.makeHost(id)) }

    /// Makes somebody co-host. The host's right.
    ///
    /// - Throws: `InvalidParameter` for nobody who is here, a studio, the host, or a co-host.
    public func assignCoHost(_ id: UserID) throws(StudioError) { try ask(.assignCoHost(id)) }

    /// Takes the co-host's role from somebody. The host's right.
    ///
    /// - Throws: `InvalidParameter` for somebody who is no co-host.
    public func revokeCoHost(_ id: UserID) throws(StudioError) { try ask(.revokeCoHost(id)) }

    /// Takes the host's role back. The original host's right.
    ///
    /// - Throws: `WrongUsage` for who is the host.
    public func reclaimHost() throws(StudioError) { try ask(.reclaimHost) }

    /// Expels somebody. The right of host and co-hosts.
    ///
    /// - Throws: `InvalidParameter` for nobody who is here, the local user, or the host.
    public func expel(_ id: UserID) throws(StudioError) { try ask(.expel(id)) }

    /// Ends the meeting for everybody. The host's right.
    public func endForAll() throws(StudioError) { try ask(.endForAll) }

    /// Leaves. Corresponds to `leaveMeetingWithCmd:`; outside a meeting it does nothing.
    ///
    /// - Parameter endingForAll: ends the meeting for everybody, which is the host's right.
    /// - Throws: `NoPermission` where somebody else ends for all: they leave all the same.
    public func leave(endingForAll: Bool = false) throws(StudioError) {
        let refusal = meeting.apply { machine -> (MeetingRefusal?, [MeetingStateMachine.Effect]) in
            (endingForAll ? machine.refusalToEnd : nil, machine.end(.none))
        }
        if let refusal { throw StudioError(refusal) }
    }

    private func ask(_ request: MeetingRequest) throws(StudioError) {
        let refusal = meeting.apply { machine -> (MeetingRefusal?, [MeetingStateMachine.Effect]) in
            switch machine.grant(request) {
            case .success(let effects): (nil, effects)
            case .failure(let refusal): (refusal, [])
            }
        }
        if let refusal { throw StudioError(refusal) }
    }
}

extension StudioError {
    /// A rejected request, with the rule that rejects it here.
    init(_ refusal: MeetingRefusal) {
        let rule: Rule =
            switch refusal.reason {
            case .outsideMeeting: .requestOutsideMeeting
            case .missingRole: .requestWithoutRole
            case .wrongTarget: .requestForNobody
            case .alreadyHost: .reclaimAsHost
            case .endedByOther: .roleEndByOthers
            }
        self.init(rule, refusal.message, hint: refusal.hint)
    }
}

extension Meeting {
    /// What the app may ask, with the rights of the local user.
    public var actions: MeetingActions { MeetingActions(self) }
}
