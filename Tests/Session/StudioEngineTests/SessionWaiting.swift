import ProductionStudio
import StudioCore
import StudioScenario
import StudioTestSupport

@testable import StudioEngine

// What tests of sessions wait for: frames that they send, and events.
extension StudioSession {
    /// Sends frames of 128 × 72 until the condition is met, at most 900.
    func send(until what: String, _ isMet: () throws -> Bool) throws {
        let frame = TestMedia.frame(128, 72, y: 90)
        for _ in 0..<900 {
            if try isMet() { return }
            try frame.withUnsafeBytes {
                try sender.sendVideo($0, width: 128, height: 72, format: .i420Limited)
            }
            waitForNextFrame()
        }
        throw TestFailure("not reached: \(what); \(snapshot.outputs)")
    }

    func send(frames: Int) throws {
        var rest = frames
        try send(until: "\(frames) frames") {
            rest -= 1
            return rest < 0
        }
    }
}

extension EventSubscription<SessionEvent> {
    /// The events up to and including the awaited one.
    @discardableResult
    func wait(for isWanted: (SessionEvent.Kind) -> Bool) throws -> [SessionEvent.Kind] {
        var seen: [SessionEvent.Kind] = []
        while let event = next(seconds: deadlineSeconds) {
            seen.append(event.event)
            if isWanted(event.event) { return seen }
        }
        throw TestFailure("missing event; received: \(seen)")
    }
}
