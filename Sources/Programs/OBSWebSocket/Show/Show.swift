import SessionProtocol
package import StudioCore

/// The session, as controllers see it: made from its snapshot, kept up to date by its events.
///
/// The first snapshot decides the states of outputs; from then on events do, and snapshots deliver counts. So no event is
/// reported twice. After missed events, a snapshot decides again.
package struct Show: Hashable, Sendable {
    /// The size and the rate of the program.
    package struct Video: Hashable, Sendable {
        package var width: Int32
        package var height: Int32
        /// `nil` when it is unknown: the app sends as it likes.
        package var rate: Rate?
    }

    /// Frames since the start.
    package struct Frames: Hashable, Sendable {
        package var accepted = 0
        package var dropped = 0
        package var repeated = 0
    }

    /// The only folder to which clients write; absolute, without a final `/`.
    package let folder: String
    /// The folder to which relative paths of outputs refer, in the same form.
    package let sessionFolder: String
    /// Whether the session has a slate: it has sources of its own.
    package internal(set) var hasSlate: Bool
    private struct FrameCount: Hashable, Sendable {
        let at: MediaTime
        let frames: Int
    }

    /// A snapshot comes after a few frames, so that two of them are not enough for a rate.
    private static let rateWindow = MediaTime.seconds(2)

    /// Whether a snapshot has come. Before that, requests are answered with `NotReady`.
    package internal(set) var isReady = false
    /// Whether the session has ended.
    package internal(set) var hasEnded = false
    /// Whether the session does not answer: nothing is known of the present.
    package private(set) var isSilent = false
    package internal(set) var outputs: [ShowOutput] = []
    /// `nil` until it is known.
    package internal(set) var video: Video?
    package internal(set) var hasAudio = true
    package internal(set) var isSlateOnAir = false
    /// Whether the slate was asked for, and the source was not since then.
    package internal(set) var isSlateWanted = false
    package internal(set) var volume = 1.0
    package internal(set) var isMuted = false
    package internal(set) var frames = Frames()
    /// Frames a second over the latest two seconds; `nil` before.
    package internal(set) var measuredRate: Double?
    /// The accepted frames at the times of those snapshots, and of the one before them.
    private var counts: [FrameCount] = []
    /// The files of the recording that goes on, or has just ended, by their outputs.
    private var recordFiles: [Int: String] = [:]

    /// Where the next start of the stream sends to; `nil` for the outputs that are there.
    var nextService: StreamService?
    /// The output that was added for it.
    var serviceNumber: Int?

    private var streamEvents = OutputEvents()
    private var recordEvents = OutputEvents()

    /// The levels of the accepted audio in dBFS, and when they came.
    var levels: ControlLevels?
    var levelsAt = MediaTime.zero

    /// - Parameters:
    ///   - sessionFolder: `nil` for the same folder.
    ///   - hasSlate: until a snapshot tells.
    package init(folder: String, sessionFolder: String? = nil, hasSlate: Bool = false) {
        (self.folder, self.sessionFolder, self.hasSlate) = (folder, sessionFolder ?? folder, hasSlate)
    }

    /// The path of a file that an output names.
    func path(_ address: String) -> String { address.hasPrefix("/") ? address : "\(sessionFolder)/\(address)" }

    // MARK: Parts

    /// The outputs that were not removed.
    package var presentOutputs: [ShowOutput] { outputs.filter { !$0.isRemoved } }

    package func outputs(of group: ShowOutput.Group) -> [ShowOutput] { presentOutputs.filter { $0.group == group } }

    /// Whether a snapshot is needed to know what outputs have taken since their start.
    var needsCounts: Bool { isReady && !hasEnded && outputs.contains(where: \.needsCounts) }

    var scenes: [Scene] { hasSlate ? [.program, .slate] : [.program] }

    var currentScene: Scene { isSlateOnAir && hasSlate ? .slate : .program }

    /// The scene that was asked for last.
    var wantedScene: Scene { isSlateWanted && hasSlate ? .slate : .program }

    mutating func update(_ number: Int, _ body: (inout ShowOutput) -> Void) {
        guard let index = outputs.firstIndex(where: { $0.number == number }) else { return }
        body(&outputs[index])
    }

    // MARK: Events of outputs

    /// What the outputs of a group do together; removed ones count until they have ended.
    private func phase(of group: ShowOutput.Group) -> OutputEvents.Phase {
        let states = outputs.filter { $0.group == group }.map(\.state)
        if states.contains(where: { $0 == .live || $0 == .stalled }) { return isSilent ? .reconnecting : .active }
        if states.contains(.retrying) { return .reconnecting }
        if states.contains(where: { [.waiting, .connecting, .awaitingReader, .listening].contains($0) }) {
            return .starting
        }
        return states.contains(.finishing) ? .stopping : .idle
    }

    /// The events since the last call; those of the stream come first.
    mutating func outputEvents() -> [OBSEvent] {
        let stream = streamEvents.move(to: phase(of: .stream)).map { OBSEvent.streamState($0) }
        let record = recordEvents.move(to: phase(of: .record)).map { state in
            if state == .starting { recordFiles = [:] }
            // The end of a recording may be reported when the next one is live already.
            if state == .started { noteRecordFiles() }
            return OBSEvent.recordState(state, path: recordPath)
        }
        noteRecordFiles()
        return stream + record
    }

    private mutating func noteRecordFiles() {
        for output in outputs where output.group == .record && output.isOpen {
            recordFiles[output.number] = output.address
        }
    }

    /// The first file of the recording that is there.
    private var recordPath: String? {
        for output in outputs {
            guard let address = recordFiles[output.number] else { continue }
            if let last = output.lastFile, last.address == address, case .missing = last.end { continue }
            return path(address)
        }
        return nil
    }

    // MARK: Silence

    /// The session does not answer: what was live is reconnecting.
    mutating func beginSilence() -> [OBSEvent] {
        isSilent = true
        return outputEvents()
    }

    /// The session has said something.
    mutating func endSilence() -> [OBSEvent] {
        guard isSilent else { return [] }
        isSilent = false
        return hasEnded ? [] : outputEvents()
    }

    // MARK: Frames

    /// Counts the accepted frames of a snapshot that came at a time.
    mutating func count(_ frames: Frames, at now: MediaTime) {
        self.frames = frames
        counts.append(FrameCount(at: now, frames: frames.accepted))
        while counts.count > 2, now - counts[1].at >= Self.rateWindow { counts.removeFirst() }
        guard let first = counts.first, now > first.at else { return }
        measuredRate = Double(max(0, frames.accepted - first.frames)) / (now - first.at).seconds
    }

    // MARK: Audio

    /// How long levels count after the last audio.
    private static let levelDuration = MediaTime.milliseconds(300)

    /// The meters at a time; `nil` for a program without audio.
    func meters(at now: MediaTime) -> [MeterLevels]? {
        guard hasAudio else { return nil }
        guard let levels else { return [] }
        let isOld = now - levelsAt > Self.levelDuration
        let factor = isMuted ? 0 : volume
        return zip(levels.rms, levels.peak).map { rms, peak in
            let (rms, peak) = isOld ? (0, 0) : (Self.amplitude(rms), Self.amplitude(peak))
            return MeterLevels(rms: rms * factor, peak: peak * factor, input: peak)
        }
    }

    private static func amplitude(_ decibels: Double) -> Double { min(1, ProgramInput.factor(decibels)) }
}
