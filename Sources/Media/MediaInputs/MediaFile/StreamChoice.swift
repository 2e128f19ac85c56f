import GStreamer
import StudioCore
import StudioRuntime

/// Selects the first stream of the wanted kind in a file that can be decoded, or the one with the preferred number; all
/// others are discarded.
///
/// Unwanted streams are read as well. An unlinked stream would end its demuxer with an error before all streams are
/// found in containers that do not list them. In addition, parsebin of GStreamer 1.22 loses that error while it sets up
/// the demuxer.
final class StreamChoice: Sendable {
    private struct Streams: Sendable {
        var types: [String] = []
        /// `nil` before it was found.
        var taken: Caps?
        /// The first wanted stream without a decoder.
        var undecodable: Caps?
        /// The time of the first discarded unit.
        var firstPassed: MediaTime?
        /// Whether no further streams can appear.
        var isComplete = false
    }

    private let streams = Monitor(Streams())
    private let branch: Branch
    private let isWanted: @Sendable (Caps) -> Bool
    private let preferredTrack: Int?
    private let secondsToAll: Double

    /// - Parameters:
    ///   - branch: receives the selected stream.
    ///   - secondsToAll: the seconds of media after which no further stream appears.
    ///   - preferredTrack: the number of the track to select; `nil` for the first one.
    ///   - isWanted: whether a stream with these caps may be selected.
    init(
        _ branch: Branch, secondsToAll: Double, preferredTrack: Int? = nil,
        isWanted: @escaping @Sendable (Caps) -> Bool
    ) {
        self.branch = branch
        self.preferredTrack = preferredTrack
        self.secondsToAll = secondsToAll
        self.isWanted = isWanted
    }

    /// The caps of the selected stream; `nil` before it was found.
    var taken: Caps? { streams.withLock { $0.taken } }

    /// The caps of a wanted stream that was discarded because no decoder is installed for it.
    var undecodable: Caps? { streams.withLock { $0.undecodable } }

    /// The media types of all streams found.
    var types: [String] { streams.withLock { $0.types } }

    /// Waits briefly for the wanted stream; `nil` while it may still appear, false when it will not.
    func isTaken(within seconds: Double) -> Bool? {
        streams.wait(seconds: seconds) { streams in
            if streams.taken != nil { return true }
            return streams.isComplete ? false : nil
        }
    }

    /// Decides the use of a new stream; called on a streaming thread.
    func use(of stream: FoundStream) -> StreamUse {
        let caps = stream.caps
        let isWanted = isWanted(caps)
        let isPreferred = preferredTrack.map { $0 == stream.trackNumber ?? $0 } ?? true
        let isDecodable = isWanted && ElementFactory.hasDecoder(for: caps)
        let isTaken = streams.update { streams in
            streams.types.append(caps.mediaType)
            guard streams.taken == nil, isWanted, isPreferred || streams.undecodable != nil else { return false }
            guard isDecodable else {
                streams.undecodable = streams.undecodable ?? caps
                return false
            }
            streams.taken = caps
            return true
        }
        return isTaken ? .branch(branch) : .discarded { [weak self] unit in self?.pass(unit) }
    }

    private func pass(_ unit: ObservedUnit?) {
        let isLast = streams.withLock { streams in
            guard !streams.isComplete else { return false }
            guard let unit else { return true }
            streams.firstPassed = streams.firstPassed ?? unit.time
            let passed = unit.time.flatMap { time in streams.firstPassed.map { (time - $0).seconds } }
            return passed ?? 0 >= secondsToAll
        }
        if isLast { streams.update { $0.isComplete = true } }
    }
}
