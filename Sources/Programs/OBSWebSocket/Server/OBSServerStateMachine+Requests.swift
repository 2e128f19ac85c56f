import FoundationEssentials
package import SessionProtocol
package import StudioCore

// Requests and batches from their arrival to their answers.
extension OBSServerStateMachine {
    /// Performs a request now or after those before it.
    mutating func enqueue(
        _ request: ClientRequest, of id: ConnectionID, at now: MediaTime
    ) -> [ServerAction] {
        if RequestTable.row(of: Request(request.type))?.kind == .beside {
            return perform(ServerJob(request, of: id), at: now) + flow(id)
        }
        connections[id]?.waiting.append(request)
        return performWaiting(of: id, at: now) + flow(id)
    }

    /// Performs requests that wait, until one of them must wait for the session.
    private mutating func performWaiting(of id: ConnectionID, at now: MediaTime) -> [ServerAction] {
        var actions: [ServerAction] = []
        while connections[id]?.current == nil, let request = connections[id]?.takeWaiting() {
            actions += perform(ServerJob(request, of: id), isOrdered: true, at: now)
        }
        return actions
    }

    /// Begins a job.
    mutating func perform(_ job: ServerJob, isOrdered: Bool = false, at now: MediaTime) -> [ServerAction] {
        let number = number()
        jobs[number] = job
        connections[job.connection]?.jobs += 1
        if isOrdered { connections[job.connection]?.current = number }
        return run(number, at: now)
    }

    /// Performs the requests of a job until it must wait or is answered.
    ///
    /// - Parameter isOldFine: whether the first one does not wait for a snapshot.
    private mutating func run(_ number: Int, at now: MediaTime, isOldFine: Bool = false) -> [ServerAction] {
        var (actions, isOldFine) = ([ServerAction](), isOldFine)
        while let request = jobs[number]?.request {
            if !isOldFine, !show.isSilent, RequestTable.row(of: request)?.readsSnapshot == true, isOld(at: now) {
                jobs[number]?.wait = .snapshot(until: now + ServerJob.patience)
                return actions + requestSnapshot(ifNonePends: true, at: now)
            }
            isOldFine = false
            let begun: (result: RequestResult?, actions: [ServerAction])
            do throws(RequestFailure) {
                begun = try begin(request, of: number, at: now)
            } catch {
                begun = (RequestResult.failure(error), [])
            }
            actions += begun.actions
            guard let result = begun.result else { return actions }
            take(result, of: number)
        }
        return actions + finish(number, at: now)
    }

    /// Performs a request.
    ///
    /// - Returns: its result; `nil` when it must wait.
    private mutating func begin(
        _ request: Request, of number: Int, at now: MediaTime
    ) throws(RequestFailure) -> (RequestResult?, [ServerAction]) {
        guard let job = jobs[number] else { return (nil, []) }
        switch try step(request, of: job) {
        case .answer(let data): return (.success(data), [])
        case .broadcast(let event):
            if job.batch != nil {
                let bytes = job.eventBytes + event.message.approximateBytes
                guard bytes <= ServerJob.maximumEventBytes else {
                    throw RequestFailure(.notEnoughResources, "The events of the batch are longer than 1 MiB.")
                }
                jobs[number]?.eventBytes = bytes
            }
            return (.success(nil), publish([event]))
        case .perform(let commands, let completion):
            jobs[number]?.wait = .commands(rest: commands, replies: [], completion)
            return (nil, performNext(number, at: now))
        case .show(let scene, let commands):
            jobs[number]?.wait = .commands(rest: commands, replies: [], .scene(scene))
            return (nil, performNext(number, at: now))
        case .capture(_, .answer) where job.isUnheard: return (.success(nil), [])
        case .capture(let capture, let purpose):
            jobs[number]?.wait = .capture(purpose)
            return (nil, [.capture(number, capture)])
        case .slot(let access):
            jobs[number]?.wait = .slot
            return (nil, [.access(number, access)])
        case .setService(let service):
            show.set(service)
            return (.success(nil), [])
        case .sleep(let time):
            jobs[number]?.wait = .sleep(until: now + time)
            return (nil, [])
        }
    }

    /// Takes the result of a request, and counts its bytes.
    private mutating func take(_ result: RequestResult, of number: Int) {
        guard let job = jobs[number] else { return }
        jobs[number]?.take(result)
        connections[job.connection]?.resultBytes += (jobs[number]?.resultBytes ?? 0) - job.resultBytes
    }

    private func step(_ request: Request, of job: ServerJob) throws(RequestFailure) -> RequestStep {
        guard show.isReady, !show.hasEnded else {
            throw RequestFailure(.notReady, "OBS is not ready to perform the request.")
        }
        guard !show.isSilent else { throw Self.silentFailure }
        let connection = connections[job.connection]
        if job.batch != nil, let bytes = connection?.resultBytes, bytes >= ServerJob.maximumResultBytes {
            throw RequestFailure(
                .notEnoughResources,
                "The results of your batches are longer than 4 MiB; this request was not performed.")
        }
        return try RequestTable.step(
            request,
            RequestContext(
                show: show, facts: facts, incoming: connection?.incoming ?? 0, outgoing: connection?.outgoing ?? 0))
    }

    /// Takes the result that a job has waited for, and goes on.
    private mutating func resume(_ number: Int, _ result: RequestResult, at now: MediaTime) -> [ServerAction] {
        guard jobs[number] != nil else { return [] }
        take(result, of: number)
        return goOn(number, at: now)
    }

    /// Goes on with a job that does not wait any longer.
    private mutating func goOn(_ number: Int, at now: MediaTime, isOldFine: Bool = false) -> [ServerAction] {
        guard let connection = jobs[number]?.connection else { return [] }
        jobs[number]?.wait = nil
        return run(number, at: now, isOldFine: isOldFine) + performWaiting(of: connection, at: now) + flow(connection)
    }

    /// Answers a job.
    private mutating func finish(_ number: Int, at now: MediaTime) -> [ServerAction] {
        guard let job = jobs.removeValue(forKey: number) else { return [] }
        connections[job.connection]?.jobs -= 1
        connections[job.connection]?.resultBytes -= job.resultBytes
        defer { forgetIfDone(job.connection) }
        if connections[job.connection]?.current == number { connections[job.connection]?.current = nil }
        return send(job.connection, job.response)
    }

    /// Reads no more messages of a client with too many requests, and goes on when there are fewer.
    mutating func flow(_ id: ConnectionID) -> [ServerAction] {
        guard let connection = connections[id], connection.isOpen, connection.isFull != connection.isPaused else {
            return []
        }
        connections[id]?.isPaused = connection.isFull
        return [.read(id, !connection.isFull)]
    }

    // MARK: Commands

    /// Lets the session perform the next command of a job, or makes the result of their replies.
    private mutating func performNext(_ number: Int, at now: MediaTime) -> [ServerAction] {
        guard let job = jobs[number], case .commands(var rest, let replies, let completion) = job.wait else {
            return []
        }
        guard !rest.isEmpty else {
            switch completion {
            case .scene(let scene): return awaitScene(scene, for: number, replies, at: now)
            case .files(let files): return awaitFiles(files, for: number, completion.result(replies), replies, at: now)
            case .command, .commands, .service, .vendor, .refusal:
                return resume(number, completion.result(replies), at: now)
            }
        }
        let command = rest.removeFirst()
        jobs[number]?.wait = .commands(rest: rest, replies: replies, completion)
        let commandNumber = self.number()
        commands[commandNumber] = (number, command)
        return [.perform(commandNumber, command)]
    }

    /// The session has replied to a command.
    package mutating func replied(
        _ number: Int, _ reply: Result<SessionReply, ControlError>, at now: MediaTime
    ) -> [ServerAction] {
        guard let (job, command) = commands.removeValue(forKey: number) else { return [] }
        var events: [OBSEvent] = []
        if case .success(let reply) = reply { events = show.performed(command, reply) }
        noteService(of: job, reply)
        // The answer comes before the events.
        var actions: [ServerAction] = []
        if case .commands(let rest, let replies, let completion) = jobs[job]?.wait {
            let result = reply.mapError { RequestFailure($0, of: command, completion) }
            // Nothing else is done for a stream whose output cannot be added.
            let isOver = if case (.service, .failure) = (completion, result) { replies.isEmpty } else { false }
            jobs[job]?.wait = .commands(rest: isOver ? [] : rest, replies: replies + [result], completion)
            actions = performNext(job, at: now)
        }
        return actions + publish(events)
    }

    /// The output of the stream was added.
    private mutating func noteService(of job: Int, _ reply: Result<SessionReply, ControlError>) {
        guard case .commands(_, let replies, .service(let service, _)) = jobs[job]?.wait, replies.isEmpty,
            case .success(.output(let output)) = reply
        else { return }
        show.noteService(service, output: output)
    }

    private static let silentFailure = RequestFailure(
        .notReady, "The session does not answer; what it was asked for may be performed when it goes on.")

    /// The session is silent: those that wait for it wait no longer. Their commands may be performed later.
    mutating func giveUpWaiting(at now: MediaTime) -> [ServerAction] {
        let waiting = jobs.filter { _, job in
            switch job.wait {
            case .commands, .snapshot, .scene, .files: true
            case .capture, .save, .slot, .sleep, nil: false
            }
        }.keys
        for (number, command) in commands where waiting.contains(command.job) { commands[number]?.job = Self.noJob }
        return waiting.sorted().flatMap { resume($0, .failure(Self.silentFailure), at: now) }
    }

    /// No job has this number.
    private static let noJob = 0

    // MARK: Scenes and snapshots

    /// Answers when a scene is on air. A command that did not fit was not needed if the scene comes, because another client has
    /// asked for it.
    private mutating func awaitScene(
        _ scene: Scene, for number: Int, _ replies: [Result<SessionReply, RequestFailure>], at now: MediaTime
    ) -> [ServerAction] {
        var failure: RequestFailure?
        for case .failure(let error) in replies {
            failure = error
            // Another one than that of a command that did not fit.
            if error.status != .invalidResourceState { return resume(number, .failure(error), at: now) }
        }
        guard show.currentScene != scene else { return resume(number, .success(nil), at: now) }
        jobs[number]?.wait = .scene(scene, until: now + ServerJob.patience, failure)
        return []
    }

    /// Goes on with those whose scene is on air.
    mutating func settleScenes(at now: MediaTime) -> [ServerAction] {
        let settled = jobs.filter { _, job in
            guard case .scene(let scene, _, _) = job.wait else { return false }
            return scene == show.currentScene || show.hasEnded
        }
        return settled.keys.sorted().flatMap { resume($0, .success(nil), at: now) }
    }

    /// Answers when it is known which of the files are there: recordings that get no frame leave none.
    private mutating func awaitFiles(
        _ files: [StoppedFile], for number: Int, _ result: RequestResult,
        _ replies: [Result<SessionReply, RequestFailure>], at now: MediaTime
    ) -> [ServerAction] {
        // Nobody hears the answer of a client that is gone.
        guard result.isSuccess, jobs[number]?.isUnheard == false else { return resume(number, result, at: now) }
        let stopped = zip(files, replies).filter { if case .success = $0.1 { true } else { false } }.map(\.0)
        jobs[number]?.wait = .files(stopped, until: now + ServerJob.patience)
        return settleFiles(at: now)
    }

    /// Goes on with those whose files have ended.
    mutating func settleFiles(at now: MediaTime) -> [ServerAction] {
        let settled = jobs.compactMap { number, job -> (number: Int, result: RequestResult)? in
            guard case .files(let files, _) = job.wait else { return nil }
            return show.answer(to: files, isLate: show.hasEnded).map { (number, $0) }
        }
        return settled.sorted { $0.number < $1.number }.flatMap { resume($0.number, $0.result, at: now) }
    }

    /// Goes on with those that wait for a snapshot.
    mutating func settleSnapshots(at now: MediaTime) -> [ServerAction] {
        let settled = jobs.filter { if case .snapshot = $0.value.wait { true } else { false } }
        return settled.keys.sorted().flatMap { goOn($0, at: now) }
    }

    // MARK: Images

    /// An image was taken.
    package mutating func captured(
        _ number: Int, _ image: Result<[UInt8], ControlError>, at now: MediaTime
    ) -> [ServerAction] {
        guard case .capture(let purpose) = jobs[number]?.wait else { return [] }
        switch (image, purpose) {
        case (.failure(let error), _):
            return resume(number, .failure(RequestFailure(.requestProcessingFailed, error.message)), at: now)
        case (.success(let file), .answer(let format)):
            let text = "data:image/\(format);base64,\(Data(file).base64EncodedString())"
            return resume(number, .success(["imageData": .text(text)]), at: now)
        case (.success(let file), .save(let path)):
            jobs[number]?.wait = .save
            return [.save(number, path: path, file)]
        }
    }

    /// Data that clients keep were read or written.
    package mutating func accessed(
        _ number: Int, _ value: Result<JSON?, ControlError>, at now: MediaTime
    ) -> [ServerAction] {
        guard case .slot = jobs[number]?.wait else { return [] }
        return resume(
            number,
            value.map { value in value.map { ["slotValue": $0] } }.mapError {
                RequestFailure($0.code == .tooLong ? .notEnoughResources : .requestProcessingFailed, $0.message)
            }, at: now)
    }

    /// A file was created, or was not.
    package mutating func saved(_ number: Int, _ error: ControlError?, at now: MediaTime) -> [ServerAction] {
        guard case .save = jobs[number]?.wait else { return [] }
        let failure = error.map { RequestFailure(.requestProcessingFailed, $0.message) }
        return resume(number, failure.map { .failure($0) } ?? .success(nil), at: now)
    }

    // MARK: Time

    /// Goes on with the jobs that have waited long enough, in the order of their ends.
    mutating func wake(at now: MediaTime) -> [ServerAction] {
        let due = jobs.compactMap { number, job -> (at: MediaTime, number: Int)? in
            guard let time = job.wait?.end, time <= now else { return nil }
            return (time, number)
        }
        return due.sorted { ($0.at, $0.number) < ($1.at, $1.number) }.flatMap { wake($0.number, at: now) }
    }

    private mutating func wake(_ number: Int, at now: MediaTime) -> [ServerAction] {
        switch jobs[number]?.wait {
        case .snapshot: goOn(number, at: now, isOldFine: true)
        // The session shows it at its next frame, whenever that comes.
        case .scene(_, _, let failure): resume(number, failure.map { .failure($0) } ?? .success(nil), at: now)
        case .files(let files, _): resume(number, show.answer(to: files, isLate: true) ?? .success(nil), at: now)
        default: resume(number, .success(nil), at: now)
        }
    }
}
