import StudioCore
import Testing

@testable import MediaInputs

/// What is on air, as a value.
struct ProgramSourceTests {
    // MARK: Transitions

    @Test("A change is opened, cut to, and answered when it is on air")
    func change() {
        var program = ProgramSource()
        #expect(program.request(1) == [.open(1)])
        #expect(program.next == .opening(1))
        #expect(program.opened(1) == [.cut(1)])
        #expect(program.next == .ready(1))
        #expect(program.cut(1) == [])
        #expect(program.next == nil)
        #expect(program.isOnAir(1) == [.answer(1)])
        #expect(program.cutting == nil)
        #expect(program.delivery == .delivering)
    }

    @Test("The last change wins, whether an earlier one is open or not")
    func supersede() {
        var program = ProgramSource()
        _ = program.request(1)
        #expect(program.request(2) == [.supersede(1), .open(2)])
        #expect(program.opened(1) == [])
        #expect(program.opened(2) == [.cut(2)])
        #expect(program.request(3) == [.supersede(2), .open(3)])
        #expect(program.cut(2) == nil)
        #expect(program.isOnAir(2) == [])
        #expect(program.openingFailed(2) == [])
        #expect(program.next == .opening(3))
    }

    @Test("A change whose cut has begun is neither superseded nor rejected")
    func cutting() {
        var program = ProgramSource()
        _ = program.request(1)
        _ = program.opened(1)
        #expect(program.cut(1) == [])
        var ended = program
        #expect(program.request(2) == [.open(2)])
        #expect(program.isOnAir(1) == [.answer(1)])
        #expect(program.next == .opening(2))
        #expect(ended.end() == [.finish])
        #expect(ended.isOnAir(1) == [.answer(1)])
    }

    @Test("A slate that is requested while a cut is made stays after it")
    func slateWhileCutting() {
        var program = ProgramSource()
        _ = program.request(1)
        _ = program.opened(1)
        #expect(program.cut(1) == [])
        #expect(program.showSlate() == [.showSlate(.command)])
        #expect(program.isOnAir(1) == [.answer(1)])
        #expect(program.slate == .command)
    }

    @Test("A change that fails leaves the source on air")
    func failure() {
        var program = ProgramSource()
        _ = program.request(1)
        #expect(program.openingFailed(1) == [.fail(1)])
        #expect(program.next == nil)
        #expect(program.delivery == .delivering)
        #expect(!program.isOver)
    }

    @Test("The end of the source is followed by the end, or by a slate", arguments: SourceEnd.allCases)
    func end(_ atEnd: SourceEnd) {
        var program = ProgramSource(atEnd: atEnd)
        #expect(program.ended(.ended) == (atEnd == .stop ? [.finish] : [.showSlate(.ended)]))
        #expect(program.isOver == (atEnd == .stop))
        #expect(program.slate == (atEnd == .stop ? nil : .ended))
        #expect(program.ended(.failed) == [])
    }

    @Test("A change that was requested before the end of the source follows it", arguments: SourceEnd.allCases)
    func endWhileOpening(_ atEnd: SourceEnd) {
        var program = ProgramSource(atEnd: atEnd)
        _ = program.request(1)
        #expect(program.ended(.ended) == [.wait])
        #expect(!program.isOver)
        var other = program
        #expect(program.opened(1) == [.cut(1)])
        #expect(program.cut(1) == [])
        #expect(program.isOnAir(1) == [.answer(1)])
        #expect(program.delivery == .delivering)
        #expect(other.openingFailed(1) == [.fail(1)] + (atEnd == .stop ? [.finish] : [.showSlate(.ended)]))
        #expect(other.isOver == (atEnd == .stop))
    }

    @Test("A stalled source has a slate until it delivers", arguments: [SlateReason.stalled, .writerGone])
    func stall(_ reason: SlateReason) {
        var program = ProgramSource()
        #expect(program.stalled(reason) == [.showSlate(reason)])
        #expect(program.showSlate() == [])
        #expect(program.delivered() == [])
        #expect(program.slate == .command)
        #expect(program.endSlate() == [.endSlate])
        #expect(program.stalled(reason) == [.showSlate(reason)])
        #expect(program.endSlate() == nil)
        #expect(program.delivered() == [.endSlate])
        #expect(program.slate == nil)
    }

    @Test("A change ends the slate")
    func changeUnderSlate() {
        var program = ProgramSource()
        #expect(program.showSlate() == [.showSlate(.command)])
        #expect(program.showSlate() == nil)
        _ = program.request(1)
        _ = program.opened(1)
        #expect(program.cut(1) == [.endSlate])
        #expect(program.isOnAir(1) == [.answer(1)])
        #expect(program.slate == nil)
    }

    @Test("A requested slate that ends over a source that has ended gives way to what follows it")
    func slateOverEnd() {
        var held = ProgramSource(atEnd: .hold)
        _ = held.showSlate()
        #expect(held.ended(.ended) == [])
        #expect(held.endSlate() == [])
        #expect(held.slate == .ended)
        var stopped = ProgramSource()
        _ = stopped.showSlate()
        #expect(stopped.ended(.ended) == [.finish])
    }

    @Test("After the end, changes are rejected and commands have no effect")
    func afterEnd() {
        var program = ProgramSource()
        _ = program.request(1)
        #expect(program.end() == [.reject(1), .finish])
        #expect(program.request(2) == [.reject(2)])
        #expect(program.showSlate() == nil)
        #expect(program.endSlate() == nil)
        #expect(program.stalled(.stalled) == [])
        #expect(program.ended(.ended) == [])
        #expect(program.end() == [])
    }

    // MARK: All sequences

    private enum Input: CaseIterable {
        case request, openedLast, openedFirst, failedLast, cut, onAir, stalled, delivered, ended, showSlate, endSlate
        case end
    }

    /// What an observer of the program knows, kept without its states.
    private struct Ledger {
        var requested = 0
        var answers: [Int: Int] = [:]
        var isSlateOnAir = false
        var isFinished = false

        mutating func note(_ actions: [ProgramSource.Action], in trace: [Input]) {
            for action in actions {
                #expect(!isFinished || isAnswer(action), "\(action) after the end: \(trace)")
                switch action {
                case .supersede(let change), .fail(let change), .reject(let change), .answer(let change):
                    answers[change, default: 0] += 1
                    #expect(answers[change] == 1, "answered twice: \(trace)")
                case .showSlate:
                    #expect(!isSlateOnAir, "two slates: \(trace)")
                    isSlateOnAir = true
                case .endSlate:
                    #expect(isSlateOnAir, "no slate to end: \(trace)")
                    isSlateOnAir = false
                case .finish: isFinished = true
                case .open, .cut, .wait: break
                }
            }
        }

        private func isAnswer(_ action: ProgramSource.Action) -> Bool {
            switch action {
            case .supersede, .fail, .reject, .answer: true
            case .open, .cut, .showSlate, .endSlate, .wait, .finish: false
            }
        }
    }

    private func apply(_ input: Input, to program: inout ProgramSource, _ ledger: inout Ledger) -> [ProgramSource
        .Action]
    {
        switch input {
        case .request:
            ledger.requested += 1
            return program.request(ledger.requested)
        case .openedLast: return program.opened(ledger.requested)
        case .openedFirst: return program.opened(1)
        case .failedLast: return program.openingFailed(ledger.requested)
        case .cut: return program.cut(ledger.requested) ?? []
        case .onAir: return program.isOnAir(program.cutting ?? ledger.requested)
        case .stalled: return program.stalled(.stalled)
        case .delivered: return program.delivered()
        case .ended: return program.ended(.ended)
        case .showSlate: return program.showSlate() ?? []
        case .endSlate: return program.endSlate() ?? []
        case .end: return program.end()
        }
    }

    private func check(_ inputs: [Input], _ atEnd: SourceEnd) {
        var (program, ledger) = (ProgramSource(atEnd: atEnd), Ledger())
        for input in inputs {
            ledger.note(apply(input, to: &program, &ledger), in: inputs)
            #expect((program.slate != nil) == ledger.isSlateOnAir || program.isOver, "\(inputs)")
            #expect(program.isOver == ledger.isFinished, "\(inputs)")
        }
        ledger.note(program.end(), in: inputs)
        if let cutting = program.cutting { ledger.note(program.isOnAir(cutting), in: inputs) }
        let answered = (1...max(1, ledger.requested)).filter { ledger.answers[$0] == 1 }
        #expect(answered.count == ledger.requested, "a change without an answer: \(inputs)")
    }

    @Test(
        "In all sequences of four inputs, each change is answered once, and slates alternate",
        arguments: SourceEnd.allCases)
    func allSequences(_ atEnd: SourceEnd) {
        let all = Input.allCases
        for one in all {
            for two in all {
                for three in all { for four in all { check([one, two, three, four], atEnd) } }
            }
        }
    }

    @Test("So they are in long random ones", arguments: 0..<20)
    func randomSequences(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<100 {
            let inputs = (0..<30).map { _ in
                // The end is rare, so that sequences are long.
                Input.allCases.dropLast(random.next() % 10 == 0 ? 0 : 1).randomElement(using: &random) ?? .request
            }
            check(inputs, SourceEnd.allCases[Int(seed) % 3])
        }
    }
}
