import Foundation
import Glibc
import StudioCore
import StudioTestSupport
import Testing

extension RealTime {
    /// A signal in the first moments of a program.
    struct InterruptedStartTests {
        /// Starts a program again and again, and interrupts each one after another time.
        ///
        /// - Returns: the statuses of those that did not end as a program that was interrupted.
        private func interrupt(
            _ arguments: [String], count: Int, seed: UInt64, accepting codes: [Int32]
        ) throws -> [String] {
            var random = SeededRandom(seed: seed)
            return try (0..<count).compactMap { number -> String? in
                let delay = UInt32.random(in: 0...50_000, using: &random)
                let program = try StudioProgram(arguments)
                // The input of this test: nothing is awaited.
                usleep(delay)
                program.process.signal(SIGINT)
                let status = try program.finish().status
                // The first signal may come before the program handles signals.
                let isExpected =
                    status == .killed(signal: SIGINT) || codes.contains { status == .exited($0) }
                return isExpected ? nil : "start \(number), \(delay) us: \(status)"
            }
        }

        @Test("A session that is interrupted within its first 50 ms ends", arguments: [1, 2, 3])
        func sessions(_ seed: UInt64) throws {
            let arguments = ["start", "--width", "64", "--height", "36", "--out", "null:", "--quiet"]
            #expect(try interrupt(arguments, count: 100, seed: seed, accepting: [130]) == [])
        }

        @Test("A command that is interrupted while it starts does not outlive psstudio exec")
        func commands() throws {
            let arguments = ["exec", "--", "sleep", "600.25"]
            #expect(try interrupt(arguments, count: 60, seed: 4, accepting: [130]) == [])
            let commands = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
                FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
            }
            #expect(!commands.contains(Data("sleep\0600.25\0".utf8)))
        }
    }
}
