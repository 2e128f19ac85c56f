import StudioScenario
import StudioTestSupport

/// Parses a scenario.
enum ScenarioFuzzing {
    static func run(_ bytes: [UInt8]) throws {
        do throws(ScenarioError) {
            _ = try Scenario(bytes: bytes, name: "scenario.yaml")
        } catch {
            // A rejected input is a valid outcome if one line says where and why.
            guard error.line > 0, !error.message.isEmpty, !error.description.contains("\n") else {
                throw TestFailure("an error without its place, or of several lines: \(error)")
            }
        }
    }
}
