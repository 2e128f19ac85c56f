import Foundation
import StudioCore
import StudioRuntime
import Testing

@Suite("Waiting for a processor")
struct ProcessorWaitTests {
    /// Runs a body on a thread of its own.
    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
        let result = Lock<Value?>(nil)
        let thread = try? Worker("wait") { result.set(body()) }
        thread?.join()
        return result.withLock { $0 }
    }

    @Test("the first call of a thread is zero; further ones add up to less than the time that has passed")
    func calls() throws {
        let times = try #require(
            onThread {
                let clock = ContinuousClock()
                let start = clock.now
                let first = ProcessorWait.sinceLastCall()
                let further = (0..<100).map { _ in ProcessorWait.sinceLastCall() }
                return (first, further, start.duration(to: clock.now))
            })
        #expect(times.0 == .zero)
        #expect(times.1.allSatisfy { $0 >= .zero })
        let sum = times.1.reduce(MediaTime.zero) { $0 + $1 }
        #expect(Duration.nanoseconds(sum.nanoseconds) <= times.2)
    }

    @Test("the time grows while there are more busy threads than processors")
    func busy() throws {
        let isOver = Lock(false)
        let others = try (0...ProcessInfo.processInfo.activeProcessorCount).map { index in
            try Worker("busy \(index)") { while !isOver.withLock({ $0 }) {} }
        }
        defer {
            isOver.set(true)
            for other in others { other.join() }
        }
        var sum = ProcessorWait.sinceLastCall()
        #expect(
            waits {
                sum += ProcessorWait.sinceLastCall()
                return sum > .milliseconds(5)
            })
    }

    /// Whether a condition becomes true, without sleeping.
    private func waits(_ condition: () -> Bool) -> Bool {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(60)
        while clock.now < deadline { if condition() { return true } }
        return false
    }
}
