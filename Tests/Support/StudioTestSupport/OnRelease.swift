/// Calls a closure when it is released. Captured by a closure, it shows which thread releases the captures, and when.
package final class OnRelease: Sendable {
    private let body: @Sendable () -> Void

    package init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    deinit {
        body()
    }

    /// For closures that only capture it.
    package func keep() {}
}
