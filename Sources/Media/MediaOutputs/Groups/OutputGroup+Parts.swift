import ProgramEncoding
import StudioCore
import StudioRuntime

// Outputs that stop and start: each start begins another part.
extension OutputGroup {
    /// Passes a command to the life of an output.
    ///
    /// - Parameter body: receives whether the present part has ended.
    /// - Returns: the entry before the command.
    func command(
        _ number: Int, _ body: (inout OutputLife, _ hasEnded: Bool) throws(OutputLife.Misfit) -> Void
    ) throws(OutputCommandError) -> Entry {
        let result: Result<Entry, OutputCommandError> = state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.number == number }) else {
                return .failure(.unknown(number))
            }
            let entry = state.entries[index]
            do throws(OutputLife.Misfit) {
                try body(&state.entries[index].life, entry.output.status.state.isOver)
                return .success(entry)
            } catch {
                return .failure(OutputCommandError(error, entry))
            }
        }
        return try result.get()
    }

    /// Finishes an output without waiting for its end. It stays in ``entries`` with its statistics.
    ///
    /// - Returns: the output; `nil` when the number is unknown or the output was removed already.
    package func remove(_ number: Int) -> Output? {
        commands.enter {
            abandonSplit(of: number)
            guard let entry = try? command(number, { (life, _) throws(OutputLife.Misfit) in try life.remove() }) else {
                return nil
            }
            end(entry, as: .finish)
            return entry.output
        }
    }

    /// Finishes an output without waiting for its end. It can be started again.
    package func stop(_ number: Int) throws(OutputCommandError) {
        try exclusively { () throws(OutputCommandError) in
            abandonSplit(of: number)
            let entry = try command(number) { (life, hasEnded) throws(OutputLife.Misfit) in
                try life.stop(hasEnded: hasEnded)
            }
            end(entry, as: .stop)
        }
    }

    /// Ends the present part of an output when it has all media that was accepted before. One whose peer does not take media
    /// ends at once.
    private func end(_ entry: Entry, as ending: Output.Ending) {
        let (output, encoder) = (entry.output, self.encoder)
        let isWaiting = !output.isConnected
        if isWaiting { output.end(ending) }
        guard output.driver.traits.input.form != nil, !isWaiting || entry.split != nil, let encoder,
            let last = encoder.lastFrame
        else {
            detach(output)
            return output.end(ending)
        }
        let end = OutputEnd(of: output, as: ending, begunIn: entry.split, after: last, hasAudio: hasAudio) {
            [weak self] end in self?.complete(end)
        }
        state.withLock { $0.ends.append(end) }
        encoder.replace(receivers(of: entry), by: end)
    }

    /// The part has all of its units.
    func complete(_ end: OutputEnd) {
        encoder?.remove(end)
        state.withLock { $0.ends.removeAll { $0 === end } }
        end.endOutput()
    }

    /// What may be in the place of the present part among the receivers of the encoder.
    func receivers(of entry: Entry) -> [any EncodedReceiver] {
        var receivers: [any EncodedReceiver] = [entry.output]
        if let split = entry.split { receivers.append(split) }
        return receivers
    }

    /// Starts an output that was stopped or has ended by itself. A file is another one; a former connection to the same
    /// address ends first.
    ///
    /// - Parameter continues: whether it goes on in the file of the present part.
    /// - Returns: the new part.
    package func start(_ number: Int, continues: Bool = false) throws(OutputCommandError) -> Output {
        try exclusively { () throws(OutputCommandError) in
            let entry = try command(number) { (life, hasEnded) throws(OutputLife.Misfit) in
                try life.checkStart(hasEnded: hasEnded)
            }
            let (driver, old) = try nextPart(of: entry, continues: continues)
            // One that has ended by itself counts what it loses up to now.
            if entry.life.state == .running { end(entry, as: .stop) }
            let output = makeOutput(driver, number, keyFrames: encoder)
            observe(output, number)
            reports.enter {
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

    /// Finishes an output, and adds another one that goes on where it would if it were started again: a file goes on under
    /// the next name, and anything else at the same address when the former connection has ended.
    ///
    /// - Parameter continues: whether it goes on in the file of the present part.
    /// - Returns: the new output with its number.
    package func restart(
        _ number: Int, continues: Bool = false
    ) throws(OutputCommandError) -> (number: Int, output: Output) {
        try exclusively { () throws(OutputCommandError) in
            abandonSplit(of: number)
            guard let entry = entries.first(where: { $0.number == number }), !entry.isRemoved else {
                throw .unknown(number)
            }
            let (driver, old) = try nextPart(of: entry, continues: continues)
            let former = try command(number) { (life, _) throws(OutputLife.Misfit) in try life.remove() }
            end(former, as: .finish)
            let life = OutputLife(continuing: former.life)
            let (output, new, _) = append(entry.driver, life, first: continues ? driver : nil)
            attach(output)
            begin(output, after: old)
            return (new, output)
        }
    }

    /// The driver of the next part, and the parts that must end before it begins.
    private func nextPart(
        of entry: Entry, continues: Bool
    ) throws(OutputCommandError) -> (any OutputDriver, after: [Output]) {
        if continues {
            guard let driver = entry.output.driver.continuation() else {
                throw .rejected(
                    "output \(entry.number) (\(entry.driver.address)) cannot be appended to; only HLS playlists can")
            }
            return (driver, entry.parts.filter { !$0.hasEnded })
        }
        return switch entry.driver.part(entry.life.part + 1) {
        case .impossible(let reason):
            throw .rejected("output \(entry.number) (\(entry.driver.address)) cannot be started again: \(reason)")
        case .sameAddress: (entry.driver, entry.parts.filter { !$0.hasEnded })
        case .file: (nextFile(of: entry), [])
        }
    }

    /// The driver of the next file of an output: the first one whose name is free.
    func nextFile(of entry: Entry) -> any OutputDriver {
        let number = nextFile(of: entry.driver, entry.life)
        update(entry.number) { $0.life.use(file: number) }
        return entry.driver.file(number)
    }

    /// The number in the name of the next file.
    func nextFile(of driver: any OutputDriver, _ life: OutputLife) -> Int {
        // Those of this session may not exist yet.
        let used = entries.flatMap(\.parts).compactMap(\.driver.traits.path)
        return life.nextFile { number in
            driver.file(number).traits.path.map { OutputFile.isFree($0) && !used.contains($0) } ?? true
        }
    }

    func update(_ number: Int, _ body: (inout Entry) -> Void) {
        state.withLock { state in
            if let index = state.entries.firstIndex(where: { $0.number == number }) { body(&state.entries[index]) }
        }
    }

    /// One command at a time.
    func exclusively<Value>(
        _ body: () throws(OutputCommandError) -> Value
    ) throws(OutputCommandError) -> Value {
        try commands.enter { () throws(OutputCommandError) in
            if state.withLock({ $0.hasFinished }) { throw .finished }
            return try body()
        }
    }
}

extension OutputDriver {
    /// The driver of the file with this number in its name; 1 stands for the name itself.
    func file(_ number: Int) -> any OutputDriver {
        if number > 1, case .file(let next) = part(number) { next } else { self }
    }
}

extension OutputCommandError {
    /// Why a command to an output does not fit.
    fileprivate init(_ misfit: OutputLife.Misfit, _ entry: OutputGroup.Entry) {
        let output = "output \(entry.number) (\(entry.output.address))"
        let state = entry.output.status.state.name
        self =
            switch misfit {
            case .removed: .unknown(entry.number)
            case .stopped: .rejected("\(output) is stopped already; startOutput starts it again")
            case .running: .rejected("\(output) is \(state); stop it first")
            case .ended: .rejected("\(output) has \(state) already; startOutput starts it again")
            case .splitting: .rejected("\(output) is being split; wait for the event outputSplit")
            }
    }
}
