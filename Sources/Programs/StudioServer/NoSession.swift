/// Why the server of one session ends without it, in one line.
package struct NoSession: Error, CustomStringConvertible {
    /// The control socket.
    let path: String
    /// What stands in the way; `nil` when nobody listens at the socket.
    var obstacle: String?

    package var description: String {
        obstacle ?? "no session listens at \(path); psstudio control list prints the running sessions"
    }
}
