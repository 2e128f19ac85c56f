import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramEncoding
import SessionProtocol
import StudioCore
import StudioMeeting
import StudioRuntime

// What commands to outputs and to the session do; the stage performs the others.
extension SessionCore {
    /// The outputs while media is sent.
    private func outputs() throws(SessionCommandError) -> OutputGroup {
        let outputs = state.withLock { $0.machine.state == .sending ? $0.outputs : nil }
        guard let outputs else { throw .notSending }
        return outputs
    }

    /// Passes a command to the outputs.
    private func command<Reply>(
        _ body: (OutputGroup) throws(OutputCommandError) -> Reply
    ) throws(SessionCommandError) -> Reply {
        let outputs = try outputs()
        do throws(OutputCommandError) {
            return try body(outputs)
        } catch {
            switch error {
            case .unknown(let number): throw .unknownOutput(number)
            case .rejected(let reason): throw .rejected(reason)
            case .finished: throw .notSending
            }
        }
    }

    private func add(_ driver: any OutputDriver) throws(SessionCommandError) -> Int {
        let outputs = try outputs()
        do {
            let (number, output) = try outputs.add(driver)
            let asked = driver.address.description
            guard output.driver.traits.path != driver.traits.path else {
                publish(.outputAdded(output: number, address: asked))
                return number
            }
            publish(.outputAdded(output: number, address: output.address.description))
            publish(.note(message: "\(asked) was written by this session; output \(number) is \(output.address)"))
            return number
        } catch {
            throw .encoder("\(error)")
        }
    }
}

extension SessionCore: CommandedSession {
    func setVolume(_ factor: Double) throws(SessionCommandError) {
        guard ProgramVolume.factors.contains(factor) else {
            throw .rejected("the volume is \(factor), expected a factor from 0 to 4")
        }
        try changeVolume { $0.factor = factor }
    }

    func setMute(_ isMuted: Bool) throws(SessionCommandError) {
        try changeVolume { $0.isMuted = isMuted }
    }

    private func changeVolume(_ body: (inout ProgramVolume) -> Void) throws(SessionCommandError) {
        let new = try command { outputs throws(OutputCommandError) in try outputs.changeVolume(body) }
        guard let volume = new else { return }
        publish(.programAudioChanged(volumeFactor: volume.factor, isMuted: volume.isMuted))
    }

    func addOutput(_ address: String, below folder: RestrictedFolder?) throws(SessionCommandError) -> Int {
        _ = try outputs()
        let driver: any OutputDriver
        do {
            driver = try OutputRegistry.standard.driver(for: address, below: folder)
        } catch {
            if case .outsideFolder(let reason) = error { throw .outsideFolder(reason) }
            throw .address(error)
        }
        return try add(driver)
    }

    func removeOutput(_ number: Int) throws(SessionCommandError) {
        guard try outputs().remove(number) != nil else { throw .unknownOutput(number) }
        publish(.outputRemoved(output: number))
    }

    func restartOutput(_ number: Int, appends: Bool) throws(SessionCommandError) -> Int {
        let (new, output) = try command { outputs throws(OutputCommandError) in
            try outputs.restart(number, continues: appends)
        }
        publish(.outputRemoved(output: number))
        publish(.outputAdded(output: new, address: output.address.description))
        return new
    }

    func stopOutput(_ number: Int) throws(SessionCommandError) {
        try command { outputs throws(OutputCommandError) in try outputs.stop(number) }
    }

    func startOutput(_ number: Int, appends: Bool) throws(SessionCommandError) -> String {
        try command { outputs throws(OutputCommandError) in try outputs.start(number, continues: appends) }
            .address.description
    }

    func splitOutput(_ number: Int) throws(SessionCommandError) -> String {
        try command { outputs throws(OutputCommandError) in try outputs.split(number) }.address.description
    }

    func addChapter(_ number: Int, name: String?) throws(SessionCommandError) {
        try command { outputs throws(OutputCommandError) in try outputs.addChapter(to: number, title: name) }
    }

    var hasChangeableSource: Bool { if case .inputs = configuration.source { true } else { false } }
    var hasChangeableOutputs: Bool { true }
    var graphFolder: String? { configuration.pipelineGraphs }
    var overwritesFiles: Bool { configuration.outputOptions.overwrites }
    func note(_ message: String) { publish(.note(message: message)) }
    var publishesEvents: Bool { true }

    func end() { stop() }

    func announce(_ command: SessionCommand, origin: CommandOrigin) {
        publish(.commandPerformed(command: command.redacted, origin: origin))
    }
}

// Changes of source and slates; see `ProgramSwitch`.
extension SessionCore {
    /// The program while it is sent.
    private func program(_ command: String) throws(SessionCommandError) -> ProgramSwitch {
        guard hasChangeableSource else { throw .unsupported(command) }
        let program = state.withLock { $0.machine.state == .sending ? $0.program : nil }
        guard let program else { throw .notSending }
        return program
    }

    func changeSource(
        video: String?, audio: String?, loops: Bool, startAt: MediaTime, below folder: RestrictedFolder?,
        completion: @escaping SourceCompletion
    ) throws(SessionCommandError) {
        let program = try program("changeSource")
        guard case .inputs(var videoOptions, var audioOptions, _) = configuration.source else { return }
        if [video, audio].contains("-") {
            throw .source("standard input can only be the first source; use a FIFO")
        }
        (videoOptions.path, videoOptions.loops, videoOptions.startAt) = (video, loops, startAt)
        (audioOptions.path, audioOptions.loops, audioOptions.startAt) = (audio, loops, startAt)
        (videoOptions.folder, audioOptions.folder) = (folder, folder)
        videoOptions.codedIdentity = codedIdentity
        videoOptions.reopensFIFOs = configuration.reopensFIFOs
        if audio != nil, !audioOptions.isEnabled {
            publish(.note(message: "the session has no audio; that of the new source is not sent"))
        }
        program.change(to: SourceRequest(video: videoOptions, audio: audioOptions)) { failure in
            switch failure {
            case nil: completion(nil)
            case .source(let message)?: completion(.source(message))
            case .superseded?: completion(.superseded)
            case .over?: completion(.notSending)
            }
        }
    }

    func showSlate() throws(SessionCommandError) -> Bool { try program("showSlate").showSlate() }

    func endSlate() throws(SessionCommandError) -> Bool { try program("endSlate").endSlate() }

    /// Creates the program of the session.
    func makeProgram() -> ProgramSwitch {
        ProgramSwitch(configuration.program, opensAtOnce: configuration.isFast) { [weak self] event in
            self?.publish(event)
        }
    }

    private func publish(_ event: ProgramEvent) {
        switch event {
        case .sourceChanged(let name, let time):
            let source = name.contains("://") ? AddressRedaction.redacted(address: name) : name
            publish(.sourceChanged(source: source, at: time.seconds))
        case .slateShown(let reason, let time): publish(.slateShown(reason: reason, at: time.seconds))
        case .slateEnded(let time): publish(.slateEnded(at: time.seconds))
        case .sourceFailed(let error): apply { $0.note(SessionFailure(error)) }
        case .note(let message): publish(.note(message: message))
        }
    }
}
