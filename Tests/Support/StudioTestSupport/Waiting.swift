import Glibc
import StudioCore
import StudioRuntime

/// A missing precondition or an unexpected result; fails the test that throws it.
package struct TestFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// Polls a condition without an event: a file that grows, a port that opens.
///
/// The only polling in tests; everything else is awaited.
///
/// - Throws: a ``TestFailure`` when the condition is not met within `seconds`.
package func waitUntil(
    _ what: @autoclosure () -> String, seconds: Double = deadlineSeconds, _ isTrue: () throws -> Bool
) throws {
    let clock = SystemClock()
    while try !isTrue() {
        if clock.now > .seconds(seconds) { throw TestFailure("timeout after \(seconds) s: \(what())") }
        usleep(10_000)
    }
}
