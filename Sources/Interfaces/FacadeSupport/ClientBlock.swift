/// A block of the client, for the callback queue.
package struct ClientBlock<Body>: @unchecked Sendable {
    // Safety: called on the callback queue only; the client is responsible for what it captures.
    package let body: Body

    package init(_ body: Body) {
        self.body = body
    }
}
