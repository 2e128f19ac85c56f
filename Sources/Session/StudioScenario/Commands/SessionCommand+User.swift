package import StudioCore

extension SessionCommand {
    /// The command for a participant.
    package func affecting(_ id: UserID) -> SessionCommand {
        switch self {
        case .removeParticipant: .removeParticipant(user: id)
        case .rejoin: .rejoin(user: id)
        case .expel: .expel(user: id)
        case .addOtherStudio(let name, _): .addOtherStudio(name: name, parent: id)
        case .publishMedia(_, let source, let loops): .publishMedia(user: id, source: source, loops: loops)
        case .publishShare(_, let source, let loops): .publishShare(user: id, source: source, loops: loops)
        case .changeTrack(_, let track, let change): .changeTrack(user: id, track: track, change: change)
        case .setVideo(let isOn, _): .setVideo(isOn: isOn, user: id)
        case .setRole(let role, _): .setRole(role: role, user: id)
        case .revokeCoHost: .revokeCoHost(user: id)
        default: self
        }
    }

    /// The command with another media file or address in place of its own.
    func mapSource(_ transform: (String) -> String) -> SessionCommand {
        switch self {
        case .publishMedia(let user, let source?, let loops):
            .publishMedia(user: user, source: transform(source), loops: loops)
        case .publishShare(let user, let source?, let loops):
            .publishShare(user: user, source: transform(source), loops: loops)
        default: self
        }
    }
}
