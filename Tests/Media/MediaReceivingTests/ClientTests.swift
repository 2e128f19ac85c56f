import StudioCore
import StudioRuntime
import Testing

@testable import MediaReceiving

/// What clients hold of received media, and when they are notified that it is published.
struct ClientTests {
    private enum Input: CaseIterable {
        case add, release, returned
    }

    /// A model of the references, written in another way.
    private struct Model {
        let isGranted: Bool
        var count = 0
        var isRunning = true
        var isGone = false

        mutating func apply(_ input: Input) -> String {
            switch input {
            case .add:
                if !isGranted { return "refused" }
                if isGone { return "late" }
                count += 1
                return count == 1 && isRunning ? "first" : "counted"
            case .release:
                if count == 0 { return "below" }
                count -= 1
                if count > 0 { return "\(count)" }
                if isRunning { return "last inside" }
                isGone = true
                return "last"
            case .returned:
                guard isRunning, !isGone else { return "kept" }
                isRunning = false
                isGone = count == 0
                return isGone ? "given back" : "kept"
            }
        }
    }

    private func apply(_ input: Input, _ references: inout References) -> String {
        switch input {
        case .add:
            switch references.add() {
            case .first: "first"
            case .counted: "counted"
            case .refused: "refused"
            case .tooLate: "late"
            }
        case .release:
            switch references.release() {
            case .counted(let count): "\(count)"
            case .last: "last"
            case .lastInCallback: "last inside"
            case .belowZero: "below"
            }
        case .returned: references.callbackReturned() ? "given back" : "kept"
        }
    }

    @Test("All sequences of adding, releasing and the callback's return to length 7 agree with a model")
    func references() {
        for permission in [References.Permission.granted, .stack, .unsetAudio] {
            var sequences: [[Input]] = [[]]
            for _ in 0..<7 { sequences = sequences.flatMap { head in Input.allCases.map { head + [$0] } } }
            for sequence in sequences {
                var model = Model(isGranted: permission == .granted)
                var references = References(permission)
                for input in sequence {
                    let (expected, actual) = (model.apply(input), apply(input, &references))
                    #expect(actual == expected)
                    #expect(references.count == model.count)
                    #expect(references.isValid == !model.isGone)
                    #expect(references.canAdd == (!model.isGone && model.isGranted))
                }
            }
        }
    }

    // MARK: Announcements

    private enum Event: CaseIterable {
        case on, off, earlyFrame, frame
    }

    @Test("All sequences of starts, stops and frames to length 6 announce each publication once, before its frames")
    func announcements() {
        var sequences: [[Event]] = [[]]
        for _ in 0..<6 { sequences = sequences.flatMap { head in Event.allCases.map { head + [$0] } } }
        for sequence in sequences {
            var announcer = TrackAnnouncer()
            var (isOn, lastStop) = (false, MediaTime.zero)
            for (index, event) in sequence.enumerated() {
                let now = MediaTime.seconds(Double(index + 1))
                switch event {
                case .on, .off:
                    #expect(announcer.change(isOn: event == .on, at: now) == (isOn != (event == .on)))
                    if isOn, event == .off { lastStop = now }
                    isOn = event == .on
                case .earlyFrame, .frame:
                    // An early one was captured before the last stop, if there was one.
                    let time = event == .frame || lastStop == .zero ? now : lastStop - .seconds(1)
                    let isStale = !isOn && time < lastStop
                    #expect(announcer.frame(at: time) == (isStale ? nil : !isOn))
                    if !isStale { isOn = true }
                }
                #expect(announcer.isOn == isOn)
            }
        }
    }

    @Test("Changes of the state of video are announcements; a stall and changes of audio are not")
    func events() {
        let user = UserID(rawValue: 7)
        func announcement(_ kind: TrackKind, _ change: TrackEvent.Change) -> String? {
            TrackEvent(TrackID(participant: user, kind: kind), change).announcement.map { "\($0.video) \($0.isOn)" }
        }
        #expect(announcement(.camera, .state(.on)) == "the video of user 7 true")
        #expect(announcement(.camera, .state(.off)) == "the video of user 7 false")
        #expect(announcement(.shareVideo, .state(.ended)) == "the share of user 7 false")
        #expect(announcement(.camera, .state(.stalled)) == nil)
        #expect(announcement(.camera, .muted(true)) == nil)
        #expect(announcement(.microphone, .state(.on)) == nil)
    }

    // MARK: Units

    /// Blocks of a client whose misuses are noted.
    private final class Client: Sendable {
        let misuses = Lock<[ReceivedUnit.Misuse]>([])
        let pool: UnitPool
        let budget = FrameBudget(limit: 2)
        private let clock = ManualClock()

        init() {
            let misuses = misuses
            pool = UnitPool(clock: clock) { misuse, name in
                #expect("\(name)" == "block 3 of the mixed audio (00:00:01.000)")
                misuses.withLock { $0.append(misuse) }
            }
        }

        func unit(_ permission: References.Permission = .granted) -> ReceivedUnit {
            let description = AudioBlockDescription(
                point: .mixed, user: nil, format: AudioFormat(sampleRate: 48_000, channels: 1), number: 3,
                time: .seconds(1))
            return [Int16](repeating: 7, count: 480).withUnsafeBufferPointer { samples in
                ReceivedBlock(
                    copying: samples, .mixed, description, at: .seconds(1), permission, pool, isGuarded: false,
                    FrameCredit(budget, clock: clock)
                ).unit
            }
        }
    }

    @Test("A unit has its memory inside the callback, and as long as it is referenced; its end is notified once")
    func memory() {
        let client = Client()
        let (unit, ends) = (client.unit(), Lock(0))
        unit.onOver { ends.withLock { $0 += 1 } }
        #expect(unit.bytes?.count == 960)
        #expect(unit.canAddReference)
        #expect(unit.addReference("App.swift", 1) == true)
        #expect(unit.addReference("App.swift", 2) == true)
        unit.callbackReturned()
        #expect(client.pool.count == (0, 1))
        #expect(client.pool.holders.map(\.line) == [1])
        #expect(unit.releaseReference() == 1)
        #expect(unit.bytes?.bindMemory(to: Int16.self).last == 7)
        #expect(ends.withLock { $0 } == 0)
        #expect(unit.releaseReference() == 0)
        #expect(client.pool.count == (0, 0))
        #expect(client.budget.kept == 0)
        #expect(ends.withLock { $0 } == 1)
        #expect(client.misuses.withLock { $0 } == [])
    }

    @Test("Each misuse of a unit is noted; use after the end once")
    func misuses() {
        let client = Client()
        let unit = client.unit()
        #expect(unit.addReference("App.swift", 1) == true)
        #expect(unit.releaseReference() == 0)
        unit.callbackReturned()
        for _ in 0..<2 { #expect(unit.bytes == nil) }
        #expect(unit.addReference("App.swift", 1) == false)
        #expect(unit.releaseReference() == nil)
        #expect(client.misuses.exchange([]) == [.unasked, .stale, .late, .overReleased])
        let stack = client.unit(.stack)
        #expect(!stack.canAddReference)
        #expect(stack.addReference("App.swift", 1) == false)
        #expect(client.misuses.exchange([]) == [.refused(.stack)])
        let unset = client.unit(.unsetAudio)
        #expect(!unset.canAddReference)
        #expect(unset.addReference("App.swift", 1) == false)
        #expect(client.misuses.exchange([]) == [.refused(.unsetAudio), .refused(.unsetAudio)])
    }

    @Test("What a client drops without releasing it is held until the end of the session, and after it not at all")
    func lost() {
        let client = Client()
        func lose() {
            let unit = client.unit()
            #expect(unit.addReference("App.swift", 42) == true)
            unit.callbackReturned()
        }
        lose()
        #expect(client.budget.kept == 1)
        #expect(client.pool.end().map(\.line) == [42])
        #expect(client.budget.kept == 0)
        lose()
        #expect(client.pool.count == (0, 0))
        #expect(client.budget.kept == 0)
    }
}
