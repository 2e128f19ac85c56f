import StudioTestSupport

/// A random scenario for `--scenario`.
struct ScenarioPlan: Hashable, Sendable {
    enum Validity: Hashable, Sendable {
        case valid, malformed
        /// Random bytes were changed.
        case damaged
    }

    /// A command of a step, and what it does to the outputs.
    struct Command: Hashable, Sendable {
        var text: String
        /// The number of the output that it removes.
        var removed: Int?
        /// The file that it adds as an output; the session may use this file already.
        var file: String?
        /// Whether it adds an output.
        var adds = false
        /// Whether it changes the source, or shows a slate.
        var changesSource = false
    }

    /// The content of the file.
    var bytes: [UInt8]
    var validity = Validity.valid
    /// The commands of its steps.
    var commands: [Command] = []
    /// Whether `--force` is given.
    var needsForce = false

    /// Whether a step may remove the output with this number.
    func mayRemove(_ output: Int) -> Bool {
        // A changed byte may be the number.
        commands.contains { $0.removed == output || validity == .damaged && $0.removed != nil }
    }

    var changesSource: Bool { commands.contains(where: \.changesSource) }

    var addsOutputs: Bool { commands.contains(where: \.adds) }

    /// Files that steps add as outputs.
    var files: Set<String> { Set(commands.compactMap(\.file)) }
}

extension PlanGenerator {
    private static let commands = [
        "admit: {}", "putIntoWaitingRoom: {}", "leave: {}", "endMeeting: {reason: endedByHost}", "failMeeting: {}",
        "loseConnection: {stopsStudio: false}", "loseConnection: {stopsStudio: true}", "regainConnection: {}",
        "connectAudio: {}", "enterBreakoutRoom: {}", "leaveBreakoutRoom: {}", "promote: {}", "demote: {}",
        "addParticipant: {name: Ben, role: attendee}", "removeParticipant: {user: Ann}", "rejoin: {user: Ann}",
        "expel: {}", "expel: {user: Ann}", "addOtherStudio: {name: Other}", "setVideo: {on: true, user: Ann}",
        "setRole: {role: host, user: Ann}", "revokeCoHost: {}", "reclaimHost: {}", "stopStudio: {}", "stop: {}",
        "setResponses: {stopDelay: 300ms}", "expireIdentity: {}",
    ]
    /// Changes of source and slates.
    private static let changes = [
        "changeSource: {}", "changeSource: {video: 'coded:'}", "changeSource: {video: clip.mp4, loops: true}",
        "changeSource: {video: missing.mp4}", "changeSource: {video: '-'}", "showSlate: {}", "endSlate: {}",
    ]
    private static let answers = [
        "accepts: false", "providesSender: false", "permission: false", "supported: false", "failure: NoPermission",
        "delay: 40ms..300ms", "senderDelay: 200ms", "delivery: twice", "senderDelivery: {late: 300ms}",
        "senderDelivery: twice",
    ]
    private static let events = [
        "onJoin", "onStartPSMode", "onStartPSModeResult", "onStartSend", "onStopSend", "onEnd",
    ]
    private static let mistakes = [
        "version: 2", "steps: 5", "stpes: []", "role: boss", "meeting: [a, b]", "answers: {start: {accepts: perhaps}}",
        "steps: [{at: 1s}]", "steps: [{at: soon, leave: {}}]", "steps: [{at: 1s, on: onJoin, leave: {}}]",
        "steps: [{at: 1s, leave: {}, stop: {}}]", "steps: [{after: 3 apples, stop: {}}]",
        "steps: [{on: onLunch, stop: {}}]",
        "steps: [{every: 0s, stop: {}}]", "steps: {", "\"", "a: &x [*x]", "steps: [{at: -1s, stop: {}}]", "\u{0}",
    ]

    /// A scenario for a session.
    mutating func scenario(of plan: TorturePlan) -> ScenarioPlan {
        var lines = ["version: 1"]
        let mistake = random.chance(percent: 20) ? random.pick(Self.mistakes) : nil
        if let mistake {
            // A key that occurs twice would hide the mistake.
            lines = mistake.hasPrefix("version") ? [mistake] : lines + [mistake]
            return ScenarioPlan(bytes: Array(lines.joined(separator: "\n").utf8), validity: .malformed)
        }
        if random.chance(percent: 70) {
            lines += ["meeting:", "  participants:", "    - {name: Ann, role: host, video: true}", "role: cohost"]
        } else {
            lines += ["meeting: {participants: [{name: Ann}]}"]
        }
        if random.chance(percent: 25) { lines += ["answers: {start: {\(random.pick(Self.answers))}}"] }
        lines.append("steps:")
        let commands = (0..<Int.random(in: 1...6, using: &random)).map { _ in command(of: plan) }
        for command in commands { lines.append("  - {\(timing(plan.duration)), \(command.text)}") }
        var scenario = ScenarioPlan(bytes: Array(lines.joined(separator: "\n").utf8), commands: commands)
        scenario.needsForce = random.chance(percent: 30)
        if random.chance(percent: 20) { damage(&scenario) }
        return scenario
    }

    private mutating func command(of plan: TorturePlan) -> ScenarioPlan.Command {
        if random.chance(percent: 20) { return .init(text: random.pick(Self.changes), changesSource: true) }
        if random.chance(percent: 50) { return .init(text: random.pick(Self.commands)) }
        if random.chance(percent: 25) {
            let number = Int.random(in: 1...plan.outputs.count, using: &random)
            return .init(text: "removeOutput: {output: \(number)}", removed: number)
        }
        // Files that the session reads or writes, which it must not overwrite.
        let used =
            plan.outputs.indices.compactMap { plan.fileName(ofOutput: $0) }
            + (plan.video == .mediaFile ? [TorturePlan.mediaName] : [])
        let new = ["added.mp4", "added.mkv", "added.ts", "added.flv", "added/index.m3u8"]
        let addresses = ["null:"] + plan.scenarioAddresses
        if random.chance(percent: 20) {
            return .init(text: "addOutput: {address: '\(random.pick(addresses))'}", adds: true)
        }
        let file = random.pick(!used.isEmpty && random.chance(percent: 40) ? used : new)
        return .init(text: "addOutput: {address: '\(file)'}", file: file, adds: true)
    }

    private mutating func timing(_ duration: Int) -> String {
        let time = "\(Int.random(in: 0...duration, using: &random))ms"
        switch random.pick([0, 1, 2, 3, 4]) {
        case 0: return "at: \(time)"
        case 1: return "on: \(random.pick(Self.events))"
        case 2: return "on: \(random.pick(Self.events)), after: \(time)"
        case 3: return "after: \(Int.random(in: 1...90, using: &random)) frames"
        default: return "every: \(Int.random(in: 100...2000, using: &random))ms, times: 5"
        }
    }

    private mutating func damage(_ plan: inout ScenarioPlan) {
        plan.validity = .damaged
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 0..<plan.bytes.count, using: &random)
            plan.bytes[index] = UInt8.random(in: 0...255, using: &random)
        }
    }
}
