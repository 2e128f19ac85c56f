/// The state of an output.
public enum OutputState: Hashable, Sendable {
    /// Not started.
    case waiting
    /// Connecting; a server has not taken any media yet.
    case connecting
    /// Waiting for a program to read the FIFO.
    case awaitingReader
    /// Waiting for a peer to connect.
    case listening
    /// The peer takes media.
    case live
    /// Units are queued, and none was taken for two seconds.
    case stalled
    /// The connection was lost; attempt number `attempt` follows at this time of the output's clock.
    case retrying(attempt: Int, at: MediaTime, OutputFailure)
    /// The end is being written.
    case finishing
    /// Complete.
    case finished
    /// A command has ended it; it can be started again.
    case stopped
    /// Failed; final.
    case failed(OutputFailure)

    /// Whether the state is final.
    public var isOver: Bool { phase.isOver }

    /// The failure, if any.
    public var failure: OutputFailure? {
        switch self {
        case .failed(let failure), .retrying(_, _, let failure): failure
        case .waiting, .connecting, .awaitingReader, .listening, .live, .stalled, .finishing, .finished, .stopped: nil
        }
    }

    /// The state without its values.
    public var phase: OutputPhase {
        switch self {
        case .waiting: .waiting
        case .connecting: .connecting
        case .awaitingReader: .awaitingReader
        case .listening: .listening
        case .live: .live
        case .stalled: .stalled
        case .retrying: .retrying
        case .finishing: .finishing
        case .finished: .finished
        case .stopped: .stopped
        case .failed: .failed
        }
    }

    /// The state in one word.
    public var name: String { phase.rawValue }
}

/// The state of an output in one word; ``OutputState`` explains each, and has the values of some.
public enum OutputPhase: String, Hashable, Sendable, Codable, CaseIterable {
    case waiting, connecting, awaitingReader, listening, live, stalled, retrying, finishing, finished, stopped, failed

    /// Whether it is final.
    public var isOver: Bool {
        switch self {
        case .finished, .stopped, .failed: true
        case .waiting, .connecting, .awaitingReader, .listening, .live, .stalled, .retrying, .finishing: false
        }
    }
}
