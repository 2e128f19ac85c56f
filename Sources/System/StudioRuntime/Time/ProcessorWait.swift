import Glibc
package import StudioCore

/// For how long the calling thread was ready to run and waited for a processor.
///
/// The kernel counts it for each thread. Where it does not, and without a free file descriptor, the time is zero.
package enum ProcessorWait {
    /// The count of each thread at its call before, as a pointer; `nil` at the limit of keys of the process.
    private static let before: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// The time since the call of the same thread before; zero for its first one. Allocates nothing.
    package static func sinceLastCall() -> MediaTime {
        guard let before, let count = current else { return .zero }
        let known = Int(bitPattern: pthread_getspecific(before))
        // Never the null pointer, which stands for a thread without a call.
        pthread_setspecific(before, UnsafeRawPointer(bitPattern: count + 1))
        return known == 0 ? .zero : MediaTime(nanoseconds: Int64(count + 1 - known))
    }

    private static let path: StaticString = "/proc/thread-self/schedstat"

    /// In nanoseconds, since the start of the thread: the second of three numbers.
    private static var current: Int? {
        let descriptor = UnsafeRawPointer(path.utf8Start).withMemoryRebound(
            to: CChar.self, capacity: path.utf8CodeUnitCount + 1
        ) {
            open($0, O_RDONLY | O_CLOEXEC)
        }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 96, alignment: 1) { bytes in
            let count = read(descriptor, bytes.baseAddress, bytes.count)
            guard count > 0 else { return nil }
            let numbers = bytes[..<count].split(separator: UInt8(ascii: " "), maxSplits: 2).dropFirst().first
            return numbers.map { $0.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) } }
        }
    }
}
