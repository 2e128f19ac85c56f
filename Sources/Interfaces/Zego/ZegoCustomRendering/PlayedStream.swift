import StudioCore
import StudioMeeting

/// A stream that is played: finds its track, and reports when it plays.
final class PlayedStream: Sendable {
    let id: String
    /// Which play of the engine it is.
    let number: Int
    let isHardwareDecoded: Bool
    private let watched: WatchedTrack
    private let report: @Sendable (CustomRenderingEvent) -> Void

    /// - Parameter report: enqueues an event for the client.
    init(
        _ id: String, number: Int, isHardwareDecoded: Bool,
        _ report: @escaping @Sendable (CustomRenderingEvent) -> Void
    ) {
        (self.id, self.number, self.isHardwareDecoded, self.report) = (id, number, isHardwareDecoded, report)
        watched = WatchedTrack { size in report(.playedSize(stream: id, size)) }
    }

    /// The track that carries the stream now; `nil` while nobody publishes it.
    func attach(_ track: Track?) {
        guard watched.attach(track) else { return }
        report(.player(stream: id, track == nil ? .requesting : .active))
    }

    func end() { watched.end() }
}
