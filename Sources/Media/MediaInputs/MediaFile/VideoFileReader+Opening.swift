import Containers
import GStreamer
import StudioCore
import StudioRuntime

/// Finds the video of a file and configures its conversion.
extension VideoFileReader {
    /// A stream that was started and whose video format is not known yet.
    struct Starting {
        let stream: DecodedStream
        fileprivate let conversion: Lock<VideoConversion?>
        /// Reads the times of the frames; `nil` when the user has chosen a frame rate.
        fileprivate let scan: FrameScan?
    }

    /// Starts decoding. The conversion follows from the first frame.
    static func start(_ file: MediaFile, _ options: VideoSourceOptions) throws(SourceError) -> Starting {
        let conversion = Lock<VideoConversion?>(nil)
        let own = FilePresentation(of: file.location, correcting: Correction.isOn)
        let stream = try DecodedStream(file.path, .video, at: file.location, jumps: file.jumps) {
            branch throws(GStreamerError) in
            try branch.element("decoder").correctPixelAspect(own.crops)
            let setting = try Setting(branch)
            try branch.element("decoded").beforeFirstUnit { unit in
                guard let info = VideoInfo(unit.caps) else { return }
                let orientation = own.orientation(ofTrack: unit.track).map { VideoOrientation($0) } ?? unit.orientation
                let made = VideoConversion(
                    info, orientation, options, crop: own.crop(ofTrack: unit.track),
                    isBottomFieldFirst: unit.isBottomFieldFirst)
                // If a property cannot be set, the frames arrive in another format, which is reported then.
                do { try setting.apply(made) } catch { return }
                conversion.withLock { $0 = made }
            }
        }
        try stream.start()
        return Starting(
            stream: stream, conversion: conversion, scan: options.rate == nil ? try scan(file) : nil)
    }

    private static func scan(_ file: MediaFile) throws(SourceError) -> FrameScan {
        do { return try FrameScan(file.location) } catch {
            throw SourceError("'\(file.path)' cannot be read: \(error)", hint: "install the missing elements")
        }
    }

    /// A later loop iteration, with the conversion of the first one.
    static func makeStream(_ file: MediaFile, _ conversion: VideoConversion) throws(SourceError) -> DecodedStream {
        let own = FilePresentation(of: file.location, correcting: Correction.isOn)
        return try DecodedStream(file.path, .video, at: file.location, jumps: file.jumps) {
            branch throws(GStreamerError) in
            try branch.element("decoder").correctPixelAspect(own.crops)
            try Setting(branch).apply(conversion)
        }
    }

    /// The elements of a branch that the conversion configures.
    private struct Setting: Sendable {
        private let (lines, fields): (Element, Element)
        private let (colors, crop): (Element, Element)
        private let (flip, scale, format): (Element, Element, Element)

        init(_ branch: Branch) throws(GStreamerError) {
            (lines, fields) = try (branch.element("lines"), branch.element("fields"))
            (colors, crop) = try (branch.element("colors"), branch.element("crop"))
            flip = try branch.element("flip")
            (scale, format) = try (branch.element("scale"), branch.element("format"))
            try flip.setPassthrough(Correction.uprightCopy.isOn)
        }

        func apply(_ made: VideoConversion) throws(GStreamerError) {
            guard let colorCaps = made.colorCaps, let caps = made.caps else {
                throw GStreamerError(.core, source: "video", message: "\(made) cannot be expressed as caps")
            }
            if let lineCaps = made.lineCaps, Correction.paddedFields.isOn { try lines.set("caps", to: .caps(lineCaps)) }
            try fields.set("fields", to: .text(made.isBottomFieldFirst ? "bottom" : "top"))
            for (edge, pixels) in [
                ("left", made.crop.left), ("top", made.crop.top), ("right", made.crop.right),
                ("bottom", made.crop.bottom),
            ] {
                try crop.set(edge, to: .integer(Int64(pixels)))
            }
            try flip.setPassthrough(made.orientation == .upright && Correction.uprightCopy.isOn)
            try flip.set("video-direction", to: .text(made.orientation.direction))
            try scale.set("add-borders", to: .bool(made.hasBars))
            try colors.set("caps", to: .caps(colorCaps))
            try format.set("caps", to: .caps(caps))
        }
    }

    /// The frame in a unit. A unit without a time follows the previous one. `nil` when the unit is not a frame.
    static func frame(
        _ unit: consuming SinkQueue.Unit, after last: DecodedFrame?, rate: Rate
    ) throws(SourceError) -> DecodedFrame? {
        let time = unit.time ?? last?.end ?? .zero
        let end = time + (unit.duration ?? rate.interval)
        let caps = unit.caps
        guard let info = last.flatMap({ $0.info.caps == caps ? $0.info : nil }) ?? VideoInfo(caps) else { return nil }
        return DecodedFrame(unit.intoBuffer(), info, time: time, end: end)
    }
}

extension VideoFileReader.Starting {
    /// Waits for the first frame; `nil` when the file has none, or when cancelled.
    func wait(_ cancellation: Cancellation) throws(SourceError) -> VideoFileReader.Opening? {
        guard case .unit(let unit) = try stream.next(or: cancellation), let made = conversion.withLock({ $0 }) else {
            return nil
        }
        let conversion = made.following(scan?.times(or: cancellation) ?? [])
        guard let first = try VideoFileReader.frame(unit, after: nil, rate: conversion.description.rate)
        else { return nil }
        // Videos may use an image codec as well; they have a second frame.
        let mayBeStill = stream.codec?.mediaType.hasPrefix("image/") ?? false
        var (second, isStill): (VideoFileReader.DecodedFrame?, Bool) = (nil, false)
        if mayBeStill {
            switch try stream.next(or: cancellation) {
            case .unit(let unit):
                second = try VideoFileReader.frame(unit, after: first, rate: conversion.description.rate)
            case .end: isStill = true
            case .cancelled: return nil
            }
        }
        return VideoFileReader.Opening(
            stream: stream, conversion: conversion, first: first, isStill: isStill, second: second)
    }
}
