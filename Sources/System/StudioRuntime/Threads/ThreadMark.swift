import Glibc

/// Marks the threads that are inside a body, for example inside a callback of the client.
///
/// Unlike a task-local value, the mark does not pass to a task that is created inside.
package struct ThreadMark: Sendable {
    /// `nil` at the limit of keys of the process: then no thread is marked.
    private let key: pthread_key_t?

    /// Creates a mark that lives as long as the process.
    package init() {
        var key = pthread_key_t()
        self.key = pthread_key_create(&key, nil) == 0 ? key : nil
    }

    /// Whether the current thread is inside a body.
    package var isSet: Bool { key.map { pthread_getspecific($0) != nil } ?? false }

    /// Marks the current thread while the body runs.
    package func perform<Result>(_ body: () -> Result) -> Result {
        guard let key else { return body() }
        let before = pthread_getspecific(key)
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
        defer { pthread_setspecific(key, before) }
        return body()
    }
}
