import Foundation
import SessionControl
import StudioCore
import StudioTestSupport
import Testing

/// What a client gets, and what a slow one misses.
struct OutgoingQueueTests {
    /// A client that accepts as much as it is told.
    private struct Reader {
        var accepts = Int.max
        var bytes: [UInt8] = []

        mutating func drain(_ queue: inout OutgoingQueue) {
            let isIntact = queue.write { part in
                let count = min(part.count, accepts)
                bytes += part.prefix(count)
                accepts -= count
                return count
            }
            #expect(isIntact)
        }

        var lines: [String] {
            String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    private func line(_ text: String) -> [UInt8] { Array("\(text)\n".utf8) }

    @Test("lines are written in order, also byte by byte")
    func order() {
        var (queue, reader) = (OutgoingQueue(), Reader())
        queue.append(line("a"), .answer)
        queue.append(line("b"), .event)
        queue.append(line("c"), .levels)
        for _ in 0..<6 {
            #expect(!queue.isEmpty)
            reader.accepts = 1
            reader.drain(&queue)
        }
        #expect(reader.lines == ["a", "b", "c"])
        #expect(queue.isEmpty)
    }

    @Test("a slow client misses the oldest events, levels and previews, and receives their number before the next line")
    func misses() throws {
        var (queue, reader) = (OutgoingQueue(), Reader())
        for index in 1...1030 { queue.append(line("e\(index)"), .event) }
        for index in 1...10 { queue.append(line("l\(index)"), .levels) }
        for index in 1...5 { queue.append(line("p\(index)"), .preview) }
        reader.drain(&queue)
        #expect(reader.lines.first == #"{"missed":{"events":6,"levels":2,"previews":3}}"#)
        #expect(reader.lines.dropFirst().first == "e7")
        #expect(reader.lines.count == 1 + 1024 + 8 + 2)
        #expect(reader.lines.suffix(2) == ["p4", "p5"])
        reader.bytes = []
        queue.append(line("e1031"), .event)
        reader.drain(&queue)
        #expect(reader.lines == ["e1031"])
    }

    @Test("answers are never dropped; while too many wait, the queue is full")
    func answers() {
        var (queue, reader) = (OutgoingQueue(), Reader())
        for index in 1..<OutgoingQueue.maximumAnswers { queue.append(line("\(index)"), .answer) }
        #expect(!queue.isFull)
        queue.append(line("last"), .answer)
        #expect(queue.isFull)
        for _ in 0..<2000 { queue.append(line("e"), .event) }
        reader.drain(&queue)
        #expect(!queue.isFull)
        #expect(reader.lines.count { $0 != "e" } == OutgoingQueue.maximumAnswers + 1)
        queue.append([UInt8](repeating: 120, count: OutgoingQueue.maximumAnswerBytes), .answer)
        #expect(queue.isFull)
    }

    @Test("an error of the connection is reported")
    func failure() {
        var queue = OutgoingQueue()
        queue.append(line("a"), .answer)
        let isIntact = queue.write { _ in -1 }
        #expect(!isIntact)
    }

    @Test("random clients get all answers, and each event or its number", arguments: UInt64(1)...30)
    func random(_ seed: UInt64) throws {
        struct Missed: Decodable {
            struct Counts: Decodable { let events: Int }
            let missed: Counts
        }
        var random = SeededRandom(seed: seed)
        var (queue, reader) = (OutgoingQueue(), Reader())
        var (answers, events, lost) = (0, 0, 0)
        for _ in 0..<200 {
            for _ in 0..<Int.random(in: 0...60, using: &random) {
                events += 1
                queue.append(line("e\(events)"), .event)
            }
            if Bool.random(using: &random) {
                answers += 1
                queue.append(line("a\(answers)"), .answer)
            }
            if Int.random(in: 0..<20, using: &random) == 0 {
                lost += 1
                queue.miss(events: 1)
            }
            reader.accepts = Int.random(in: 0...300, using: &random)
            reader.drain(&queue)
        }
        reader.accepts = .max
        reader.drain(&queue)
        #expect(queue.isEmpty)
        #expect(reader.lines.filter { $0.hasPrefix("a") } == (1...max(1, answers)).prefix(answers).map { "a\($0)" })
        let seen = reader.lines.filter { $0.hasPrefix("e") }.compactMap { Int($0.dropFirst()) }
        #expect(seen == seen.sorted())
        let missed = try reader.lines.filter { $0.hasPrefix("{") }.reduce(0) { sum, line in
            sum + (try JSONDecoder().decode(Missed.self, from: Data(line.utf8)).missed.events)
        }
        #expect(seen.count + missed == events + lost)
    }
}
