import MediaOutputs
import Testing

@testable import torture

/// Plans of the torture test: derived from a seed, printable, and with their allowed exit codes.
struct PlanTests {
    private static let seeds: [UInt64] = Array(1...400)

    @Test("The same seed gives the same plan, the same line and the same command")
    func sameSeed() {
        for seed in Self.seeds {
            let (first, second) = (TorturePlan(drawnFrom: seed), TorturePlan(drawnFrom: seed))
            #expect(first == second)
            #expect(first.line == second.line)
            #expect(command(first) == command(second))
        }
    }

    @Test("Different seeds give different plans, and every kind of component occurs")
    func variety() {
        let plans = Self.seeds.map { TorturePlan(drawnFrom: $0) }
        #expect(Set(plans.map(\.line)).count == plans.count)
        let outputs = plans.flatMap(\.outputs).map { "\($0)" }
        let kinds = [
            "file(", "fifo(", "standardOutput(", "rtmp(", "hls", "udp(", "srtCaller(", "srtListener(", "fullDevice(",
            "smallDisk(", "null", "defaultFile",
        ]
        for kind in kinds {
            #expect(outputs.contains { $0.hasPrefix(kind) }, "\(kind)")
        }
        let peers = Set(plans.flatMap(\.outputs).flatMap(\.srtPeers).map { "\($0)".prefix { $0 != "(" } })
        #expect(peers == ["receiving", "absent", "silent", "suspended", "killed", "withholding", "slow"])
        let folders = Set(plans.map { "\($0.folder)".prefix { $0 != "(" } })
        #expect(folders == ["plain", "existingFile", "existingProgress", "lateFile", "twin"])
        #expect(Set(plans.compactMap(\.scenario?.validity)) == [.valid, .malformed, .damaged])
        #expect(plans.contains { $0.sharesPort })
        #expect(Set(plans.flatMap(\.signals).map(\.signal)) == [1, 2, 3, 9, 15])
    }

    @Test("Every form in the registry occurs in plans, also one without a case of its own")
    func registry() throws {
        let plans = Self.seeds.map { TorturePlan(drawnFrom: $0) }
        let addresses = plans.flatMap { plan in plan.outputs.indices.map { plan.address(ofOutput: $0, port: 1).text } }
        let used = Set(try OutputRegistry.standard.drivers(for: addresses).map { type(of: $0).kind.name })
        #expect(used == Set(OutputRegistry.standard.kinds.map(\.name)))
        for other in OutputPlan.others { #expect(plans.contains { $0.outputs.contains(other) }, "\(other)") }
    }

    @Test("Scenarios add new files, files that the session uses, and servers; they remove outputs")
    func scenarios() {
        let plans = (1...1500).map { TorturePlan(drawnFrom: $0) }
        let scenarios = plans.compactMap { plan in plan.scenario.map { (plan, $0) } }
        #expect(scenarios.contains { $0.1.files.contains("added.mp4") })
        #expect(scenarios.contains { $0.1.files.contains(TorturePlan.mediaName) })
        #expect(scenarios.contains { $0.0.hasForce })
        #expect(
            scenarios.contains { plan, scenario in
                plan.outputs.indices.contains { plan.fileName(ofOutput: $0).map(scenario.files.contains) == true }
            })
        #expect(scenarios.contains { $0.1.mayRemove(1) })
        #expect(
            scenarios.contains { plan, scenario in
                plan.scenarioAddresses.contains { address in
                    scenario.commands.contains { $0.text.contains(address) }
                }
            })
    }

    @Test("Controllers of every kind occur, with every kind of output, and leave the rest of a plan as it is")
    func controllers() {
        let plans = Self.seeds.map { TorturePlan(drawnFrom: $0) }
        let controllers = plans.flatMap(\.controllers)
        #expect(Set(controllers.map(\.behaviour)) == Set(ControllerPlan.Behaviour.allCases))
        for plan in plans where !plan.controllers.isEmpty {
            #expect(command(plan).contains("--control control.sock"))
            #expect(plan.copies == 1)
            #expect(plan.controllers.filter { $0.behaviour == .stopping }.count <= 1)
        }
        var plan = TorturePlan(seed: 1)
        plan.outputs = [.file(.mp4)]
        #expect(plan.expectedOutcome.exitCodes == [0])
        #expect(!plan.endsEarly)
        plan.controllers = [ControllerPlan(behaviour: .stopping, at: 0, seed: 1, number: 0)]
        #expect(plan.expectedOutcome.exitCodes == [0])
        #expect(plan.endsEarly)
    }

    @Test("RTMP servers that share a port listen on different addresses")
    func onePort() {
        var plan = TorturePlan(seed: 1)
        plan.outputs = [.null, .rtmp(.nginx, .address), .rtmp(.absent, .address)]
        #expect(plan.address(ofOutput: 1, port: 9).text.hasPrefix("rtmp://127.0.0.1:9/"))
        plan.sharesPort = true
        #expect(plan.address(ofOutput: 1, port: 9).text.hasPrefix("rtmp://127.0.0.2:9/"))
        #expect(plan.address(ofOutput: 2, port: 9).text.hasPrefix("rtmp://127.0.0.3:9/"))
    }

    @Test("No plan breaks the rules of the command line")
    func rules() {
        for plan in Self.seeds.map({ TorturePlan(drawnFrom: $0) }) {
            #expect(plan.outputs.filter(\.usesStandardOutput).count <= 1, "\(plan.line)")
            #expect(!plan.outputs.isEmpty, "\(plan.line)")
            #expect(plan.duration > 0, "\(plan.line)")
            #expect(plan.frames >= 3, "\(plan.line)")
            #expect(plan.hasSummary == command(plan).contains("--json"), "\(plan.line)")
            let keys = plan.outputs.indices.map { plan.address(ofOutput: $0, port: 1) }.filter {
                $0.text.hasSuffix("/")
            }
            #expect(keys.count <= 1, "\(plan.line)")
            #expect(plan.bound < 200, "\(plan.line)")
        }
    }

    @Test("A command is one line, and arguments with special characters are quoted")
    func quoting() {
        for plan in Self.seeds.map({ TorturePlan(drawnFrom: $0) }) {
            #expect(!plan.line.contains("\n"))
            #expect(!command(plan).contains("\n"))
        }
        var plan = TorturePlan(seed: 7)
        plan.outputs = [.rtmp(.nginx, .userInfoAndQuery)]
        #expect(
            command(plan).contains("'rtmp://user:passwordZq0Xw7Vj@127.0.0.1:1/live/keyZq0Xw7Vj?token=tokenZq0Xw7Vj'"))
    }

    @Test("Stuck outputs wait in parallel: the time-out of the end counts once")
    func bound() {
        var plan = TorturePlan(seed: 1)
        (plan.outputs, plan.finishTimeout) = ([.fifo(.mkv, .never)], 12)
        let one = plan.bound
        plan.outputs = Array(repeating: .fifo(.mkv, .never), count: 4)
        #expect(plan.bound == one)
        plan.outputs = [.fifo(.mkv, .never)]
        plan.finishTimeout = 13
        #expect(plan.bound == one + 1)
    }

    private func command(_ plan: TorturePlan) -> String {
        let addresses = plan.outputs.indices.map { plan.address(ofOutput: $0, port: 1) }
        return plan.shellCommand(addresses, folder: "/tmp/f")
    }
}
