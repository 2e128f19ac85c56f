import Glibc
import ProgramConsole
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime

/// Runs the session of `psstudio load`: starts the publishers at their rate, and measures them.
final class LoadRunner {
    private let plan: LoadPlan
    private let session: StudioSession
    private let console: Console
    private let clock = SystemClock()
    private let signal = Lock<Int32?>(nil)
    private var ledger = PublisherLedger()
    /// When sending began; the publishers are started from then on.
    private var began: MediaTime?
    private var started = 0
    private var lastStart = MediaTime.zero
    private var isStopping = false
    /// Whether a publisher could not be added.
    private var hasFailedToStart = false
    private var nextStatus = MediaTime.zero

    /// Publishers change their state together; none of the events may be missed.
    private static let eventLimit = 1 << 20
    /// The outputs of the session before the publishers.
    private static let ownOutputs = 1
    /// The longest time between two looks at the publishers, in seconds.
    private static let interval = 0.1

    init(_ plan: LoadPlan) throws {
        self.plan = plan
        session = try StudioSession(plan.configuration)
        console = Console(level: plan.options.quiet ? .error : plan.options.verbose ? .detail : .note)
    }

    func run() -> ExitReason {
        let events = session.subscribe(limit: Self.eventLimit)
        Signals.onFirst { [signal, weak session] number in
            signal.set(number)
            session?.stop(.stopped)
        }
        session.begin()
        while !events.hasEnded {
            if let event = events.next(seconds: pause) { apply(event) }
            startDuePublisher()
            stopIfDue()
            showStatus()
        }
        console.endStatus()
        return report()
    }

    // MARK: Events

    private func apply(_ event: SessionEvent) {
        switch event.event {
        case .sessionChanged(let state):
            if state == .sending { began = began ?? clock.now }
            if state == .stopping { ledger.stop(at: event.time) }
        case .outputChanged(let number, let address, let change):
            guard number > Self.ownOutputs else { return }
            ledger.apply(event)
            let reason = change.message.map { ": \($0)" } ?? ""
            console.report(.detail, "\(address): \(change.state)\(reason)")
        case .failed(let failure): if !failure.isOfPublisher { console.report(.error, failure.message) }
        case .note(let message): console.report(.note, message)
        case .commandPerformed, .stopped, .serverChanged, .authenticated, .identityExpired, .meetingStatusChanged,
            .participantJoined, .participantLeft, .roleChanged, .hostChanged, .coHostChanged, .studioUserChanged,
            .videoChanged, .trackStateChanged, .trackMuted, .trackFormatChanged, .subscriptionChanged,
            .startCalled, .stopCalled, .startAnswered, .sendingStarted, .sendingStopped, .violation, .inputsOpened,
            .audioPipeSilent, .sourceChanged, .slateShown, .slateEnded, .dropped, .programAudioChanged,
            .outputAdded, .outputSplit, .outputPartEnded, .outputRemoved:
            break
        }
    }

    /// Until the next publisher is due.
    private var pause: Double {
        guard let due = nextStart else { return Self.interval }
        return max(0, min(Self.interval, (due - clock.now).seconds))
    }

    /// When the next publisher is due; `nil` when none follows, also after a signal.
    private var nextStart: MediaTime? {
        guard let began, started < plan.addresses.count, !isStopping, ledger.stopTime == nil else { return nil }
        return began + .seconds(Double(started) / plan.options.rate.perSecond)
    }

    /// Starts at most one publisher, so that events are applied between two of them.
    private func startDuePublisher() {
        guard let due = nextStart, due <= clock.now else { return }
        do throws(SessionCommandError) {
            try session.perform(.addOutput(address: plan.addresses[started]))
            started += 1
            lastStart = clock.now
        } catch {
            // A stop may come between the check and the command.
            guard error != .notSending || signal.withLock({ $0 }) == nil else { return }
            console.report(.error, "\(error)")
            hasFailedToStart = true
            stop()
        }
    }

    // MARK: End

    private func stop() {
        guard !isStopping else { return }
        isStopping = true
        session.stop(.stopped)
    }

    /// The duration counts from the first connection. Without one, it counts from the last start.
    private func stopIfDue() {
        guard began != nil, started > 0, !isStopping else { return }
        if started == plan.addresses.count, ledger.count(.failed) == started { return stop() }
        guard let duration = plan.options.duration else { return }
        let now = session.meeting.clock.now
        if let first = ledger.firstConnection {
            if now - first >= duration { stop() }
        } else if started == plan.addresses.count, clock.now - lastStart >= duration {
            stop()
        }
    }

    private func report() -> ExitReason {
        let snapshot = session.snapshot
        let outputs = session.outputs
        let publishers = snapshot.outputs.dropFirst(Self.ownOutputs).map { output in
            let status = outputs[output.output - 1].status
            return LoadReport.Publisher(
                output: output, connectTime: status.connectTime, framesBeforeStart: status.framesBeforeStart,
                audioBlocksBeforeStart: status.audioBlocksBeforeStart)
        }
        var report = LoadReport(
            ledger, publishers, of: plan.addresses.count, end: ledger.stopTime ?? session.meeting.clock.now,
            drops: snapshot.drops)
        report.budgets = plan.options.budgets.all.map { $0.judge(measured: report.measured($0.quantity)) }
        let reason = reason(report)
        if plan.options.json {
            CommandDocument(report, reason).print()
        } else {
            StandardOutput.write(report.text + "\n")
        }
        return reason
    }

    private func reason(_ report: LoadReport) -> ExitReason {
        var reasons = session.failures.filter { !$0.isOfPublisher }.map { ExitReason($0.category) }
        let mayFail = report.budgets.contains { $0.name == .failed }
        if report.failed > 0 && !mayFail || hasFailedToStart { reasons.append(.output) }
        if report.budgets.contains(where: { !$0.isMet }) { reasons.append(.budget) }
        if let signal = signal.withLock({ $0 }) { reasons.append(ExitReason(signal: signal)) }
        return ExitReason.first(of: reasons)
    }

    // MARK: Status

    private func showStatus() {
        guard clock.now >= nextStatus, began != nil, !isStopping, ledger.stopTime == nil else { return }
        nextStatus = clock.now + .seconds(console.isTerminal ? 0.5 : 5)
        let outputs = session.snapshot.outputs.filter { $0.output > Self.ownOutputs }
        let kilobits = outputs.reduce(0) { $0 + $1.outputBitrate }
        let lost = outputs.reduce(0) { $0 + $1.lostFrames }
        console.status([
            "started \(started)/\(plan.addresses.count)  live \(ledger.count(.live, .stalled))  "
                + "connecting \(ledger.count(.connecting))  reconnecting \(ledger.count(.retrying))  "
                + "failed \(ledger.count(.failed))  \(NumberText.tenths(Double(kilobits) / 1000)) Mbit/s  "
                + "\(lost) frames lost"
        ])
    }
}

extension SessionFailure {
    /// Whether it is the failure of one output, and not of the encoder or another part.
    fileprivate var isOfPublisher: Bool { category == .output && code != "encoder" }
}
