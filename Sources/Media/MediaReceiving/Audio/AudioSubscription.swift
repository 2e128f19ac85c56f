package import StudioCore

/// The remote users that are heard.
package struct AudioSubscription: Hashable, Sendable {
    /// Whether users are heard by default. Others are exceptions.
    package private(set) var hearsOthers: Bool
    private var exceptions: Set<UserID> = []

    /// - Parameter hearsOthers: whether all users are heard, until one is changed.
    package init(hearsOthers: Bool = true) {
        self.hearsOthers = hearsOthers
    }

    /// Changes one user.
    package mutating func set(_ user: UserID, isHeard: Bool) {
        if isHeard == hearsOthers { exceptions.remove(user) } else { exceptions.insert(user) }
    }

    /// Whether a user is heard.
    package func hears(_ user: UserID) -> Bool { exceptions.contains(user) != hearsOthers }
}
