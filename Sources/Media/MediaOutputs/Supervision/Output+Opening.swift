import ProgramEncoding
import StudioCore
import StudioRuntime
import Synchronization

// From a command to an open connection. A file begins with the next frame, although opening it takes longer.
extension Output {
    /// Whether it gets the units that come while it is opened.
    private var holdsStart: Bool { driver.traits.input.form != nil && driver.policy.mustBeComplete && keyFrames != nil }

    /// Holds the units from the next key frame on, which is requested.
    func beginHold() {
        guard holdsStart else { return }
        isHolding.store(true, ordering: .releasing)
        hold.withLock { $0.begin() }
        keyFrames?.requestKeyFrame(.start)
    }

    /// Whether it has its first key frame, so that it is not empty.
    package var hasKeyFrame: Bool {
        guard carries.video else { return true }
        // Held while units pass to the connection.
        if hold.withLock({ $0.hasKeyFrame }) { return true }
        return state.withLock { $0.connection }?.hasMedia ?? false
    }

    /// Where its media begins on the program's time line; `nil` before.
    var start: MediaTime? { state.withLock { $0.connection }?.start }

    /// Whether a unit is held, or lost because it comes before the first key frame.
    func holds(_ unit: EncodedUnit) -> Bool {
        // An open output takes no lock for it.
        guard isHolding.load(ordering: .acquiring) else { return false }
        let (fate, lost) = hold.withLock { $0.offer(unit, unit.kind, at: unit.time) }
        lose(lost)
        switch fate {
        case .pass: return false
        case .held: return true
        case .lost:
            lose([unit])
            return true
        }
    }

    private func lose(_ units: [EncodedUnit]) {
        for unit in units { ledger.withLock { $0.lose(unit.track, by: $0.connection) } }
    }

    // MARK: On the supervisor thread

    func open() {
        guard let connection = connect() else { return }
        // It receives units before it is open, so that it misses nothing of the program.
        state.update { $0.connection = connection }
        let wasHeld = endHold(into: connection)
        do {
            try connection.open()
            let isFirst = !state.withLock { $0.hasOpened }
            if !wasHeld { keyFrames?.requestKeyFrame(isFirst ? .start : .peer) }
            step { $0.opened(now: $1) }
            state.update { $0.hasOpened = true }
        } catch {
            fail(cause(of: error))
        }
    }

    /// - Returns: `nil` for an output that has failed, or waits for a reader.
    private func connect() -> (any OutputConnection)? {
        let failure: OutputFailure
        do throws(OutputFailure) {
            if let obstacle { throw obstacle }
            if let connection = try driver.connect(context()) { return connection }
            endHold()
            step { $0.withoutReader(now: $1) }
            return nil
        } catch {
            failure = error
        }
        endHold()
        fail(failure)
        return nil
    }

    private func context() -> ConnectionContext {
        let id = ledger.withLock { $0.connection }
        let delivery = DeliveryReport(
            taken: { [ledger] track in ledger.withLock { $0.take(track, by: id) } },
            dropped: { [ledger] track in ledger.withLock { $0.lose(track, by: id) } },
            broken: { [ledger] in ledger.withLock { $0.endConnection(id) } })
        return ConnectionContext(
            media: media, options: options, delivery: delivery, backpressure: backpressure, files: files,
            keyFrames: keyFrames, chapters: chapters)
    }

    /// Passes what was held to the connection, before later units.
    ///
    /// - Returns: whether units were held for it.
    @discardableResult
    func endHold(into connection: (any OutputConnection)? = nil) -> Bool {
        guard isHolding.load(ordering: .acquiring) else { return false }
        hold.withLock { hold in
            let units = hold.end()
            guard let connection else { return lose(units) }
            for unit in units { connection.receive(unit) }
        }
        isHolding.store(false, ordering: .releasing)
        backpressure.capacityChanged()
        return true
    }
}
