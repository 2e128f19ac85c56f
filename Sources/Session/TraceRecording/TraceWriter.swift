import Glibc
import GStreamer
import MediaHashing
import StudioCore
import StudioRuntime
import StudioTrace

/// Writes the records of a queue to a file. Used by one thread.
struct TraceWriter: ~Copyable {
    private let queue: TraceQueue
    private let header: TraceHeader
    private let isPatient: Bool
    private let open: @Sendable () throws(TraceFile.OpenError) -> TraceFile
    private let encoder = JSONLineEncoder()
    private var file: TraceFile?
    private var failure: String?
    /// Encoded lines that are not written yet.
    private var pending: [UInt8] = []
    private var threads: [UInt: Int] = [:]
    private var lastTime = MediaTime.zero

    /// Lines are written when the queue is empty, and at this size at the latest.
    private static let batch = 64 * 1024

    init(
        _ queue: TraceQueue, _ header: TraceHeader, isPatient: Bool,
        open: @escaping @Sendable () throws(TraceFile.OpenError) -> TraceFile
    ) {
        self.queue = queue
        self.header = header
        self.isPatient = isPatient
        self.open = open
    }

    /// Writes until the queue is closed and empty.
    ///
    /// - Returns: the failure in one line.
    mutating func run() -> String? {
        var record = QueuedRecord()
        var mayOpen = !isPatient
        while queue.take(&record) {
            guard let event = event(of: record) else { continue }
            mayOpen = mayOpen || Self.isCallOfApp(event)
            append(event, at: record.time)
            if mayOpen { openFile() }
            if file != nil, queue.isEmpty || pending.count >= Self.batch { write() }
        }
        // Nothing happened: a session without a call of the app leaves no file.
        guard mayOpen, file != nil else { return failure }
        append(.end(queue.end), at: max(lastTime, queue.endTime))
        write()
        let code = file?.writer.finish() ?? 0
        if code != 0 { fail(code) }
        return failure
    }

    private static func isCallOfApp(_ event: TraceEvent) -> Bool {
        switch event {
        // Setting a delegate and asking is not yet a session.
        case .call(let call):
            call.name == "start" || call.name == "stop"
                || call.name == "join" && call.result?.text == StudioError.Code.success.rawValue
        case .video, .audio, .violation, .command: true
        default: false
        }
    }

    // MARK: Records

    private mutating func event(of record: borrowing QueuedRecord) -> TraceEvent? {
        switch record.content {
        case .nothing: return nil
        case .call(let call): return .call(call)
        case .drop(let drop): return .drop(drop)
        case .state(let state): return .state(state)
        case .event(let event): return TraceEvent(event)
        case .unit(let unit):
            let thread = ordinal(unit.thread)
            switch unit.format {
            case .video(let layout, let format):
                var frame = TraceFrame(
                    width: layout.width, height: layout.height, format: format.description, stamp: unit.stamp,
                    thread: thread, isDropped: unit.isDropped ? true : nil, isOnQueue: unit.isOnQueue ? true : nil,
                    machineDelay: unit.recordedDelay)
                if let (hash, isBlack) = examine(record, layout, format) {
                    (frame.hash, frame.isBlack) = (hash, isBlack)
                }
                return .video(frame)
            case .audio(let format, let samples):
                var block = TraceBlock(
                    sampleRate: Int(format.sampleRate), channels: Int(format.channels), samples: samples,
                    stamp: unit.stamp, thread: thread, isDropped: unit.isDropped ? true : nil,
                    isOnQueue: unit.isOnQueue ? true : nil, machineDelay: unit.recordedDelay)
                if let (hash, isSilent) = examine(record) { (block.hash, block.isSilent) = (hash, isSilent) }
                return .audio(block)
            }
        }
    }

    private func examine(
        _ record: borrowing QueuedRecord, _ layout: I420Layout, _ format: FrameDataFormat
    ) -> (TraceHash?, Bool)? {
        record.media?.withBytes { bytes in
            let hash = SampleHash.hash(of: bytes, FrameLayout(layout))
            return (hash.map { TraceHash(value: $0) }, BlackCheck.isBlack(bytes, layout, format.range ?? .full))
        } ?? nil
    }

    private func examine(_ record: borrowing QueuedRecord) -> (TraceHash, Bool)? {
        record.media?.withBytes { bytes in
            (TraceHash(value: SampleHash.hash(of: bytes)), SilenceCheck.isSilent(bytes))
        }
    }

    /// 1 for the first thread, 2 for the second one.
    private mutating func ordinal(_ thread: UInt) -> Int {
        if let known = threads[thread] { return known }
        threads[thread] = threads.count + 1
        return threads.count
    }

    private mutating func append(_ event: TraceEvent, at time: MediaTime) {
        lastTime = time
        guard failure == nil else { return }
        do {
            pending += try encoder.line(TraceRecord(event, at: time))
        } catch {
            failure = "cannot encode a record of the trace: \(error)"
        }
    }

    // MARK: File

    private mutating func openFile() {
        guard file == nil, failure == nil else { return }
        do {
            file = try open()
            pending = try encoder.line(header) + pending
        } catch {
            failure = "\(error)"
        }
    }

    private mutating func write() {
        guard let file, failure == nil else { return }
        let code = pending.withUnsafeBytes { file.writer.write($0) }
        pending.removeAll(keepingCapacity: true)
        if code != 0 { fail(code) }
    }

    private mutating func fail(_ code: Int32) {
        guard failure == nil else { return }
        failure = "cannot write the trace '\(file?.path ?? "")': \(String(cString: strerror(code)))"
    }
}

extension AcceptedUnit {
    /// A scheduler's usual delays are not recorded.
    private static let usualDelay = MediaTime.milliseconds(1)

    fileprivate var recordedDelay: MediaTime? { machineDelay > Self.usualDelay ? machineDelay : nil }
}
