import MediaReceiving

/// How many frames and blocks the client may hold. They stay counted when it unsubscribes or leaves, until the next join.
struct RawDataBudgets: Sendable {
    /// Of the frames that a delegate gets from a pipe.
    struct Frames: Sendable {
        let planes: FrameBudget
        let pixels: FrameBudget

        subscript(callback: RawDataSubscription.FrameCallback) -> FrameBudget { callback == .planes ? planes : pixels }
    }

    private struct Key: Hashable, Sendable {
        let pipe: RawDataStateMachine.Pipe
        let subscriber: Int
    }

    /// Of all audio.
    let audio: FrameBudget
    private let videoLimit: Int
    private var frames: [Key: Frames] = [:]

    init(_ options: RawDataSession.Options) {
        videoLimit = options.videoBudget
        audio = FrameBudget(limit: options.audioBudget)
    }

    /// The same ones for each subscription of a delegate to a pipe.
    mutating func frames(of pipe: RawDataStateMachine.Pipe, subscriber: Int) -> Frames {
        let key = Key(pipe: pipe, subscriber: subscriber)
        let budgets =
            frames[key] ?? Frames(planes: FrameBudget(limit: videoLimit), pixels: FrameBudget(limit: videoLimit))
        frames[key] = budgets
        return budgets
    }

    /// Who holds pixel buffers: most frames first, then the oldest.
    var pixelHolders: [FrameBudget.Holder] {
        frames.values.flatMap(\.pixels.holders).sorted { ($1.count, $0.oldest) < ($0.count, $1.oldest) }
    }
}
