import ProductionStudio
import StudioCore
import StudioRuntime

/// A moment at which the program changes: the start of a frame.
struct ProgramCut: Hashable, Sendable {
    /// The number of the first frame after it.
    let frame: Int64
    /// The time of this frame. The audio is also cut there.
    let time: MediaTime
}

// Cuts of the program, and what is sent under a slate.
extension MediaProducer {
    // MARK: Cuts

    /// Chooses the next frame before which the audio can be cut: audio of a later time may have been sent already.
    func planCut() {
        program.signal.clear()
        guard cut == nil else { return }
        var frame = video.index
        if let audio, silentSince == nil {
            while MediaTime(count: frame, rate: video.rate).count(at: audio.rate) < audio.position { frame += 1 }
        }
        let time = MediaTime(count: frame, rate: video.rate)
        cut = ProgramCut(frame: frame, time: time)
        limitAudio(to: time)
    }

    /// Whether everything before a cut was sent.
    func hasReached(_ cut: ProgramCut) -> Bool {
        if isSourceOver { return true }
        guard video.index >= cut.frame || video.isOver && slate == nil else { return false }
        guard let audio, silentSince == nil, slate != nil || !audio.isOver else { return true }
        return audio.position >= cut.time.count(at: audio.rate)
    }

    func make(_ cut: ProgramCut) throws(Stop) {
        self.cut = nil
        limitAudio(to: nil)
        if let returned = program.takeReturned() { resume(returned, at: cut) }
        for task in program.takeTasks() {
            switch task {
            case .cut(let change): putOnAir(change, at: cut)
            case .showSlate(let reason): show(reason, at: cut)
            case .endSlate: endSlate(at: cut)
            case .open, .supersede, .fail, .reject, .answer, .wait, .finish: break
            }
        }
        mayFollowGap = true
        resumeTimes()
    }

    /// The next units are on time although they may follow a gap.
    func resumeTimes() {
        guard let frame = dueTime(video.time) else { return }
        sender.resume(videoAt: frame, audioAt: audio.flatMap { dueTime($0.time) })
    }

    private func putOnAir(_ change: ProgramSource.Change, at cut: ProgramCut) {
        // It may have been superseded since it was ready.
        guard let next = program.takeOpened(change) else { return }
        let old = source
        source = next
        (isSourceOver, isAudioPaused, silentSince) = (false, false, nil)
        let silent = audio.map { _ in AudioQueue.silent(next.request.audio.rawFormat) }
        (video, audio) = (next.video, next.audio ?? silent)
        video.begin(at: cut.frame)
        if let audio { audio.begin(at: cut.time.count(at: audio.rate)) }
        if let origin { video.setOrigin(.now + (origin - clock.now)) }
        reportNotes(of: next)
        if slate != nil {
            slate = nil
            program.showed(isSlate: false, .slateEnded(at: cut.time))
        }
        program.isOnAir(change, next, .sourceChanged(name: next.request.name, at: cut.time))
        OpenedSourceBox.release(old)
    }

    private func reportNotes(of source: OpenedSource) {
        source.sources.onNote { [program] in program.report(.note($0)) }
        for note in source.sources.notes { program.report(.note(note)) }
    }

    // MARK: The end of a source

    /// Sends the next unit. At the end of the source, the program may go on.
    func sendOrGoOn() throws(Stop) -> Bool {
        var failure: SourceError?
        do {
            if try sendNext() { return true }
        } catch {
            guard case .source(let cause) = error else { throw error }
            failure = cause
        }
        // The duration was reached.
        if failure == nil, within(video.time) == nil { return false }
        return try goOn(failure)
    }

    private func goOn(_ failure: SourceError?) throws(Stop) -> Bool {
        if !isSourceOver, !program.isOver, video.isOver, mayReturn(video) {
            try awaitReturn()
            return true
        }
        let isNew = !isSourceOver
        program.ended(failure == nil ? .ended : .failed)
        guard !program.isOver else {
            if let failure, isNew { throw .source(failure) }
            return false
        }
        isSourceOver = true
        if let failure, isNew { program.report(.sourceFailed(failure)) }
        // Until another source or a slate follows, or the session is stopped.
        guard program.signal.wait(or: cancellation) else { throw .cancelled }
        return true
    }

    // MARK: Slates

    private func show(_ reason: SlateReason, at cut: ProgramCut) {
        let picture: Slate =
            [.ended, .failed].contains(reason) && program.options.atEnd == .hold ? .hold : program.options.slate
        slate = slates.frames(picture, after: video.takeLast(), to: sender)
        // A source that ended, or was late, may have ended before the cut.
        video.begin(at: cut.frame)
        if let audio { audio.moveSilently(to: cut.time.count(at: audio.rate)) }
        program.showed(isSlate: true, .slateShown(reason, at: cut.time))
    }

    private func endSlate(at cut: ProgramCut) {
        guard slate != nil else { return }
        slate = nil
        video.skipMissed()
        align(at: cut)
        program.showed(isSlate: false, .slateEnded(at: cut.time))
    }

    /// Continues the audio of a source in sync with its next frame, after one of them was paused.
    private func align(at cut: ProgramCut) {
        guard let audio, isAudioPaused || !audio.isLive else { return }
        isAudioPaused = false
        let frames = MediaTime(count: video.taken, rate: video.rate).count(at: audio.rate)
        audio.begin(at: cut.time.count(at: audio.rate), lead: audio.taken - frames)
    }

    /// How many frames a live source may miss under a slate before it counts as stalled, in frames.
    private static let maximumMissed = 30

    /// The live source delivers nothing: the slate follows at once.
    func beginStall() throws(Stop) {
        program.stalled(.stalled)
        pauseAudio()
        try showSlateNow()
    }

    /// Audio that stopped with the video goes on with it; that of another program goes on now.
    private func pauseAudio() {
        guard let audio, audio.isLive else { return }
        readAvailable(audio)
        if silentSince != nil || audio.isOver || audio.failure != nil || !isIndependent(audio) {
            (silentSince, isAudioPaused) = (nil, true)
        } else {
            audio.dropOldest()
        }
    }

    /// Nothing of the source is left to send before the slate.
    private func showSlateNow() throws(Stop) {
        guard program.signal.isSet else { return }
        planCut()
        if let cut { try make(cut) }
    }

    // MARK: FIFOs whose writer has gone

    /// Whether another writer may follow the one of a source that is over.
    func mayReturn(_ queue: any SourceQueue) -> Bool {
        source.request.video.reopensFIFOs && queue.bytes?.isFIFO ?? false
    }

    /// Opens the FIFO of the video again, and that of the audio if its writer has gone as well.
    private func awaitReturn() throws(Stop) {
        if let failure = video.failure { program.report(.note("\(failure)")) }
        var request = source.request
        pauseAudio()
        // One that was opened again may have no writer yet.
        let isAudioGone = audio.map { mayReturn($0) && ($0.isOver || $0.failure != nil || !$0.hasDelivered) } ?? false
        if let audio, isAudioGone {
            // What it delivers from now on is for the source that is opened.
            self.audio = .silent(request.audio.rawFormat, from: audio.position)
        } else {
            request.audio.isEnabled = false
        }
        request.video.mustBeY4M = video.isY4M
        program.stalled(.writerGone)
        program.awaitReturn(of: request, rest: video.bytes.flatMap { $0.hasPushedBack ? $0 : nil })
        try showSlateNow()
    }

    /// Opens the FIFO of the audio again, whose writer has gone. Until another one delivers, it is silent.
    func reopen(_ audio: AudioQueue) {
        if let failure = audio.failure { program.report(.note("\(failure)")) }
        do {
            let input = try source.sources.openAudioAgain { [program] in program.report(.note($0)) }
            self.audio = AudioQueue(input, position: audio.position)
            if let bytes = input.bytes { beginSilence(of: bytes) }
        } catch {
            program.report(.note("\(error); the audio is silent"))
            self.audio = .silent(source.request.audio.rawFormat, from: audio.position)
        }
    }

    /// The FIFO has another writer, whose media begins at this cut.
    private func resume(_ returned: OpenedSource, at cut: ProgramCut) {
        let old = source
        returned.request.audio.isEnabled = source.request.audio.isEnabled
        source = returned
        video = returned.video
        video.begin(at: cut.frame)
        if let origin { video.setOrigin(.now + (origin - clock.now)) }
        if let next = returned.audio {
            audio = next
        } else if isAudioPaused {
            audio?.dropOldest()
        }
        isAudioPaused = false
        if let audio { audio.begin(at: cut.time.count(at: audio.rate)) }
        reportNotes(of: returned)
        OpenedSourceBox.release(old)
    }

    /// Whether an audio pipe delivered much while the video delivered nothing: its program is another one.
    private func isIndependent(_ audio: AudioQueue) -> Bool {
        audio.available >= Int(Self.independence.count(at: audio.rate))
    }

    /// Longer than the interleaving of a program that writes both.
    private static let independence = MediaTime.milliseconds(500)
    /// How long a block of live audio may be late under a slate before silence replaces it, in milliseconds.
    private static let lateness: Int32 = 30

    /// Sends the next unit under a slate. Returns false at the end of the duration.
    func sendNext(under slate: VideoQueue) throws(Stop) -> Bool {
        let (frameTime, audioTime) = (within(video.time), within(audio?.time))
        guard frameTime != nil || audioTime != nil else { return false }
        if let audio, let audioTime, audioTime <= frameTime ?? audioTime {
            try listen(to: audio)
            guard try wait(for: audioTime), !program.signal.isSet else { return true }
            try sendAudio(audio)
            noteSent(audioTime, of: .audio)
        } else if let frameTime {
            try watch()
            guard try wait(for: frameTime), !program.signal.isSet else { return true }
            try sendFrame(of: slate)
            noteSent(frameTime, of: .video)
        }
        return true
    }

    private func sendFrame(of slate: VideoQueue) throws(Stop) {
        var slate = slate
        while !slate.hasUnit {
            slate.read()
            guard let failure = slate.failure else { continue }
            program.report(.note("the slate is black: \(failure)"))
            slate = slates.frames(.black, after: nil, to: sender)
            self.slate = slate
        }
        // The source goes on under a slate, unless it has stopped.
        if case .delivering = program.delivery { video.replaceNext() } else { video.begin(at: video.index + 1) }
        try send { () throws(StudioError) in try slate.send(to: sender) }
        program.countSlateFrame()
    }

    /// Sends live audio, or silence while the source goes on.
    private func sendAudio(_ audio: AudioQueue) throws(Stop) {
        if audio.isLive, !isAudioPaused, audio.failure == nil {
            if !audio.hasUnit, !audio.isOver,
                audio.bytes?.waitUntilReadable(
                    beside: nil, or: cancellation, milliseconds: Self.lateness) == .this
            {
                audio.read()
            }
            if audio.hasUnit {
                let samples = audio.blockSamples(upTo: audioEnd)
                return try send { () throws(StudioError) in try audio.send(samples, to: sender) }
            }
        }
        let samples = audio.silentSamples(upTo: audioEnd)
        if !audio.isLive, case .delivering = program.delivery { audio.drop(samples) }
        try send { () throws(StudioError) in try audio.sendSilence(samples, to: sender) }
    }

    /// Reads the source under a slate, without waiting, and notices what it does.
    private func watch() throws(Stop) {
        let before = program.delivery
        if case .over = before { return }
        if before == .stalled(.writerGone) { return }
        readAvailable(video)
        if video.failure != nil || video.isOver {
            if mayReturn(video) { return try awaitReturn() }
            if let failure = video.failure, !isSourceOver { program.report(.sourceFailed(failure)) }
            isSourceOver = true
            return program.ended(video.failure == nil ? .ended : .failed)
        }
        video.dropMissed()
        if video.missed > Self.maximumMissed {
            video.forgetMissed()
            try beginStall()
        } else if case .stalled = before, video.hasUnit {
            program.delivered()
        }
    }

    /// Reads audio under a slate, without waiting.
    private func listen(to audio: AudioQueue) throws(Stop) {
        readAvailable(audio)
        guard isAudioPaused, isIndependent(audio) else { return }
        isAudioPaused = false
        audio.dropOldest()
    }

    private func readAvailable(_ queue: any SourceQueue) {
        while !queue.hasUnit || queue.bytes != nil && isAudioPaused && queue.mayReadAhead, !queue.isOver,
            queue.failure == nil
        {
            if let input = queue.bytes, !input.isRegularFile, !input.hasPushedBack,
                input.waitUntilReadable(beside: nil, or: cancellation, milliseconds: 0) != .this
            {
                return
            }
            queue.read()
        }
    }
}
