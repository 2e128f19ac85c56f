import MediaOutputs
import StudioCore
import StudioRuntime
import StudioScenario

// Outputs that stop and start: each start begins another part.
extension OutputGroup {
    /// Passes a command to the life of an output.
    ///
    /// - Parameter body: receives whether the present part has ended.
    /// - Returns: the entry before the command.
    func command(
        _ number: Int, _ body: (inout OutputLife, _ hasEnded: Bool) throws(OutputLife.Misfit) -> Void
    ) throws(SessionCommandError) -> Entry {
        let result: Result<Entry, SessionCommandError> = state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.number == number }) else {
                return .failure(.unknownOutput(number))
            }
            let entry = state.entries[index]
            do throws(OutputLife.Misfit) {
                try body(&state.entries[index].life, entry.output.status.state.isOver)
                return .success(entry)
            } catch {
                return .failure(SessionCommandError(error, entry))
            }
        }
        return try result.get()
    }

    /// Finishes an output without waiting for its end. It can be started again.
    package func stop(_ number: Int) throws(SessionCommandError) {
        try exclusively { () throws(SessionCommandError) in
            endSplit(of: number)
            let entry = try command(number) { (life, hasEnded) throws(OutputLife.Misfit) in
                try life.stop(hasEnded: hasEnded)
            }
            detach(entry.output)
            entry.output.stop()
        }
    }

    /// Starts an output that was stopped or has ended by itself. A file is another one; a former connection to the same
    /// address ends first.
    ///
    /// - Returns: the new part.
    package func start(_ number: Int) throws(SessionCommandError) -> Output {
        try exclusively { () throws(SessionCommandError) in
            let entry = try command(number) { (life, hasEnded) throws(OutputLife.Misfit) in
                try life.checkStart(hasEnded: hasEnded)
            }
            let (driver, old) = try nextPart(of: entry)
            let output = makeOutput(driver, number)
            observe(output, number)
            reports.withLock { _ in
                update(number) { entry in
                    entry.life.start()
                    entry.begin(output)
                }
            }
            attach(output)
            begin(output, after: old)
            return output
        }
    }

    /// The driver of the next part, and the parts that must end before it begins.
    private func nextPart(of entry: Entry) throws(SessionCommandError) -> (any OutputDriver, after: [Output]) {
        switch entry.driver.part(entry.life.part + 1) {
        case .impossible(let reason):
            throw .rejected("output \(entry.number) (\(entry.driver.address)) cannot be started again: \(reason)")
        case .sameAddress: (entry.driver, entry.parts.filter { !$0.hasEnded })
        case .file: (nextFile(of: entry), [])
        }
    }

    /// The driver of the next file of an output: the first one whose name is free.
    func nextFile(of entry: Entry) -> any OutputDriver {
        let first = entry.driver
        var driver = first
        // Those of this session may not exist yet.
        let used = entries.flatMap(\.parts).compactMap(\.driver.traits.path)
        update(entry.number) { entry in
            _ = entry.life.nextFile { number in
                guard case .file(let next) = first.part(number), let path = next.traits.path else { return true }
                driver = next
                return OutputFile.isFree(path) && !used.contains(path)
            }
        }
        return driver
    }

    func update(_ number: Int, _ body: (inout Entry) -> Void) {
        state.withLock { state in
            if let index = state.entries.firstIndex(where: { $0.number == number }) { body(&state.entries[index]) }
        }
    }

    /// One command at a time.
    func exclusively<Value>(
        _ body: () throws(SessionCommandError) -> Value
    ) throws(SessionCommandError) -> Value {
        let result: Result<Value, SessionCommandError> = commands.withLock { _ in
            Result { () throws(SessionCommandError) in
                if state.withLock({ $0.hasFinished }) { throw .notSending }
                return try body()
            }
        }
        return try result.get()
    }
}

extension SessionCommandError {
    /// Why a command to an output does not fit.
    fileprivate init(_ misfit: OutputLife.Misfit, _ entry: OutputGroup.Entry) {
        let output = "output \(entry.number) (\(entry.output.address))"
        let state = entry.output.status.state.name
        self =
            switch misfit {
            case .removed: .unknownOutput(entry.number)
            case .stopped: .rejected("\(output) is stopped already; startOutput starts it again")
            case .running: .rejected("\(output) is \(state); stop it first")
            case .ended: .rejected("\(output) is \(state) already; startOutput starts it again")
            case .splitting: .rejected("\(output) is being split; wait for the event outputSplit")
            }
    }
}
