import GStreamer
import StudioCore
import StudioRuntime

/// How the pictures of a file are found and formed.
extension VideoFileReader {
    /// A stream that was started and whose pictures are not known yet.
    struct Starting {
        let stream: DecodedStream
        fileprivate let form: Lock<VideoConversion?>
    }

    /// Begins to decode; the form follows from the first picture.
    static func start(_ path: String, _ options: VideoSourceOptions) throws(SourceError) -> Starting {
        let form = Lock<VideoConversion?>(nil)
        let stream = try DecodedStream(path, .pictures) { branch throws(GStreamerError) in
            let setting = try Setting(branch)
            let isWatched = try branch.element("decoded").beforeFirstUnit { caps, orientation in
                guard let info = VideoInfo(caps) else { return }
                let made = VideoConversion(info, orientation, options)
                // What cannot be set is told by the pictures' not coming in that form.
                do { try setting.apply(made) } catch { return }
                form.withLock { $0 = made }
            }
            guard isWatched else { throw GStreamerError(.core, source: "decoded", message: "has no input to observe") }
        }
        try stream.start()
        return Starting(stream: stream, form: form)
    }

    /// A later way through the same file, in the form of the first.
    static func makeStream(_ path: String, _ form: VideoConversion) throws(SourceError) -> DecodedStream {
        try DecodedStream(path, .pictures) { branch throws(GStreamerError) in try Setting(branch).apply(form) }
    }

    /// The elements of a branch that the form sets.
    private struct Setting: Sendable {
        private let (lines, colors, flip, scale, form): (Element, Element, Element, Element, Element)

        init(_ branch: Branch) throws(GStreamerError) {
            lines = try branch.element("lines")
            (colors, flip) = try (branch.element("colors"), branch.element("flip"))
            (scale, form) = try (branch.element("scale"), branch.element("form"))
        }

        func apply(_ made: VideoConversion) throws(GStreamerError) {
            guard let colorCaps = made.colorCaps, let caps = made.caps else {
                throw GStreamerError(.core, source: "pictures", message: "\(made) cannot be described")
            }
            if let lineCaps = made.lineCaps { try lines.set("caps", to: .caps(lineCaps)) }
            try flip.set("video-direction", to: .text(made.orientation.direction))
            try scale.set("add-borders", to: .bool(made.hasBars))
            try colors.set("caps", to: .caps(colorCaps))
            try form.set("caps", to: .caps(caps))
        }
    }

    /// What a unit shows; units without a time follow the one before. `nil` for what is no picture.
    static func picture(
        _ unit: consuming SinkQueue.Unit, after last: Picture?, rate: Rate
    ) throws(SourceError) -> Picture? {
        let time = unit.time ?? last?.end ?? .zero
        let end = time + (unit.duration ?? rate.interval)
        let caps = unit.caps
        guard let info = last.flatMap({ $0.info.caps == caps ? $0.info : nil }) ?? VideoInfo(caps) else { return nil }
        return Picture(unit.intoBuffer(), info, time: time, end: end)
    }
}

extension VideoFileReader.Starting {
    /// Waits for the first picture; `nil` where the file has none, and when it was cancelled.
    func wait(_ cancellation: Cancellation) throws(SourceError) -> VideoFileReader.Opening? {
        guard case .unit(let unit) = try stream.next(or: cancellation), let form = form.withLock({ $0 }),
            let first = try VideoFileReader.picture(unit, after: nil, rate: form.description.rate)
        else { return nil }
        // Pictures of a film come in such a form, too; there is a second one then.
        let mayBeStill = stream.codec?.mediaType.hasPrefix("image/") ?? false
        var (second, isStill): (VideoFileReader.Picture?, Bool) = (nil, false)
        if mayBeStill {
            switch try stream.next(or: cancellation) {
            case .unit(let unit): second = try VideoFileReader.picture(unit, after: first, rate: form.description.rate)
            case .end: isStill = true
            case .cancelled: return nil
            }
        }
        return VideoFileReader.Opening(
            stream: stream, form: form, first: first, isStill: isStill, second: second)
    }
}
