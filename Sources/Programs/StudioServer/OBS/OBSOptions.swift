import FoundationEssentials
import Checksums
import OBSWebSocket
package import ServerAccess
package import StudioRuntime
import Synchronization

/// The number of connections of obs-websocket.
final class OBSClientCount: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .relaxed) }

    func set(_ count: Int) { value.store(count, ordering: .relaxed) }
}

/// Passes a new password of controllers on to their listener, when there is one.
package final class PasswordChanges: Sendable {
    private struct State {
        var password: String?
        var receiver: (@Sendable (String) -> Void)?
    }

    private let state = Lock(State())

    /// From now on, clients need another password. May be called from any thread.
    package func change(to password: String) {
        let receiver = state.withLock { state in
            state.password = password
            return state.receiver
        }
        receiver?(password)
    }

    /// Receives the changes; `nil` for none any more.
    func receive(_ receiver: (@Sendable (String) -> Void)?) {
        let password = state.withLock { state in
            state.receiver = receiver
            return state.password
        }
        if let password { receiver?(password) }
    }
}

/// How a server speaks obs-websocket.
package struct OBSOptions: Sendable {
    /// Where it listens.
    package var address: ListenAddress
    /// What clients must know; `nil` when everybody on this machine may command the session.
    package var password: String?
    /// The folder outside of which clients use no file.
    package var folder: RestrictedFolder
    /// How many connections are open at once. A further one gets the place of a client that has not identified itself.
    package var connections = ConnectionLimits.maximum
    /// Called with the address, whose port is not 0, when the server accepts connections.
    package var onReady: @Sendable (ListenAddress) -> Void = { _ in }
    /// Later passwords.
    package let passwordChanges = PasswordChanges()
    /// Counts the clients.
    let clients = OBSClientCount()

    package init(at address: ListenAddress, password: String?, below folder: RestrictedFolder) {
        (self.address, self.password, self.folder) = (address, password, folder)
    }

    /// The authentication by the password, with a salt of this start.
    var authentication: Authentication? { password.map(Self.authentication) }

    /// The authentication by a password, with a new salt.
    static func authentication(by password: String) -> Authentication {
        Authentication(password: password, salt: nonce(), hash: SHA256.hash)
    }

    /// A random salt or challenge as text.
    static func nonce() -> String {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<Authentication.randomBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
        return Data(bytes).base64EncodedString()
    }
}
