import MediaInputs
import MediaOutputs
import ProductionStudio
import ProgramEncoding
import StudioCore
import StudioMeeting

extension SessionCore {
    /// Performs a command; calls are serialised.
    func execute(_ command: SessionCommand) throws(SessionCommandError) -> SessionReply {
        switch command {
        case .addOutput(let address): return .output(output: try addOutput(address))
        case .removeOutput(let number): _ = try removeOutput(number)
        case .restartOutput(let number):
            let output = try removeOutput(number)
            return .output(output: try add(output.driver, after: output))
        case .stop: stop()
        case .publishMedia where isOver: throw .notSending
        case .publishShare where isOver: throw .notSending
        default:
            if try feeds.perform(command, in: meeting, seed: configuration.seed) { return .done }
            return command.perform(in: meeting, studio)
        }
        return .done
    }

    private var outputs: OutputGroup? {
        state.withLock { $0.machine.state == .sending ? $0.outputs : nil }
    }

    private func addOutput(_ address: String) throws(SessionCommandError) -> Int {
        let driver: any OutputDriver
        do {
            driver = try OutputRegistry.standard.driver(for: address)
        } catch {
            throw .address(error)
        }
        return try add(driver)
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

    private func removeOutput(_ number: Int) throws(SessionCommandError) -> Output {
        guard let outputs else { throw .notSending }
        guard let output = outputs.remove(number) else { throw .unknownOutput(number) }
        publish(.outputRemoved(output: number))
        return output
    }
}

extension SessionCommand {
    /// The command with redacted addresses.
    var redacted: SessionCommand {
        guard case .addOutput(let address) = self else { return self }
        return .addOutput(address: AddressRedaction.redacted(address: address))
    }
}
