import StudioCore
import StudioRuntime

/// Writes raw frames to a pipe until the test stops it, so that tests of live sessions do not depend on the speed of
/// the machine.
package final class LiveFeed: Sendable {
    private struct State: Sendable {
        var mustEnd = false
        var frames = 0
    }

    private let pipe: PipePair
    private let state = Monitor(State())
    private let worker = Lock<Worker?>(nil)

    package let width = 320
    package let height = 180

    /// Frames are noise, so that an encoder uses its full bitrate.
    private static let variety = 8

    package init() throws {
        pipe = try PipePair()
    }

    /// The read end for the program.
    package var input: Int32 { pipe.readEnd }

    /// The arguments that describe the input.
    package var arguments: [String] { ["--video", "-", "--width", "\(width)", "--height", "\(height)", "--fps", "30"] }

    /// Starts writing; call it when the program has opened the pipe.
    package func begin() throws {
        pipe.closeReadEnd()
        var generator = SeededRandom(seed: 1)
        let frames = (0..<Self.variety).map { _ in generator.bytes(width * height * 3 / 2) }
        try worker.withLock {
            $0 = try Worker("feed") { [pipe, state] in
                var number = 0
                while !state.withLock({ $0.mustEnd }), pipe.write(frames[number % Self.variety]) {
                    number += 1
                    state.update { $0.frames = number }
                }
                pipe.closeWriteEnd()
            }
        }
    }

    /// Waits until this many frames were written.
    package func wait(frames: Int) throws {
        guard state.wait(seconds: deadlineSeconds, until: { $0.frames >= frames ? true : nil }) != nil else {
            throw TestFailure("the program did not read \(frames) frames")
        }
    }

    /// Ends the input after a complete frame.
    ///
    /// - Returns: the number of frames written.
    package func end() throws -> Int {
        state.update { $0.mustEnd = true }
        let isOver = worker.withLock { $0 }?.join(seconds: deadlineSeconds) ?? true
        guard isOver else { throw TestFailure("the program stopped reading") }
        return state.withLock { $0.frames }
    }
}
