import Glibc
package import ServerAccess

/// Why a server cannot listen, in one line.
package struct ListenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `nil` when all standard ports are in use.
    package let address: ListenAddress?
    private let code: Int32

    init(_ address: ListenAddress?, _ code: Int32) {
        (self.address, self.code) = (address, code)
    }

    static let noStandardPort = ListenError(nil, EADDRINUSE)

    var isInUse: Bool { code == EADDRINUSE }

    package var description: String {
        guard let address else {
            return "port \(ListenAddress.standardPort) and those after it are in use; choose another one"
        }
        return "cannot listen on \(address): \(String(cString: strerror(code))); choose another address"
    }
}
