import GStreamer
import ProductionStudio
import StudioCore
import StudioRuntime

/// The video of a media file at the declared frame rate. A frame is repeated where none is due in an interval, and
/// dropped where several are.
final class VideoFileReader: VideoInput {
    /// A decoded frame with its position in the file.
    final class DecodedFrame {
        let buffer: MediaBuffer
        let info: VideoInfo
        fileprivate(set) var time: MediaTime
        /// When the next one should arrive.
        fileprivate(set) var end: MediaTime
        /// The interval of this loop iteration in which it is due.
        fileprivate(set) var slot: Int64 = 0

        init(_ buffer: consuming MediaBuffer, _ info: VideoInfo, time: MediaTime, end: MediaTime) {
            self.buffer = buffer
            self.info = info
            self.time = time
            self.end = end
        }
    }

    /// The state after the first frame is decoded.
    struct Opening {
        let stream: DecodedStream
        let conversion: VideoConversion
        let first: DecodedFrame
        /// The file is a still image: it has one frame and is not a video.
        let isStill: Bool
        /// The second frame of a file that might have been a still image.
        let second: DecodedFrame?
    }

    let description: VideoDescription
    let bytes: ByteInput? = nil
    /// It is a still image and never ends.
    let isStill: Bool
    private let file: MediaFile
    private let conversion: VideoConversion
    private let wideColors: ToneMapTable?
    private let fileOrigin: MediaTime
    /// The intervals of this loop iteration.
    private var grid: FrameGrid
    private let counter = RateCounter()
    private var loop: StreamLoop
    /// The number of completed loop iterations.
    private(set) var iteration = 0
    /// The first interval of this loop iteration, in intervals of the session.
    private var iterationStart: Int64 = 0
    private var next: Int64 = 0
    private var current: DecodedFrame?
    /// Decoded frames that are not due yet; rarely more than one.
    private var waiting: [DecodedFrame] = []
    private var isDecoded = false
    /// Consecutive frames whose time did not increase.
    private var repeatedTimes = 0

    /// Broken time stamps repeat for a while; time stamps that never increase would never end.
    private static let maxRepeatedTimes = 100

    init(_ opening: Opening, in file: MediaFile, origin: MediaTime) {
        self.file = file
        fileOrigin = origin
        let conversion = opening.conversion
        self.conversion = conversion
        wideColors = conversion.wideTransfer.map { ToneMapTable($0, range: conversion.description.range) }
        loop = StreamLoop(opening.stream) { () throws(SourceError) in try Self.makeStream(file, conversion) }
        description = opening.conversion.description
        isStill = opening.isStill
        grid = FrameGrid(rate: description.rate, origin: origin)
        waiting = [opening.first] + [opening.second].compactMap(\.self)
        placeWaiting()
    }

    var rateCounter: RateCounter? { counter }

    /// Warnings for the user, reported once.
    var notes: [String] {
        guard conversion.isRateAssumed else { return [] }
        return [
            "'\(file.path)' has a variable frame rate and is sent at \(description.rate) fps; --fps overrides it"
        ]
    }

    /// Seeks before any frame is delivered.
    ///
    /// If the position cannot be found, or the demuxer finds a later one, as the one for MPEG-PS does, the file is
    /// decoded from its beginning.
    func skip(to time: MediaTime) throws(SourceError) {
        grid.origin = time
        placeWaiting()
        guard !isStill, loop.current.seek(to: time) else { return }
        waiting = []
        guard try lookAhead(to: -1) else { return }
        if waiting.first.map({ $0.slot > 0 }) ?? true {
            try loop.restart()
            (waiting, isDecoded) = ([], false)
        }
    }

    // MARK: Output

    func read(into frame: borrowing BorrowedFrame) throws(SourceError) -> InputProgress {
        while true {
            let slot = next - iterationStart
            guard try lookAhead(to: slot) else { return .partial }
            let isNew = advance(to: slot)
            guard try isOver(at: slot) else {
                if !isNew, current != nil, !isStill { counter.countRepeat() }
                show(in: frame)
                next += 1
                return .complete
            }
            if let failure = file.failure { throw failure }
            leaveOutRest()
            guard let length = file.length(ofIteration: iteration) else { return .end }
            try startNextIteration(after: length)
        }
    }

    /// Shows the last of the frames that are due; false when there is none.
    private func advance(to slot: Int64) -> Bool {
        let due = waiting.prefix { $0.slot <= slot }
        guard let last = due.last else { return false }
        // Frames before the start position are not missing.
        counter.skip(due.dropLast().count { $0.slot >= 0 })
        current = last
        waiting.removeFirst(due.count)
        return true
    }

    /// Frames that are shorter than half an interval may have none at the end.
    private func leaveOutRest() {
        counter.skip(waiting.count)
        current = waiting.last ?? current
        waiting = []
    }

    /// Places the queued frames in the intervals.
    private func placeWaiting() {
        var last = current?.slot
        for frame in waiting {
            frame.slot = grid.slot(frame.time, after: last)
            last = frame.slot
        }
    }

    /// Decodes until a frame after `slot` is queued, or the stream ends; false when cancelled.
    private func lookAhead(to slot: Int64) throws(SourceError) -> Bool {
        while !isDecoded, waiting.last.map({ $0.slot <= slot }) ?? true || isBehindGap {
            switch pull() {
            case .frame(let frame): try keep(frame, for: slot)
            case .end: isDecoded = true
            case .cancelled: return false
            }
            if file.isLooping, !isStill { try loop.prepareNext() }
        }
        return true
    }

    private func keep(_ frame: DecodedFrame, for slot: Int64) throws(SourceError) {
        let last = waiting.last ?? current
        repeatedTimes = frame.time > last?.time ?? frame.time - .seconds(1) ? 0 : repeatedTimes + 1
        if repeatedTimes > Self.maxRepeatedTimes {
            throw SourceError(
                "the time stamps of '\(file.path)' do not increase",
                hint: "convert it with ffmpeg -i \(file.path) clip.mp4")
        }
        spread(before: frame)
        waiting.append(frame)
        placeWaiting()
        // If several frames are due together, the last one is shown.
        if let last = waiting.dropLast().last, last.slot == frame.slot {
            waiting.remove(at: waiting.count - 2)
            if last.slot >= 0 { counter.skip() }
        }
    }

    /// Whether a queued frame follows a gap that the next frames may close.
    private var isBehindGap: Bool {
        guard waiting.count == 1 || repeatedTimes > 0, let current, let first = waiting.first else { return false }
        return first.time - current.end >= MediaTime(nanoseconds: (first.end - first.time).nanoseconds / 2)
    }

    /// Corrects the times of frames that have the time stamp of a later one, as `Correction.sharedStamps` describes:
    /// several frames in one packet leave a gap before them.
    private func spread(before frame: DecodedFrame) {
        guard repeatedTimes > 0, Correction.sharedStamps.isOn else { return }
        var (time, moved) = (frame.time, [(frame: DecodedFrame, time: MediaTime)]())
        for earlier in waiting.reversed() {
            let own = time - (earlier.end - earlier.time)
            guard earlier.time > own else { break }
            moved.append((earlier, own))
            time = own
        }
        let before = moved.count < waiting.count ? waiting[waiting.count - moved.count - 1] : current
        guard let before, before.time < time else { return }
        for (frame, time) in moved { (frame.time, frame.end) = (time, time + (frame.end - frame.time)) }
    }

    private enum Pulled {
        case frame(DecodedFrame), end, cancelled
    }

    private func pull() -> Pulled {
        do {
            let last = waiting.last ?? current
            return switch try loop.current.next(or: file.cancellation) {
            case .unit(let unit):
                try Self.frame(unit, after: last, rate: description.rate).map { .frame($0) } ?? .cancelled
            case .end: .end
            case .cancelled: .cancelled
            }
        } catch {
            file.failure = file.failure ?? error
            return .end
        }
    }

    /// The end of the last frame of this loop iteration in intervals from its start, if it is not later than `slot`.
    /// Frames decoded for the answer are queued.
    func end(by slot: Int64) throws(SourceError) -> Int64? {
        guard try lookAhead(to: slot), isDecoded, !isStill else { return nil }
        guard let last = waiting.last ?? current else { return 0 }
        // Rarely nothing is decoded: frames shorter than half an interval.
        let end = max(grid.slot(last.end, after: last.slot), last.slot < 0 ? 0 : 1)
        let shortest = end > 0 && file.isLooping ? MediaFile.tolerance.count(at: description.rate) : 0
        let length = max(end, shortest)
        return length <= slot ? length : nil
    }

    private func isOver(at slot: Int64) throws(SourceError) -> Bool {
        if let length = file.length(ofIteration: iteration) { return slot >= length }
        guard let end = try end(by: slot) else { return false }
        if end <= 0 {
            throw SourceError(
                "'\(file.path)' ends before \(file.playback.startAt.seconds) s", hint: "use an earlier --start-at"
            )
        }
        guard file.isLooping else { return true }
        if let audio = file.audio {
            try audio.decideLength(videoEnd: end, iteration: iteration)
        } else {
            file.setLength(end, ofIteration: iteration)
        }
        return file.length(ofIteration: iteration).map { slot >= $0 } ?? false
    }

    private func startNextIteration(after length: Int64) throws(SourceError) {
        iterationStart += length
        iteration += 1
        grid.origin = fileOrigin
        try loop.advance()
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
            if conversion.hasBars, description.range == .full, Correction.fullRangeBars.isOn {
                blackenBars(base, layout.y)
            }
        }
    }

    /// Corrects what `Correction.fullRangeBars` describes.
    private func blackenBars(_ base: UnsafeMutableRawPointer, _ plane: I420Layout.Plane) {
        for row in 0..<plane.height {
            let line = base + plane.offset + row * plane.stride
            let columns = conversion.rows.contains(row) ? conversion.columns : plane.width..<plane.width
            line.initializeMemory(as: UInt8.self, repeating: 0, count: columns.lowerBound)
            let end = line + columns.upperBound
            end.initializeMemory(as: UInt8.self, repeating: 0, count: plane.width - columns.upperBound)
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
