public import Glibc

/// A mutex that protects a value.
///
/// It uses `pthread_mutex`, because the thread sanitizer misreads `Synchronization.Mutex` on Linux. A send takes nine
/// locks. Dynamic exclusivity checks (90 instructions each) are disabled, because the mutex already guarantees
/// exclusivity. The bodies are inlined into the modules that lock; package types in them must therefore be
/// `@usableFromInline`.
///
/// **No foreign code may run while a lock is held**: it could call back and deadlock. Foreign code is not only what is
/// called (delegates, closures, receivers, GStreamer), but also the `deinit` of such objects, which runs where their
/// last reference is released. Therefore:
/// - Do not read a weak reference in a locked body, not even to compare it with `nil`: the resulting strong reference
///   may be the last one when the body releases it. Return it from the body, and keep it until after the unlock.
/// - Do not replace or remove a closure, a receiver or a delegate in a locked body: ``set(_:)`` and ``exchange(_:)``
///   release the old value after the unlock. Of a part of the value, return what `exchange(_:with:)` or `take()`
///   returns, and keep it until after the unlock.
/// - Copies that leave the body (`withLock { $0.observers }`) are released by the caller, without the lock.
///
/// A clock is an exception: its `now` and `schedule` are called with locks held, and must not call foreign code.
@usableFromInline
package final class Lock<Value: ~Copyable>: @unchecked Sendable {
    // Safety: `value` is accessed only under `mutex`.
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

    /// Calls `body` with the value. It must not call delegates, receivers or GStreamer.
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
    /// Replaces the value and returns the old one.
    @inlinable
    package func exchange(_ next: consuming sending Value) -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let before = value
        value = next
        return before
    }

    /// Replaces the value; the old one is released after the unlock.
    @inlinable
    package func set(_ next: consuming sending Value) {
        withExtendedLifetime(exchange(next)) {}
    }
}

/// A mutex that protects a value and lets threads wait for changes. The rules of ``Lock`` apply to its bodies.
@usableFromInline
package final class Monitor<Value>: @unchecked Sendable {
    // Safety: `value` is accessed only under `mutex`.
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

    /// Changes or reads the value without waking waiters.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Changes the value and wakes all waiters.
    @inlinable
    package func update<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body(&value)
    }

    /// Waits until `body` returns a value, at most `seconds`. It is evaluated immediately and after every change.
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
