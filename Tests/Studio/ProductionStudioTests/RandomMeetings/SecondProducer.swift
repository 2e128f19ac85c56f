import Glibc
@testable import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport

/// A second thread that sends audio during a first call. A receiver of the first call starts it.
final class SecondProducer: MediaReceiver {
    private struct State: Sendable {
        var isArmed = false
        var isStrict = false
        var sender: Sender?
        var mustSend = false
        var answer: StudioError.Code?
        var isOver = false
    }

    /// A code that no call returns.
    private static let noAnswer = StudioError.Code(rawValue: "no answer")

    private let state = Monitor(State())
    private let frame = [UInt8](repeating: 1, count: 18 * 8 * 3 / 2)
    private let audio = [UInt8](repeating: 0, count: 64)

    init() throws {
        _ = try Worker("test.second") { [weak self, state] in
            while let sender = state.wait(until: { $0.isOver ? .some(nil) : $0.mustSend ? .some($0.sender) : nil })
                ?? nil
            {
                state.update { $0.mustSend = false }
                let code = self?.code { () throws(StudioError) in try self?.sendAudioBlock(sender) }
                state.update { $0.answer = code ?? .success }
            }
        }
    }

    deinit {
        state.update { $0.isOver = true }
    }

    func finish() {
        state.update { $0.isOver = true }
    }

    private func code(_ body: () throws(StudioError) -> Void) -> StudioError.Code {
        do {
            try body()
            return .success
        } catch {
            return error.code
        }
    }

    func sendFrame(_ sender: Sender, width: Int) throws(StudioError) {
        let bytes = width * 8 * 3 / 2
        let result = frame.withUnsafeBytes { frame in
            Result { () throws(StudioError) in
                try sender.sendVideo(.init(rebasing: frame[..<bytes]), width: width, height: 8, format: .i420Full)
            }
        }
        try result.get()
    }

    func sendAudioBlock(_ sender: Sender) throws(StudioError) {
        let result = audio.withUnsafeBytes { audio in
            Result { () throws(StudioError) in
                try sender.sendAudio(audio, sampleRate: 48_000, channel: .mono)
            }
        }
        try result.get()
    }

    func overlap(_ sender: Sender, isStrict: Bool) {
        state.withLock { $0 = State(isArmed: true, isStrict: isStrict, sender: sender) }
    }

    func takeAnswer() -> StudioError.Code {
        // The first call did not reach the receiver: the second call was not made.
        guard state.withLock({ !$0.isArmed }) else { return Self.noAnswer }
        return state.wait(seconds: deadlineSeconds) { $0.answer } ?? Self.noAnswer
    }

    var hasCapacity: Bool { true }
    func receive(_ block: borrowing AudioBlock) {}

    /// The first call is in progress: the second call is made and is rejected, or waits at the gate.
    func receive(_ frame: borrowing VideoFrame) {
        guard state.withLock({ $0.isArmed }) else { return }
        let (isStrict, sender) = state.update { state in
            state.isArmed = false
            state.mustSend = true
            return (state.isStrict, state.sender)
        }
        if isStrict {
            _ = takeAnswer()
        } else {
            // A missing second call shows as different counts, not as a hang.
            let watch = SystemClock()
            while sender?.gate.waiting == 0, watch.now < .seconds(deadlineSeconds) { sched_yield() }
        }
    }
}
