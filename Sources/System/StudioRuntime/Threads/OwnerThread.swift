public import Glibc
public import Synchronization

/// Asserts that members which belong to one thread are called on it.
///
/// The thread calls ``claim()`` when it begins; a later claim passes the members on to another thread. Until the first
/// claim, any thread may call. Only debug builds check: the bodies are inlined, so that a release build has no
/// instruction for them.
@usableFromInline
package final class OwnerThread: Sendable {
    /// Of `pthread_self`; 0 before the first claim.
    @usableFromInline let thread = Atomic<UInt>(0)

    package init() {}

    /// The calling thread is the owner from now on.
    @inlinable
    package func claim() {
        assert(
            {
                thread.store(UInt(pthread_self()), ordering: .relaxed)
                return true
            }())
    }

    /// Whether the calling thread is the owner, or there is none.
    @inlinable
    package var isCurrent: Bool {
        let owner = thread.load(ordering: .relaxed)
        return owner == 0 || owner == UInt(pthread_self())
    }

    /// Traps in a debug build when another thread than the owner calls.
    ///
    /// - Parameter name: the name of the owner's thread, for the message.
    @inlinable
    package func assertIsCurrent(
        _ name: StaticString, function: StaticString = #function, file: StaticString = #fileID, line: UInt = #line
    ) {
        assert(isCurrent, "\(function) is called on another thread than that of the \(name)", file: file, line: line)
    }
}
