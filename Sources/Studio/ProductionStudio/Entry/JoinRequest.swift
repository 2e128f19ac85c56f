/// The arguments of a join or start call, read once at the call.
package struct JoinRequest: Hashable, Sendable {
    package enum Kind: Hashable, Sendable, CaseIterable {
        /// Joins a meeting.
        case join
        /// Starts a meeting as the user of an access key.
        case startWithAccessKey
        /// Starts a meeting as the logged-in user. Login is not emulated.
        case startAsLoggedInUser
    }

    package var kind: Kind
    /// 0 for none.
    package var meetingNumber: Int64
    /// The personal name of a meeting, instead of its number; empty for none.
    package var personalName: String
    package var displayName: String
    /// The access key of the user who starts or joins; empty for none.
    package var accessKey: String
    package var isWithoutAudio: Bool

    package init(
        kind: Kind = .join, meetingNumber: Int64 = 0, personalName: String = "", displayName: String = "",
        accessKey: String = "", isWithoutAudio: Bool = false
    ) {
        self.kind = kind
        self.meetingNumber = meetingNumber
        self.personalName = personalName
        self.displayName = displayName
        self.accessKey = accessKey
        self.isWithoutAudio = isWithoutAudio
    }
}
