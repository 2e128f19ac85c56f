import StudioCore
import StudioTestSupport
import Testing

@testable import StudioServer

/// Which connection is closed when there are too many.
struct ConnectionPlacesTests {
    private typealias Places = ConnectionPlaces<Int>

    /// Connections that were opened at zero: 1, 2, …
    private func places(_ count: Int, capacity: Int) -> Places {
        var places = Places(capacity: capacity)
        for id in 1...count { #expect(places.open(id, at: .zero) == nil) }
        return places
    }

    @Test("one without a complete head after 5 s is closed first, the oldest of them")
    func slow() {
        var places = places(4, capacity: 4)
        for id in [1, 4] { places.begin(id) }
        places.finish(1)
        places.showToken(4)
        #expect(places.open(5, at: .seconds(5)) == 2)
        #expect(places.open(6, at: .seconds(5)) == 3)
        // The others are younger.
        #expect(places.open(7, at: .seconds(9.9)) == 1)
    }

    @Test("then the one that is idle for the longest time, then those without a head, then those that are answered")
    func order() {
        var places = places(6, capacity: 6)
        for id in [2, 1, 5] {
            places.begin(id)
            places.finish(id)
        }
        for id in [6, 3] { places.begin(id) }
        // 2 has asked again.
        places.begin(2)
        places.finish(2)
        #expect(places.open(7, at: .seconds(1)) == 1)
        #expect(places.open(8, at: .seconds(1)) == 5)
        #expect(places.open(9, at: .seconds(1)) == 2)
        #expect(places.open(10, at: .seconds(1)) == 4)
        // A crowd that only connects loses its own places.
        #expect(places.open(11, at: .seconds(1)) == 7)
        for id in [8, 9, 10, 11] { places.begin(id) }
        #expect(places.open(12, at: .seconds(1)) == 6)
        #expect(places.open(13, at: .seconds(1)) == 12)
        #expect(places.count == 6)
    }

    @Test("64 connections that have shown the token are never closed; further ones after all strangers")
    func tokens() {
        var places = places(70, capacity: 200)
        for id in 1...70 {
            places.begin(id)
            places.showToken(id)
            places.finish(id)
        }
        for id in 1000..<1130 { #expect(places.open(id, at: .zero) == nil) }
        // All strangers go before the six that are known.
        for id in 2000..<2130 { #expect(places.open(id, at: .zero) == id - 1000) }
        for id in 2000..<2130 { places.showToken(id) }
        for id in 65...70 {
            #expect(places.open(3000 + id, at: .zero) == id)
            places.showToken(3000 + id)
        }
        #expect(places.open(4000, at: .zero) == 2000)
        #expect(Set(places.known).isSuperset(of: 1...64))
    }

    @Test("a protected place is free again when its connection ends")
    func protection() {
        var places = places(4, capacity: 4)
        // Half of the places at most are protected.
        for id in 1...4 { places.showToken(id) }
        #expect(places.open(5, at: .zero) == 3)
        places.close(1)
        // One that asks again is protected now.
        places.showToken(4)
        places.showToken(4)
        #expect(places.open(6, at: .zero) == nil)
        #expect(places.open(7, at: .zero) == 5)
        #expect(places.open(8, at: .zero) == 6)
        #expect(Set(places.known) == [2, 4])
    }

    @Test("without descriptors, strangers give up some places, others none")
    func relief() {
        var places = places(40, capacity: 100)
        for id in 1...4 { places.showToken(id) }
        for id in 5...10 {
            places.begin(id)
            places.finish(id)
        }
        #expect(places.relieve(at: .zero) == Array(5...20))
        #expect(places.relieve(at: .zero) == Array(21...36))
        #expect(places.relieve(at: .zero) == Array(37...40))
        #expect(places.relieve(at: .zero) == [])
        #expect(places.count == 4)
    }

    @Test("what is not known any more changes nothing")
    func unknown() {
        var places = places(2, capacity: 2)
        #expect(places.open(3, at: .zero) == 1)
        places.begin(1)
        places.finish(1)
        places.showToken(1)
        places.close(1)
        #expect(places.count == 2)
        #expect(places.known == [])
        #expect(places.open(4, at: .zero) == 2)
    }

    // MARK: A model

    /// The same, as a list in the order in which connections are closed.
    private struct Model {
        struct Entry {
            let id: Int
            let opened: Int
            var phase = "head"
            var isKnown = false
            var isProtected = false
        }

        /// The one whose phase changed last is the last one.
        var entries: [Entry] = []
        let capacity: Int

        private func kinds(_ now: Int) -> [(Entry) -> Bool] {
            [
                { $0.phase == "head" && now - $0.opened >= 5 }, { $0.phase == "idle" }, { $0.phase == "head" },
                { $0.phase == "busy" },
            ]
        }

        mutating func open(_ id: Int, _ now: Int) -> Int? {
            defer { entries.append(Entry(id: id, opened: now)) }
            guard entries.count == capacity else { return nil }
            for isKnown in [false, true] {
                for isKind in kinds(now) {
                    guard
                        let index = entries.firstIndex(where: { $0.isKnown == isKnown && !$0.isProtected && isKind($0) }
                        )
                    else { continue }
                    return entries.remove(at: index).id
                }
            }
            return nil
        }

        mutating func move(_ id: Int, to phase: String) {
            guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
            var entry = entries.remove(at: index)
            entry.phase = phase
            entries.append(entry)
        }

        mutating func showToken(_ id: Int) {
            guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
            entries[index].isKnown = true
            let protected = entries.count(where: \.isProtected)
            if !entries[index].isProtected, protected < capacity / 2 { entries[index].isProtected = true }
        }
    }

    @Test(
        "random connections have the places of a list that is written another way",
        arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func random(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let capacity = Int.random(in: 2...12, using: &generator)
        var (places, model) = (Places(capacity: capacity), Model(capacity: capacity))
        var (last, now) = (0, 0)
        for step in 0..<3000 {
            now += Int.random(in: 0...2, using: &generator)
            let id = Int.random(in: max(1, last - 15)...max(1, last), using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0, 1:
                last += 1
                let found = (places.open(last, at: .seconds(Double(now))), model.open(last, now))
                guard found.0 == found.1 else {
                    Issue.record("step \(step) of seed \(seed): \(found)")
                    return
                }
            case 2:
                places.begin(id)
                model.move(id, to: "busy")
            case 3:
                places.finish(id)
                model.move(id, to: "idle")
            case 4:
                places.showToken(id)
                model.showToken(id)
            default:
                places.close(id)
                model.entries.removeAll { $0.id == id }
            }
            #expect(places.count == model.entries.count)
        }
    }

    // MARK: Limits

    @Test(
        "connections leave descriptors for sessions",
        arguments: [
            (1 << 20, false, 1024, 0), (1 << 20, true, 1024, 1024), (4096, true, 1024, 1024), (4096, false, 1024, 0),
            (1024, false, 768, 0), (1024, true, 384, 384), (256, true, 64, 64), (64, false, 32, 0), (2, true, 2, 2),
        ])
    func limits(descriptors: Int, hasControllers: Bool, http: Int, controllers: Int) {
        let limits = ConnectionLimits(descriptors: descriptors, hasControllers: hasControllers)
        #expect(limits.http == http)
        #expect(limits.controllers == controllers)
    }
}
