import Logging
package import MediaOutputs
package import ProductionStudio
import ProgramEncoding
package import StudioCore
import StudioMeeting
import StudioRuntime

/// Writes the media of a client's studios to outputs, from each `onStartSend` to `onStopSend`, and what the local users of
/// clients publish that receive media.
///
/// The first start writes to the addresses as given. Later starts write to numbered files, `show-2.mp4`, because files are
/// not overwritten; servers, pipes and standard output are opened again. Starts and publications are counted in the process,
/// or in all processes of `psstudio exec`.
package final class ClientOutputs: Sendable {
    private struct State: Sendable {
        var starts = 0
        var open: [Int: OutputGroup] = [:]
        /// The starts whose outputs are not finished yet.
        var unfinished: Set<Int> = []
    }

    /// How long a start waits for the outputs of the previous one in seconds: a server accepts one publication.
    private static let restartTimeout = 5.0

    private let addresses: [String]
    private let options: OutputOptions
    private let counter: SessionCounter?
    private let logger = Logger(label: "psstudio")
    private let state = Monitor(State())

    /// - Throws: an `AddressError` for an address that no driver accepts.
    package init(
        _ addresses: [String], options: OutputOptions = .init(), counter: SessionCounter? = nil
    ) throws(AddressError) {
        for address in addresses { _ = try OutputRegistry.standard.driver(for: address) }
        self.addresses = addresses
        self.options = options
        self.counter = counter
    }

    /// Whether nothing is written.
    var isEmpty: Bool { addresses.isEmpty }

    /// Writes the media of this studio from now on.
    package func attach(_ studio: StudioController) {
        guard !addresses.isEmpty else { return }
        let start = Lock<(capability: VideoCapability?, number: Int?)>((nil, nil))
        studio.onCall { call in
            if case .start(let capability, .success) = call { start.withLock { $0.capability = capability } }
        }
        studio.onEvent { [self, weak studio] event in
            switch event {
            case .startedSending(hasSender: true):
                guard let studio, let capability = start.withLock({ $0.number == nil ? $0.capability : nil })
                else { return }
                let number = open(studio.meeting, capability, studio.options.frameRate)
                start.withLock { $0.number = number }
            case .stoppedSending:
                let number = start.withLock { start -> Int? in
                    defer { start = (nil, nil) }
                    return start.number
                }
                if let number { finish(number) }
            case .answered, .startedSending, .userChanged: break
            }
        }
    }

    /// Writes what is published until the publication is finished.
    ///
    /// - Returns: `nil` without outputs.
    func publish(_ form: ClientPublication.Form, clock: any StudioClock) -> ClientPublication? {
        guard !addresses.isEmpty else { return nil }
        var settings = EncoderSettings(width: Int(form.capability.width), height: Int(form.capability.height))
        settings.hasAudio = form.hasAudio
        let program = ClientPublication.makeProgram(clock)
        let number = open(program, form.capability, form.rate, settings)
        return ClientPublication(form, in: program) { [self] in finish(number) }
    }

    /// Opens the outputs. The caller waits, so that no frame is lost: the callback that delivers the sender, or the call
    /// that begins to publish.
    private func open(
        _ meeting: Meeting, _ capability: VideoCapability, _ frameRate: Rate?, _ settings: EncoderSettings? = nil
    ) -> Int {
        _ = state.wait(seconds: Self.restartTimeout) { $0.unfinished.isEmpty ? true : nil }
        let number = state.update { state in
            state.starts += 1
            return state.starts
        }
        let session = counter?.next() ?? number
        do {
            let group = try OutputGroup(
                of: meeting, capability: capability, frameRate: frameRate, settings: settings,
                drivers: try addresses.map { address throws(AddressError) in
                    try OutputRegistry.standard.driver(for: OutputNumbering.address(address, session: session))
                }, options: options,
                onChange: { [logger] _, output, status in
                    if case .failed(let failure) = status.state { logger.error("\(output.address): \(failure)") }
                },
                onWarning: { [logger] output, message in logger.warning("\(output.address): \(message)") })
            state.update { state in
                state.open[number] = group
                state.unfinished.insert(number)
            }
            group.begin()
        } catch {
            logger.error("\(error)")
        }
        return number
    }

    /// Finishes the outputs of a start on a thread of its own, so that the callback does not wait.
    private func finish(_ number: Int) {
        guard let group = state.update({ $0.open.removeValue(forKey: number) }) else { return }
        let body: @Sendable () -> Void = { [self] in
            if let error = group.finish() { logger.error("\(error)") }
            state.update { _ = $0.unfinished.remove(number) }
        }
        // Without a thread, the callback waits.
        if (try? Worker("client-outputs", body)) == nil { body() }
    }

    /// Finishes all outputs and waits for them. Each output times out by itself.
    package func finish() {
        for number in state.withLock({ $0.open.keys.sorted() }) { finish(number) }
        _ = state.wait { $0.unfinished.isEmpty ? true : nil }
    }
}
