/// Does something where its last reference ends: in a closure's captures it shows which thread releases them, and when.
package final class OnRelease: Sendable {
    private let body: @Sendable () -> Void

    package init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    deinit {
        body()
    }

    /// For closures that only keep it.
    package func keep() {}
}
