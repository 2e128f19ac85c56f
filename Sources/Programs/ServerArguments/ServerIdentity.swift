package import SessionProtocol

/// What `psstudio-server` says of itself before it is started: its version, and the versions of the control protocol that it speaks.
package struct ServerIdentity: Hashable, Sendable, Codable {
    /// The option that prints it as JSON.
    package static let option = "identity"

    private let psstudio: String
    private let version: Int
    private let oldestVersion: Int

    package init(_ speaker: ControlSpeaker) {
        psstudio = speaker.release
        (version, oldestVersion) = (speaker.versions.newest, speaker.versions.oldest)
    }

    /// The program that says it.
    package var speaker: ControlSpeaker {
        ControlSpeaker(
            ServeArguments.program, release: psstudio, ControlVersions(oldest: oldestVersion, newest: version))
    }
}
