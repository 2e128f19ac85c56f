package import StudioCore

// Joining in steps.
extension Meeting {
    /// The local user starts to join: `connecting` is delivered.
    package func connect() {
        apply { $0.connect() }
    }

    /// The local user must wait until `admit`.
    package func wait(_ status: MeetingStatus) {
        apply { $0.wait(status) }
    }

    /// Joining fails, and `ended` is reported twice.
    package func failAndEnd(_ failure: JoinFailure) {
        apply { $0.failAndEnd(failure) }
    }
}

extension Meeting {
    /// The host's display name as the server knows it; `nil` without a host.
    package var hostName: String? { serverParticipants.first { $0.role == .host }?.name }
}
