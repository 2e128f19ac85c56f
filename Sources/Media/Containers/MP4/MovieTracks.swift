import StudioCore

/// The tracks in the header of an MP4 or MOV file, as far as they decide which one is sent. `qtdemux` of GStreamer 1.22 does not
/// report which ones are disabled.
package struct MovieTracks: Hashable, Sendable {
    private struct Track: Hashable {
        let number: Int
        let handler: [UInt8]
        let isEnabled: Bool
    }

    private let tracks: [Track]

    /// The handlers of tracks.
    package static let (video, audio) = (Array("vide".utf8), Array("soun".utf8))

    /// Reads the header; no tracks for other files.
    ///
    /// - Parameters:
    ///   - size: the size of the file in bytes.
    ///   - read: returns up to this many bytes at an offset.
    package init(size: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        let boxes = MovieBox.movie(size: size, read).map { MovieBox.boxes(in: $0.body, read) } ?? []
        tracks = boxes.filter { $0.type == "trak" }.compactMap { track in
            guard let number = MovieBox.trackNumber(track, read), let header = track.descendant(["tkhd"], read),
                let handler = track.descendant(["mdia", "hdlr"], read)
            else { return nil }
            // The lowest bit of the flags.
            let isEnabled = (read(header.body.lowerBound + 3, 1).first ?? 1) & 1 == 1
            return Track(number: number, handler: read(handler.body.lowerBound + 8, 4), isEnabled: isEnabled)
        }
    }

    /// The number of the track to send: the first one with the handler that is enabled; `nil` when the first one is, or none.
    package func preferred(_ handler: [UInt8]) -> Int? {
        let tracks = tracks.filter { $0.handler == handler }
        guard let preferred = tracks.first(where: \.isEnabled), preferred != tracks.first else { return nil }
        return preferred.number
    }
}
