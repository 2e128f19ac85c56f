import ProductionStudio
import StudioCore

extension VideoSourceOptions {
    /// Checks that the source may have a position, as far as its name tells. Nothing is opened.
    ///
    /// - Throws: the error with which opening such a source ends.
    package func checkPosition() throws(SourceError) {
        guard loops || startAt > .zero, let path, path == "-" || Self.streams.contains(MediaSources.suffix(path)) else {
            return
        }
        throw MediaSources.notPlayable(path == "-" ? "standard input" : "'\(path)'")
    }

    /// Checks the size for any source with these options: the contract accepts it, and coded video can carry its marks. Nothing
    /// is opened.
    ///
    /// - Throws: the `StudioError` or the ``SourceError`` with which opening such a source ends.
    package func checkSize() throws {
        let isMade = path == nil || CodedName.isMeant(by: path)
        guard isMade || width != nil && height != nil else { return try checkOneSide() }
        let description = VideoDescription(
            width: width ?? Self.defaults.width, height: height ?? Self.defaults.height,
            rate: rate ?? Self.defaults.rate, range: .full)
        try MediaSources.checkDrawable(description)
        if isMade, path != nil { _ = try CodedVideo(description, identity: 0) }
    }

    /// Suffixes of files that are read as a stream.
    static let streams: Set<String> = ["y4m", "yuv", "i420", "raw"]

    /// Checks a width or a height whose other side is that of the source.
    private func checkOneSide() throws(StudioError) {
        let capability = VideoCapability(width: width ?? 2, height: height ?? 2, format: .i420Full)
        guard let refusal = capability.refusal() else { return }
        let side = width.map { "a width of \($0)" } ?? "a height of \(capability.height)"
        let largest = VideoCapability.largest
        throw StudioError(
            refusal.rule, "declared \(side)", hint: "sizes are even, at most \(largest.width)x\(largest.height)")
    }
}
