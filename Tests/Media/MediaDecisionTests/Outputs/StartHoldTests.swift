import MediaOutputs
import ProgramEncoding
import StudioCore
import Testing

@Suite("Units that come before a file is open")
struct StartHoldTests {
    private typealias Hold = StartHold<Int>

    private static func ms(_ value: Int) -> MediaTime { .milliseconds(Int64(value)) }

    @Test("nothing is held before the output is begun, and after it is open")
    func outside() {
        var hold = Hold()
        #expect(hold.offer(1, .keyFrame, at: .zero).fate == .pass)
        #expect(hold.isEmpty)
        hold.begin()
        #expect(hold.offer(2, .keyFrame, at: .zero).fate == .held)
        #expect(hold.end() == [2])
        #expect(hold.offer(3, .deltaFrame, at: .zero).fate == .pass)
        // It is opened once.
        hold.begin()
        #expect(hold.offer(4, .keyFrame, at: .zero).fate == .pass)
        #expect(hold.end() == [])
    }

    @Test("frames are held from the first key frame on, audio from the beginning on, in the order of arrival")
    func order() {
        var hold = Hold()
        hold.begin()
        #expect(hold.offer(1, .audio, at: Self.ms(40)).fate == .held)
        #expect(!hold.hasKeyFrame)
        #expect(hold.offer(2, .deltaFrame, at: .zero).fate == .lost)
        #expect(hold.offer(3, .keyFrame, at: Self.ms(33)).fate == .held)
        #expect(hold.hasKeyFrame)
        #expect(hold.offer(4, .audio, at: Self.ms(61)).fate == .held)
        #expect(hold.offer(5, .deltaFrame, at: Self.ms(66)).fate == .held)
        #expect(!hold.isEmpty)
        #expect(hold.end() == [1, 3, 4, 5])
        #expect(!hold.hasKeyFrame)
    }

    @Test("more than five seconds are lost together, and it begins again with the next key frame")
    func limit() {
        var hold = Hold()
        hold.begin()
        for number in 0..<50 {
            #expect(hold.offer(number, number == 0 ? .keyFrame : .deltaFrame, at: Self.ms(100 * number)).lost.isEmpty)
        }
        let full = hold.offer(50, .deltaFrame, at: Self.ms(5000))
        #expect(full.fate == .lost)
        #expect(full.lost == Array(0..<50))
        #expect(!hold.hasKeyFrame)
        #expect(hold.offer(51, .keyFrame, at: Self.ms(5100)).fate == .held)
        #expect(hold.end() == [51])
    }

    /// All sequences of units: the model keeps everything since the first key frame, and all audio.
    @Test("all sequences of eight units are held like the model")
    func exhaustive() {
        let kinds: [KeyFrameGate.Unit] = [.keyFrame, .deltaFrame, .audio]
        var sequences: [[KeyFrameGate.Unit]] = [[]]
        for _ in 0..<8 { sequences = sequences.flatMap { sequence in kinds.map { sequence + [$0] } } }
        #expect(sequences.count == 6561)
        var differences = 0
        for sequence in sequences {
            var hold = Hold()
            hold.begin()
            for (number, kind) in sequence.enumerated() { _ = hold.offer(number, kind, at: Self.ms(33 * number)) }
            let first = sequence.firstIndex(of: .keyFrame) ?? sequence.endIndex
            let wanted = sequence.indices.filter { sequence[$0] == .audio || $0 >= first }
            if hold.hasKeyFrame != (first < sequence.endIndex) { differences += 1 }
            if hold.end() != wanted { differences += 1 }
        }
        #expect(differences == 0)
    }
}
