package import Dispatch

/// Executes work on a serial dispatch queue again and again without an allocation: it wakes the queue through a source,
/// where `async` allocates a block and an item.
///
/// Work is given when the one before has begun, by ``CallbackQueue`` or a flag of the owner. That for the main queue is also
/// performed by code that occupies it and waits.
package final class QueueExecutor: CallbackExecutor, @unchecked Sendable {
    // Safety: a dispatch source is thread-safe.
    /// A closure as a field; as a value of a generic type, it would be wrapped in another one.
    private struct Work: Sendable {
        let body: @Sendable () -> Void
    }

    private let queue: DispatchQueue
    /// Whether this is the main queue. Asked for once: a label is a text that is allocated.
    package let isMain: Bool
    /// Made with the first work: a new source needs a thread, and libdispatch waits for one when there are no more.
    private let source = Lock<(any DispatchSourceUserDataAdd)?>(nil)
    private let work = Lock<Work?>(nil)

    /// - Parameter queue: a serial queue, for example the main queue.
    package init(_ queue: DispatchQueue) {
        self.queue = queue
        isMain = MainQueue.isMain(queue)
    }

    deinit {
        source.withLock { $0 }?.cancel()
    }

    package var warningDelay: Double? { CallbackQueue.warningDelay }

    package func execute(_ body: @escaping @Sendable () -> Void) {
        if isMain { MainQueue.add(body) } else { work.set(Work(body: body)) }
        let source = source.withLock { source in
            let ready = source ?? makeSource()
            source = ready
            return ready
        }
        source.add(data: 1)
    }

    private func makeSource() -> any DispatchSourceUserDataAdd {
        let source = DispatchSource.makeUserDataAddSource(queue: queue)
        if isMain {
            source.setEventHandler { MainQueue.perform() }
        } else {
            source.setEventHandler { [work] in work.exchange(nil)?.body() }
        }
        source.activate()
        return source
    }
}
