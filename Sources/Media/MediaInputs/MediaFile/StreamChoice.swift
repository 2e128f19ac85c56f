import GStreamer
import StudioCore
import StudioRuntime

/// Selects the first stream of the wanted kind in a file that can be decoded, or the one with the preferred number; all
/// others are discarded.
///
/// Unwanted streams are read as well. An unlinked stream would end its demuxer with an error before all streams are
/// found in containers that do not list them. That error is lost, too, as `Correction.lostDemuxerErrors` describes.
final class StreamChoice: Sendable {
    private struct Streams: Sendable {
        var types: [String] = []
        /// `nil` before it was found.
        var taken: Caps?
        /// The number of the selected stream; `nil` when unknown.
        var track: Int?
        /// The first wanted stream without a decoder.
        var undecodable: Caps?
        /// The time of the first discarded unit.
        var firstPassed: MediaTime?
        /// Whether no further streams can appear.
        var isComplete = false
        /// Whether the selected stream has delivered units.
        var hasBegun = false
        /// Wanted streams that were found later, by their place in `types`, before their first unit.
        var late: Set<Int> = []
        /// Whether a later stream has begun, and no unit of the selected one has followed.
        var goesOnElsewhere = false
    }

    private let streams = Monitor(Streams())
    private let branch: Branch
    private let isWanted: @Sendable (Caps) -> Bool
    private let onChoice: @Sendable (Caps) -> Void
    private let preferredTrack: Int?
    private let secondsToAll: Double

    /// - Parameters:
    ///   - branch: receives the selected stream.
    ///   - secondsToAll: the seconds of media after which no further stream appears.
    ///   - preferredTrack: the number of the track to select; `nil` for the first one.
    ///   - isWanted: whether a stream with these caps may be selected.
    ///   - onChoice: called with the caps of the selected stream before the branch receives it, on a streaming thread.
    init(
        _ branch: Branch, secondsToAll: Double, preferredTrack: Int? = nil,
        isWanted: @escaping @Sendable (Caps) -> Bool, onChoice: @escaping @Sendable (Caps) -> Void
    ) {
        self.branch = branch
        self.preferredTrack = preferredTrack
        self.secondsToAll = secondsToAll
        (self.isWanted, self.onChoice) = (isWanted, onChoice)
    }

    /// The caps of the selected stream; `nil` before it was found.
    var taken: Caps? { streams.withLock { $0.taken } }

    /// The number of the selected stream; `nil` when unknown.
    var track: Int? { streams.withLock { $0.track } }

    /// The caps of a wanted stream that was discarded because no decoder is installed for it.
    var undecodable: Caps? { streams.withLock { $0.undecodable } }

    /// The media types of all streams found.
    var types: [String] { streams.withLock { $0.types } }

    /// Whether the file has more of the wanted kind, in a stream that began when the selected one had ended: the next part of a
    /// chained Ogg file, or other packet identifiers of MPEG-TS.
    ///
    /// - Parameter seconds: how long it waits for such a stream.
    func goesOnElsewhere(within seconds: Double = 0) -> Bool {
        streams.wait(seconds: seconds) { $0.goesOnElsewhere ? true : nil } ?? false
    }

    /// The selected stream goes on; called on a streaming thread for each of its units.
    func noteUnit() {
        streams.withLock { ($0.hasBegun, $0.goesOnElsewhere) = (true, false) }
    }

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
        var place = 0
        let isTaken = streams.update { streams in
            place = streams.types.count
            streams.types.append(caps.mediaType)
            if isWanted, streams.hasBegun { streams.late.insert(place) }
            guard streams.taken == nil, isWanted, isPreferred || streams.undecodable != nil else { return false }
            guard isDecodable else {
                streams.undecodable = streams.undecodable ?? caps
                return false
            }
            (streams.taken, streams.track) = (caps, stream.trackNumber)
            return true
        }
        if isTaken { onChoice(caps) }
        return isTaken ? .branch(branch) : .discarded { [weak self, place] unit in self?.pass(unit, ofStream: place) }
    }

    private func pass(_ unit: ObservedUnit?, ofStream place: Int) {
        let isLast = streams.withLock { streams in
            if unit != nil, streams.late.remove(place) != nil { streams.goesOnElsewhere = true }
            guard !streams.isComplete else { return false }
            guard let unit else { return true }
            streams.firstPassed = streams.firstPassed ?? unit.time
            let passed = unit.time.flatMap { time in streams.firstPassed.map { (time - $0).seconds } }
            return passed ?? 0 >= secondsToAll
        }
        if isLast { streams.update { $0.isComplete = true } }
    }
}
