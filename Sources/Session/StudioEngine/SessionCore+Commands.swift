import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramEncoding
import StudioCore
import StudioMeeting

// What commands to outputs and to the session do; the stage performs the others.
extension SessionCore {
    private var outputs: OutputGroup? {
        state.withLock { $0.machine.state == .sending ? $0.outputs : nil }
    }

    private func add(
        _ driver: any OutputDriver, after old: Output? = nil
    ) throws(SessionCommandError) -> Int {
        guard let outputs else { throw .notSending }
        do {
            let number = try outputs.add(driver, after: old)
            publish(.outputAdded(output: number, address: driver.address.description))
            return number
        } catch {
            throw .encoder("\(error)")
        }
    }

    private func remove(_ number: Int) throws(SessionCommandError) -> Output {
        guard let outputs else { throw .notSending }
        guard let output = outputs.remove(number) else { throw .unknownOutput(number) }
        publish(.outputRemoved(output: number))
        return output
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
        guard let outputs else { throw .notSending }
        guard let volume = try outputs.changeVolume(body) else { return }
        publish(.programAudioChanged(volumeFactor: volume.factor, isMuted: volume.isMuted))
    }

    func addOutput(_ address: String) throws(SessionCommandError) -> Int {
        let driver: any OutputDriver
        do {
            driver = try OutputRegistry.standard.driver(for: address)
        } catch {
            throw .address(error)
        }
        return try add(driver)
    }

    func removeOutput(_ number: Int) throws(SessionCommandError) {
        _ = try remove(number)
    }

    func restartOutput(_ number: Int) throws(SessionCommandError) -> Int {
        let driver = outputs?.entries.first { $0.number == number }?.driver
        let output = try remove(number)
        return try add(driver ?? output.driver, after: output)
    }

    func stopOutput(_ number: Int) throws(SessionCommandError) {
        guard let outputs else { throw .notSending }
        try outputs.stop(number)
    }

    func startOutput(_ number: Int) throws(SessionCommandError) -> String {
        guard let outputs else { throw .notSending }
        return try outputs.start(number).address.description
    }

    func splitOutput(_ number: Int) throws(SessionCommandError) -> String {
        guard let outputs else { throw .notSending }
        return try outputs.split(number).address.description
    }

    var hasChangeableOutputs: Bool { true }
    var publishesEvents: Bool { true }

    func end() { stop() }

    func announce(_ command: SessionCommand) { publish(.commandPerformed(command: command.redacted)) }
}
