import Glibc

/// A mutex that lets one thread at a time through a sequence of steps, such as a command with its report.
///
/// It protects no value: a ``Lock`` of an empty value is misread by the thread sanitizer, because an empty value has
/// the address of its object. Unlike a ``Lock`` it may be held while media is opened and closed, and while observers
/// are called that do not enter it again. No thread that sends or receives media enters it.
package final class CriticalSection: @unchecked Sendable {
    // Safety: the pointer is constant, and pthread functions may be called on any thread.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init() {
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Calls `body` when no other thread is inside. A thread that is inside must not enter again.
    package func enter<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }
}
