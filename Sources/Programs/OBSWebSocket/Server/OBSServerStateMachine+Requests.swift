import FoundationEssentials
package import SessionControl
package import StudioCore
package import StudioScenario

// Requests and batches from their arrival to their answers.
extension OBSServerStateMachine {
    /// Performs a request now or after those before it.
    mutating func enqueue(
        _ request: ClientRequest, of id: ConnectionID, at now: MediaTime
    ) -> [ServerAction] {
        if RequestTable.entry(of: Request(request.type))?.kind == .beside {
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
    private mutating func run(_ number: Int, at now: MediaTime) -> [ServerAction] {
        var actions: [ServerAction] = []
        while let request = jobs[number]?.request, let connection = jobs[number]?.connection {
            let result: RequestResult
            do throws(RequestFailure) {
                switch try step(request, of: connection) {
                case .answer(let data): result = .success(data)
                case .broadcast(let event):
                    actions += publish([event])
                    result = .success(nil)
                case .perform(let commands, let completion):
                    jobs[number]?.wait = .commands(rest: commands, replies: [], completion)
                    return actions + performNext(number, at: now)
                case .capture(let capture, let purpose):
                    jobs[number]?.wait = .capture(purpose)
                    return actions + [.capture(number, capture)]
                case .sleep(let time):
                    jobs[number]?.wait = .sleep(until: now + time)
                    return actions
                }
            } catch {
                result = .failure(error)
            }
            jobs[number]?.take(result)
        }
        return actions + finish(number, at: now)
    }

    private func step(_ request: Request, of id: ConnectionID) throws(RequestFailure) -> RequestStep {
        guard show.isReady, !show.hasEnded else {
            throw RequestFailure(.notReady, "OBS is not ready to perform the request.")
        }
        let connection = connections[id]
        return try RequestTable.step(
            request,
            RequestContext(
                show: show, facts: facts, incoming: connection?.incoming ?? 0, outgoing: connection?.outgoing ?? 0))
    }

    /// Takes the result that a job has waited for, and goes on.
    private mutating func resume(_ number: Int, _ result: RequestResult, at now: MediaTime) -> [ServerAction] {
        guard let job = jobs[number] else { return [] }
        jobs[number]?.wait = nil
        jobs[number]?.take(result)
        return run(number, at: now) + performWaiting(of: job.connection, at: now) + flow(job.connection)
    }

    /// Answers a job.
    private mutating func finish(_ number: Int, at now: MediaTime) -> [ServerAction] {
        guard let job = jobs.removeValue(forKey: number) else { return [] }
        connections[job.connection]?.jobs -= 1
        if connections[job.connection]?.current == number { connections[job.connection]?.current = nil }
        return send(job.connection, job.response)
    }

    /// Reads no more messages of a client with too many requests, and goes on when there are fewer.
    mutating func flow(_ id: ConnectionID) -> [ServerAction] {
        guard let connection = connections[id], connection.isFull != connection.isPaused else { return [] }
        connections[id]?.isPaused = connection.isFull
        return [.read(id, !connection.isFull)]
    }

    // MARK: Commands

    /// Lets the session perform the next command of a job, or makes the result of their replies.
    private mutating func performNext(_ number: Int, at now: MediaTime) -> [ServerAction] {
        guard let job = jobs[number], case .commands(var rest, let replies, let completion) = job.wait else {
            return []
        }
        guard !rest.isEmpty else { return resume(number, completion.result(replies), at: now) }
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
        if case .success = reply { events = show.performed(command) }
        // The answer comes before the events.
        var actions: [ServerAction] = []
        if case .commands(let rest, let replies, let completion) = jobs[job]?.wait {
            jobs[job]?.wait = .commands(rest: rest, replies: replies + [reply], completion)
            actions = performNext(job, at: now)
        }
        return actions + publish(events)
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
        case (.success(let jpeg), .answer(let format)):
            let text = "data:image/\(format);base64,\(Data(jpeg).base64EncodedString())"
            return resume(number, .success(["imageData": .text(text)]), at: now)
        case (.success(let jpeg), .save(let path)):
            jobs[number]?.wait = .save
            return [.save(number, path: path, jpeg)]
        }
    }

    /// A file was created, or was not.
    package mutating func saved(_ number: Int, _ error: ControlError?, at now: MediaTime) -> [ServerAction] {
        guard case .save = jobs[number]?.wait else { return [] }
        let failure = error.map { RequestFailure(.requestProcessingFailed, $0.message) }
        return resume(number, failure.map { .failure($0) } ?? .success(nil), at: now)
    }

    // MARK: Time

    /// Goes on with the batches whose sleep is over, in the order of their ends.
    mutating func wake(at now: MediaTime) -> [ServerAction] {
        let due = jobs.compactMap { number, job -> (at: MediaTime, number: Int)? in
            guard case .sleep(let time) = job.wait, time <= now else { return nil }
            return (time, number)
        }
        return due.sorted { ($0.at, $0.number) < ($1.at, $1.number) }
            .flatMap { resume($0.number, .success(nil), at: now) }
    }
}
