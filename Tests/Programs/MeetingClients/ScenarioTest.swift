import Foundation
import ProductionStudioTesting

/// Performs the scenario of the environment in a `TestMeeting`, and writes its trace.
enum ScenarioTest {
    static func perform() throws -> Any {
        let variables = ProcessInfo.processInfo.environment
        let seed = variables["PSSTUDIO_SEED"].flatMap { UInt64($0) } ?? 0
        let test = try TestMeeting(scenario: variables["PSSTUDIO_SCENARIO"] ?? "", options: .init(seed: seed))
        try test.beginTrace(variables["PSSTUDIO_TRACE"] ?? "")
        try test.turn(by: .seconds(3))
        try test.finishTrace()
        return test
    }
}
