import Glibc

/// Names the cause of an access to protected memory: writes one line to standard error, then lets the process end as
/// without it.
enum MemoryFaults {
    fileprivate struct Row {
        var first: UInt = 0
        var byteCount: UInt = 0
        /// The line, with its end; owned by the row.
        var text: UnsafeMutablePointer<CChar>?
    }

    /// A reserved row. Its owner uses it from one thread at a time.
    struct Place: Sendable {
        fileprivate let index: Int
    }

    /// More than receivers keep and the quarantine holds; memory beyond it faults without a line.
    private static let capacity = 1024
    // Safety: a row belongs to its owner; the handler runs in the thread that accesses the owner's memory.
    nonisolated(unsafe) fileprivate static let rows: UnsafeMutablePointer<Row> = {
        let rows = UnsafeMutablePointer<Row>.allocate(capacity: capacity)
        rows.initialize(repeating: Row(), count: capacity)
        return rows
    }()
    // Safety: set before the handler is installed.
    nonisolated(unsafe) fileprivate static let previous: UnsafeMutablePointer<sigaction> = {
        let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
        previous.initialize(to: sigaction())
        return previous
    }()
    private static let free = Lock<[Int]>(Array((0..<capacity).reversed()))
    private static let installation: Void = {
        _ = rows
        var action = sigaction()
        action.__sigaction_handler.sa_sigaction = { _, info, _ in handleFault(info) }
        action.sa_flags = SA_SIGINFO | SA_ONSTACK
        sigaction(SIGSEGV, &action, previous)
    }()

    /// - Returns: `nil` when too much memory is protected.
    static func reserve(_ start: UnsafeMutableRawPointer, byteCount: Int) -> Place? {
        _ = installation
        guard let index = free.withLock({ $0.popLast() }) else { return nil }
        rows[index] = Row(first: UInt(bitPattern: start), byteCount: UInt(byteCount), text: nil)
        return Place(index: index)
    }

    static func set(_ text: String, at place: Place) {
        let before = rows[place.index].text
        rows[place.index].text = strdup(text + "\n")
        Glibc.free(before)
    }

    static func give(_ place: Place) {
        let before = rows[place.index].text
        rows[place.index] = Row()
        Glibc.free(before)
        free.withLock { $0.append(place.index) }
    }

    /// Allocates nothing and takes no lock.
    fileprivate static func describe(_ address: UInt) {
        for index in 0..<capacity {
            let row = rows[index]
            guard address >= row.first, address - row.first < row.byteCount, let text = row.text else {
                continue
            }
            _ = write(STDERR_FILENO, text, strlen(text))
            return
        }
    }
}

private func handleFault(_ info: UnsafeMutablePointer<siginfo_t>?) {
    if let address = info?.pointee._sifields._sigfault.si_addr { MemoryFaults.describe(UInt(bitPattern: address)) }
    // The access is repeated, and ends the process.
    sigaction(SIGSEGV, MemoryFaults.previous, nil)
}
