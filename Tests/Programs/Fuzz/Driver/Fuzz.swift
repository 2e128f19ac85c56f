import CFuzzer
import Foundation
import FuzzTargets

/// Feeds a target from libFuzzer; scripts/fuzz.sh builds and calls it.
@main
enum Fuzz {
    static func main() {
        exit(
            psstudio_fuzz(CommandLine.argc, CommandLine.unsafeArgv) { bytes, count in
                Fuzz.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
                return 0
            })
    }

    /// The target named by the environment variable `TARGET`.
    private static let target = ProcessInfo.processInfo.environment["TARGET"].flatMap { FuzzTarget(rawValue: $0) }

    private static func run(_ bytes: [UInt8]) {
        do {
            guard let target else { fatalError("TARGET is one of \(FuzzTarget.allCases.map(\.rawValue))") }
            try target.run(bytes)
        } catch {
            fatalError("\(error)")
        }
    }
}
