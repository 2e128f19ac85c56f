/// Plays one stream of a file repeatedly. The next iteration is opened while the current one still plays.
struct StreamLoop {
    /// The current iteration.
    private(set) var current: DecodedStream
    private var upcoming: DecodedStream?
    private let make: () throws(SourceError) -> DecodedStream

    /// - Parameters:
    ///   - first: the first iteration, already started.
    ///   - make: creates a later one.
    init(_ first: DecodedStream, make: @escaping () throws(SourceError) -> DecodedStream) {
        current = first
        self.make = make
    }

    /// Opens the next iteration when the current one is decoded completely, so that there is no pause between them.
    mutating func prepareNext() throws(SourceError) {
        guard upcoming == nil, current.isDecoded else { return }
        upcoming = try started()
    }

    /// Proceeds to the next iteration.
    mutating func advance() throws(SourceError) {
        current = if let upcoming { upcoming } else { try started() }
        upcoming = nil
    }

    /// Restarts the current iteration.
    mutating func restart() throws(SourceError) {
        current = try started()
    }

    private func started() throws(SourceError) -> DecodedStream {
        let stream = try make()
        try stream.start()
        return stream
    }
}
