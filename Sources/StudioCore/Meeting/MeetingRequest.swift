/// Something that the app asks of its meeting.
package enum MeetingRequest: Hashable, Sendable {
    /// 0 gives the role back to the original host.
    case makeHost(UserID)
    case assignCoHost(UserID)
    case revokeCoHost(UserID)
    case reclaimHost
    case expel(UserID)
    case endForAll
}

extension MeetingStateMachine {
    /// Grants a request, or says why not. Order: meeting, permission, state, argument.
    package mutating func grant(_ request: MeetingRequest) -> Result<[Effect], StudioError> {
        if let refusal = refusal(of: request) { return .failure(refusal) }
        return .success(perform(request))
    }

    private mutating func perform(_ request: MeetingRequest) -> [Effect] {
        switch request {
        case .makeHost(.none), .reclaimHost: reclaimHost()
        case .makeHost(let id): makeHost(id)
        case .assignCoHost(let id): setRole(.coHost, of: id)
        case .revokeCoHost(let id): setRole(kind.plainRole, of: id)
        case .expel(let id): expel(id)
        case .endForAll: end(.none)
        }
    }

    private func refusal(of request: MeetingRequest) -> StudioError? {
        guard isGoingOn, let myself else {
            return StudioError(.requestOutsideMeeting, "there is no meeting", hint: "join one first")
        }
        switch request {
        case .makeHost(.none): return withoutRole(.host, myself) ?? originalHostRefusal
        case .makeHost(let id):
            return withoutRole(.host, myself)
                ?? wrongTarget(id) { Self.roleComplaint($0) ?? ($0.role == .host ? "is the host" : nil) }
        case .assignCoHost(let id):
            return withoutRole(.host, myself)
                ?? wrongTarget(id) { Self.roleComplaint($0) ?? ($0.role.maySend ? "has the role already" : nil) }
        case .revokeCoHost(let id):
            return withoutRole(.host, myself) ?? wrongTarget(id) { $0.role == .coHost ? nil : "is no co-host" }
        case .reclaimHost:
            if myself.id != originalHost {
                return StudioError(.requestWithoutRole, "the local user was not the first host")
            }
            return myself.role == .host ? StudioError(.reclaimAsHost, "the local user is the host") : nil
        case .expel(let id):
            return withoutRole(.coHost, myself)
                ?? wrongTarget(id) { $0.isMyself || $0.role == .host ? "cannot be expelled" : nil }
        case .endForAll: return withoutRole(.host, myself)
        }
    }

    /// Ending for everybody, asked by somebody who may only leave.
    package var refusalToEnd: StudioError? {
        guard isGoingOn, let myself, myself.role != .host else { return nil }
        return StudioError(
            .roleEndByOthers, "the local user is \(myself.role), so this was a leaving",
            hint: "only the host ends for all")
    }

    /// - Parameter least: the host may do what a co-host may.
    private func withoutRole(_ least: MeetingRole, _ myself: Participant) -> StudioError? {
        if myself.role == .host || (least == .coHost && myself.role == .coHost) { return nil }
        return StudioError(
            .requestWithoutRole, "the local user is \(myself.role)",
            hint: least == .host ? "only the host may do this" : "only the host and co-hosts may do this")
    }

    private func wrongTarget(_ id: UserID, _ complaint: (Participant) -> String?) -> StudioError? {
        guard let target = find(id) else {
            return StudioError(
                .requestForNobody, "user \(id) is not here", hint: "a user who rejoined has a new number")
        }
        if let text = complaint(target) { return StudioError(.requestForNobody, "user \(id) \(text)") }
        return nil
    }

    /// A studio has no role of its own.
    private static func roleComplaint(_ target: Participant) -> String? {
        target.isStudioUser ? "is a studio" : nil
    }

    private var originalHostRefusal: StudioError? {
        guard let originalHost, let target = find(originalHost) else {
            return StudioError(.requestForNobody, "the original host is not here")
        }
        return target.role == .host ? StudioError(.requestForNobody, "the original host is the host") : nil
    }
}
