import StudioCore
import StudioTrace

/// Builds traces of an app: a correct one unless a property says otherwise.
struct TraceScript {
    var asksSupport = true
    var asksPermission = true
    var seconds = 10
    /// The interval of frame `index` and the next one.
    var interval: (_ index: Int) -> MediaTime = { index in
        MediaTime(count: Int64(index + 1), rate: .thirty) - MediaTime(count: Int64(index), rate: .thirty)
    }
    /// The number of frames that are sent.
    var frameLimit = Int.max
    /// What is seen in frame `index`.
    var picture: (_ index: Int) -> (hash: UInt64, isBlack: Bool) = { (UInt64($0), false) }
    /// The duration of a block of audio, and its distance from the next one.
    var audioBlock = MediaTime.milliseconds(20)
    var audioInterval: (_ index: Int) -> MediaTime = { _ in .milliseconds(20) }
    var audioStart = MediaTime.zero
    var sendsAudio = true
    /// Whether block `index` is silent.
    var silence: (_ index: Int) -> Bool? = { _ in nil }
    /// The thread of each kind, and whether it is a queue's.
    var threads = (video: 1, audio: 1)
    var isOnQueue: Bool?
    /// For how long the machine keeps the sender of a frame or a block waiting.
    var frameDelay: (_ index: Int) -> MediaTime? = { _ in nil }
    var blockDelay: (_ index: Int) -> MediaTime? = { _ in nil }
    var clock = TraceHeader.Clock.system
    var isFast: Bool?
    /// Records before the media.
    var beforeMedia: [TraceEvent] = []
    /// The time from the app's stop to its callback.
    var stopDelay = MediaTime.zero
    /// The time from the last frame or block to the app's stop.
    var pauseBeforeStop = MediaTime.zero
    /// Whether the app stops by itself; otherwise the studio does.
    var callsStop = true
    /// Records after the media, before the app stops.
    var beforeStop: [TraceEvent] = []
    /// Records after the stop call, before its callback.
    var whileStopping: [TraceEvent] = []
    /// Records after the end, and their time after it.
    var afterStop: [(delay: MediaTime, event: TraceEvent)] = []
    /// Records before the start call.
    var beforeStart: [TraceEvent] = []
    var isStopReceived = true
    var isComplete = true

    /// The time stamps of the studio: it tolerates 40 ms, then a gap or an overlap follows.
    private static let tolerance = MediaTime.milliseconds(40)

    var trace: Trace {
        var records: [TraceRecord] = []
        func add(_ event: TraceEvent, at time: MediaTime = .zero) { records.append(TraceRecord(event, at: time)) }
        add(.call(TraceCall("setDelegate", ["isSet": true])))
        if asksSupport { add(.call(TraceCall("isSupported", result: true))) }
        if asksPermission { add(.call(TraceCall("canStart", result: true))) }
        for event in beforeStart { add(event) }
        add(.call(TraceCall("start", result: "Success")))
        add(.callback(TraceCallback("startAnswered", ["accepted": true], isReceived: true)))
        add(.callback(TraceCallback("sendingStarted", ["hasSender": true], isReceived: true)))
        for event in beforeMedia { add(event) }
        records += media.sorted { $0.time < $1.time }
        let end = (records.last?.time ?? .zero) + pauseBeforeStop
        for event in beforeStop { add(event, at: end) }
        if callsStop { add(.call(TraceCall("stop", result: "Success")), at: end) }
        for event in whileStopping { add(event, at: end) }
        let stopped = end + stopDelay
        add(.callback(TraceCallback("sendingStopped", isReceived: isStopReceived)), at: stopped)
        for (delay, event) in afterStop { add(event, at: stopped + delay) }
        if isComplete { add(.end(TraceEnd(unhashed: 0, lost: 0)), at: records.last?.time ?? .zero) }
        let header = TraceHeader(writer: "test", clock: clock, session: "1", seed: nil, isFast: isFast)
        return Trace(header: header, records: records)
    }

    private var media: [TraceRecord] {
        let end = MediaTime.seconds(Double(seconds))
        var records: [TraceRecord] = []
        var (time, index) = (MediaTime.zero, 0)
        while time < end {
            if index >= frameLimit { break }
            let (hash, isBlack) = picture(index)
            let frame = TraceFrame(
                width: 64, height: 36, format: "i420-full", stamp: time, thread: threads.video,
                hash: TraceHash(value: hash), isBlack: isBlack, isOnQueue: isOnQueue,
                machineDelay: frameDelay(index))
            records.append(TraceRecord(.video(frame), at: time))
            time += interval(index)
            index += 1
        }
        (time, index) = (audioStart, 0)
        var stamp = time
        while time < end, sendsAudio {
            if abs((time - stamp).nanoseconds) > Self.tolerance.nanoseconds { stamp = time }
            let block = TraceBlock(
                sampleRate: 48_000, channels: 2, samples: Int(audioBlock.count(at: .samples(48_000))), stamp: stamp,
                thread: threads.audio, isSilent: silence(index), isOnQueue: isOnQueue,
                machineDelay: blockDelay(index))
            records.append(TraceRecord(.audio(block), at: time))
            stamp += block.duration
            time += audioInterval(index)
            index += 1
        }
        return records
    }

    static func refusal(_ rule: String, code: String = "WrongUsage") -> TraceEvent {
        .violation(TraceViolation(rule: rule, code: code, message: "diagnosis of \(rule)", isRefusal: true))
    }

    static let frame = TraceEvent.video(
        TraceFrame(width: 64, height: 36, format: "i420-full", stamp: .zero, thread: 1, hash: TraceHash(value: 1)))
}
