import Glibc
package import ServerAccess

/// Why a server cannot listen, in one line.
package struct ListenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `nil` when all standard ports are in use.
    package let address: ListenAddress?
    private let code: Int32
    /// Whether the address is that of obs-websocket.
    package let isOfControllers: Bool

    init(_ address: ListenAddress?, _ code: Int32, isOfControllers: Bool = false) {
        (self.address, self.code, self.isOfControllers) = (address, code, isOfControllers)
    }

    static let noStandardPort = ListenError(nil, EADDRINUSE)

    package var isInUse: Bool { code == EADDRINUSE }

    /// What is wrong, without what to do.
    package var reason: String {
        guard let address else { return "port \(ListenAddress.standardPort) and those after it are in use" }
        return "cannot listen on \(address): \(String(cString: strerror(code)))"
    }

    package var description: String { "\(reason); choose another \(address == nil ? "one" : "address")" }
}
