import GStreamer
import MediaOutputs
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime

// The end of a session, in the order of its steps: request, interrupt, stop the studio, finish the outputs, close.
extension SessionCore {
    /// Requests a stop; the first reason wins. It interrupts the current step of ``conduct(_:)``, which goes on with
    /// ``stopStudio()``.
    func stop(_ reason: StopReason = .stopped) {
        request { $0.stop(reason) }
    }

    /// Requests the end after the last frame of a client that sends by itself.
    func stopAfterLastFrame() { request { $0.clientEnded() } }

    private func request(_ input: (inout SessionStateMachine) -> [SessionStateMachine.Action]) {
        // A session that has not begun has no thread.
        if apply(input) == .finished { close() }
    }

    /// Stops the studio, unless it stopped by itself, and waits for its end.
    func stopStudio() {
        owner.assertIsCurrent("session")
        defer { stage.stopScenario() }
        guard state.withLock({ $0.machine.mustWait(for: .end) }), studio.state != .idle else { return }
        do {
            try studio.stop()
        } catch {
            // It stops already, or has just stopped.
            guard studio.state != .idle else { return }
        }
        wait(for: .end, within: stopLimit)
    }

    /// Drains the encoder, finishes the outputs, and waits for their end.
    func finishOutputs() {
        owner.assertIsCurrent("session")
        guard let outputs = state.withLock({ $0.outputs }) else { return }
        let graphs = writeGraphs()
        defer { draw(graphs) }
        if let error = outputs.finish() { apply { $0.encoderFailed("\(error)") } }
        reportDrops()
        for output in outputs.members.flatMap(\.parts) where !output.status.state.isOver {
            apply { $0.outputTimedOut("\(output.address)") }
        }
    }

    /// Writes the graphs of the pipelines that run when sending ends.
    ///
    /// - Returns: the paths of the files.
    private func writeGraphs() -> [String] {
        guard let folder = graphs else { return [] }
        do {
            let paths = try folder.write()
            note(
                paths.isEmpty
                    ? "no graph is written, because no pipeline runs"
                    : "the graphs of \(paths.count) pipelines are in '\(folder.path)'")
            return paths
        } catch {
            apply { $0.note(SessionFailure(.output, "graphs", "\(error)")) }
            return []
        }
    }

    /// Draws them when the outputs have ended, because it takes some time.
    private func draw(_ paths: [String]) {
        guard let folder = graphs, !paths.isEmpty else { return }
        guard let program = GraphProgram() else { return note(GraphProgram.absence) }
        do {
            try folder.draw(paths, with: program)
        } catch {
            apply { $0.note(SessionFailure(.output, "graphs", "\(error)")) }
        }
    }

    private var graphs: PipelineGraphFolder? {
        graphFolder.map { PipelineGraphFolder($0, overwrites: overwritesFiles) }
    }

    /// Releases everything, completes the trace, and publishes the end.
    func close() {
        loading.exchange(nil)?.finish()
        // Complete before anyone learns of the end: the program may exit then.
        if failures.isEmpty, let complaint = stage.unusedScenario { publish(.note(message: complaint)) }
        let last = state.withLock { $0.machine.reason }.map { SessionEvent.Kind.stopped(reason: $0) }
        if let failure = stage.finish(last) { apply { $0.note(SessionFailure(.output, "trace", failure)) } }
        apply { $0.completed(.finished) }
        state.update { $0.isOver = true }
        stage.closeControl()
        feed.end()
    }

    // MARK: The end, for others

    /// Whether the session has ended, and has published its last event.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// All failures, in order.
    var failures: [SessionFailure] { state.withLock { $0.machine.failures } }

    /// Blocks the calling thread until the session has ended, at most `seconds`; returns false after that.
    func waitUntilOver(seconds: Double) -> Bool {
        state.wait(seconds: seconds) { $0.isOver ? true : nil } ?? false
    }
}
