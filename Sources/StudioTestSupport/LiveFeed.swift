import StudioRuntime

/// A producer of raw pictures on a pipe that goes on until the test has seen what it wanted, so that no test of a live
/// run depends on how fast the machine is.
package final class LiveFeed: Sendable {
    private struct State: Sendable {
        var mustEnd = false
        var pictures = 0
    }

    private let pipe: PipePair
    private let state = Monitor(State())
    private let worker = Lock<Worker?>(nil)

    package let width = 320
    package let height = 180

    /// Pictures are noise, so that an encoder uses all the bits that it may.
    private static let variety = 8

    package init() throws {
        pipe = try PipePair()
    }

    /// What the program reads.
    package var input: Int32 { pipe.readEnd }

    /// What tells the program about the input.
    package var arguments: [String] { ["--video", "-", "--width", "\(width)", "--height", "\(height)", "--fps", "30"] }

    /// Starts to write; call it when the program has its end of the pipe.
    package func begin() throws {
        pipe.closeReadEnd()
        var generator = SeededGenerator(seed: 1)
        let pictures = (0..<Self.variety).map { _ in generator.bytes(width * height * 3 / 2) }
        try worker.withLock {
            $0 = try Worker("feed") { [pipe, state] in
                var number = 0
                while !state.withLock({ $0.mustEnd }), pipe.write(pictures[number % Self.variety]) {
                    number += 1
                    state.update { $0.pictures = number }
                }
                pipe.closeWriteEnd()
            }
        }
    }

    /// Waits until so many pictures were written.
    package func wait(pictures: Int) throws {
        guard state.wait(seconds: deadlineSeconds, until: { $0.pictures >= pictures ? true : nil }) != nil else {
            throw TestFailure("the program did not take \(pictures) pictures")
        }
    }

    /// Ends the input behind a whole picture.
    ///
    /// - Returns: how many were written.
    package func end() throws -> Int {
        state.update { $0.mustEnd = true }
        let isOver = worker.withLock { $0 }?.join(seconds: deadlineSeconds) ?? true
        guard isOver else { throw TestFailure("the program does not read any more") }
        return state.withLock { $0.pictures }
    }
}
