/// The last step of an output: rewrites its file after the connection was closed properly.
package protocol Finalization: Sendable {
    /// Called before the connection is closed.
    func begin()
    /// Blocks until the file is rewritten. Called on the output's own thread. On failure the file is unchanged.
    ///
    /// - Parameter report: receives the completed share, 0 to 1, about ten times per second.
    /// - Returns: the size of the new file in bytes.
    func run(_ report: (Double) -> Void) throws(FinalizationError) -> UInt64
}

/// Why a file was not rewritten. The file is complete and playable, unless it is lost.
package struct FinalizationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line.
    package let description: String
    /// Whether the file was removed, and cannot be opened any more.
    package let isLost: Bool

    package init(_ description: String, isLost: Bool = false) {
        self.description = description
        self.isLost = isLost
    }
}
