/// The versions of the control protocol that a program speaks. Two programs use the newest version that both speak.
package struct ControlVersions: Hashable, Sendable, CustomStringConvertible {
    package let oldest: Int
    package let newest: Int

    /// Those of this program.
    package static let own = ControlVersions(oldest: 1, newest: 1)

    package init(oldest: Int, newest: Int) {
        (self.oldest, self.newest) = (oldest, newest)
    }

    /// Whether two programs understand each other.
    package func overlaps(_ other: ControlVersions) -> Bool { oldest <= other.newest && other.oldest <= newest }

    package var description: String { oldest == newest ? "\(newest)" : "\(oldest) to \(newest)" }
}

/// A program that speaks the control protocol, as it says itself.
package struct ControlSpeaker: Hashable, Sendable, CustomStringConvertible {
    /// What it is called in messages: `psstudio-server`, or a session.
    package let name: String
    /// The version of psstudio.
    package let release: String
    package let versions: ControlVersions

    package init(_ name: String, release: String, _ versions: ControlVersions) {
        (self.name, self.release, self.versions) = (name, release, versions)
    }

    package var description: String { "\(name) \(release) uses control protocol \(versions)" }

    /// Why this program and another one do not understand each other, in one line; `nil` when they do.
    package func obstacle(with other: ControlSpeaker) -> String? {
        guard !versions.overlaps(other.versions) else { return nil }
        return "\(self), and \(other); install both from one release"
    }
}
