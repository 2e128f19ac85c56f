import StudioCore
import StudioRuntime

/// Changes what a ``MediaProducer`` sends while it sends: another source, a slate. Commands use it from any thread.
///
/// Decisions are those of `ProgramSource`. Sources are opened on threads of their own; the producer makes the cuts.
public final class ProgramSwitch: Sendable {
    /// Called once, with the reason why a change did not come on air, or `nil`.
    package typealias Completion = @Sendable (ChangeFailure?) -> Void

    fileprivate struct Opening: Sendable {
        let request: SourceRequest
        let cancellation: Cancellation
        let completion: Completion
        var opened: OpenedSourceBox?
        /// Why it cannot be opened.
        var failure = ""
    }

    fileprivate struct State: Sendable {
        var program: ProgramSource
        var context: ProgramContext?
        /// The FIFOs of the source on air, or of the one that is to return. A second reader would take bytes from them.
        var fifos: Set<FileID> = []
        var lastChange = 0
        var openings: [ProgramSource.Change: Opening] = [:]
        /// What the producer does at the next cut.
        var tasks: [ProgramSource.Action] = []
        var workers: [Worker] = []
        /// Ends the reading of the source on air, unless it is the first one.
        var onAir: Cancellation?
        /// Ends the wait for another writer of a FIFO.
        var returning: Cancellation?
        /// The source whose FIFO has another writer.
        var returned: OpenedSourceBox?
        var counts = ProgramCounts()
        /// Why the last slate was put on air.
        var shownReason: SlateReason?
        /// The conversion of the source on air to the frame rate; `nil` without one.
        var rate: SourceRate?
        /// What the conversions of earlier sources did.
        var earlierRates = RateCounts()
    }

    /// What is done without the lock.
    fileprivate enum Effect: Sendable {
        case open(ProgramSource.Change, Opening)
        case answer(Opening, ChangeFailure?)

        /// That of an opening whose source is not wanted any more.
        var cancellation: Cancellation? {
            if case .answer(let opening, .some) = self { opening.cancellation } else { nil }
        }
    }

    /// What is on air when the source is not.
    let options: ProgramOptions
    let signal = WakeSignal()
    /// The producer's thread, which makes the cuts.
    let producer = OwnerThread()
    private let state: Monitor<State>
    /// Performs the decided effects in the order of the decisions. It hands over: an opening may wait for a writer, and a
    /// completion calls code of others.
    private let effects = ActionQueue<Effect>(.handingOver)
    private let onEvent: @Sendable (ProgramEvent) -> Void
    /// Whether sources are opened on the calling thread, so that a session on a manual clock is repeatable.
    private let opensAtOnce: Bool
    /// How long the end waits for sources that are being opened, in seconds.
    private static let closingTimeout = 5.0

    /// - Parameters:
    ///   - options: what is on air when the source is not.
    ///   - opensAtOnce: whether sources are opened on the thread of the command.
    ///   - onEvent: called with what happened on air, on the producer's thread.
    public init(
        _ options: ProgramOptions = ProgramOptions(), opensAtOnce: Bool = false,
        onEvent: @escaping @Sendable (ProgramEvent) -> Void = { _ in }
    ) {
        self.options = options
        self.opensAtOnce = opensAtOnce
        self.onEvent = onEvent
        state = Monitor(State(program: ProgramSource(atEnd: options.atEnd)))
    }

    /// How often the program changed.
    public var counts: ProgramCounts {
        state.withLock { state in
            var counts = state.counts
            let rates = state.earlierRates + (state.rate?.counter.counts ?? RateCounts())
            (counts.skippedSourceFrames, counts.repeatedSourceFrames) = (rates.skipped, rates.repeated)
            return counts
        }
    }

    /// Why a slate is on air; `nil` for the source. A command that takes over a slate replaces its reason without an event.
    public var slateReason: SlateReason? {
        state.withLock { $0.counts.isSlateOnAir ? $0.program.slate ?? $0.shownReason : nil }
    }

    // MARK: Commands

    /// Requests another source. The last request wins.
    ///
    /// - Parameter completion: called when the source is on air, or will not be; on any thread.
    package func change(to request: SourceRequest, completion: @escaping Completion) {
        apply { state in
            state.lastChange += 1
            let change = state.lastChange
            state.openings[change] = Opening(
                request: request, cancellation: Cancellation(), completion: completion)
            return state.program.request(change)
        }
    }

    /// Puts the slate on air.
    ///
    /// - Returns: false when it is on air by request already, or the program has ended.
    package func showSlate() -> Bool { command { $0.showSlate() } }

    /// Ends a slate that was requested.
    ///
    /// - Returns: false when none is on air by request, or the program has ended.
    package func endSlate() -> Bool { command { $0.endSlate() } }

    private func command(_ input: (inout ProgramSource) -> [ProgramSource.Action]?) -> Bool {
        var hasEffect = false
        apply { state in
            let actions = input(&state.program)
            hasEffect = actions != nil
            return actions ?? []
        }
        return hasEffect
    }

    // MARK: Decisions

    private func apply(_ input: (inout State) -> [ProgramSource.Action]) {
        let (ticket, ended, mustWake) = state.update { state in
            let decided = input(&state).compactMap { state.effect(of: $0) }
            let mustWake = !state.tasks.isEmpty || state.returned != nil || state.program.isOver
            return (effects.add(decided), decided.compactMap(\.cancellation), mustWake)
        }
        // At once: an opening that waits for a writer may be in front of the answer.
        for cancellation in ended { cancellation.cancel() }
        if mustWake { signal.set() }
        effects.perform(ticket) { perform($0) }
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .open(let change, let opening):
            guard !opensAtOnce else { return open(change, opening) }
            do throws(WorkerError) {
                try start { [self] in open(change, opening) }
            } catch {
                fail(change, "\(error)")
            }
        case .answer(let opening, let failure):
            if failure != nil, let opened = opening.opened { OpenedSourceBox.release(opened.value) }
            opening.completion(failure)
        }
    }

    // MARK: Opening

    /// Opens on a thread of its own.
    private func start(_ body: @escaping @Sendable () -> Void) throws(WorkerError) {
        let worker = try Worker("source", body)
        state.withLock { state in
            state.workers.removeAll { $0.join(seconds: 0) }
            state.workers.append(worker)
        }
    }

    private func open(_ change: ProgramSource.Change, _ opening: Opening) {
        let (context, fifos) = state.withLock { ($0.context, $0.fifos) }
        guard let context else { return fail(change, "nothing is sent yet") }
        do {
            for path in opening.request.paths {
                guard let fifo = FileID(fifo: path), fifos.contains(fifo) else { continue }
                throw SourceError("'\(path)' is on air", hint: "change to another source first")
            }
            let source = try OpenedSource(opening: opening.request, for: context, cancellation: opening.cancellation)
            let box = OpenedSourceBox(source)
            var isWanted = false
            apply { state in
                isWanted = state.openings[change] != nil
                state.openings[change]?.opened = box
                return state.program.opened(change)
            }
            // It was answered while it was being opened.
            if !isWanted { OpenedSourceBox.release(source) }
        } catch {
            fail(change, "\(error)")
        }
    }

    private func fail(_ change: ProgramSource.Change, _ message: String) {
        apply { state in
            state.openings[change]?.failure = message
            return state.program.openingFailed(change)
        }
    }

    // MARK: The producer

    /// The producer begins with the first source.
    func begin(_ context: ProgramContext, _ source: OpenedSource) {
        state.withLock { ($0.context, $0.fifos, $0.rate) = (context, source.fifos, source.rate) }
    }

    /// What the producer does at this cut.
    func takeTasks() -> [ProgramSource.Action] {
        producer.assertIsCurrent("producer")
        signal.clear()
        let (tasks, isOver) = state.withLock { (exchange(&$0.tasks, with: []), $0.program.isOver) }
        // The next unit is not sent.
        if isOver { signal.set() }
        return tasks
    }

    /// The opened source of a change that is cut to now, which the producer owns from then on; `nil` when it was superseded
    /// meanwhile.
    func takeOpened(_ change: ProgramSource.Change) -> OpenedSource? {
        state.withLock { state -> OpenedSourceBox? in
            guard let actions = state.program.cut(change) else { return nil }
            state.tasks += actions
            return state.openings[change]?.opened.take()
        }?.value
    }

    /// The source of a change is on air.
    func isOnAir(_ change: ProgramSource.Change, _ source: OpenedSource, _ event: ProgramEvent) {
        producer.assertIsCurrent("producer")
        endReturn()
        endRate(followedBy: source)
        onEvent(event)
        apply { state in
            state.counts.sourceChanges += 1
            state.onAir = state.openings[change]?.cancellation
            state.fifos = source.fifos
            return state.program.isOnAir(change)
        }
    }

    /// The source on air ends: says what the conversion of its frame rate did.
    private func endRate(followedBy next: OpenedSource?) {
        let rate = state.withLock { state in
            defer {
                state.earlierRates = state.earlierRates + (state.rate?.counter.counts ?? RateCounts())
                state.rate = next?.rate
            }
            return state.rate
        }
        if let note = rate?.note { onEvent(.note(note)) }
    }

    /// The slate is on air, or the source again.
    func showed(isSlate: Bool, _ event: ProgramEvent) {
        producer.assertIsCurrent("producer")
        state.withLock { state in
            state.counts.isSlateOnAir = isSlate
            if case .slateShown(let reason, _) = event { state.shownReason = reason }
            if isSlate { state.counts.slates += 1 }
        }
        onEvent(event)
    }

    /// A frame of the slate was sent.
    func countSlateFrame() { state.withLock { $0.counts.slateFrames += 1 } }

    func report(_ event: ProgramEvent) { onEvent(event) }

    func stalled(_ reason: SlateReason) { apply { $0.program.stalled(reason) } }
    func delivered() { apply { $0.program.delivered() } }
    func ended(_ reason: SlateReason) { apply { $0.program.ended(reason) } }

    /// Whether the program has ended by its own rules.
    var isOver: Bool { state.withLock { $0.program.isOver } }

    /// Whether the source on air is over or delivers nothing.
    var delivery: ProgramSource.Delivery { state.withLock { $0.program.delivery } }

    // MARK: FIFOs

    /// How long the wait for another writer lasts after one whose media cannot be used, in seconds.
    private static let pause = 0.5

    /// Opens a source again until a writer delivers media that can be used. The producer takes it at a cut.
    ///
    /// - Parameter rest: the FIFO of the video, if it has begun to deliver what another writer writes.
    func awaitReturn(of request: SourceRequest, rest: ByteInput?) {
        let cancellation = Cancellation()
        endReturn(replacedBy: cancellation)
        guard let context = state.withLock({ $0.context }) else { return }
        // The producer does not read it any more.
        nonisolated(unsafe) let rest = rest
        do throws(WorkerError) {
            try start { [self] in openAgain(request, rest, context, cancellation) }
        } catch {
            onEvent(.note("\(request.name) is not opened again: \(error)"))
        }
    }

    private func openAgain(
        _ request: SourceRequest, _ rest: ByteInput?, _ context: ProgramContext, _ cancellation: Cancellation
    ) {
        var (rest, last) = (rest, "")
        while !cancellation.isCancelled {
            do {
                rest = try rest ?? ByteInput(opening: request.name, below: request.video.folder)
                let source = try OpenedSource(
                    opening: request, rest: rest, for: context, cancellation: cancellation)
                return give(OpenedSourceBox(source), cancellation)
            } catch {
                if cancellation.isCancelled { return }
                if "\(error)" != last { onEvent(.note("\(error); waiting for another writer")) }
                last = "\(error)"
                // A writer that ended before its first frame may have another one behind it.
                if request.video.mustBeY4M, rest?.hasPushedBack ?? false { continue }
                rest = nil
                if cancellation.wait(seconds: Self.pause) { return }
            }
        }
    }

    private func give(_ box: OpenedSourceBox, _ cancellation: Cancellation) {
        var isWanted = false
        apply { state in
            isWanted = state.returning === cancellation
            guard isWanted else { return [] }
            state.returned = box
            return state.program.delivered()
        }
        if !isWanted { OpenedSourceBox.release(box.value) }
    }

    /// The source whose FIFO has another writer, once.
    func takeReturned() -> OpenedSource? {
        let source = state.withLock { state -> OpenedSourceBox? in
            guard let box = state.returned else { return nil }
            state.onAir = state.returning
            state.returned = nil
            state.returning = nil
            return box
        }?.value
        if let source { endRate(followedBy: source) }
        return source
    }

    private func endReturn(replacedBy next: Cancellation? = nil) {
        let (cancellation, box) = state.withLock { state in
            defer {
                state.returning = next
                state.returned = nil
            }
            return (state.returning, state.returned)
        }
        cancellation?.cancel()
        if let box { OpenedSourceBox.release(box.value) }
    }

    /// The session stops: answers what waits, and interrupts the reading of the source on air. It does not wait.
    package func abort() {
        apply { $0.program.end() }
        endReturn()
        state.withLock { $0.onAir }?.cancel()
    }

    /// Ends the program: answers what waits, and waits for sources that are being opened.
    func close() {
        apply { $0.program.end() }
        endReturn()
        endRate(followedBy: nil)
        for worker in state.withLock({ $0.workers }) { worker.join(seconds: Self.closingTimeout) }
    }
}

extension ProgramSwitch.State {
    /// Passes an action to the producer, or returns what is done without the lock.
    fileprivate mutating func effect(of action: ProgramSource.Action) -> ProgramSwitch.Effect? {
        switch action {
        case .open(let change): return openings[change].map { .open(change, $0) }
        case .supersede(let change): return answer(change, .superseded)
        case .reject(let change): return answer(change, .over)
        case .fail(let change): return answer(change, .source(openings[change]?.failure ?? ""))
        case .answer(let change): return answer(change, nil)
        case .cut, .showSlate, .endSlate: tasks.append(action)
        case .wait, .finish: break
        }
        return nil
    }

    private mutating func answer(
        _ change: ProgramSource.Change, _ failure: ChangeFailure?
    ) -> ProgramSwitch.Effect? {
        tasks.removeAll { $0 == .cut(change) }
        return openings.removeValue(forKey: change).map { .answer($0, failure) }
    }
}
