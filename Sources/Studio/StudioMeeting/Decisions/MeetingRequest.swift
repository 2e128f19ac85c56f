package import StudioCore

/// A request of the client to its meeting.
package enum MeetingRequest: Hashable, Sendable {
    /// 0 returns the role to the original host, who may also call it.
    case makeHost(UserID)
    case assignCoHost(UserID)
    case revokeCoHost(UserID)
    case reclaimHost
    case expel(UserID)
    case endForAll
}

/// The reason why a request is rejected, with a diagnosis. The emulated interface converts it to its own error.
package struct MeetingRefusal: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable, CaseIterable {
        /// There is no meeting, or it is over.
        case outsideMeeting
        /// The local user's role does not allow it.
        case missingRole
        /// The target is not in the meeting, or the request would not change it.
        case wrongTarget
        /// The host reclaims the host's role.
        case alreadyHost
        /// A user other than the host ends the meeting for all.
        case endedByOther
    }

    package let reason: Reason
    package let message: String
    package let hint: String

    init(_ reason: Reason, _ message: String, hint: String = "") {
        self.reason = reason
        self.message = message
        self.hint = hint
    }
}

extension MeetingStateMachine {
    /// Grants or rejects a request. Checks run in the order meeting, permission, state, argument.
    package mutating func grant(_ request: MeetingRequest) -> Result<[Effect], MeetingRefusal> {
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

    private func refusal(of request: MeetingRequest) -> MeetingRefusal? {
        guard isActive, let myself else {
            return MeetingRefusal(.outsideMeeting, "there is no active meeting", hint: "join one first")
        }
        switch request {
        case .makeHost(.none):
            // The original host takes the role back, as by reclaimHost.
            if myself.id == originalHost, myself.role != .host { return nil }
            return missingRole(.host, myself) ?? originalHostRefusal
        case .makeHost(let id):
            return missingRole(.host, myself)
                ?? wrongTarget(id) { Self.roleComplaint($0) ?? ($0.role == .host ? "is the host" : nil) }
        case .assignCoHost(let id):
            return missingRole(.host, myself)
                ?? wrongTarget(id) { Self.roleComplaint($0) ?? ($0.role.maySend ? "has the role already" : nil) }
        case .revokeCoHost(let id):
            return missingRole(.host, myself) ?? wrongTarget(id) { $0.role == .coHost ? nil : "is not a co-host" }
        case .reclaimHost:
            if myself.id != originalHost {
                return MeetingRefusal(.missingRole, "the local user was not the first host")
            }
            return myself.role == .host ? MeetingRefusal(.alreadyHost, "the local user is the host") : nil
        case .expel(let id):
            return missingRole(.coHost, myself)
                ?? wrongTarget(id) { $0.isMyself || $0.role == .host ? "cannot be expelled" : nil }
        case .endForAll: return missingRole(.host, myself)
        }
    }

    /// Whether the local user may take the host role back.
    package var canReclaimHost: Bool { refusal(of: .reclaimHost) == nil }

    /// Whether the local user was the first host of the meeting.
    package var isOriginalHost: Bool { myself.map { $0.id == originalHost } ?? false }

    /// The error for ending the meeting for all without the host role.
    package var refusalToEnd: MeetingRefusal? {
        guard isActive, let myself, myself.role != .host else { return nil }
        return MeetingRefusal(
            .endedByOther, "the local user is \(myself.role), so the local user only left",
            hint: "only the host ends for all")
    }

    /// - Parameter least: the required role; the host may do everything that a co-host may.
    private func missingRole(_ least: MeetingRole, _ myself: Participant) -> MeetingRefusal? {
        if myself.role == .host || (least == .coHost && myself.role == .coHost) { return nil }
        return MeetingRefusal(
            .missingRole, "the local user is \(myself.role)",
            hint: least == .host ? "only the host may do this" : "only the host and co-hosts may do this")
    }

    private func wrongTarget(_ id: UserID, _ problem: (Participant) -> String?) -> MeetingRefusal? {
        guard let target = find(id) else {
            return MeetingRefusal(
                .wrongTarget, "user \(id) is not in the meeting", hint: "a user who rejoins gets a new ID")
        }
        if let text = problem(target) { return MeetingRefusal(.wrongTarget, "user \(id) \(text)") }
        return nil
    }

    /// A studio participant has no role of its own.
    private static func roleComplaint(_ target: Participant) -> String? {
        target.isStudioUser ? "is a studio" : nil
    }

    private var originalHostRefusal: MeetingRefusal? {
        guard let originalHost, let target = find(originalHost) else {
            return MeetingRefusal(.wrongTarget, "the original host is not in the meeting")
        }
        return target.role == .host ? MeetingRefusal(.wrongTarget, "the original host is the host") : nil
    }
}
