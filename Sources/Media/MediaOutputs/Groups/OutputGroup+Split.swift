import ProgramEncoding
package import StudioCore
import StudioRuntime

// Files that are split: the next file begins at a key frame, the former one is finished in the background.
extension OutputGroup {
    /// How long a split waits for its file to open, in seconds.
    private static let openTimeout = 5.0

    /// Lets a file go on in another one from the next key frame on.
    ///
    /// - Parameter earliest: the earliest time at which the next file begins; `nil` for the next key frame, which is requested.
    /// - Returns: the next part, which is open. It becomes the present one when it begins.
    package func split(_ number: Int, notBefore earliest: MediaTime? = nil) throws(OutputCommandError) -> Output {
        try exclusively { () throws(OutputCommandError) in
            let member = try command(number) { (life, hasEnded) throws(OutputLife.Misfit) in
                try life.checkSplit(hasEnded: hasEnded)
            }
            guard member.driver.isRecording, let encoder else {
                throw .rejected(
                    "output \(number) (\(member.driver.address)) is not a regular file; restartOutput begins a new "
                        + "connection")
            }
            let split = makeSplit(of: member, into: nextFile(of: member), notBefore: earliest, encoder)
            update(number) { member in
                member.life.beginSplit()
                (member.split, member.unreported) = (split, nil)
            }
            // Before the split asks for a key frame, so that the audio of the former part is known by then.
            encoder.replace(receivers(of: member), by: split)
            split.next.begin()
            split.next.waitUntilReady(seconds: Self.openTimeout)
            if split.next.status.state == .live {
                split.opened()
                // A failure before that was not given up by its report.
                if !split.next.status.state.isOver { return split.next }
            }
            let failure = split.next.status.state.failure
            abandonSplit(of: number)
            let reason = failure.map { "\($0)" } ?? "it is not open within \(Int(Self.openTimeout)) s"
            throw .rejected("output \(number) (\(member.output.address)) goes on: \(split.next.address): \(reason)")
        }
    }

    private func makeSplit(
        of member: Member, into driver: any OutputDriver, notBefore earliest: MediaTime?, _ encoder: ProgramEncoder
    ) -> OutputSplit {
        let number = member.number
        let next = makeOutput(driver, number, keyFrames: nil)
        observe(next, number)
        return OutputSplit(
            of: member.output, begunIn: member.split, into: next, hasAudio: hasAudio, notBefore: earliest,
            keyFrames: encoder,
            onBegin: { [weak self] split in self?.begun(split, of: number) },
            onComplete: { [weak self] split in self?.completed(split, of: number) })
    }

    // MARK: On the threads of the encoders

    /// The next part becomes the present one.
    private func begun(_ split: OutputSplit, of number: Int) {
        reports.enter {
            var (isNew, unreported) = (false, OutputStatus?.none)
            update(number) { member in
                guard member.split === split, member.life.state == .splitting else { return }
                member.life.cut()
                member.begin(split.next)
                (isNew, unreported, member.unreported) = (true, member.unreported, nil)
            }
            guard isNew else { return }
            onSplit(number, split.next)
            // It may have failed since it was opened.
            guard let unreported, unreported.state.isOver else { return }
            onChange(Change(number: number, output: split.next, status: unreported, isPresent: true))
        }
    }

    /// The former part has all of its units.
    private func completed(_ split: OutputSplit, of number: Int) {
        begun(split, of: number)
        encoder?.replace([split], by: split.next)
        split.former.finish()
        update(number) { member in
            if member.split === split { member.split = nil }
        }
    }

    // MARK: Splits that are given up

    /// Gives up a split that has not begun: the present part is again the only receiver of the units.
    func abandonSplit(of number: Int) {
        guard let split = members.first(where: { $0.number == number })?.split else { return }
        guard abandon(split, of: number) else {
            // The thread on which it has begun may not have come so far.
            if split.hasBegun { begun(split, of: number) }
            return
        }
        split.next.finish()
        // Its file is empty and is removed.
        _ = split.next.waitUntilOver(seconds: Self.openTimeout)
    }

    /// Gives up a split whose next part has failed before it has begun. Before it is open, the command does so.
    ///
    /// - Returns: whether there was one.
    func abandonSplit(of number: Int, into next: Output, with status: OutputStatus) -> Bool {
        guard case .failed = status.state, let split = members.first(where: { $0.number == number })?.split,
            split.next === next, split.hasOpened
        else { return false }
        return abandon(split, of: number)
    }

    private func abandon(_ split: OutputSplit, of number: Int) -> Bool {
        guard split.abandon() else { return false }
        encoder?.replace([split], by: split.receiver)
        update(number) { member in
            guard member.split === split else { return }
            (member.split, member.unreported) = (split.earlier, nil)
            member.life.abandonSplit()
        }
        return true
    }
}
