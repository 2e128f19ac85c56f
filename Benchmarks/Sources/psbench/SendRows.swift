import CTwins

/// Sending frames from an app's memory into a pipeline, and frames rendered in place.
struct SendRows {
    private static let batches = 5
    /// Long enough to hide the clock, thread wake-ups and the first access to the buffers.
    private static let batchSeconds = 0.03

    private struct Variant {
        let name: String
        let send: (Int) throws -> Void
    }

    private let size: Size
    private let iterations: Int

    init(_ size: Size, iterations: Int) {
        self.size = size
        self.iterations = iterations
    }

    func measure() throws -> [Measurement] {
        var microseconds: [String: [Double]] = [:]
        for iteration in 0..<iterations {
            for (name, value) in try measureIteration(iteration) { microseconds[name, default: []].append(value) }
        }
        func row(_ name: String, _ ours: String, _ twin: String) -> Measurement {
            Measurement(
                name, "\(size)", .microseconds, ours: microseconds[ours] ?? [], twin: microseconds[twin] ?? [])
        }
        return [
            row("copying send / C", "copy", "copy in C"),
            row("copying send / memcpy, two buffers", "copy", "memcpy"),
            row("copying send in C / memcpy", "copy in C", "memcpy"),
            row("borrowed send / C", "borrow", "borrow in C"),
            row("push alone / C", "push", "push in C"),
        ]
    }

    /// New sessions for each iteration and each variant: a pool keeps the buffers that a faster variant added, and
    /// all of them pass through the cache from then on.
    private func measureIteration(_ iteration: Int) throws -> [String: Double] {
        let source = Frame(size)
        let (first, second) = (Frame(size), Frame(size))
        var (ours, twin): ([SendSession], [TwinSending]) = ([], [])
        for _ in 0..<3 {
            // The allocator returns the same pages again, so the first variant gets other pages than the second,
            // with other cache effects.
            if iteration.isMultiple(of: 2) { twin.append(try TwinSending(size)) }
            ours.append(try SendSession(size))
            if !iteration.isMultiple(of: 2) { twin.append(try TwinSending(size)) }
        }
        let variants = [
            Variant(name: "copy") { [ours] in try ours[0].sendCopies(of: source.bytes, $0) },
            Variant(name: "copy in C") { [twin] in twin[0].sendCopies(of: source.bytes, $0) },
            Variant(name: "memcpy") { count in
                guard let address = source.bytes.baseAddress, let first = first.target, let second = second.target
                else { return }
                twin_copy_rotating(first, second, address, source.bytes.count, count)
            },
            // A whole frame, because the borrower has to write it.
            Variant(name: "borrow") { [ours] in try ours[1].sendBorrowed(rendering: source.bytes.count, $0) },
            Variant(name: "borrow in C") { [twin] in twin[1].sendBorrowed(rendering: source.bytes.count, $0) },
            // One line: only the push is left.
            Variant(name: "push") { [ours] in try ours[2].sendBorrowed(rendering: size.width, $0) },
            Variant(name: "push in C") { [twin] in twin[2].sendBorrowed(rendering: size.width, $0) },
        ]
        let counts = try variants.map { try batchCount(of: $0) }
        var values: [String: [Double]] = [:]
        for batch in 0..<Self.batches {
            for step in variants.indices {
                // Variants of a pair stay adjacent; the first one alternates.
                let index = (batch + iteration).isMultiple(of: 2) ? step : variants.count - 1 - step
                let time = try seconds { try variants[index].send(counts[index]) }
                values[variants[index].name, default: []].append(time * 1e6 / Double(counts[index]))
            }
        }
        for session in ours { try session.close() }
        for session in twin { try session.close() }
        return values.mapValues(\.median)
    }

    /// Warms a variant up, and determines the number of frames in a batch.
    private func batchCount(of variant: Variant) throws -> Int {
        let trial = 8
        try variant.send(trial)
        let time = try seconds { try variant.send(trial) }
        return min(10_000, max(trial, Int(Self.batchSeconds / (time / Double(trial)))))
    }
}
