import CDispatchQueue
package import Dispatch

/// The main queue, which code that occupies it can serve while it waits.
///
/// Vendors deliver on the main thread, and a test on the main actor occupies it. Work for the main queue therefore goes
/// through a list: it is performed by the queue itself, or by ``serve(while:)`` when the queue is occupied there.
package enum MainQueue {
    private struct Work: Sendable {
        let body: @Sendable () -> Void
    }

    private static let work = Monitor<[Work]>([])

    /// Whether the caller is on the main queue. False inside a `sync` call of another queue.
    ///
    /// By the label of the queue: what `setSpecific` sets is not visible to code that runs on the queue meanwhile.
    package static var isCurrent: Bool { psdispatch_is_on_main_queue() }

    /// Whether this is the main queue. By its label: on Linux, `DispatchQueue.main` is another object each time.
    package static func isMain(_ queue: DispatchQueue) -> Bool { queue.label == label }

    private static let label = DispatchQueue.main.label

    /// Executes work on a queue, asynchronously. Work for the main queue is also performed by ``serve(while:)``.
    package static func async(_ queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
        guard isMain(queue) else { return queue.async(execute: body) }
        add(body)
        queue.async { perform() }
    }

    /// Executes work on a queue, and waits until it has returned. The caller must not be on that queue.
    package static func wait(for queue: DispatchQueue, _ body: @escaping @Sendable () -> Void) {
        let end = DispatchSemaphore(value: 0)
        async(queue) {
            body()
            end.signal()
        }
        end.wait()
    }

    /// Adds work. The caller then wakes the queue, which calls ``perform()``.
    static func add(_ body: @escaping @Sendable () -> Void) { work.update { $0.append(Work(body: body)) } }

    /// Performs the present work, on the main queue. Work that is added meanwhile has its own wake-up.
    static func perform() {
        for _ in 0..<work.withLock({ $0.count }) {
            guard let next = work.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
            next.body()
        }
    }

    /// Calls `body`. On the main queue, it is called on another thread, and the work of the main queue is performed meanwhile.
    package static func serve<Result, Failure: Error>(
        while body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard isCurrent else { return try body() }
        let outcome = withoutActuallyEscaping(body) { body in
            let call = Call<Result, Failure>(body)
            // A thread of its own: those of a shared queue may all wait for the main queue.
            DispatchQueue(label: "psstudio.waiting").async { call.perform(endingIn: work) }
            while let next = nextWork(during: call) { next.body() }
            return call.outcome
        }
        // The outcome is set when the call has ended.
        guard let outcome else { preconditionFailure("the call has not ended") }
        return try outcome.get()
    }

    /// Waits for work; `nil` at the end of the call.
    private static func nextWork<Result, Failure: Error>(during call: Call<Result, Failure>) -> Work? {
        work.wait { work -> Work?? in
            if call.outcome != nil { return .some(nil) }
            return work.isEmpty ? nil : .some(work.removeFirst())
        } ?? nil
    }

    /// A call on another thread.
    private final class Call<Result, Failure: Error>: @unchecked Sendable {
        // Safety: the body is used by the thread that performs it, while its owner waits. The outcome is accessed under the lock of
        // the work, and after the end.
        private var body: (() throws(Failure) -> Result)?
        private(set) var outcome: Swift.Result<Result, Failure>?

        init(_ body: @escaping () throws(Failure) -> Result) {
            self.body = body
        }

        func perform(endingIn work: Monitor<[Work]>) {
            let outcome = makeOutcome()
            // The owner's function ends with the outcome, and the closure must not outlive it.
            body = nil
            work.update { _ in self.outcome = outcome }
        }

        private func makeOutcome() -> Swift.Result<Result, Failure>? {
            guard let body else { return nil }
            do throws(Failure) {
                return .success(try body())
            } catch {
                return .failure(error)
            }
        }
    }
}
