import Foundation
import Glibc
import StudioCore
import StudioRuntime
import StudioTestSupport

/// Runs one session and records the observations.
final class SessionRun {
    /// A scheduled event.
    private struct Act {
        let at: Double
        let perform: () throws -> Void
    }

    private let plan: TorturePlan
    private let program: String
    private let peers: SessionPeers
    private let clock = SystemClock()
    private var record: SessionRecord
    private var processes: [ChildProcess] = []
    private var acts: [Act] = []

    /// - Parameters:
    ///   - program: the path of `psstudio`.
    ///   - folder: an empty folder for the session.
    ///   - clip: a media file.
    init(_ plan: TorturePlan, program: String, folder: String, clip: String) throws {
        (self.plan, self.program) = (plan, program)
        record = SessionRecord(plan: plan, folder: folder)
        peers = try SessionPeers(plan, folder: folder, clip: clip)
        record.bound = plan.bound
        record.command = plan.shellCommand(peers.addresses, folder: folder)
    }

    /// Runs it, and returns the violations.
    func run() throws -> (record: SessionRecord, violations: [String]) {
        defer { peers.close() }
        try plantFiles()
        collectActs()
        for copy in 0..<plan.copies { try start(copy) }
        peers.release()
        let controllers = try Controllers(plan.controllers, program: program, folder: record.folder)
        let watching = Result { try watch() }
        record.controllers = controllers.finish()
        try watching.get()
        try peers.finish(into: &record, seconds: record.bound)
        for copy in 0..<plan.copies { collect(copy) }
        // Recordings and small disks are removed with the peers.
        return (record, Invariant.violations(of: record))
    }

    // MARK: Before

    private func plantFiles() throws {
        try plant("keep.txt")
        try plant("other.mp4")
        if plan.folder == .existingFile, let name = plan.fileName(ofOutput: 0) { try plant(name) }
        if plan.folder == .existingProgress { try plant(TorturePlan.progressName) }
        for name in plan.sourceFiles { record.foreign[name] = FileManager.default.contents(atPath: record.path(name)) }
        mkdir(record.path("tmp"), 0o700)
        record.expectedNames = Set(try FileManager.default.contentsOfDirectory(atPath: record.folder))
    }

    private func plant(_ name: String) throws {
        let content = Data("\(name) is a foreign file\n".utf8)
        try content.write(to: URL(fileURLWithPath: record.path(name)))
        record.foreign[name] = content
    }

    private func collectActs() {
        for signal in plan.signals {
            act(signal.at) { [unowned self] in send(signal.signal) }
        }
        for pause in plan.pauses {
            act(pause.at) { [unowned self] in processes[0].signal(SIGSTOP) }
            act(pause.at + pause.milliseconds) { [unowned self] in processes[0].signal(SIGCONT) }
        }
        for (index, output) in plan.outputs.enumerated() {
            guard case .returning(let killedAt, let awayFor)? = output.server else { continue }
            act(killedAt) { [unowned self] in try peers.servers[index]?.kill() }
            act(killedAt + awayFor) { [unowned self] in try peers.servers[index]?.start() }
        }
        if case .lateFile(let at) = plan.folder, let name = plan.fileName(ofOutput: 0) {
            act(at) { [unowned self] in plantLate(name) }
        }
        acts.sort { $0.at < $1.at }
    }

    private func act(_ milliseconds: Int, _ perform: @escaping () throws -> Void) {
        acts.append(Act(at: Double(milliseconds) / 1000, perform: perform))
    }

    /// A file that the program has not created yet becomes a foreign file.
    private func plantLate(_ name: String) {
        let descriptor = open(record.path(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let content = Data("\(name) existed before\n".utf8)
        _ = content.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        record.foreign[name] = content
    }

    private func send(_ signal: Int32) {
        // Before that the signal would reach a wrapper, which any signal ends.
        guard processes[0].isRunning else { return }
        record.deliveredSignals.append(signal)
        processes[0].signal(signal)
    }

    // MARK: While it runs

    private func start(_ copy: Int) throws {
        let output = try peers.output ?? standardOutput(copy)
        let errors = try peers.makeErrors("stderr\(copy)")
        defer {
            close(errors)
            if peers.output == nil { close(output) }
        }
        var environment = ProcessInfo.processInfo.environment
        for name in ["PSSTUDIO_STREAM_KEY", "GST_DEBUG", "NO_COLOR"] { environment[name] = nil }
        environment["TMPDIR"] = record.path("tmp")
        if let key = peers.addresses.compactMap(\.keyVariable).first { environment["PSSTUDIO_STREAM_KEY"] = key }
        let words = plan.wrapper(folder: record.folder) + [program]
        let arguments = words.dropFirst() + plan.arguments(peers.addresses)
        let process = try ChildProcess(
            words[0], Array(arguments), environment: environment, input: peers.input, output: output, errors: errors)
        processes.append(process)
        record.endings.append(.init())
        // Signals are for the program, not for the wrappers that set its limits.
        try waitUntil("the program runs", seconds: 60) {
            !process.isRunning || ProcessInspection.isRunning(program, as: process.pid)
        }
    }

    private func standardOutput(_ copy: Int) throws -> Int32 {
        let descriptor = open(record.path("stdout\(copy)"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TestFailure("cannot open the file for standard output") }
        return descriptor
    }

    private func watch() throws {
        let began = clock.now
        while processes.contains(where: \.isRunning) {
            let seconds = (clock.now - began).seconds
            while let act = acts.first, act.at <= seconds {
                acts.removeFirst()
                try act.perform()
            }
            for (index, process) in processes.enumerated() {
                record.endings[index].childCommands.formUnion(ProcessInspection.childCommands(of: process.pid))
            }
            for peers in peers.srtPeers.values { peers.advance() }
            if seconds > record.bound { stopHanging() }
            usleep(acts.isEmpty ? 20_000 : 5_000)
        }
        record.seconds = (clock.now - began).seconds
    }

    private func stopHanging() {
        for (index, process) in processes.enumerated() where process.isRunning && record.endings[index].hang == nil {
            record.endings[index].hang = ProcessInspection.threadReport(of: process.pid)
            process.kill()
        }
    }

    // MARK: After

    private func collect(_ copy: Int) {
        let process = processes[copy]
        var ending = record.endings[copy]
        ending.status = try? process.wait(seconds: 5)  // The loop has seen its end.
        ending.output = FileManager.default.contents(atPath: record.path("stdout\(copy)")) ?? Data()
        ending.errors = String(
            decoding: FileManager.default.contents(atPath: record.path("stderr\(copy)")) ?? Data(), as: UTF8.self)
        ending.survivors = ProcessInspection.group(process.pid)
        if plan.hasSummary, !ending.output.isEmpty {
            do {
                ending.summary = try JSONDecoder().decode(SessionSummary.self, from: ending.output)
            } catch {
                ending.summaryError = "\(error)"
            }
        }
        record.endings[copy] = ending
    }
}
