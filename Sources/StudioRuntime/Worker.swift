import Glibc

/// A thread of our own, for work that blocks: the cooperative pool must never wait.
package final class Worker: Sendable {
    private let isDone = Monitor(false)

    /// Starts `body` on a new thread; `name` (at most 15 bytes) is what `top -H` shows.
    package init(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(name: name, isDone: isDone, body: body))
        var thread = pthread_t()
        let result = pthread_create(&thread, nil, runWorker, box.toOpaque())
        precondition(result == 0, "the system gives no more threads")
        pthread_detach(thread)
    }

    /// Waits until the thread has ended, at most `seconds`; false when it goes on.
    @discardableResult
    package func join(seconds: Double = .infinity) -> Bool {
        isDone.wait(seconds: seconds) { $0 ? true : nil } ?? false
    }

    fileprivate final class Box: Sendable {
        let name: String
        let isDone: Monitor<Bool>
        let body: @Sendable () -> Void

        init(name: String, isDone: Monitor<Bool>, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.isDone = isDone
            self.body = body
        }
    }
}

private func runWorker(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let box = Unmanaged<Worker.Box>.fromOpaque(context).takeRetainedValue()
    nameThisThread(box.name)
    box.body()
    box.isDone.update { $0 = true }
    return nil
}

/// Glibc hides `pthread_setname_np` from Swift; the kernel's own file does the same.
private func nameThisThread(_ name: String) {
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    let bytes = Array(name.utf8.prefix(15))
    _ = write(file, bytes, bytes.count)
    close(file)
}
