import GStreamer
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
    /// The number of the next frame in the program.
    private(set) var index: Int64
    /// The number of frames that were taken from the source.
    private(set) var taken: Int64 = 0
    /// Frames that were replaced before they were read.
    private(set) var missed = 0
    private var hasEnded = false
    private(set) var failure: SourceError?
    /// Whether the frame that was sent last is kept.
    private let keepsLast: Bool
    private var last: QueuedFrame?

    /// Frames that may be read ahead: ten seconds, as of audio, in as much memory as one second of 1080p30. It covers the
    /// interleaving distance of muxers, and a program that writes video and audio in turns of seconds.
    private let limit: Int
    private static let minimumLimit = 30
    private static let memoryLimit = 30 * 1920 * 1080 * 3 / 2

    /// - Parameters:
    ///   - index: the number of the first frame in the program.
    ///   - keepsLast: whether ``withLast(_:)`` is used.
    init(_ input: any VideoInput, sender: Sender, index: Int64 = 0, keepsLast: Bool = false) {
        self.input = input
        self.sender = sender
        self.index = index
        self.keepsLast = keepsLast
        let description = input.description
        let frameBytes = Int(description.width) * Int(description.height) * 3 / 2
        limit = max(
            Self.minimumLimit,
            min(Self.memoryLimit / max(1, frameBytes), Int(MediaTime.seconds(10).count(at: description.rate))))
        let declared = sender.capability.format.range
        let mustConvert = declared != input.description.range && Correction.rangeLabel.isOn
        conversion = mustConvert ? declared : nil
    }

    var bytes: ByteInput? { input.bytes }
    var isY4M: Bool { input.isY4M }
    /// Whether its frames are generated or come from a file, so that it never waits for another program.
    var isLocal: Bool { input.bytes?.isRegularFile ?? true }
    /// Whether they come from another program, which does not wait.
    var isLive: Bool { !isLocal }
    var hasUnit: Bool { isCurrentComplete || !complete.isEmpty }
    var isOver: Bool { hasEnded && !hasUnit }
    var mayReadAhead: Bool { !hasEnded && complete.count < limit }
    var nextTime: MediaTime? { isOver && failure == nil ? nil : time }
    /// When the next frame is due, whether the source has one or not.
    var time: MediaTime { MediaTime(count: index, rate: rate) }
    var rate: Rate { input.description.rate }

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
        taken += 1
        if !complete.isEmpty, let frame = complete.removeFirst().take() {
            if keepsLast { last = QueuedFrame(frame.shared()) }
            try sender.send(frame)
        } else if let frame = current.take() {
            isCurrentComplete = false
            if keepsLast { last = QueuedFrame(frame.shared()) }
            try sender.send(frame)
        }
    }

    // MARK: Changes of the program

    /// The next frame gets this number.
    func begin(at index: Int64) { self.index = index }

    /// A frame of another source is sent instead of the next one, which is dropped; later, if it was not read yet.
    func replaceNext() {
        index += 1
        missed += 1
        dropMissed()
    }

    /// Drops what should have been replaced before.
    func dropMissed() {
        while missed > 0, hasUnit {
            missed -= 1
            dropNext()
        }
    }

    /// The next frame gets a later number, so that it is in sync although earlier ones are missing.
    func skipMissed() {
        index += Int64(missed)
        missed = 0
    }

    /// The source has stopped: what was not read is not missing.
    func forgetMissed() { missed = 0 }

    private func dropNext() {
        taken += 1
        if !complete.isEmpty {
            complete.removeFirst()
        } else {
            // Its memory is used again.
            isCurrentComplete = false
        }
    }

    /// The frame that was sent last; `nil` before the first one.
    func takeLast() -> BorrowedFrame? {
        guard let frame = last?.take() else { return nil }
        last = QueuedFrame(frame.shared())
        return frame
    }
}

/// Audio, split into blocks of 20 ms.
final class AudioQueue: SourceQueue {
    private let input: any AudioInput
    /// The number of the next sample in the program.
    private(set) var position: Int64
    /// The number of samples that were taken from the source.
    private(set) var taken: Int64 = 0
    /// The silence that precedes the next sample of the source, in samples.
    private var lead: Int64 = 0
    private var silence: [UInt8] = []
    private var hasEnded = false
    private(set) var failure: SourceError?
    /// Whether any data was read.
    private(set) var hasDelivered = false

    /// Blocks per second: 20 ms each, as in bots and meeting clients.
    private static let blocksPerSecond = 50
    /// Seconds of audio that may be read ahead.
    private static let limit = 10

    /// - Parameter position: the number of the first sample in the program.
    init(_ input: any AudioInput, position: Int64 = 0) {
        self.input = input
        self.position = position
    }

    /// The silence of a source without audio.
    static func silent(_ format: AudioFormat, from position: Int64 = 0) -> AudioQueue {
        AudioQueue(GeneratedAudio.silent(format), position: position)
    }

    var available: Int { input.available }
    private var blockSamples: Int { max(1, Int(input.format.sampleRate) / Self.blocksPerSecond) }

    var bytes: ByteInput? { input.bytes }
    var endsWithVideo: Bool { input.endsWithVideo }
    var hasUnit: Bool { input.available >= blockSamples || hasEnded && input.available > 0 }
    var isOver: Bool { hasEnded && input.available == 0 }
    var mayReadAhead: Bool { !hasEnded && input.available < Self.limit * Int(input.format.sampleRate) }
    var nextTime: MediaTime? { isOver && failure == nil ? nil : time }
    /// When the next sample is due, whether the source has one or not.
    var time: MediaTime { MediaTime(count: position, rate: rate) }
    var rate: Rate { input.format.rate }

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
    ///
    /// - Returns: the time that was skipped.
    func resume(at time: MediaTime) -> MediaTime {
        let former = position
        position = max(position, time.count(at: input.format.rate))
        return MediaTime(count: position - former, rate: rate)
    }

    /// The number of samples of the next block; the end, of the duration or of the source on air, may shorten the last one.
    func blockSamples(upTo end: MediaTime?) -> Int {
        let rest = end.map { Int($0.count(at: input.format.rate) - position) } ?? .max
        return max(1, min(blockSamples, input.available, rest))
    }

    func send(_ samples: Int, to sender: Sender) throws(StudioError) {
        if lead > 0 {
            let samples = min(Int64(samples), lead)
            lead -= samples
            return try sendSilence(Int(samples), to: sender)
        }
        position += Int64(samples)
        taken += Int64(samples)
        try input.take(samples) { bytes throws(StudioError) in try send(bytes, to: sender) }
    }

    private func send(_ bytes: UnsafeRawBufferPointer, to sender: Sender) throws(StudioError) {
        let channel: AudioChannel = input.format.channels == 1 ? .mono : .stereo
        try sender.sendAudio(bytes, sampleRate: input.format.sampleRate, channel: channel)
    }

    // MARK: Changes of the program

    /// Whether it comes from another program, which does not wait.
    var isLive: Bool { input.bytes.map { !$0.isRegularFile } ?? false }

    /// The next sample gets this number.
    ///
    /// - Parameter lead: the silence before the next sample of the source, in samples; a negative one drops samples.
    func begin(at position: Int64, lead: Int64 = 0) {
        self.position = position
        self.lead = max(0, lead)
        if lead < 0 { drop(Int(-lead)) }
    }

    /// Skips to a later position. The gap is not filled with silence.
    func moveSilently(to position: Int64) { self.position = max(self.position, position) }

    /// Drops what was read but for the last block, because live audio belongs to the current time.
    func dropOldest() { drop(input.available - blockSamples) }

    /// Drops samples that were read.
    func drop(_ samples: Int) {
        let count = min(samples, input.available)
        guard count > 0 else { return }
        taken += Int64(count)
        input.take(count) { _ in }
    }

    /// The number of samples of the next block of silence.
    func silentSamples(upTo end: MediaTime?) -> Int {
        let rest = end.map { Int($0.count(at: input.format.rate) - position) } ?? .max
        return max(1, min(blockSamples, rest))
    }

    /// Sends silence instead of the source.
    func sendSilence(_ samples: Int, to sender: Sender) throws(StudioError) {
        position += Int64(samples)
        let count = samples * input.format.frameBytes
        if silence.count < count { silence = [UInt8](repeating: 0, count: count) }
        try silence.withUnsafeBufferPointer { bytes throws(StudioError) in
            try send(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<count])), to: sender)
        }
    }
}
