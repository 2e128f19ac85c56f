public import StudioCore
public import StudioMeeting

/// The client's requests to its meeting. Corresponds to `ZoomSDKMeetingActionController`.
///
/// Each call throws `NotInMeeting`, `NoPermission` or `InvalidParameter`, checked in this order. Its effects are
/// delivered on the callback queue. May be called from any thread.
public struct MeetingActions: Sendable {
    private let meeting: Meeting

    init(_ meeting: Meeting) {
        self.meeting = meeting
    }

    /// Transfers the host role; ID 0 returns it to the original host. Requires the host role; with ID 0, the original host may
    /// call it, too.
    ///
    /// - Throws: `InvalidParameter` for an absent user, a studio, or the host.
    public func makeHost(_ id: UserID) throws(StudioError) { try perform(.makeHost(id)) }

    /// Makes a participant co-host. Requires the host role.
    ///
    /// - Throws: `InvalidParameter` for an absent user, a studio, the host, or a co-host.
    public func assignCoHost(_ id: UserID) throws(StudioError) { try perform(.assignCoHost(id)) }

    /// Revokes the co-host role. Requires the host role.
    ///
    /// - Throws: `InvalidParameter` for a user who is not a co-host.
    public func revokeCoHost(_ id: UserID) throws(StudioError) { try perform(.revokeCoHost(id)) }

    /// Reclaims the host role. Permitted for the original host.
    ///
    /// - Throws: `WrongUsage` for the current host.
    public func reclaimHost() throws(StudioError) { try perform(.reclaimHost) }

    /// Expels a participant. Requires the host or co-host role.
    ///
    /// - Throws: `InvalidParameter` for an absent user, the local user, or the host.
    public func expel(_ id: UserID) throws(StudioError) { try perform(.expel(id)) }

    /// Ends the meeting for all. Requires the host role.
    public func endForAll() throws(StudioError) { try perform(.endForAll) }

    /// Leaves the meeting. Corresponds to `leaveMeetingWithCmd:`. Does nothing outside a meeting.
    ///
    /// - Parameter endingForAll: ends the meeting for all, which requires the host role.
    /// - Throws: `NoPermission` when a user other than the host ends for all; the user leaves nevertheless.
    public func leave(endingForAll: Bool = false) throws(StudioError) {
        let refusal = meeting.apply { machine -> (MeetingRefusal?, [MeetingStateMachine.Effect]) in
            (endingForAll ? machine.refusalToEnd : nil, machine.end(.none))
        }
        if let refusal { throw StudioError(refusal) }
    }

    /// Performs a request.
    package func perform(_ request: MeetingRequest) throws(StudioError) {
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
    /// Converts a rejected request to an error with its rule.
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
    /// The client's requests, with the rights of the local user.
    public var actions: MeetingActions { MeetingActions(self) }
}
