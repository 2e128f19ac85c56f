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
///
/// A camera that a client captures is written only in a process that only captures: ``reserve()`` ends it.
package final class ClientOutputs: Sendable {
    private struct State: Sendable {
        var starts = 0
        var open: [Int: OutputGroup] = [:]
        /// The starts whose outputs are being finished.
        var finishing: Set<Int> = []
        /// The open publications of cameras.
        var cameras: [Int: ClientPublication] = [:]
        /// Whether cameras are not written, because the client sends or is in a meeting.
        var isReserved = false
        /// Whether no outputs are opened any more.
        var isClosed = false
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

    /// The open outputs, numbered in the order of the starts.
    var snapshot: [SessionOutput] {
        let open = state.withLock { $0.open }
        let members = open.keys.sorted().flatMap { open[$0]?.members ?? [] }
        let statuses = members.map(\.output.status)
        let forecast = DiskForecast(statuses, reserve: options.reserve)
        return members.indices.map { index in
            SessionOutput(index + 1, members[index].output.address, statuses[index], forecast: forecast)
        }
    }

    /// Whether nothing is written.
    var isEmpty: Bool { addresses.isEmpty }

    /// The outputs are for what the client sends or publishes: cameras that are written end now, others do not begin.
    func reserve() {
        let cameras = state.update { state in
            state.isReserved = true
            return state.cameras.values
        }
        for camera in cameras { camera.finish() }
    }

    /// Writes the media of this studio from now on.
    package func attach(studio: StudioController) {
        guard !addresses.isEmpty else { return }
        reserve()
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
                let number = start.withLock { exchange(&$0, with: (nil, nil)).number }
                if let number { finish(number) }
            case .answered, .startedSending, .userChanged: break
            }
        }
    }

    /// Writes what is published until the publication is finished.
    ///
    /// - Parameter isCamera: whether it is what the client captures, which is written unless the outputs are reserved.
    ///   Other publications reserve them.
    /// - Returns: `nil` without outputs for it.
    func publish(
        _ form: ClientPublication.Form, clock: any StudioClock, isCamera: Bool = false
    ) -> ClientPublication? {
        guard !addresses.isEmpty else { return nil }
        if !isCamera { reserve() } else if state.withLock({ $0.isReserved }) { return nil }
        var settings = EncoderSettings(width: Int(form.capability.width), height: Int(form.capability.height))
        settings.hasAudio = form.hasAudio
        let program = ClientPublication.makeProgram(clock)
        let number = open(program, form.capability, form.rate, settings)
        let publication = ClientPublication(form, in: program) { [self] in
            state.update { _ = $0.cameras.removeValue(forKey: number) }
            finish(number)
        }
        guard isCamera else { return publication }
        // Another interface may have reserved the outputs while they were opened.
        let isReserved = state.update { state in
            if !state.isReserved { state.cameras[number] = publication }
            return state.isReserved
        }
        guard isReserved else { return publication }
        publication.finish()
        return nil
    }

    /// Opens the outputs. The caller waits, so that no frame is lost: the callback that delivers the sender, or the call
    /// that begins to publish.
    private func open(
        _ meeting: Meeting, _ capability: VideoCapability, _ frameRate: Rate?, _ settings: EncoderSettings? = nil
    ) -> Int {
        _ = state.wait(seconds: Self.restartTimeout) { $0.finishing.isEmpty ? true : nil }
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
                onChange: { [logger] change in
                    guard case .failed(let failure) = change.status.state else { return }
                    logger.error("\(change.output.address): \(failure)")
                },
                onWarning: { [logger] output, message in logger.warning("\(output.address): \(message)") })
            let isClosed = state.update { state in
                if !state.isClosed { state.open[number] = group }
                return state.isClosed
            }
            // Nobody would finish them.
            if !isClosed { group.begin() }
        } catch {
            logger.error("\(error)")
        }
        return number
    }

    /// Finishes the outputs of a start on a thread of its own, so that the callback does not wait.
    private func finish(_ number: Int) {
        let group = state.update { state in
            let group = state.open.removeValue(forKey: number)
            if group != nil { state.finishing.insert(number) }
            return group
        }
        guard let group else { return }
        let body: @Sendable () -> Void = { [self] in
            if let error = group.finish() { logger.error("\(error)") }
            state.update { _ = $0.finishing.remove(number) }
        }
        // Without a thread, the callback waits.
        if (try? Worker("client-outputs", body)) == nil { body() }
    }

    /// Finishes all outputs and waits for them; none is opened any more. Each output times out by itself.
    package func finish() {
        let numbers = state.update { state in
            state.isClosed = true
            return state.open.keys.sorted()
        }
        for number in numbers { finish(number) }
        _ = state.wait { $0.finishing.isEmpty ? true : nil }
    }
}
