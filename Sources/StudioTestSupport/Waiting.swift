import Glibc
import StudioCore
import StudioRuntime

/// Something that a test needed and did not get; fails the test that throws it.
package struct TestFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// Waits for a condition that nobody announces: a file that grows, a port that opens.
///
/// The only place where tests look again and again; what announces itself is awaited.
///
/// - Throws: when the condition has not come true within `seconds`.
package func waitUntil(
    _ what: @autoclosure () -> String, seconds: Double = deadlineSeconds, _ isTrue: () throws -> Bool
) throws {
    let clock = SystemClock()
    while try !isTrue() {
        if clock.now > .seconds(seconds) { throw TestFailure("waited \(seconds) s in vain: \(what())") }
        usleep(10_000)
    }
}
