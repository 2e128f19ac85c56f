package import StudioCore

/// A capture session: its camera and microphone, its outputs, and whether it runs. Decides, performs nothing.
///
/// Inputs and outputs are numbers that the owner chooses.
package struct CaptureStateMachine: Sendable {
    /// What frames go through.
    package struct Configuration: Hashable, Sendable {
        /// The inputs; a session has one camera and one microphone.
        package var inputs: [CaptureMedia: Int] = [:]
        /// The media of each output.
        package var outputs: [Int: CaptureMedia] = [:]
    }

    package enum Action: Hashable, Sendable {
        /// Deliver the frames of the input to the output.
        case attach(output: Int, input: Int)
        /// Deliver nothing more to the output.
        case detach(output: Int)
    }

    /// The configuration that the client sees. Frames follow it at the end of the outermost configuration.
    package private(set) var configuration = Configuration()
    /// The configuration that frames follow while the session runs.
    package private(set) var applied = Configuration()
    /// How many calls of `begin` have no `commit`.
    package private(set) var depth = 0
    /// Whether it was started and not stopped.
    package private(set) var isStarted = false
    /// The inputs whose device the system has taken away.
    private var interrupted: Set<Int> = []
    /// Whether the system has taken one of its devices away, also while it is stopped.
    package var hasInterruptedDevice: Bool { !interrupted.isDisjoint(with: applied.inputs.values) }
    /// Whether the system has taken one of its devices away; the others then also deliver nothing.
    package var isInterrupted: Bool { isStarted && hasInterruptedDevice }
    /// Whether frames pass.
    package var isRunning: Bool { isStarted && !isInterrupted }

    package init() {}

    // MARK: Configuration

    package mutating func begin() { depth += 1 }

    package mutating func commit() throws(StudioError) -> [Action] {
        guard depth > 0 else {
            throw StudioError(
                .captureCommitWithoutBegin, "commitConfiguration without beginConfiguration",
                hint: "call beginConfiguration first")
        }
        depth -= 1
        return apply()
    }

    package func canAddInput(_ media: CaptureMedia = .video) -> Bool { configuration.inputs[media] == nil }

    package mutating func addInput(_ input: Int, _ media: CaptureMedia = .video) throws(StudioError) -> [Action] {
        guard canAddInput(media) else {
            let isSame = configuration.inputs[media] == input
            throw StudioError(
                .captureSecondInput,
                isSame ? "the input was added already" : "the session has a \(media.device) already",
                hint: "ask canAddInput, or remove the other input first")
        }
        configuration.inputs[media] = input
        return apply()
    }

    /// An input that was not added is ignored, as by the system.
    package mutating func removeInput(_ input: Int) -> [Action] {
        guard let media = configuration.inputs.first(where: { $0.value == input })?.key else { return [] }
        configuration.inputs[media] = nil
        return apply()
    }

    package func canAddOutput(_ output: Int) -> Bool { configuration.outputs[output] == nil }

    package mutating func addOutput(_ output: Int, _ media: CaptureMedia = .video) throws(StudioError) -> [Action] {
        guard canAddOutput(output) else { throw Self.secondSession("the output was added already") }
        configuration.outputs[output] = media
        return apply()
    }

    /// An output that was not added is ignored, as by the system.
    package mutating func removeOutput(_ output: Int) -> [Action] {
        configuration.outputs[output] = nil
        return apply()
    }

    /// The media of outputs that get nothing, because the session has no such device.
    package var mediaWithoutInput: [CaptureMedia] {
        let wanted = Set(applied.outputs.values)
        return CaptureMedia.allCases.filter { wanted.contains($0) && applied.inputs[$0] == nil }
    }

    package static func secondSession(_ message: String) -> StudioError {
        StudioError(.captureSecondSession, message, hint: "ask canAddOutput, or remove it there first")
    }

    // MARK: Life

    package mutating func start() throws(StudioError) -> [Action] {
        guard depth == 0 else {
            throw StudioError(
                .captureStartInConfiguration,
                "startRunning between beginConfiguration and commitConfiguration",
                hint: "call commitConfiguration first")
        }
        guard !isStarted else { return [] }
        isStarted = true
        return changes(from: [:])
    }

    package mutating func stop() throws(StudioError) -> [Action] {
        guard depth == 0 else {
            throw StudioError(
                .captureStopInConfiguration,
                "stopRunning between beginConfiguration and commitConfiguration",
                hint: "call commitConfiguration first")
        }
        let before = attachments
        isStarted = false
        return changes(from: before)
    }

    /// The system takes the device of an input away, or gives it back. A session that was started runs again by itself.
    package mutating func setInterrupted(_ isInterrupted: Bool, _ input: Int) -> [Action] {
        let before = attachments
        if isInterrupted { interrupted.insert(input) } else { interrupted.remove(input) }
        return changes(from: before)
    }

    // MARK: Attachments

    /// The input of each output that gets media.
    package var attachments: [Int: Int] {
        isRunning ? applied.outputs.compactMapValues { applied.inputs[$0] } : [:]
    }

    private mutating func apply() -> [Action] {
        guard depth == 0 else { return [] }
        let before = attachments
        applied = configuration
        return changes(from: before)
    }

    /// Outputs are detached first, then attached, each in ascending order.
    private func changes(from before: [Int: Int]) -> [Action] {
        let after = attachments
        let ended = before.keys.filter { after[$0] != before[$0] }.sorted()
        let begun = after.keys.filter { after[$0] != before[$0] }.sorted()
        return ended.map { .detach(output: $0) }
            + begun.compactMap { output in after[output].map { .attach(output: output, input: $0) } }
    }
}
