import Glibc
import Logging
import ProductionStudio
import StudioEngine
import StudioRuntime
import StudioTrace
import TraceRecording

/// The traces of tests in the folder of `PSSTUDIO_TRACE`, which `psstudio exec` sets and then verifies.
enum TestTraces {
    private static let open = Lock<[ObjectIdentifier: TraceRecorder]>([:])
    /// Completes the traces of meetings that live to the end of the process.
    private static let finishesAtExit: Void = { atexit { TestTraces.finishAll() } }()

    /// Records a studio from now on. Without a call of a client, no file is written.
    ///
    /// - Returns: `nil` without a folder.
    static func record(_ studio: StudioController) -> TraceRecorder? {
        guard let folder = SessionConfiguration.environmentVariable("PSSTUDIO_TRACE"), folder.hasSuffix("/") else {
            return nil
        }
        let header = TraceHeader(
            studio.meeting, session: StudioStage.makeID(), seed: studio.options.seed)
        let recorder = TraceRecorder(header, clock: studio.meeting.clock, isPatient: true) {
            () throws(TraceFile.OpenError) in try TraceFile(TraceDestination(folder))
        }
        _ = finishesAtExit
        open.withLock { $0[ObjectIdentifier(recorder)] = recorder }
        recorder.observe(studio)
        return recorder
    }

    /// Completes a trace, and waits until it is written.
    static func finish(_ recorder: TraceRecorder) {
        guard open.withLock({ $0.removeValue(forKey: ObjectIdentifier(recorder)) }) != nil else { return }
        if let failure = recorder.finish() { Logger(label: "psstudio").error("\(failure)") }
    }

    private static func finishAll() { for recorder in open.withLock({ $0 }).values { finish(recorder) } }
}
