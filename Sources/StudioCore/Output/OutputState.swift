/// Where an output stands.
public enum OutputState: Hashable, Sendable {
    /// Not begun.
    case waiting
    /// Being opened; a server has not taken any media yet.
    case connecting
    /// A FIFO that no program reads yet.
    case awaitingReader
    /// Its media is being taken.
    case live
    /// Media waits, and none was taken for two seconds.
    case stalled
    /// It was lost; attempt number `attempt` comes at a time of the output's clock.
    case retrying(attempt: Int, at: MediaTime, OutputFailure)
    /// Its end is being written.
    case finishing
    /// It is complete.
    case finished
    /// It gave up.
    case failed(OutputFailure)

    /// Whether nothing more will happen.
    public var isOver: Bool {
        switch self {
        case .finished, .failed: true
        case .waiting, .connecting, .awaitingReader, .live, .stalled, .retrying, .finishing: false
        }
    }

    /// The failure, where there is one.
    public var failure: OutputFailure? {
        switch self {
        case .failed(let failure), .retrying(_, _, let failure): failure
        case .waiting, .connecting, .awaitingReader, .live, .stalled, .finishing, .finished: nil
        }
    }

    /// One word.
    public var name: String {
        switch self {
        case .waiting: "waiting"
        case .connecting: "connecting"
        case .awaitingReader: "awaitingReader"
        case .live: "live"
        case .stalled: "stalled"
        case .retrying: "retrying"
        case .finishing: "finishing"
        case .finished: "finished"
        case .failed: "failed"
        }
    }
}
