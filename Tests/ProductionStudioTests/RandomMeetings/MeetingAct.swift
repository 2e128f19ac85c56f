import StudioCore
import StudioTestSupport

/// A step of a random meeting: an app's call, or a meeting event. User identifiers are the meeting's.
indirect enum MeetingAct: Hashable, Sendable {
    // The app's calls.
    case start(width: Int32)
    case stop
    /// A frame through one of the latest senders, 0 being the last; a valid one, or one of another size.
    case frame(sender: Int, isGood: Bool)
    case audio(sender: Int)
    /// Two overlapping send calls of two threads.
    case overlap
    case request(Request, UInt32)
    case leave(endingForAll: Bool)
    // Scripted answers of the studio.
    case responses(Responses)
    case stopInternally
    // Meeting events.
    case join(MeetingEntrance)
    case admit
    case putOutside
    case end(EndReason)
    case fail
    case loseConnection(stopsStudio: Bool)
    case regainConnection
    case connectAudio
    case enterRoom
    case leaveRoom
    case promote
    case demote
    case add(MeetingRole)
    case remove(UInt32)
    case rejoin(UInt32)
    /// 0 is the local user.
    case expel(UInt32)
    case addStudio(parent: UInt32)
    case setRole(MeetingRole, UInt32)
    case revokeCoHost(UInt32)
    case reclaimHost
    case video(Bool, UInt32)
    /// Milliseconds.
    case turn(Int64)
    /// Performed inside the next callback of a kind.
    case plan(MeetingNote.Kind, MeetingAct)

    enum Request: String, Hashable, Sendable, CaseIterable {
        case makeHost, assignCoHost, revokeCoHost, reclaimHost, expel
    }

    struct Responses: Hashable, Sendable {
        var isSupported = true
        var permission: Bool?
        var accepts = true
        var providesSender = true
        /// Milliseconds.
        var answerDelay: Int64 = 0
        var senderDelay: Int64 = 0
        var stopDelay: Int64 = 0

        init() {}
    }
}

/// Observations of a meeting in order: callbacks, and returned values.
enum MeetingNote: Hashable, Sendable {
    case answered(Bool)
    case sender(Bool)
    case stopped
    case user(UInt32, Bool)
    case joined(UInt32, MeetingRole)
    case left(UInt32)
    case role(MeetingRole)
    case host(UInt32)
    case coHost(UInt32, Bool)
    case status(MeetingStatus)
    /// The code returned by a call.
    case returned(StudioError.Code)
    /// The identifier of an added user, 0 for none.
    case came(UInt32)

    enum Kind: String, Hashable, Sendable, CaseIterable {
        case answered, sender, stopped, user, joined, left, role, host, coHost, status
    }

    var kind: Kind? {
        switch self {
        case .answered: .answered
        case .sender: .sender
        case .stopped: .stopped
        case .user: .user
        case .joined: .joined
        case .left: .left
        case .role: .role
        case .host: .host
        case .coHost: .coHost
        case .status: .status
        case .returned, .came: nil
        }
    }
}

extension MeetingAct {
    /// A random act with the weights of the table; `numbers` are current and former participants.
    static func random(numbers: [UInt32], crowd: Int, using generator: inout SeededRandom) -> MeetingAct {
        let someone = generator.pick(numbers.suffix(8) + [0])
        switch Int.random(in: 0..<200, using: &generator) {
        case 0..<22: return .start(width: generator.chance(percent: 5) ? 15 : 16)
        case 22..<34: return .stop
        case 34..<56:
            let sender = generator.chance(percent: 80) ? 0 : Int.random(in: 0..<3, using: &generator)
            return .frame(sender: sender, isGood: generator.chance(percent: 90))
        case 56..<64: return .audio(sender: generator.chance(percent: 80) ? 0 : 1)
        case 64..<68: return .overlap
        case 68..<78:
            return .request(generator.pick(Request.allCases), someone)
        case 78..<88: return .responses(randomResponses(&generator))
        case 88..<91: return .stopInternally
        case 91..<97: return .join(generator.chance(percent: 60) ? .direct : generator.pick(MeetingEntrance.allCases))
        case 97..<104: return .admit
        case 104..<106: return .putOutside
        case 106..<110: return .loseConnection(stopsStudio: generator.chance(percent: 20))
        case 110..<116: return .regainConnection
        case 116..<117: return .connectAudio
        case 117..<120: return .enterRoom
        case 120..<125: return .leaveRoom
        case 125..<128: return .promote
        case 128..<130: return .demote
        case 130..<140 where crowd > 8: return .remove(generator.pick(Array(numbers)))
        case 130..<140: return .add(generator.pick([.attendee, .attendee, .coHost, .panelist, .host]))
        case 140..<145: return .remove(someone)
        case 145..<149: return .rejoin(someone)
        case 149..<150: return .expel(someone == 0 ? 1 : someone)
        case 150..<154: return .addStudio(parent: generator.chance(percent: 50) ? 0 : someone)
        case 154..<164: return .setRole(generator.pick([.host, .host, .coHost, .attendee, .panelist]), someone)
        case 164..<167: return .revokeCoHost(someone)
        case 167..<169: return .reclaimHost
        case 169..<171: return .video(generator.chance(percent: 50), someone)
        case 171..<190: return .turn(Int64.random(in: 0...40, using: &generator))
        case 190..<199: return .plan(generator.pick(MeetingNote.Kind.allCases), randomInside(someone, &generator))
        default: return randomEnd(&generator)
        }
    }

    /// Acts inside a callback; advancing the clock there would be an error of the test.
    private static func randomInside(_ someone: UInt32, _ generator: inout SeededRandom) -> MeetingAct {
        generator.pick([
            .start(width: 16), .start(width: 16), .stop, .stop, .frame(sender: 0, isGood: true), .audio(sender: 0),
            .setRole(.attendee, 0), .setRole(.coHost, 0), .setRole(.host, 0), .loseConnection(stopsStudio: false),
            .regainConnection, .enterRoom, .leaveRoom, .putOutside, .admit, .add(.coHost), .addStudio(parent: 0),
            .remove(someone), .request(.makeHost, someone), .stopInternally,
        ])
    }

    private static func randomEnd(_ generator: inout SeededRandom) -> MeetingAct {
        generator.pick([
            .end(generator.pick(EndReason.allCases)), .leave(endingForAll: generator.chance(percent: 50)), .fail,
            .expel(0),
        ])
    }

    private static func randomResponses(_ generator: inout SeededRandom) -> Responses {
        var responses = Responses()
        responses.isSupported = generator.chance(percent: 95)
        responses.permission = generator.chance(percent: 90) ? nil : generator.chance(percent: 50)
        responses.accepts = generator.chance(percent: 85)
        responses.providesSender = generator.chance(percent: 85)
        responses.answerDelay = generator.chance(percent: 50) ? 0 : Int64.random(in: 0...40, using: &generator)
        responses.senderDelay = generator.chance(percent: 50) ? 0 : Int64.random(in: 0...40, using: &generator)
        responses.stopDelay = generator.chance(percent: 70) ? 0 : Int64.random(in: 0...40, using: &generator)
        return responses
    }
}
