import FoundationEssentials
package import SessionProtocol
import StudioCore

/// Why a session did not answer.
package enum SessionClientError: Error, Hashable, Sendable {
    /// The session has rejected the request, or the connection.
    case failed(ControlError)
    /// It speaks another version of the control protocol; one line.
    case incompatible(String)
    /// The socket is not one of psstudio.
    case foreign
    /// The session has not answered in time.
    case silent
    /// So many requests wait that no further one is sent.
    case full
    /// The connection has ended.
    case gone(ControlEnding)

    static let unknownForm = SessionClientError.incompatible("the session has given an answer of another version")
}

/// What a session sends without a request.
package enum SessionMessage: Hashable, Sendable {
    /// An event, and for one of the past how long ago it was published, in seconds.
    case event(sequence: Int, SessionText<SessionEvent>, secondsAgo: Double)
    case levels(SessionText<ControlLevels>)
    case preview(SessionText<ControlPreview>)
    /// The client has read too slowly.
    case missed(SessionText<ControlMisses>)
    /// Nothing follows. Carriers deliver it when the connection is closed.
    case ended(ControlEnding)
    /// A line of a later version.
    case other
}

/// A value of a session as it is written: `psstudio-server` passes it on, others decode it.
package struct SessionText<Value: Decodable>: Hashable, Sendable {
    package let bytes: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// - Throws: an `incompatible` error for the form of another version.
    package func decoded() throws(SessionClientError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes))
        } catch {
            throw .unknownForm
        }
    }
}

/// The reply to a request for the snapshot.
package struct SessionSnapshotReply: Decodable, Sendable {
    package let snapshot: SessionSnapshot
    package let participants: [ControlParticipant]
}

/// The protocol of a client, as a pure value: turns the lines of a session into deliveries, and finds the receiver of each answer.
/// ``SessionClient`` carries it on a thread, `psstudio-server` on an event loop.
package struct SessionClientStateMachine<Receiver> {
    /// What a line means.
    package enum Delivery {
        /// The session has said who it is. Once, before anything else.
        case greeted(ControlGreeting)
        /// The session is not used.
        case refused(SessionClientError)
        case answered(Receiver, Result<ArraySlice<UInt8>, SessionClientError>)
        case message(SessionMessage)
    }

    private let speaker: ControlSpeaker
    private let encoder = JSONLineEncoder()
    private var channel: ControlChannel<Receiver>
    /// What the session has said first; `nil` before.
    package private(set) var greeting: ControlGreeting?
    /// What the session has said last, with its last snapshot; `nil` before, and for one that went away without an end.
    package private(set) var goodbye: ArraySlice<UInt8>?

    /// - Parameters:
    ///   - speaker: the program of the client.
    ///   - folder: the path of the folder outside of which commands use no file; `nil` for no limit.
    ///   - limit: how many requests may wait.
    package init(_ speaker: ControlSpeaker, below folder: String? = nil, limit: Int = .max) {
        self.speaker = speaker
        channel = ControlChannel(below: folder, limit: limit)
    }

    // MARK: Requests

    /// The line of the next request.
    ///
    /// - Parameters:
    ///   - origin: for whom the client gives a command; an early session is not told.
    ///   - receiver: makes the receiver of the answer from the number of the request.
    package mutating func request(
        _ kind: ControlRequest.Kind, origin: CommandOrigin? = nil, for receiver: (Int) -> Receiver
    ) throws(SessionClientError) -> [UInt8] {
        let request: ControlRequest
        do throws(ControlChannel<Receiver>.Refusal) {
            request = try channel.request(kind, origin: greeting?.acceptsOrigin == true ? origin : nil)
        } catch {
            switch error {
            case .full: throw .full
            case .gone(let ending): throw .gone(ending)
            }
        }
        guard let line = try? encoder.line(request) else {
            throw .failed(ControlError(.invalid, "a number of the command is not finite"))
        }
        channel.expectAnswer(request.id, for: receiver(request.id))
        return line
    }

    /// The answer to a request comes too late.
    package mutating func giveUp(_ id: Int) -> Receiver? { channel.takeReceiver(id) }

    // MARK: Lines

    /// - Parameter line: a line without its line feed.
    /// - Returns: `nil` for the answer to a request that does not wait any more, and for the goodbye.
    package mutating func receive(_ line: [UInt8]) -> Delivery? {
        let members = JSONText.members(of: line[...]) ?? [:]
        if let goodbye = members["ended"] {
            self.goodbye = goodbye
            channel.noteGoodbye()
            return nil
        }
        let failure = members["error"].flatMap { try? SessionText<ControlError>($0).decoded() }
        guard greeting != nil else { return greet(line, failure) }
        guard let id = JSONText.integer(members["id"]) else { return .message(Self.message(members)) }
        guard let receiver = channel.takeReceiver(id) else { return nil }
        if let reply = members["reply"] { return .answered(receiver, .success(reply)) }
        // No other answer follows one that has the form of a later version.
        return .answered(receiver, .failure(failure.map { .failed($0) } ?? .unknownForm))
    }

    private mutating func greet(_ line: [UInt8], _ failure: ControlError?) -> Delivery {
        // The session accepts no connection, and closes it.
        if let failure { return .refused(.failed(failure)) }
        guard let greeting = try? SessionText<ControlGreeting>(line[...]).decoded() else { return .refused(.foreign) }
        if let obstacle = speaker.obstacle(with: greeting.speaker) { return .refused(.incompatible(obstacle)) }
        self.greeting = greeting
        return .greeted(greeting)
    }

    private static func message(_ members: [String: ArraySlice<UInt8>]) -> SessionMessage {
        if let event = members["event"] {
            let age = members["secondsAgo"].flatMap { Double(String(decoding: $0, as: UTF8.self)) } ?? 0
            let sequence = JSONText.integer(JSONText.members(of: event)?["sequence"])
            return sequence.map { .event(sequence: $0, SessionText(event), secondsAgo: age) } ?? .other
        }
        if let levels = members["levels"] { return .levels(SessionText(levels)) }
        if let preview = members["preview"] { return .preview(SessionText(preview)) }
        if let counts = members["missed"] { return .missed(SessionText(counts)) }
        return .other
    }

    // MARK: The end

    /// How the connection ended; `nil` before.
    package var ending: ControlEnding? { channel.ending }

    /// The connection has ended.
    ///
    /// - Returns: the receivers that still wait, in the order of their requests.
    package mutating func end() -> (ending: ControlEnding, receivers: [Receiver]) { channel.end() }
}
