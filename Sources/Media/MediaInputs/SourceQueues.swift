import ProductionStudio
import StudioCore
import StudioRuntime

/// The units of one source that were read and are waiting to be sent.
protocol SourceQueue: AnyObject {
    /// When the next unit is due, in the source's time; `nil` at the end of the source.
    var nextTime: MediaTime? { get }
    var hasUnit: Bool { get }
    /// Whether the queue is empty and the source has ended.
    var isOver: Bool { get }
    /// Why the source ended early; units read before are still sent.
    var failure: SourceError? { get }
    /// Whether more than the next unit may be queued.
    var mayReadAhead: Bool { get }
    var bytes: ByteInput? { get }
    /// Reads once; a failure ends the source.
    func read()
}

/// Video frames in the sender's own buffers: read in place, sent without a copy.
final class VideoQueue: SourceQueue {
    private final class QueuedFrame {
        private var frame: BorrowedFrame?
        init(_ frame: consuming BorrowedFrame) { self.frame = consume frame }
        func take() -> BorrowedFrame? { frame.take() }
    }

    private let input: any VideoInput
    private let sender: Sender
    private let conversion: VideoRange?
    private var current: BorrowedFrame?
    private var isCurrentComplete = false
    /// Filled only while the other input has no data.
    private var complete: [QueuedFrame] = []
    private var index: Int64 = 0
    private var hasEnded = false
    private(set) var failure: SourceError?

    /// One second of 1080p30 is 93 MB, which covers the interleaving distance of muxers.
    private static let limit = 30

    init(_ input: any VideoInput, sender: Sender) {
        self.input = input
        self.sender = sender
        let declared = sender.capability.format.range
        conversion = declared == input.description.range ? nil : declared
    }

    var bytes: ByteInput? { input.bytes }
    /// Whether its frames are generated or come from a file, so that it never waits for another program.
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
            complete.append(QueuedFrame(frame))
            isCurrentComplete = false
        }
        if current == nil {
            do {
                current = .some(try sender.borrowFrame())
            } catch {
                throw SourceError(error.message, hint: "close other programs, or use a smaller frame size")
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

/// Audio, split into blocks of 20 ms.
final class AudioQueue: SourceQueue {
    private let input: any AudioInput
    private var position: Int64 = 0
    private var hasEnded = false
    private(set) var failure: SourceError?
    /// Whether any data was read.
    private(set) var hasDelivered = false

    /// Blocks per second: 20 ms each, as in bots and meeting clients.
    private static let blocksPerSecond = 50
    /// Seconds of audio that may be read ahead.
    private static let limit = 10

    init(_ input: any AudioInput) {
        self.input = input
    }

    private var blockSamples: Int { max(1, Int(input.format.sampleRate) / Self.blocksPerSecond) }

    var bytes: ByteInput? { input.bytes }
    var endsWithVideo: Bool { input.endsWithVideo }
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

    /// Resumes at `time`: audio that was not delivered until now is skipped, new data belongs to this time.
    func resume(at time: MediaTime) {
        position = max(position, time.count(at: input.format.rate))
    }

    /// The number of samples of the next block; the duration may shorten the last block.
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
