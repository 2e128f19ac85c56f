import Glibc
import Testing

@testable import torture

/// The exit codes that a plan allows, and the causes that each output may have.
struct ExpectedOutcomeTests {
    private static func plan(_ outputs: [OutputPlan], _ change: (inout TorturePlan) -> Void = { _ in }) -> TorturePlan {
        var plan = TorturePlan(seed: 1)
        plan.outputs = outputs
        change(&plan)
        return plan
    }

    static let table: [(name: String, plan: TorturePlan, codes: Set<Int32>)] = [
        ("a file", plan([.file(.mp4)]), [0]),
        ("an available server", plan([.rtmp(.nginx, .address)]), [0]),
        ("SRT callers that stop", plan([.srtListener([.suspended(afterBytes: 1), .withholding(afterBytes: 1)])]), [0]),
        ("no SRT listener", plan([.hls, .udp(hasReceiver: false), .srtCaller(.absent)]), [6]),
        ("an SRT listener that stops", plan([.srtCaller(.withholding(afterBytes: 1))]), [0, 6]),
        ("no listener", plan([.file(.mp4), .rtmp(.absent, .address)]), [6]),
        ("a server that may return", plan([.rtmp(.returning(killedAt: 1, awayFor: 1), .address)]), [0, 6]),
        ("a FIFO without a reader", plan([.fifo(.mkv, .never)]), [6]),
        ("a reader that closes", plan([.standardOutput(.matroska, .pipe, .dying(atByte: 9))]), [0, 6]),
        ("a full device", plan([.fullDevice(.mp4)]), [6]),
        ("a file size limit", plan([.file(.mp4)]) { $0.limits.fileKibibytes = 9 }, [0, 6]),
        ("a file size limit without a file", plan([.null]) { $0.hasProgress = false }, [0]),
        ("descriptors", plan([.file(.mp4)]) { $0.limits.openFiles = 40 }, [0, 6]),
        ("an existing file", plan([.file(.mkv)]) { $0.folder = .existingFile }, [2]),
        ("a file that appears", plan([.file(.mkv)]) { $0.folder = .lateFile(at: 9) }, [0, 2, 6]),
        ("a scenario", plan([.null]) { $0.scenario = ScenarioPlan(bytes: []) }, [0, 4]),
        (
            "a damaged scenario", plan([.null]) { $0.scenario = ScenarioPlan(bytes: [], validity: .damaged) },
            [0, 2, 4]
        ),
        ("a malformed scenario", plan([.null]) { $0.scenario = ScenarioPlan(bytes: [], validity: .malformed) }, [2]),
        ("SIGINT", plan([.file(.mp4)]) { $0.signals = [.init(at: 9, signal: SIGINT)] }, [0, 130]),
        ("SIGTERM", plan([.rtmp(.absent, .address)]) { $0.signals = [.init(at: 9, signal: SIGTERM)] }, [0, 6, 143]),
        (
            "two signals",
            plan([.file(.mp4)]) {
                $0.signals = [.init(at: 9, signal: SIGINT), .init(at: 99, signal: SIGTERM)]
            }, [0, 130, 143]
        ),
        ("SIGHUP", plan([.file(.mp4)]) { $0.signals = [.init(at: 9, signal: SIGHUP)] }, [0, 129]),
        ("SIGQUIT", plan([.file(.mp4)]) { $0.signals = [.init(at: 9, signal: SIGQUIT)] }, [0, 131]),
        (
            "a scenario that adds an output",
            plan([.null]) { $0.scenario = ScenarioPlan(bytes: [], commands: [.init(text: "", adds: true)]) }, [0, 4, 6]
        ),
        ("SIGKILL", plan([.file(.mp4)]) { $0.signals = [.init(at: 9, signal: SIGKILL)] }, [0, 137]),
        (
            "a writer that dies",
            plan([.rtmp(.absent, .address)]) {
                $0.video = .y4mPipe(WriterPlan(units: 60, dies: 30))
            }, [5]
        ),
        (
            "a writer that dies after the end", plan([.null]) { $0.video = .y4mPipe(WriterPlan(units: 90, dies: 80)) },
            [0, 5]
        ),
    ]

    @Test("The exit codes of a plan", arguments: table.indices)
    func codes(_ row: Int) {
        let (name, plan, codes) = Self.table[row]
        #expect(plan.expectedOutcome.exitCodes == codes, "\(name)")
    }

    @Test("A peer that pauses for less than the time allowed for the end causes no failure")
    func pause() {
        for (timeout, causes) in [(8, []), (2, ["finishTimedOut"])] as [(Int, Set<String>)] {
            let outputs: [OutputPlan] = [
                .fifo(.mkv, .stalling(atByte: 1, milliseconds: 3000)),
                .rtmp(.pausing(afterBytes: 1, milliseconds: 3000), .address),
            ]
            let plan = Self.plan(outputs) { $0.finishTimeout = timeout }
            #expect(plan.expectedOutput(0).causes == causes)
            #expect(plan.expectedOutput(1).causes == causes)
        }
    }

    @Test("An end before the first media cannot fail")
    func early() {
        let plan = Self.plan([.fullDevice(.mp4)]) { $0.signals = [.init(at: 0, signal: SIGTERM)] }
        #expect(plan.expectedOutput(0).mayFinish)
    }
}
