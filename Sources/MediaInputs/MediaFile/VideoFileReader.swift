import GStreamer
import ProductionStudio
import StudioCore
import StudioRuntime

/// The pictures of a media file at the declared rate: the one that is due in each interval, again where none is, and left
/// out where several are.
final class VideoFileReader: VideoInput {
    /// A decoded picture with its place in the file.
    final class Picture {
        let buffer: MediaBuffer
        let info: VideoInfo
        fileprivate(set) var time: MediaTime
        /// When the next one should come.
        fileprivate(set) var end: MediaTime

        init(_ buffer: consuming MediaBuffer, _ info: VideoInfo, time: MediaTime, end: MediaTime) {
            self.buffer = buffer
            self.info = info
            self.time = time
            self.end = end
        }
    }

    /// What is known when the first picture is decoded.
    struct Opening {
        let stream: DecodedStream
        let form: VideoConversion
        let first: Picture
        /// The picture stands still: a file with one picture that is no film.
        let isStill: Bool
        /// The second one, where the file may have been a still.
        let second: Picture?
    }

    let description: VideoDescription
    let bytes: ByteInput? = nil
    /// It stands still, and never ends.
    let isStill: Bool
    private let file: MediaFile
    private let form: VideoConversion
    private let wideColors: ToneMapTable?
    private let fileOrigin: MediaTime
    /// The file's time at which this way through it begins.
    private var origin: MediaTime
    private var rounds: StreamLoop
    /// How often the file has ended.
    private(set) var pass = 0
    /// The first interval of this way through the file, in intervals of the run.
    private var passStart: Int64 = 0
    private var next: Int64 = 0
    private var current: Picture?
    /// Decoded and not yet due: seldom more than one.
    private var waiting: [Picture] = []
    private var isDecoded = false
    /// Pictures in a row that were no later than the one before.
    private var standing = 0

    /// Broken stamps stand still for a moment; what never advances would never end.
    private static let standingLimit = 100

    init(_ opening: Opening, in file: MediaFile, origin: MediaTime) {
        self.file = file
        self.origin = origin
        fileOrigin = origin
        let form = opening.form
        self.form = form
        wideColors = form.wideTransfer.map { ToneMapTable($0, range: form.description.range) }
        rounds = StreamLoop(opening.stream) { () throws(SourceError) in try Self.makeStream(file.path, form) }
        description = opening.form.description
        isStill = opening.isStill
        waiting = [opening.first] + [opening.second].compactMap(\.self)
    }

    /// Things worth telling the user once.
    var notes: [String] {
        guard form.isRateAssumed else { return [] }
        return [
            "the pictures of '\(file.path)' come as they like and are sent \(description.rate) a second; --fps says otherwise"
        ]
    }

    /// Goes to a place of the file before anything is shown.
    ///
    /// Where it cannot be found, and where the demuxer finds a later one, as that of MPEG-PS does, the file is decoded from
    /// its beginning up to it.
    func skip(to time: MediaTime) throws(SourceError) {
        origin = time
        guard !isStill, rounds.current.seek(to: time) else { return }
        waiting = []
        guard try lookAhead(to: -1) else { return }
        let first = waiting.first.map { slot($0.time) }
        if first.map({ $0 > 0 }) ?? true {
            try rounds.restart()
            (waiting, isDecoded) = ([], false)
        }
    }

    // MARK: Showing

    func read(into frame: borrowing BorrowedFrame) throws(SourceError) -> InputProgress {
        while true {
            let slot = next - passStart
            guard try lookAhead(to: slot) else { return .partial }
            while let first = waiting.first, self.slot(first.time) <= slot {
                current = first
                waiting.removeFirst()
            }
            guard try isOver(at: slot) else {
                show(in: frame)
                next += 1
                return .complete
            }
            if let failure = file.failure { throw failure }
            guard let length = file.length(ofPass: pass) else { return .end }
            try beginAgain(after: length)
        }
    }

    /// Decodes until a picture behind `slot` waits, or the stream is over; false when it was cancelled.
    private func lookAhead(to slot: Int64) throws(SourceError) -> Bool {
        while !isDecoded, waiting.last.map({ self.slot($0.time) <= slot }) ?? true || isBehindGap {
            switch pull() {
            case .picture(let picture): try keep(picture, for: slot)
            case .end: isDecoded = true
            case .cancelled: return false
            }
            if file.isLooping, !isStill { try rounds.prepareNext() }
        }
        return true
    }

    private func keep(_ picture: Picture, for slot: Int64) throws(SourceError) {
        let last = waiting.last ?? current
        standing = picture.time > last?.time ?? picture.time - .seconds(1) ? 0 : standing + 1
        if standing > Self.standingLimit {
            throw SourceError(
                "the pictures of '\(file.path)' do not advance in time",
                hint: "convert it with ffmpeg -i \(file.path) clip.mp4")
        }
        spread(before: picture)
        // Of several that are due together the last one is shown.
        if let last = waiting.last, self.slot(last.time) == self.slot(picture.time) { waiting.removeLast() }
        waiting.append(picture)
    }

    /// Whether a picture waits behind a gap that the next ones may show to be none.
    private var isBehindGap: Bool {
        guard waiting.count == 1 || standing > 0, let current, let first = waiting.first else { return false }
        return first.time - current.end >= MediaTime(nanoseconds: (first.end - first.time).nanoseconds / 2)
    }

    /// Gives pictures that have the stamp of a later one their own: several in one packet of MPEG-PS leave a gap in front of
    /// them and come out with the stamp of the last one.
    private func spread(before picture: Picture) {
        guard standing > 0 else { return }
        var (time, moved) = (picture.time, [(picture: Picture, time: MediaTime)]())
        for earlier in waiting.reversed() {
            let own = time - (earlier.end - earlier.time)
            guard earlier.time > own else { break }
            moved.append((earlier, own))
            time = own
        }
        let before = moved.count < waiting.count ? waiting[waiting.count - moved.count - 1] : current
        guard let before, before.time < time else { return }
        for (picture, time) in moved { (picture.time, picture.end) = (time, time + (picture.end - picture.time)) }
    }

    private enum Pulled {
        case picture(Picture), end, cancelled
    }

    private func pull() -> Pulled {
        do {
            let last = waiting.last ?? current
            return switch try rounds.current.next(or: file.cancellation) {
            case .unit(let unit):
                try Self.picture(unit, after: last, rate: description.rate).map { .picture($0) } ?? .cancelled
            case .end: .end
            case .cancelled: .cancelled
            }
        } catch {
            file.failure = file.failure ?? error
            return .end
        }
    }

    private func slot(_ time: MediaTime) -> Int64 { (time - origin).count(at: description.rate) }

    /// Where the last picture of this way through the file ends, in intervals from its beginning, if that is no later than
    /// `slot`; what is decoded for the answer waits.
    func end(by slot: Int64) throws(SourceError) -> Int64? {
        guard try lookAhead(to: slot), isDecoded, !isStill else { return nil }
        guard let last = waiting.last ?? current else { return 0 }
        // Seldom nothing: pictures that are shorter than half an interval.
        let end = max(self.slot(last.end), self.slot(last.time) < 0 ? 0 : 1)
        let shortest = end > 0 && file.isLooping ? MediaFile.tolerance.count(at: description.rate) : 0
        let length = max(end, shortest)
        return length <= slot ? length : nil
    }

    private func isOver(at slot: Int64) throws(SourceError) -> Bool {
        if let length = file.length(ofPass: pass) { return slot >= length }
        guard let end = try end(by: slot) else { return false }
        if end <= 0 {
            throw SourceError(
                "'\(file.path)' is over before \(file.playback.startAt.seconds) s", hint: "choose an earlier --start-at"
            )
        }
        guard file.isLooping else { return true }
        if let sound = file.sound {
            try sound.decideLength(picturesEnd: end, pass: pass)
        } else {
            file.setLength(end, ofPass: pass)
        }
        return file.length(ofPass: pass).map { slot >= $0 } ?? false
    }

    private func beginAgain(after length: Int64) throws(SourceError) {
        passStart += length
        pass += 1
        origin = fileOrigin
        try rounds.advance()
        (current, waiting, isDecoded) = (nil, [], false)
    }

    // MARK: Copying

    private func show(in frame: borrowing BorrowedFrame) {
        let layout = frame.layout
        frame.withBytes { target in
            guard let base = target.baseAddress else { return }
            guard let current else {
                layout.fillBlack(target, range: description.range)
                return
            }
            if let wideColors {
                current.info.withDeepPlanes(of: current.buffer) { y, u, v in
                    wideColors.convert(y: y, u: u, v: v, to: target, layout: layout)
                }
                return
            }
            current.info.withPlanes(of: current.buffer) { y, u, v in
                Self.copy(y, to: base, layout.y)
                Self.copy(u, to: base, layout.u)
                Self.copy(v, to: base, layout.v)
            }
        }
    }

    private static func copy(_ source: VideoInfo.Plane, to base: UnsafeMutableRawPointer, _ plane: I420Layout.Plane) {
        guard var read = source.bytes.baseAddress else { return }
        var write = base + plane.offset
        if source.stride == plane.stride {
            write.copyMemory(from: read, byteCount: plane.stride * (plane.height - 1) + plane.width)
            return
        }
        for _ in 0..<plane.height {
            write.copyMemory(from: read, byteCount: plane.width)
            read += source.stride
            write += plane.stride
        }
    }
}
