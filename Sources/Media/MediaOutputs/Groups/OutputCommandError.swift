/// Why a command to an output was rejected.
package enum OutputCommandError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no output with this number.
    case unknown(Int)
    /// The command does not fit the state or the kind of the output.
    case rejected(String)
    /// All outputs were finished.
    case finished

    package var description: String {
        switch self {
        case .unknown(let number): "there is no output \(number)"
        case .rejected(let message): message
        case .finished: "the outputs were finished"
        }
    }
}
