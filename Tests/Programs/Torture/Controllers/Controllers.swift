import Foundation
import Glibc
import SessionClient
import SessionProtocol
import StudioCore
import StudioRuntime
import StudioTestSupport

/// The controllers of a session, each on a thread of its own.
final class Controllers: Sendable {
    /// What they have seen.
    struct Observations: Sendable {
        /// Answers that are missing or wrong.
        var faults: [String] = []
        /// Connections that ended without the line that says so, by behaviour. Right for a session that was killed.
        var lost: [String] = []
        /// The number of connections that were used.
        var connections = 0
    }

    private struct State: Sendable {
        var observations = Observations()
        /// Whether the session has ended, so that nobody answers any more.
        var isOver = false
    }

    private let path: String
    private let program: String
    private let folder: String
    private let state = Monitor(State())
    private let workers: [Worker]

    /// Seconds that an answer may take beside a busy machine and a session that is suspended for a while.
    private static let patience = 60.0

    init(_ plans: [ControllerPlan], program: String, folder: String) throws {
        (self.program, self.folder) = (program, folder)
        path = folder + "/" + TorturePlan.socketName
        let (state, path) = (state, path)
        workers = try plans.map { plan in
            try Worker("controller-\(plan.number)") {
                Controller(plan, at: path, program: program, folder: folder, state: state).run()
            }
        }
    }

    /// Waits for them, after the session has ended.
    func finish() -> Observations {
        state.update { $0.isOver = true }
        for worker in workers { worker.join() }
        return state.withLock { $0.observations }
    }

    /// One of them.
    private struct Controller {
        let plan: ControllerPlan
        let path: String
        let program: String
        let folder: String
        let state: Monitor<State>

        init(_ plan: ControllerPlan, at path: String, program: String, folder: String, state: Monitor<State>) {
            (self.plan, self.path, self.program) = (plan, path, program)
            (self.folder, self.state) = (folder, state)
        }

        private var isOver: Bool { state.withLock { $0.isOver } }

        /// - Returns: false when the session has ended meanwhile.
        private func pause(_ seconds: Double) -> Bool {
            state.wait(seconds: seconds) { $0.isOver ? true : nil } == nil
        }

        private func report(_ fault: String) {
            state.update { $0.observations.faults.append("\(plan.behaviour) \(plan.number): \(fault)") }
        }

        func run() {
            guard let connection = connect() else { return }
            guard pause(Double(plan.at) / 1000) else { return finish(connection) }
            var random = SeededRandom(seed: plan.seed)
            switch plan.behaviour {
            case .following: follow(connection)
            case .churning: churn(connection, &random)
            case .changing: change(connection, &random)
            case .halfLines: sendHalfLines(connection, &random)
            case .hostileLines: sendHostileLines(connection, &random)
            case .closing: connectAndClose(&random)
            case .unread: subscribeUnread(connection)
            case .flooding: flood(connection)
            case .killed: killClient(&random)
            case .stopping: stop(connection)
            }
        }

        /// Connects as soon as the session listens.
        ///
        /// - Returns: `nil` when it never does: its command line is wrong, or it ends before.
        private func connect() -> Connection? {
            while !isOver {
                if let client = try? SessionClientSocket(path), let line = client.next(seconds: Controllers.patience) {
                    let text = String(decoding: line, as: UTF8.self)
                    guard text.contains(#""sessionId""#) else {
                        // It gets one line that says why.
                        if !text.contains(#""code":"busy""#) { report("the first line is \(text)") }
                        continue
                    }
                    state.update { $0.observations.connections += 1 }
                    return Connection(client)
                }
                _ = pause(0.005)
            }
            return nil
        }

        // MARK: Behaviours

        private func follow(_ connection: Connection) {
            guard answer(#""subscribe":{"events":true,"levels":20}"#, connection) != nil else { return }
            finish(connection)
        }

        /// Reads to the end. A session that was not killed says that it ends.
        private func finish(_ connection: Connection) {
            while let line = connection.next(seconds: .infinity) {
                if !line.contains(#"{"ended":"#), !line.contains(#"{"event":"#), !line.contains(#"{"levels":"#),
                    !line.contains(#"{"missed":"#)
                {
                    report("unexpected: \(line)")
                }
            }
            if !connection.hasGoodbye { state.update { $0.observations.lost.append("\(plan.behaviour)") } }
        }

        private func churn(_ connection: Connection, _ random: inout SeededRandom) {
            let addresses = [plan.file, "null:", "controlled\(plan.number).xyz", "null:"]
            for address in addresses {
                guard let added = answer(#""command":{"addOutput":{"address":"\#(address)"}}"#, connection) else {
                    break
                }
                guard let number = Self.output(added) else { continue }
                guard pause(Double.random(in: 0...0.4, using: &random)) else { break }
                var last = number
                if address == "null:", random.chance(percent: 50) {
                    let restart = answer(#""command":{"restartOutput":{"output":\#(number)}}"#, connection)
                    last = restart.flatMap(Self.output) ?? number
                }
                guard pause(Double.random(in: 0...0.4, using: &random)),
                    answer(#""command":{"removeOutput":{"output":\#(last)}}"#, connection) != nil,
                    answer(#""snapshot":{}"#, connection) != nil
                else { break }
            }
            finish(connection)
        }

        /// Sends bursts of changes, without waiting in between. Each one is answered.
        private func change(_ connection: Connection, _ random: inout SeededRandom) {
            let commands = [
                #"{"changeSource":{"video":"coded:","loops":false}}"#, #"{"changeSource":{"loops":false}}"#,
                #"{"changeSource":{"video":"missing.mp4","loops":false}}"#, #"{"showSlate":{}}"#, #"{"endSlate":{}}"#,
            ]
            for burst in 0..<4 {
                let numbers = (0..<Int.random(in: 1...5, using: &random)).map { 100 * burst + $0 }
                for number in numbers {
                    let line = "{\"id\":\(number),\"command\":\(random.pick(commands))}\n"
                    guard connection.client.send(line: Array(line.utf8)) else { return finish(connection) }
                }
                var open = Set(numbers)
                while !open.isEmpty {
                    guard let answer = connection.answer(seconds: Controllers.patience) else {
                        return finish(connection)
                    }
                    guard
                        let number = open.first(where: {
                            answer.contains("\"id\":\($0),") || answer.contains("\"id\":\($0)}")
                        })
                    else {
                        report("unexpected: \(answer)")
                        continue
                    }
                    open.remove(number)
                }
                guard pause(Double.random(in: 0...0.4, using: &random)) else { break }
            }
            finish(connection)
        }

        private static func output(_ line: String) -> Int? {
            guard let range = line.firstRange(of: #""output":{"output":"#) else { return nil }
            return Int(line[range.upperBound...].prefix(while: \.isNumber))
        }

        private func sendHalfLines(_ connection: Connection, _ random: inout SeededRandom) {
            let line = Array("{\"id\":7,\"snapshot\":{}}\n".utf8)
            for byte in line where !connection.client.send(line: [byte]) { return finish(connection) }
            if let answer = connection.answer(seconds: Controllers.patience) {
                if !answer.contains(#""id":7"#) { report("a request in single bytes is answered with \(answer)") }
            } else if !isOver {
                return finish(connection)
            }
            _ = connection.client.send(line: Array(line.prefix(Int.random(in: 1..<line.count, using: &random))))
            // Closed in the middle of it.
        }

        private func sendHostileLines(_ connection: Connection, _ random: inout SeededRandom) {
            let lines: [[UInt8]] = [
                random.bytes(Int.random(in: 1...4000, using: &random)).filter { $0 != 10 } + [1],
                [UInt8](repeating: UInt8(ascii: "["), count: 50_000),
                [UInt8](repeating: UInt8(ascii: "x"), count: LineSplitter.longest + 1),
                Array(#"{"id":1,"command":{"removeOutput":{"output":4096}}}"#.utf8),
                Array(#"{"id":2,"command":{"removeOutput":{"output":-1}}}"#.utf8),
                Array(#"{"id":3,"command":{"expel":{"user":5}}}"#.utf8), Array(#"{"id":4}"#.utf8),
                Array(#"{"id":5,"command":{}}"#.utf8), Array(#"{"id":1e99,"snapshot":{}}"#.utf8),
                Array(#"{"id":6,"subscribe":{"preview":{"width":1,"perSecond":1e9}}}"#.utf8),
            ]
            for line in lines.shuffled(using: &random) {
                guard connection.client.send(line: line + [10]) else { return finish(connection) }
                guard let answer = connection.answer(seconds: Controllers.patience) else { return finish(connection) }
                if !answer.contains(#""error""#) { report("\(line.prefix(60)) is answered with \(answer)") }
            }
            finish(connection)
        }

        private func connectAndClose(_ random: inout SeededRandom) {
            for _ in 0..<Int.random(in: 20...100, using: &random) {
                guard !isOver, let client = try? SessionClientSocket(path) else { return }
                for _ in 0..<Int.random(in: 0...5, using: &random) {
                    _ = client.send(line: Array("{\"id\":1,\"snapshot\":{}}\n".utf8))
                }
                if random.chance(percent: 30) { _ = client.next(seconds: 1) }
            }
        }

        private func subscribeUnread(_ connection: Connection) {
            let everything = ControlSubscription(events: true, levels: 50, preview: .init(width: 160, perSecond: 30))
            _ = try? connection.client.send(ControlRequest(id: 1, .subscribe(everything)))
            _ = pause(.infinity)
        }

        private func flood(_ connection: Connection) {
            let line = Array("{\"id\":1,\"command\":{\"removeOutput\":{\"output\":4096}}}\n".utf8)
            // Ends with the session: more answers than the session keeps are not read.
            for _ in 0..<20_000 where isOver || !connection.client.send(line: line) { return }
        }

        /// Kills a client in the middle of what it does.
        private func killClient(_ random: inout SeededRandom) {
            let action = random.pick([["watch", "--json"], ["add-output", plan.file], ["watch"], ["status"]])
            let words = ["-C", folder, program, "control", "--session", path] + action
            guard let process = try? ChildProcess("env", words) else { return report("no client can be started") }
            _ = pause(Double.random(in: 0...0.5, using: &random))
            process.kill()
        }

        private func stop(_ connection: Connection) {
            guard let answer = answer(#""command":{"stop":{}}"#, connection) else { return }
            if answer.contains(#""error""#) { report("stop is answered with \(answer)") }
            finish(connection)
        }

        /// Sends a request and waits for its answer.
        ///
        /// - Returns: `nil` when the session has ended.
        private func answer(_ request: String, _ connection: Connection) -> String? {
            let id = connection.nextID()
            guard connection.client.send(line: Array("{\"id\":\(id),\(request)}\n".utf8)) else { return nil }
            guard let answer = connection.answer(seconds: Controllers.patience) else {
                if !connection.client.hasEnded { report("no answer within \(Controllers.patience) s: \(request)") }
                return nil
            }
            if !answer.contains("\"id\":\(id)") { report("\(request) is answered with \(answer)") }
            return answer
        }
    }
}

/// A connection of a controller.
private final class Connection {
    let client: SessionClientSocket
    private(set) var hasGoodbye = false
    private var lastID = 0

    init(_ client: SessionClientSocket) { self.client = client }

    func nextID() -> Int {
        lastID += 1
        return lastID
    }

    /// The next line; `nil` at the end and after `seconds`.
    func next(seconds: Double) -> String? {
        guard let line = client.next(seconds: seconds) else { return nil }
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix(#"{"ended":{"#) { hasGoodbye = true }
        return text
    }

    /// The next line that is a reply or an error.
    func answer(seconds: Double) -> String? {
        while let line = next(seconds: seconds) {
            if line.contains(#""reply":"#) || line.contains(#"{"error":"#) { return line }
        }
        return nil
    }
}
