/// Ways through one stream of a file, one behind the other; the next one is opened while this one still plays.
struct StreamLoop {
    /// The present way through it.
    private(set) var current: DecodedStream
    private var upcoming: DecodedStream?
    private let make: () throws(SourceError) -> DecodedStream

    /// - Parameters:
    ///   - first: the first way, which was started.
    ///   - make: makes a later one.
    init(_ first: DecodedStream, make: @escaping () throws(SourceError) -> DecodedStream) {
        current = first
        self.make = make
    }

    /// Opens the next way when all of this one is decoded, so that no pause comes between them.
    mutating func prepareNext() throws(SourceError) {
        guard upcoming == nil, current.isDecoded else { return }
        upcoming = try started()
    }

    /// Goes on to the next way.
    mutating func advance() throws(SourceError) {
        current = if let upcoming { upcoming } else { try started() }
        upcoming = nil
    }

    /// Begins this way once more.
    mutating func restart() throws(SourceError) {
        current = try started()
    }

    private func started() throws(SourceError) -> DecodedStream {
        let stream = try make()
        try stream.start()
        return stream
    }
}
