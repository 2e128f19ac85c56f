import Glibc

/// Marks the threads that are calling the client.
package enum RawAudioCallback {
    /// `nil` at the limit of keys: then no thread is marked.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// Whether the current thread is calling the client.
    package static var isRunning: Bool { key.map { pthread_getspecific($0) != nil } ?? false }

    /// Calls the client.
    package static func perform<Result>(_ body: () -> Result) -> Result {
        guard let key else { return body() }
        let before = pthread_getspecific(key)
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
        defer { pthread_setspecific(key, before) }
        return body()
    }
}
