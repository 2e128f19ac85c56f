import StudioCore
import StudioEngine
import StudioTestSupport

/// A step of a random meeting: an app's call, a command to the meeting, or a moment on the clock.
indirect enum MeetingAct: Hashable, Sendable {
    // The app's calls.
    case start(width: Int32)
    case stop
    /// A frame through one of the latest senders, 0 being the last; a valid one, or one of another size.
    case frame(sender: Int, isGood: Bool)
    case audio(sender: Int)
    /// Two overlapping send calls of two threads.
    case overlap
    case request(Request, UserID)
    case leave(endingForAll: Bool)
    /// Anything that can be done to the meeting and its studio.
    case command(SessionCommand)
    /// Milliseconds.
    case turn(Int64)
    /// Performed inside the next callback of a kind.
    case plan(MeetingNote.Kind, MeetingAct)

    enum Request: String, Hashable, Sendable, CaseIterable {
        case makeHost, assignCoHost, revokeCoHost, reclaimHost, expel
    }
}

extension MeetingAct {
    /// A random act with the weights of the table; `users` are current and former participants.
    static func random(users: [UserID], crowd: Int, using generator: inout SeededRandom) -> MeetingAct {
        let someone = generator.pick(users.suffix(8) + [.none])
        return switch Int.random(in: 0..<200, using: &generator) {
        case 0..<22: .start(width: generator.chance(percent: 5) ? 15 : 16)
        case 22..<34: .stop
        case 34..<56:
            .frame(
                sender: generator.chance(percent: 80) ? 0 : Int.random(in: 0..<3, using: &generator),
                isGood: generator.chance(percent: 90))
        case 56..<64: .audio(sender: generator.chance(percent: 80) ? 0 : 1)
        case 64..<68: .overlap
        case 68..<78: .request(generator.pick(Request.allCases), someone)
        case 78..<171: .command(.random(someone, users: users, crowd: crowd, using: &generator))
        case 171..<190: .turn(Int64.random(in: 0...40, using: &generator))
        case 190..<199: .plan(generator.pick(MeetingNote.Kind.allCases), randomInside(someone, &generator))
        default: randomEnd(&generator)
        }
    }

    /// Acts inside a callback; advancing the clock there would be an error of the test.
    private static func randomInside(_ someone: UserID, _ generator: inout SeededRandom) -> MeetingAct {
        let commands: [SessionCommand] = [
            .setRole(role: .attendee, user: nil), .setRole(role: .coHost, user: nil), .setRole(role: .host, user: nil),
            .loseConnection(stopsStudio: false), .regainConnection, .enterBreakoutRoom, .leaveBreakoutRoom,
            .putIntoWaitingRoom, .admit, .addParticipant(name: "Guest", role: .coHost, isVideoOn: false),
            .addOtherStudio(name: "Guest", parent: nil), .removeParticipant(user: someone), .stopStudio,
        ]
        let calls: [MeetingAct] = [
            .start(width: 16), .start(width: 16), .stop, .stop, .frame(sender: 0, isGood: true), .audio(sender: 0),
            .request(.makeHost, someone),
        ]
        return generator.pick(calls + commands.map(MeetingAct.command))
    }

    private static func randomEnd(_ generator: inout SeededRandom) -> MeetingAct {
        generator.pick([
            .command(.endMeeting(reason: generator.pick(EndReason.allCases))), .command(.failMeeting),
            .command(.expel(user: nil)), .leave(endingForAll: generator.chance(percent: 50)),
        ])
    }
}

extension SessionCommand {
    /// A random command that does not end the meeting, with the weights of the table.
    fileprivate static func random(
        _ someone: UserID, users: [UserID], crowd: Int, using generator: inout SeededRandom
    ) -> SessionCommand {
        let user = someone == .none ? nil : someone
        return switch Int.random(in: 78..<171, using: &generator) {
        case 78..<88: .setResponses(responses: .random(&generator))
        case 88..<91: .stopStudio
        case 91..<97:
            .join(entrance: generator.chance(percent: 60) ? .direct : generator.pick(MeetingEntrance.allCases))
        case 97..<104: .admit
        case 104..<106: .putIntoWaitingRoom
        case 106..<110: .loseConnection(stopsStudio: generator.chance(percent: 20))
        case 110..<116: .regainConnection
        case 116..<117: .connectAudio
        case 117..<120: .enterBreakoutRoom
        case 120..<125: .leaveBreakoutRoom
        case 125..<128: .promote
        case 128..<130: .demote
        case 130..<140 where crowd > 8: .removeParticipant(user: generator.pick(users))
        case 130..<140:
            .addParticipant(
                name: "Guest", role: generator.pick([.attendee, .attendee, .coHost, .panelist, .host]), isVideoOn: false
            )
        case 140..<145: .removeParticipant(user: someone)
        case 145..<149: .rejoin(user: someone)
        case 149..<150: .expel(user: user ?? UserID(rawValue: 1))
        case 150..<154: .addOtherStudio(name: "Guest", parent: generator.chance(percent: 50) ? nil : user)
        case 154..<164: .setRole(role: generator.pick([.host, .host, .coHost, .attendee, .panelist]), user: user)
        case 164..<167: .revokeCoHost(user: user)
        case 167..<169: .reclaimHost
        default: .setVideo(isOn: generator.chance(percent: 50), user: user)
        }
    }
}

extension SessionResponses {
    fileprivate static func random(_ generator: inout SeededRandom) -> SessionResponses {
        var responses = SessionResponses()
        responses.isSupported = generator.chance(percent: 95)
        responses.permission = generator.chance(percent: 97) ? nil : generator.pick(StartPermission.allCases)
        responses.accepts = generator.chance(percent: 85)
        responses.providesSender = generator.chance(percent: 85)
        responses.minimumAnswerDelay = delay(zeroPercent: 50, &generator)
        responses.maximumAnswerDelay = responses.minimumAnswerDelay
        responses.senderDelay = delay(zeroPercent: 50, &generator)
        responses.stopDelay = delay(zeroPercent: 70, &generator)
        return responses
    }

    private static func delay(zeroPercent: Int, _ generator: inout SeededRandom) -> MediaTime {
        generator.chance(percent: zeroPercent) ? .zero : .milliseconds(Int64.random(in: 0...40, using: &generator))
    }
}
