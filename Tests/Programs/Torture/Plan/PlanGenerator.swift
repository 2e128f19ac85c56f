import Glibc
import StudioCore
import StudioTestSupport

extension TorturePlan {
    /// The plan of a seed: the same seed gives the same plan.
    init(drawnFrom seed: UInt64) {
        var generator = PlanGenerator(seed: seed)
        self = generator.plan()
    }
}

/// Generates a plan.
struct PlanGenerator {
    /// The focus of a session; everything else is random as well, but less extreme.
    enum Theme: CaseIterable {
        case outputs, coded, sources, pipes, servers, streams, signals, limits, folder, scenario
    }

    let seed: UInt64
    var random: SeededRandom

    private static let sizes = [(64, 36), (320, 180), (426, 240), (404, 710), (176, 144)]
    private static let codedSizes = [(320, 180), (426, 240)]
    private static let liveRates = ["15", "25", "29.97", "30", "60"]
    private static let fastRates = ["0.1", "1", "7.5", "23.976", "30", "59.94", "120", "240", "1000"]
    /// A session with too few frames for a probe is not coded.
    private static let codedFastRates = ["12", "25", "29.97", "60", "120"]

    init(seed: UInt64) {
        self.seed = seed
        random = SeededRandom(seed: seed)
    }

    mutating func plan() -> TorturePlan {
        var plan = TorturePlan(seed: seed)
        let theme = random.pick(Theme.allCases)
        plan.isFast = random.chance(percent: [.signals, .servers, .streams].contains(theme) ? 15 : 40)
        addForm(to: &plan, isCoded: theme == .coded || random.chance(percent: 10))
        addSources(to: &plan, theme: theme)
        addOutputs(to: &plan, theme: theme)
        plan.finishTimeout = random.pick([3, 4, 6, 8, 12])
        if theme == .signals || random.chance(percent: 6) { addSignals(to: &plan) }
        if theme == .signals && random.chance(percent: 50) || random.chance(percent: 8) { addPauses(to: &plan) }
        if theme == .limits { addLimits(to: &plan) }
        if theme == .folder { addFolder(to: &plan) }
        if theme == .scenario { plan.scenario = scenario(of: plan) }
        plan.hasProgress = plan.folder == .existingProgress || random.chance(percent: 70)
        if plan.copies > 1 { plan.hasProgress = false }
        if random.chance(percent: 12) { plan.errors = random.pick([.unread, .closed]) }
        limit(&plan)
        let servers = plan.outputs.filter { $0.server != nil }.count
        plan.sharesPort = servers > 1 && random.chance(percent: 50)
        plan.addControllers()
        plan.addSlates()
        return plan
    }

    // MARK: Format and sources

    private mutating func addForm(to plan: inout TorturePlan, isCoded: Bool) {
        let (width, height) = random.pick(isCoded ? Self.codedSizes : Self.sizes)
        plan.size = FrameSize(width: width, height: height)
        let fastRates = isCoded ? Self.codedFastRates : Self.fastRates
        plan.rate = random.pick(plan.isFast ? fastRates : Self.liveRates)
        plan.duration = random.pick([1000, 1500, 2000, 3000, 4000, 6000])
        if isCoded { (plan.video, plan.audio) = (.coded, .coded) }
        // At least three frames, at most 720.
        let frames = plan.framesPerSecond * plan.seconds
        if frames < 3 { plan.duration = Int(3000 / plan.framesPerSecond) }
        if frames > 720 { plan.duration = 500 }
    }

    private mutating func addSources(to plan: inout TorturePlan, theme: Theme) {
        let isBusy = theme == .sources
        guard plan.video == .pattern, isBusy || random.chance(percent: 40) else { return }
        let writer = writer(of: plan.frames, isBusy: isBusy)
        let files: [VideoPlan] = [.y4mFile, .mediaFile]
        plan.video = random.pick([.y4mPipe(writer), .y4mFIFO(writer), .rawFIFO(writer)] + files)
        // A file that a step of the scenario may try to overwrite.
        if theme == .scenario { plan.video = .mediaFile }
        if plan.video == .mediaFile { (plan.rate, plan.duration) = ("30", min(plan.duration, 3000)) }
        addAudio(to: &plan, isBusy: isBusy)
    }

    private mutating func addAudio(to plan: inout TorturePlan, isBusy: Bool) {
        let blocks = plan.duration / 10
        let writer = writer(of: blocks, isBusy: isBusy && plan.video.writer?.dies == nil)
        var choices: [AudioPlan] = [.standard, .none, .wavFile, .pcmFile, .pcmFIFO(writer)]
        if !plan.isFast { choices += [.sparseFIFO(bursts(plan.duration)), .silentFIFO] }
        plan.audio = random.pick(choices)
    }

    private mutating func writer(of units: Int, isBusy: Bool) -> WriterPlan {
        var writer = WriterPlan(units: units)
        guard isBusy else { return writer }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let milliseconds = Int.random(in: 100...2000, using: &random)
            writer.stalls.append(.init(unit: Int.random(in: 0..<units, using: &random), milliseconds: milliseconds))
        }
        writer.stalls.sort { $0.unit < $1.unit }
        if random.chance(percent: 20) { writer.delay = Int.random(in: 50...800, using: &random) }
        if random.chance(percent: 25) { writer.dies = Int.random(in: 1..<max(2, units), using: &random) }
        return writer
    }

    private mutating func bursts(_ duration: Int) -> [AudioBurst] {
        var (bursts, time): ([AudioBurst], Int) = ([], 0)
        while time < duration {
            let burst = AudioBurst(
                milliseconds: Int.random(in: 20...600, using: &random), pause: Int.random(in: 50...2000, using: &random)
            )
            bursts.append(burst)
            time += max(burst.milliseconds, burst.pause)
        }
        return bursts
    }

    // MARK: Outputs

    private mutating func addOutputs(to plan: inout TorturePlan, theme: Theme) {
        for _ in 0..<random.pick([1, 1, 2, 2, 3, 4, 5]) {
            plan.outputs.append(output(of: plan, theme: theme))
        }
        if theme == .coded, !plan.outputs.contains(where: { if case .file = $0 { true } else { false } }) {
            plan.outputs.append(.file(random.pick(OutputPlan.Container.allCases)))
        }
        // Only one output can use standard output, only one can take its key from a file or a variable, and other kinds have
        // one address each.
        var hasStandardOutput = false
        var hasKey = false
        var others = seed.isMultiple(of: 2) ? OutputPlan.others : []
        plan.outputs = plan.outputs.map { output in
            switch output {
            case .standardOutput where hasStandardOutput: return .null
            case .standardOutput: hasStandardOutput = true
            case .null: return others.popLast() ?? .null
            case .rtmp(let server, .file), .rtmp(let server, .variable):
                if hasKey { return .rtmp(server, .address) }
                hasKey = true
            default: break
            }
            return output
        }
    }

    private mutating func output(of plan: TorturePlan, theme: Theme) -> OutputPlan {
        let container = random.pick(OutputPlan.Container.allCases)
        let file = OutputPlan.file(container)
        switch theme {
        case .pipes:
            if random.chance(percent: 30) { return file }
            return random.chance(percent: 40) ? fifo(plan) : standardOutput(plan)
        case .servers: return random.chance(percent: 30) ? file : server(plan)
        case .outputs:
            return random.pick([file, file, .null, fifo(plan), standardOutput(plan), server(plan), stream()])
        case .streams: return random.chance(percent: 20) ? file : stream()
        case .coded: return random.pick([file, file, fifo(plan), .hls])
        case .sources, .folder, .scenario: return random.pick([file, file, .null, .hls])
        case .signals: return random.pick([file, file, .null, standardOutput(plan), server(plan), stream()])
        case .limits: return random.pick([file, file, .hls, .null])
        }
    }

    private mutating func fifo(_ plan: TorturePlan) -> OutputPlan {
        let container = random.pick([OutputPlan.Container.mkv, .flv])
        return .fifo(container, random.chance(percent: 15) ? lateReader() : reader(plan))
    }

    private mutating func lateReader() -> ReaderPlan {
        random.chance(percent: 50) ? .never : .late(milliseconds: Int.random(in: 100...1500, using: &random))
    }

    private mutating func standardOutput(_ plan: TorturePlan) -> OutputPlan {
        let carrier = random.pick(OutputPlan.Carrier.allCases)
        let form = random.pick(OutputPlan.StreamForm.allCases)
        if carrier == .file { return .standardOutput(form, .file, .fast) }
        // A session with --fast waits for its reader forever.
        let isStuck = !plan.isFast && random.chance(percent: 10)
        return .standardOutput(form, carrier, isStuck ? .never : reader(plan))
    }

    private mutating func reader(_ plan: TorturePlan) -> ReaderPlan {
        let byte = Int.random(in: 0...120_000, using: &random)
        let stall = ReaderPlan.stalling(atByte: byte, milliseconds: Int.random(in: 1000...4000, using: &random))
        let slow = ReaderPlan.slow(bytesPerSecond: 1000 * Int.random(in: 20...300, using: &random))
        return random.pick([.fast, .fast, slow, stall, .dying(atByte: byte)])
    }

    private mutating func server(_ plan: TorturePlan) -> OutputPlan {
        let bytes = Int.random(in: 4_000...200_000, using: &random)
        let milliseconds = Int.random(in: 1000...4000, using: &random)
        let real: [ServerPlan] = [
            .nginx, .nginx, .nginx,
            .returning(killedAt: milliseconds, awayFor: Int.random(in: 100...1500, using: &random)),
        ]
        let hostile: [ServerPlan] = [
            .rejecting, .absent, .silent, .closing, .garbage, .stalling(afterBytes: bytes),
            .pausing(afterBytes: bytes, milliseconds: milliseconds),
            .slow(bytesPerSecond: 1000 * Int.random(in: 20...300, using: &random)), .dying(afterBytes: bytes),
        ]
        let plan = random.pick(random.chance(percent: 45) ? real : hostile)
        return .rtmp(plan, random.pick(OutputPlan.KeyPlan.allCases))
    }

    /// HLS, UDP or SRT.
    private mutating func stream() -> OutputPlan {
        switch random.pick([0, 1, 2, 2, 2, 3, 3, 3]) {
        case 0: .hls
        case 1: .udp(hasReceiver: random.chance(percent: 70))
        case 2: .srtCaller(srtPeer(isListener: true))
        default: .srtListener((0..<Int.random(in: 0...2, using: &random)).map { _ in srtPeer(isListener: false) })
        }
    }

    private mutating func srtPeer(isListener: Bool) -> SRTPeerPlan {
        if random.chance(percent: 40) { return .receiving }
        let bytes = Int.random(in: 2_000...120_000, using: &random)
        let slow = SRTPeerPlan.slow(bytesPerSecond: 1000 * Int.random(in: 10...100, using: &random))
        let hostile = [
            .suspended(afterBytes: bytes), .killed(afterBytes: bytes), .withholding(afterBytes: bytes), slow,
        ]
        return random.pick(hostile + (isListener ? [.absent, .silent] : []))
    }

    // MARK: Signals, limits, the folder

    private mutating func addSignals(to plan: inout TorturePlan) {
        let latest = plan.isFast ? 600 : plan.duration + 1000
        let first = random.pick([SIGINT, SIGTERM, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGKILL])
        plan.signals = [.init(at: Int.random(in: 0...latest, using: &random), signal: first)]
        if first != SIGKILL, random.chance(percent: 30) {
            let later = plan.signals[0].at + Int.random(in: 0...800, using: &random)
            plan.signals.append(.init(at: later, signal: random.pick([SIGINT, SIGTERM, SIGHUP, SIGKILL])))
        }
    }

    private mutating func addPauses(to plan: inout TorturePlan) {
        var time = 0
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            time += Int.random(in: 50...1200, using: &random)
            let pause = TorturePlan.Pause(at: time, milliseconds: Int.random(in: 100...1500, using: &random))
            plan.pauses.append(pause)
            time += pause.milliseconds
        }
    }

    private mutating func addLimits(to plan: inout TorturePlan) {
        switch random.pick([0, 0, 1, 1, 2, 3]) {
        case 0:
            plan.limits.openFiles = Int.random(in: 40...120, using: &random)
            let count = Int.random(in: 1...12, using: &random)
            plan.outputs = (0..<count).map { _ in
                random.chance(percent: 80) ? .file(random.pick(OutputPlan.Container.allCases)) : .hls
            }
        case 1:
            plan.limits.fileKibibytes = Int.random(in: 8...400, using: &random)
        case 2:
            plan.outputs.append(.fullDevice(random.pick(OutputPlan.Container.allCases)))
        default:
            let kibibytes = Int.random(in: 32...400, using: &random)
            plan.outputs.append(.smallDisk(random.pick(OutputPlan.Container.allCases), kibibytes: kibibytes))
        }
    }

    private mutating func addFolder(to plan: inout TorturePlan) {
        switch random.pick([0, 1, 2, 3]) {
        case 0:
            plan.outputs.insert(.file(.mkv), at: 0)
            plan.folder = .existingFile
        case 1:
            plan.folder = .existingProgress
        case 2:
            plan.outputs.insert(.file(random.pick(OutputPlan.Container.allCases)), at: 0)
            plan.folder = .lateFile(at: Int.random(in: 0...400, using: &random))
            plan.video = .y4mFIFO(WriterPlan(delay: 300, units: plan.frames))
        default:
            plan.outputs = [.defaultFile]
            (plan.video, plan.audio, plan.folder) = (.pattern, .standard, .twin)
        }
    }

    /// Removes combinations that would make a session endless or expensive.
    private func limit(_ plan: inout TorturePlan) {
        // y4m is large: a slow reader needs at most 15 s for all of it.
        let bytes = plan.frames * plan.size.bytes
        plan.outputs = plan.outputs.map { output in
            guard case .standardOutput(.y4m, let carrier, .slow(let rate)) = output else { return output }
            return .standardOutput(.y4m, carrier, .slow(bytesPerSecond: max(rate, bytes / 15)))
        }
        guard plan.folder != .plain else { return }
        // Existing files require --force, which sessions about existing files must not use.
        plan.outputs = plan.outputs.map { output in
            switch output {
            case .fifo, .fullDevice: .null
            default: output
            }
        }
    }
}
