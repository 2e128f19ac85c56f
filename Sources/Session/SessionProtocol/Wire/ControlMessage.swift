package import FoundationEssentials
package import StudioCore

/// The first line of a connection: who answers.
package struct ControlGreeting: Hashable, Sendable, Codable {
    /// The version of psstudio.
    package var psstudio = release.description
    /// The newest version of the protocol.
    private var version = ControlVersions.own.newest
    /// The oldest one. Early programs speak one version and do not name it.
    private var oldestVersion: Int? = ControlVersions.own.oldest
    /// The identifier of the session.
    package let sessionId: String
    /// The process of the session.
    package let pid: Int32
    /// The name of its program.
    package let program: String
    /// When the session opened its control socket, in UTC; `nil` for an early program.
    package let startedAt: String?
    /// The fields of requests that a session of this version may not know: a client sends only those that are named here. `nil` for an
    /// early program, which knows none of them.
    private var fields: [String]? = ["origin"]

    package init(sessionId: String, pid: Int32, program: String, startedAt: String? = nil) {
        (self.sessionId, self.pid, self.program, self.startedAt) = (sessionId, pid, program, startedAt)
    }

    /// Whether the session accepts the origin of a command.
    package var acceptsOrigin: Bool { fields?.contains("origin") == true }

    /// The versions of the protocol.
    package var versions: ControlVersions { ControlVersions(oldest: oldestVersion ?? version, newest: version) }

    /// The session, as messages about versions name it.
    package var speaker: ControlSpeaker { ControlSpeaker("session \(sessionId)", release: psstudio, versions) }
}

/// A participant of the meeting, in the reply to a request for the snapshot.
package struct ControlParticipant: Hashable, Sendable, Codable {
    package let user: UserID
    package let name: String
    package let role: MeetingRole
    package let isVideoOn: Bool
    /// Whether audio is published and not muted.
    package let isAudioOn: Bool
    package let isMyself: Bool

    package init(_ participant: Participant, isAudioOn: Bool) {
        (user, name, role) = (participant.id, participant.name, participant.role)
        (isVideoOn, isMyself) = (participant.isVideoOn, participant.isMyself)
        self.isAudioOn = isAudioOn
    }
}

/// How loud each channel was since the last levels, in dBFS; -100 and less is silence.
package struct ControlLevels: Hashable, Sendable, Codable {
    /// The end of the measured samples on the session's clock.
    package let time: MediaTime
    package let peak: [Double]
    package let rms: [Double]

    package init(time: MediaTime, peak: [Double], rms: [Double]) {
        (self.time, self.peak, self.rms) = (time, peak, rms)
    }
}

/// An image of a frame.
package struct ControlPreview: Hashable, Sendable {
    /// The time of the frame on the session's clock.
    package let time: MediaTime
    /// The kind of the file.
    package let format: PreviewFormat
    /// The file.
    package let image: Data

    package init(time: MediaTime, _ image: some Collection<UInt8>, as format: PreviewFormat = .jpeg) {
        (self.time, self.image, self.format) = (time, Data(image), format)
    }
}

// The file has the name of its kind, and is in Base64.
extension ControlPreview: Codable {
    private enum CodingKeys: String, CodingKey {
        case time, jpeg, png
    }

    private static func key(of format: PreviewFormat) -> CodingKeys {
        switch format {
        case .jpeg: .jpeg
        case .png: .png
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        time = try container.decode(MediaTime.self, forKey: .time)
        format = container.contains(.png) ? .png : .jpeg
        image = try container.decode(Data.self, forKey: Self.key(of: format))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(time, forKey: .time)
        try container.encode(image, forKey: Self.key(of: format))
    }
}

/// What a slow client has missed.
package struct ControlMisses: Hashable, Sendable, Codable {
    package var events = 0
    package var levels = 0
    package var previews = 0

    package init(events: Int = 0, levels: Int = 0, previews: Int = 0) {
        (self.events, self.levels, self.previews) = (events, levels, previews)
    }

    package var isEmpty: Bool { self == ControlMisses() }
}

/// What a session sends, one line each.
package enum ControlMessage {
    private static let encoder = JSONLineEncoder()

    package static func greeting(_ greeting: ControlGreeting) -> [UInt8] { line(greeting) }

    package static func reply(_ id: Int, _ reply: SessionReply) -> [UInt8] { line(Answer(id: id, reply: reply)) }

    package static func snapshot(
        _ id: Int, _ snapshot: some Encodable & Sendable, _ participants: [ControlParticipant], sequence: Int
    ) -> [UInt8] {
        line(Answer(id: id, reply: Snapshot(snapshot: snapshot, participants: participants, sequence: sequence)))
    }

    package static func failure(_ id: Int?, _ error: ControlError) -> [UInt8] { line(Failure(id: id, error: error)) }

    package static func event(_ event: SessionEvent) -> [UInt8] { line(["event": event]) }

    package static func earlier(_ event: SessionEvent, secondsAgo: Double) -> [UInt8] {
        line(Earlier(event: event, secondsAgo: secondsAgo))
    }

    package static func levels(_ levels: ControlLevels) -> [UInt8] { line(["levels": levels]) }

    package static func preview(_ preview: ControlPreview) -> [UInt8] { line(["preview": preview]) }

    package static func missed(_ misses: ControlMisses) -> [UInt8] { line(["missed": misses]) }

    /// The last line of a session that ends. A client that does not get it has lost the session.
    package static let ended = line(["ended": [String: Int]()])

    /// The same with the last snapshot, which a client cannot ask for any more.
    package static func ended(
        _ snapshot: some Encodable & Sendable, _ participants: [ControlParticipant], sequence: Int
    ) -> [UInt8] {
        line(["ended": Snapshot(snapshot: snapshot, participants: participants, sequence: sequence)])
    }

    private struct Answer<Reply: Encodable>: Encodable {
        let id: Int
        let reply: Reply
    }

    private struct Snapshot<Value: Encodable>: Encodable {
        let snapshot: Value
        let participants: [ControlParticipant]
        let sequence: Int
    }

    private struct Earlier: Encodable {
        let event: SessionEvent
        let secondsAgo: Double
    }

    private struct Failure: Encodable {
        @Nullable var id: Int?
        let error: ControlError
    }

    /// A value that JSON cannot express, an infinite number, is an error of psstudio; the connection goes on.
    private static func line(_ value: some Encodable) -> [UInt8] {
        do {
            return try encoder.line(value)
        } catch {
            return Array(
                "{\"error\":{\"code\":\"invalid\",\"message\":\"a value cannot be written as JSON\"},\"id\":null}\n"
                    .utf8)
        }
    }
}
