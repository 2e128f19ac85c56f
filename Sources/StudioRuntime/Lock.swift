public import Glibc

/// A mutex around a value.
///
/// Over `pthread_mutex`, because the thread sanitizer misreads `Synchronization.Mutex` on Linux. A send takes nine locks:
/// the run-time check of exclusive access (90 instructions each) is left out, because the mutex does that already, and the
/// bodies are inlined into the modules that lock, for which package types must be `@usableFromInline`, too.
///
/// **No code of others may run while a lock is held**: it could call back, and wait for that lock for ever. Such code is not
/// only what is called (delegates, closures, receivers, GStreamer), but also every `deinit` of theirs, which runs where the
/// last reference ends. Therefore:
/// - A weak reference is not read in a locked body, not even to compare it with `nil`: the strong one that reading makes may
///   be the last one when the body releases it. Hand it out of the body, and keep it until after that.
/// - A closure, a receiver or a delegate is not replaced or removed in a locked body: ``set(_:)`` and ``exchange(_:)``
///   release the old one after the lock.
/// - Copies that leave the body (`withLock { $0.observers }`) are released by who asked, without the lock.
///
/// A clock is the exception: its `now` and `schedule` are used with locks held, and must not call anybody.
@usableFromInline
package final class Lock<Value: ~Copyable>: @unchecked Sendable {
    // Safety: `value` is touched under `mutex` only.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @exclusivity(unchecked) @usableFromInline var value: Value

    package init(_ value: consuming sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` with the value; `body` must not call out to delegates, receivers or GStreamer.
    @inlinable
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}

extension Lock where Value: Copyable {
    /// Puts another value in, and hands out the one before.
    @inlinable
    package func exchange(_ next: consuming sending Value) -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let before = value
        value = next
        return before
    }

    /// Puts another value in; the one before is released after the lock.
    @inlinable
    package func set(_ next: consuming sending Value) {
        withExtendedLifetime(exchange(next)) {}
    }
}

/// A mutex around a value whose changes can be awaited. What is said at ``Lock`` holds for its bodies, too.
@usableFromInline
package final class Monitor<Value>: @unchecked Sendable {
    // Safety: `value` is touched under `mutex` only.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let condition: UnsafeMutablePointer<pthread_cond_t>
    @exclusivity(unchecked) @usableFromInline var value: Value

    package init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        condition = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Changes or reads the value without waking anyone.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Changes the value and wakes all who wait for it.
    @inlinable
    package func update<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body(&value)
    }

    /// Waits until `body` returns something, at most `seconds`; it is asked at the beginning and after every change.
    @inlinable
    package func wait<Result>(seconds: Double = .infinity, until body: (inout Value) -> Result?) -> Result? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        var deadline = timespec()
        if seconds.isFinite {
            clock_gettime(CLOCK_MONOTONIC, &deadline)
            let nanoseconds = deadline.tv_nsec + Int(max(0, min(seconds, 1e9)) * 1e9)
            deadline.tv_sec += nanoseconds / 1_000_000_000
            deadline.tv_nsec = nanoseconds % 1_000_000_000
        }
        while true {
            if let result = body(&value) { return result }
            if seconds.isFinite {
                if pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT { return body(&value) }
            } else {
                pthread_cond_wait(condition, mutex)
            }
        }
    }
}
