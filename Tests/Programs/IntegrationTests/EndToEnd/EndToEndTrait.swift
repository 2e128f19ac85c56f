import Glibc
import StudioCore
import StudioRuntime
import Testing

/// A test that runs the built program. At most four of these run at the same time, so that they do not delay each other.
///
/// The outermost trait takes the weight of a test, so that a suite and its tests may both have one.
struct EndToEndTrait: SuiteTrait, TestTrait, TestScoping {
    let weight: Int

    var isRecursive: Bool { true }

    /// Whether the weight of the current test is taken.
    @TaskLocal private static var isAdmitted = false

    private static let admission = WeightedSemaphore(4)
    /// Tests block their threads while they wait for a program. The threads of tasks are as many as the cores.
    private static let threads = ThreadExecutor()

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard !Self.isAdmitted else { return try await function() }
        let weight = test.traits.compactMap { ($0 as? EndToEndTrait)?.weight }.max() ?? weight
        await Self.admission.acquire(weight)
        let clock = SystemClock()
        let result: Result<Void, any Error>
        do {
            try await Self.$isAdmitted.withValue(true) {
                try await withTaskExecutorPreference(Self.threads) { try await function() }
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        let duration = clock.now
        await Self.admission.release(weight)
        TestDurations.record(test, duration)
        try result.get()
    }
}

extension Trait where Self == EndToEndTrait {
    static var endToEnd: Self { .endToEnd(weight: 1) }

    /// - Parameter weight: 2 if the test encodes more than 640x360.
    static func endToEnd(weight: Int) -> Self { Self(weight: weight) }
}

/// Runs each job on a thread of its own.
private final class ThreadExecutor: TaskExecutor {
    private let threads = ThreadPool("tests")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

/// Appends the duration of each test case to the file that `PSSTUDIO_TEST_DURATIONS` names. The durations of Swift Testing
/// contain the time before the admission.
private enum TestDurations {
    private static let file: Int32? = getenv("PSSTUDIO_TEST_DURATIONS").flatMap { path in
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        return descriptor < 0 ? nil : descriptor
    }

    static func record(_ test: Test, _ duration: MediaTime) {
        guard let file else { return }
        let name = test.displayName ?? test.name
        let location = test.sourceLocation
        // A short write with O_APPEND is one piece, so that lines of several threads do not mix.
        let line = [UInt8]("\(duration.seconds)\t\(location.fileID):\(location.line)\t\(name)\n".utf8)
        _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    }
}
