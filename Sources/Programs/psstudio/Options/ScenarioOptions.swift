import ArgumentParser
import ServerArguments
import StudioRuntime
import StudioScenario

/// The options of each command that has sessions: what happens in them, and the seed of what is random.
struct ScenarioOptions: ParsableArguments {
    @Option(help: .option(.scenario)) var scenario: String?
    @Option(help: .option(.seed)) var seed: UInt64?

    /// Called after parsing: errors of parsing hide all values, because they may be keys.
    ///
    /// - Parameter folder: the folder outside of which nothing is read; `nil` for no limit.
    /// - Throws: a `ValidationError` for a scenario that cannot be read.
    func loadScenario(below folder: RestrictedFolder? = nil) throws(ValidationError) -> Scenario? {
        guard let scenario else { return nil }
        return try checked { try Scenario(scenario, below: folder) }
    }
}

/// Turns the error of an argument's value into one of usage.
func checked<Value>(_ body: () throws -> Value) throws(ValidationError) -> Value {
    do {
        return try body()
    } catch {
        throw ValidationError("\(error)")
    }
}
