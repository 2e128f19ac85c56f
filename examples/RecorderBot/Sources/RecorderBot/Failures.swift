import Foundation

/// Keeps the first error of the callbacks, which cannot throw.
final class Failures: @unchecked Sendable {
    // Safety: `lock` protects `error`.
    private let lock = NSLock()
    private var error: (any Error)?

    var first: (any Error)? { lock.withLock { error } }

    func catching(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            lock.withLock { self.error = self.error ?? error }
        }
    }
}
