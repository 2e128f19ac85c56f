import ProgramEncoding
import StudioCore
import StudioRuntime

// Outputs that stop and start: each start begins another part.
extension OutputGroup {
    /// Passes a command to the life of an output.
    ///
    /// - Parameter body: receives whether the present part has ended.
    /// - Returns: the member before the command.
    func command(
        _ number: Int, _ body: (inout OutputLife, _ hasEnded: Bool) throws(OutputLife.Misfit) -> Void
    ) throws(OutputCommandError) -> Member {
        let result: Result<Member, OutputCommandError> = state.withLock { state in
            guard let index = state.members.firstIndex(where: { $0.number == number }) else {
                return .failure(.unknown(number))
            }
            let member = state.members[index]
            do throws(OutputLife.Misfit) {
                try body(&state.members[index].life, member.output.status.state.isOver)
                return .success(member)
            } catch {
                return .failure(OutputCommandError(error, member))
            }
        }
        return try result.get()
    }

    /// Finishes an output without waiting for its end. It stays in ``members`` with its statistics.
    ///
    /// - Returns: the output; `nil` when the number is unknown or the output was removed already.
    package func remove(_ number: Int) -> Output? {
        commands.enter {
            abandonSplit(of: number)
            guard let member = try? command(number, { (life, _) throws(OutputLife.Misfit) in try life.remove() }) else {
                return nil
            }
            end(member, as: .finish)
            return member.output
        }
    }

    /// Finishes an output without waiting for its end. It can be started again.
    package func stop(_ number: Int) throws(OutputCommandError) {
        try exclusively { () throws(OutputCommandError) in
            abandonSplit(of: number)
            let member = try command(number) { (life, hasEnded) throws(OutputLife.Misfit) in
                try life.stop(hasEnded: hasEnded)
            }
            end(member, as: .stop)
        }
    }

    /// Ends the present part of an output when it has all media that was accepted before, and at least one frame. One whose peer
    /// does not take media ends at once.
    private func end(_ member: Member, as ending: Output.Ending) {
        let (output, encoder) = (member.output, self.encoder)
        let isWaiting = !output.takesMedia
        if isWaiting { output.end(ending) }
        guard output.driver.traits.input.form != nil, !isWaiting || member.split != nil, let encoder,
            let last = encoder.lastFrame
        else {
            detach(output)
            return output.end(ending)
        }
        let end = OutputEnd(of: output, as: ending, begunIn: member.split, after: last, hasAudio: hasAudio) {
            [weak self] end in self?.complete(end)
        }
        state.withLock { $0.ends.append(end) }
        encoder.replace(receivers(of: member), by: end)
    }

    /// The part has all of its units.
    func complete(_ end: OutputEnd) {
        encoder?.remove(end)
        state.withLock { $0.ends.removeAll { $0 === end } }
        end.endOutput()
    }

    /// What may be in the place of the present part among the receivers of the encoder.
    func receivers(of member: Member) -> [any EncodedReceiver] {
        var receivers: [any EncodedReceiver] = [member.output]
        if let split = member.split { receivers.append(split) }
        return receivers
    }

    /// Starts an output that was stopped or has ended by itself. A file is another one; a former connection to the same
    /// address ends first.
    ///
    /// - Parameter continues: whether it goes on in the file of the present part.
    /// - Returns: the new part.
    package func start(_ number: Int, continues: Bool = false) throws(OutputCommandError) -> Output {
        try exclusively { () throws(OutputCommandError) in
            let member = try command(number) { (life, hasEnded) throws(OutputLife.Misfit) in
                try life.checkStart(hasEnded: hasEnded)
            }
            let (driver, old) = try nextPart(of: member, continues: continues)
            // One that has ended by itself counts what it loses up to now.
            if member.life.state == .running { end(member, as: .stop) }
            let output = makeOutput(driver, number, keyFrames: encoder)
            observe(output, number)
            reports.enter {
                update(number) { member in
                    member.life.start()
                    member.begin(output)
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
            guard let member = members.first(where: { $0.number == number }), !member.isRemoved else {
                throw .unknown(number)
            }
            let (driver, old) = try nextPart(of: member, continues: continues)
            let former = try command(number) { (life, _) throws(OutputLife.Misfit) in try life.remove() }
            end(former, as: .finish)
            let life = OutputLife(continuing: former.life)
            let (output, new, _) = append(member.driver, life, first: continues ? driver : nil)
            attach(output)
            begin(output, after: old)
            return (new, output)
        }
    }

    /// The driver of the next part, and the parts that must end before it begins.
    private func nextPart(
        of member: Member, continues: Bool
    ) throws(OutputCommandError) -> (any OutputDriver, after: [Output]) {
        if continues {
            guard let driver = member.output.driver.continuation() else {
                throw .rejected(
                    "output \(member.number) (\(member.driver.address)) cannot be appended to; only HLS playlists can")
            }
            return (driver, member.parts.filter { !$0.hasEnded })
        }
        return switch member.driver.part(member.life.part + 1) {
        case .impossible(let reason):
            throw .rejected("output \(member.number) (\(member.driver.address)) cannot be started again: \(reason)")
        case .sameAddress: (member.driver, member.parts.filter { !$0.hasEnded })
        case .file: (nextFile(of: member), [])
        }
    }

    /// The driver of the next file of an output: the first one whose name is free.
    func nextFile(of member: Member) -> any OutputDriver {
        let number = nextFile(of: member.driver, member.life)
        update(member.number) { $0.life.use(file: number) }
        return member.driver.file(number)
    }

    /// The number in the name of the next file.
    func nextFile(of driver: any OutputDriver, _ life: OutputLife) -> Int {
        // Those of this session may not exist yet.
        let used = members.flatMap(\.parts).compactMap(\.driver.traits.path)
        return life.nextFile { number in
            driver.file(number).traits.path.map { OutputFile.isFree($0) && !used.contains($0) } ?? true
        }
    }

    func update(_ number: Int, _ body: (inout Member) -> Void) {
        state.withLock { state in
            if let index = state.members.firstIndex(where: { $0.number == number }) { body(&state.members[index]) }
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
    fileprivate init(_ misfit: OutputLife.Misfit, _ member: OutputGroup.Member) {
        let output = "output \(member.number) (\(member.output.address))"
        let state = member.output.status.state.name
        self =
            switch misfit {
            case .removed: .unknown(member.number)
            case .stopped: .rejected("\(output) is stopped already; startOutput starts it again")
            case .running: .rejected("\(output) is \(state); stop it first")
            case .ended: .rejected("\(output) has \(state) already; startOutput starts it again")
            case .splitting: .rejected("\(output) is being split; wait for the event outputSplit")
            }
    }
}
