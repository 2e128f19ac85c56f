package import StudioCore

/// The meeting as the client knows it: the sum of all delivered events.
///
/// Callbacks are delivered after the events occur. Queries are answered from this view, so that a callback always
/// agrees with the queries made inside it.
package struct ClientView: Hashable, Sendable {
    package private(set) var status: MeetingStatus
    package private(set) var endReason: EndReason?
    /// Whether the local user is in a breakout room.
    package private(set) var isInBreakoutRoom = false
    /// In order of arrival.
    package private(set) var participants: [Participant]

    package init(status: MeetingStatus, participants: [Participant]) {
        self.status = status
        self.participants = participants
    }

    package var localUser: Participant? { participants.first { $0.isMyself } }
    package var studioUser: Participant? { participants.first { $0.isStudioUser } }

    /// Applies an event that is being delivered.
    package mutating func apply(_ event: MeetingEvent) {
        switch event {
        case .status(let status, let reason): apply(status, reason)
        case .joined(let participant): participants.append(participant)
        case .left(let participant): participants.removeAll { $0.id == participant.id }
        case .role(let participant), .video(let participant):
            guard let index = participants.firstIndex(where: { $0.id == participant.id }) else { return }
            participants[index] = participant
        case .host, .coHost, .studioUser: break
        }
    }

    private mutating func apply(_ status: MeetingStatus, _ reason: EndReason) {
        switch status {
        case .joinedBreakoutRoom, .leftBreakoutRoom:
            participants.removeAll()
            isInBreakoutRoom = status == .joinedBreakoutRoom
        case .inWaitingRoom, .ended, .failed:
            participants.removeAll()
            isInBreakoutRoom = false
            self.status = status
            if status == .ended { endReason = reason }
        case .audioReady, .webinarPromoted, .webinarDemoted:
            break
        case .idle, .connecting, .waitingForHost, .inMeeting, .disconnecting, .reconnecting, .otherMeetingInProgress:
            self.status = status
        }
    }
}
