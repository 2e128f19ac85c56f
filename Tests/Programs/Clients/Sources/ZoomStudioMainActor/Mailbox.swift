/// Events of callbacks, for the one who awaits them.
final class Mailbox<Event> {
    private var events: [Event] = []
    private var waiter: CheckedContinuation<Void, Never>?
    private var waits = 0

    func post(_ event: Event) {
        events.append(event)
        wake()
    }

    /// - Returns: the next event; `nil` when none comes in time.
    func next(within limit: Duration) async -> Event? {
        if events.isEmpty {
            waits += 1
            let number = waits
            let timer = Task {
                try await Task.sleep(for: limit)
                if waits == number { wake() }
            }
            await withCheckedContinuation { waiter = $0 }
            timer.cancel()
        }
        return events.isEmpty ? nil : events.removeFirst()
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }
}
