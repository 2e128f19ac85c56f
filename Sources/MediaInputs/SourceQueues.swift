import ProductionStudio
import StudioCore
import StudioRuntime

/// Units of one source that were read and wait to be sent.
protocol SourceQueue: AnyObject {
    /// When the next unit is due, in the source's time; `nil` when the source is over.
    var nextTime: MediaTime? { get }
    var hasUnit: Bool { get }
    /// Nothing waits and nothing more will come.
    var isOver: Bool { get }
    /// Why the source ended early; what was read before is sent all the same.
    var failure: SourceError? { get }
    /// Whether more may be kept than the next unit.
    var mayReadAhead: Bool { get }
    var bytes: ByteInput? { get }
    /// Reads once; a failure ends the source.
    func read()
}

/// Pictures in the sender's own buffers: read in place, sent without a copy.
final class PictureQueue: SourceQueue {
    private final class Picture {
        private var frame: BorrowedFrame?
        init(_ frame: consuming BorrowedFrame) { self.frame = consume frame }
        func take() -> BorrowedFrame? { frame.take() }
    }

    private let input: any VideoInput
    private let sender: Sender
    private let conversion: VideoRange?
    private var current: BorrowedFrame?
    private var isCurrentComplete = false
    /// Only filled while the other input starves.
    private var complete: [Picture] = []
    private var index: Int64 = 0
    private var hasEnded = false
    private(set) var failure: SourceError?

    /// A second of 1080p at 30 a second is 93 MB: enough for the distance at which muxers interleave.
    private static let limit = 30

    init(_ input: any VideoInput, sender: Sender) {
        self.input = input
        self.sender = sender
        let declared = sender.capability.format.range
        conversion = declared == input.description.range ? nil : declared
    }

    var bytes: ByteInput? { input.bytes }
    /// Whether its frames are made here or come from a file, so that it never waits for another program.
    var isLocal: Bool { input.bytes?.isRegularFile ?? true }
    var hasUnit: Bool { isCurrentComplete || !complete.isEmpty }
    var isOver: Bool { hasEnded && !hasUnit }
    var mayReadAhead: Bool { !hasEnded && complete.count < Self.limit }
    var nextTime: MediaTime? {
        isOver && failure == nil ? nil : MediaTime(count: index, rate: input.description.rate)
    }

    func read() {
        do {
            try readOnce()
        } catch {
            failure = error
            hasEnded = true
        }
    }

    private func readOnce() throws(SourceError) {
        if isCurrentComplete, let frame = current.take() {
            complete.append(Picture(frame))
            isCurrentComplete = false
        }
        if current == nil {
            do {
                current = .some(try sender.borrowFrame())
            } catch {
                throw SourceError(error.message, hint: "close other programs, or send smaller pictures")
            }
        }
        guard let frame = current.take() else { return }
        let progress = try input.read(into: frame)
        if progress == .complete { convert(frame) }
        isCurrentComplete = progress == .complete
        hasEnded = progress == .end
        current = .some(frame)
    }

    private func convert(_ frame: borrowing BorrowedFrame) {
        guard let conversion else { return }
        frame.withBytes { bytes in
            RangeConversion.convert(UnsafeRawBufferPointer(bytes), to: conversion, into: bytes, layout: frame.layout)
        }
    }

    func setOrigin(_ origin: WallTime) { input.setOrigin(origin) }

    func send(to sender: Sender) throws(StudioError) {
        index += 1
        if !complete.isEmpty, let frame = complete.removeFirst().take() {
            try sender.send(frame)
        } else if let frame = current.take() {
            isCurrentComplete = false
            try sender.send(frame)
        }
    }
}

/// Sound, cut into blocks of 20 ms.
final class SoundQueue: SourceQueue {
    private let input: any AudioInput
    private var position: Int64 = 0
    private var hasEnded = false
    private(set) var failure: SourceError?
    /// Whether anything ever came.
    private(set) var hasDelivered = false

    /// Blocks a second: 20 ms each, what bots and meeting clients use.
    private static let blocksPerSecond = 50
    /// Seconds of sound that may be read ahead.
    private static let limit = 10

    init(_ input: any AudioInput) {
        self.input = input
    }

    private var blockSamples: Int { max(1, Int(input.format.sampleRate) / Self.blocksPerSecond) }

    var bytes: ByteInput? { input.bytes }
    var endsWithPictures: Bool { input.endsWithPictures }
    var hasUnit: Bool { input.available >= blockSamples || hasEnded && input.available > 0 }
    var isOver: Bool { hasEnded && input.available == 0 }
    var mayReadAhead: Bool { !hasEnded && input.available < Self.limit * Int(input.format.sampleRate) }
    var nextTime: MediaTime? {
        isOver && failure == nil ? nil : MediaTime(count: position, rate: input.format.rate)
    }

    func read() {
        do {
            hasEnded = try input.read() == .end
            hasDelivered = hasDelivered || !hasEnded
        } catch {
            failure = error
            hasEnded = true
        }
    }

    /// Goes on at `time`: what was not delivered until now is left out, what comes is of this moment.
    func resume(at time: MediaTime) {
        position = max(position, time.count(at: input.format.rate))
    }

    /// Samples of the next block; a duration cuts the last one.
    func blockSamples(upTo duration: MediaTime?) -> Int {
        let rest = duration.map { Int($0.count(at: input.format.rate) - position) } ?? .max
        return max(1, min(blockSamples, input.available, rest))
    }

    func send(_ samples: Int, to sender: Sender) throws(StudioError) {
        position += Int64(samples)
        let (rate, channel): (Int32, AudioChannel) = (
            input.format.sampleRate, input.format.channels == 1 ? .mono : .stereo
        )
        try input.take(samples) { bytes throws(StudioError) in
            try sender.sendAudio(bytes, sampleRate: rate, channel: channel)
        }
    }
}
