package import StudioCore
import StudioRuntime

/// What GStreamer reads wrongly at the beginning of a media file, as ``MovieHeader``, ``WAVFormat/correction`` and
/// ``TransportStreamHead`` describe.
package struct FileCorrections {
    /// The bytes to replace; none for other files, and for one that cannot be read.
    package private(set) var all: [FileCorrection] = []
    /// The beginning of an MPEG transport stream; `nil` for other files.
    package let transport: TransportStreamHead?

    /// Reads the beginning of a file.
    ///
    /// - Parameter isCorrected: whether a fault is to be corrected.
    package init(of path: String, correcting isCorrected: (FileFault) -> Bool) {
        guard let bytes = FileBytes(path) else {
            transport = nil
            return
        }
        transport = TransportStreamHead(correctingClock: isCorrected(.transportClock), bytes.read)
        if let movie = MovieHeader(size: bytes.size, bytes.read) {
            if isCorrected(.movieDuration) { all += movie.durationCorrections }
            if isCorrected(.movieEnd) { all += movie.endCorrections }
            if isCorrected(.movieSampleTimes) { all += movie.sampleTimeCorrections }
        } else if isCorrected(.wavChannelMask), let mask = WAVFormat(bytes.read)?.correction {
            all = [mask]
        }
        all += transport?.corrections ?? []
    }
}

extension MovieHeader {
    /// Reads the header of a file; `nil` for other files.
    package init?(of path: String) {
        guard let bytes = FileBytes(path) else { return nil }
        self.init(size: bytes.size, bytes.read)
    }
}

extension MovieByteOrder {
    /// Reads the header of a file; no tracks for other files, and for `nil`, another source.
    package init(of path: String?) {
        let bytes = path.flatMap { FileBytes($0) }
        self.init(size: bytes?.size ?? 0) { bytes?.read($0, $1) ?? [] }
    }
}

extension MoviePalettes {
    /// Reads the header of a file; no tracks for other files, and for `nil`, another source.
    package init(of path: String?) {
        let bytes = path.flatMap { FileBytes($0) }
        self.init(size: bytes?.size ?? 0) { bytes?.read($0, $1) ?? [] }
    }
}

extension FrameOrder {
    /// The order of a file's frames; that of the codec for other files than AVI, and for `nil`, another source.
    package init(of path: String?) {
        guard let bytes = path.flatMap({ FileBytes($0) }) else {
            self = .ofCodec
            return
        }
        if let reordered = ReorderedAVI(bytes.read) {
            self = .reordered(delay: reordered.delay)
        } else {
            self = bytes.read(0, 12).dropFirst(8).elementsEqual("AVI ".utf8) ? .shown : .ofCodec
        }
    }
}
