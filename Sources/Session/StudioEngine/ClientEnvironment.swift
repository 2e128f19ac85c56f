import ContentDiagnosis
package import Dispatch
import Glibc
import Logging
package import MediaOutputs
package import ProductionStudio
package import StudioCore
import StudioMeeting
package import StudioRuntime
import StudioScenario

/// Applies `PSSTUDIO_*` to a client that uses a facade: the role, the seed, a scenario, outputs for its media, and traces.
package final class ClientEnvironment: Sendable {
    private let values: SessionEnvironment
    private let outputs: ClientOutputs
    private let scenario: ClientScenario?
    private let traces: ClientTraces?
    private let contents = Lock<ContentDiagnosis?>(nil)

    /// - Parameters:
    ///   - variable: looks up a variable.
    ///   - options: how outputs are opened and finished.
    ///   - clock: the clock of the scenario.
    /// - Throws: a ``SessionConfigurationError`` or an `AddressError` for a variable with an invalid value.
    package init(
        variable: (String) -> String? = SessionConfiguration.environmentVariable, options: OutputOptions = .init(),
        clock: any StudioClock = SystemClock()
    ) throws {
        values = try SessionEnvironment(variable: variable)
        do throws(ScenarioError) {
            scenario = try values.scenario.map { scenario throws(ScenarioError) in
                try ClientScenario(scenario, clock: clock)
            }
        } catch {
            throw SessionConfigurationError("PSSTUDIO_SCENARIO: \(error)")
        }
        var options = options
        options.secrets.merge(values.secrets) { $1 }
        outputs = try ClientOutputs(values.outputs, options: options, counter: values.counter)
        if let trace = values.trace, !trace.hasSuffix("/"), FileID.isRegularFile(trace) {
            throw SessionConfigurationError(
                "PSSTUDIO_TRACE: '\(trace)' exists; remove it, or choose a folder with a / at its end")
        }
        traces = values.trace.map { ClientTraces($0) }
    }

    /// The environment of the process. An invalid value ends the process with 2, the code for usage errors: the client
    /// has no call that could report it.
    package static let process: ClientEnvironment = {
        do {
            let environment = try ClientEnvironment()
            if !environment.values.outputs.isEmpty || environment.traces != nil {
                atexit { ClientEnvironment.process.finish() }
            }
            return environment
        } catch {
            Logger(label: "psstudio").error("\(error)")
            exit(2)
        }
    }()

    /// The initial state of the emulated service.
    package var defaults: EntryDefaults {
        var defaults = EntryDefaults()
        scenario?.apply(to: &defaults)
        if let role = values.role {
            defaults.role = role
            defaults.responses.role = role
        }
        defaults.seed = values.seed
        return defaults
    }

    /// Creates the entry of a client, and begins the scenario.
    ///
    /// - Parameter receiver: receives all events, on the callback queue.
    package func makeEntry(_ receiver: @escaping @Sendable (EntryEvent) -> Void) -> StudioEntry {
        outputs.reserve()
        let entry = StudioEntry(defaults: defaults, onStudio: { [self] in attach($0) }) { [scenario] event in
            receiver(event)
            if case .authenticated = event { scenario?.authenticated() }
        }
        scenario?.begin(entry)
        return entry
    }

    /// Writes the media of this studio to the outputs and its events to a trace, diagnoses its contents, and performs the
    /// scenario in its meeting.
    package func attach(_ studio: StudioController) {
        // The previous diagnosis ends before the previous trace. A client has one meeting at a time.
        contents.exchange(nil)?.finish()
        traces?.attach(studio)
        contents.set(ContentDiagnosis(studio))
        scenario?.attach(studio)
        outputs.attach(studio)
    }

    /// Like ``attach(_:)``, for a client whose studio exists from its first call: the scenario begins now.
    package func attachFirst(_ studio: StudioController) {
        scenario?.beginOnce()
        attach(studio)
    }

    /// The seed of `PSSTUDIO_SEED`.
    package var seed: UInt64? { values.seed }

    /// Creates the meeting of a client that receives media, with the role, the kind, the seed and the scenario of the
    /// environment.
    ///
    /// - Parameters:
    ///   - rules: those of the client's interface.
    ///   - violations: what the client violates, for the trace.
    ///   - clock: the clock of the meeting.
    ///   - queue: the serial queue of its callbacks.
    ///   - seed: the seed without `PSSTUDIO_SEED`; a random one if nil.
    ///   - isCapture: whether the client only captures in it. Otherwise, cameras are not written to the outputs any more.
    /// - Returns: the studio of the meeting, which performs the scenario as long as it is retained.
    package func enterAsReceiver(
        _ rules: RuleCatalogue, _ violations: ViolationLog, clock: any StudioClock = SystemClock(),
        queue: DispatchQueue = .main, seed: UInt64? = nil, isCapture: Bool = false
    ) -> StudioController {
        if !isCapture { outputs.reserve() }
        let defaults = defaults
        let meeting = Meeting(role: defaults.role, kind: defaults.kind, clock: clock, callbackQueue: queue)
        let options = (values.seed ?? seed).map { StudioController.Options(seed: $0) }
        let studio = StudioController(in: meeting, options: options ?? .init())
        traces?.attach(studio, interface: rules.interface, violations)
        attachReceiver(studio)
        return studio
    }

    /// Performs the scenario in the meeting of a client that receives media. Its session time begins with the first
    /// meeting.
    package func attachReceiver(_ studio: StudioController) {
        scenario?.beginOnce()
        scenario?.attach(studio)
    }

    /// Writes what the local user of such a client publishes to the outputs, until the result is finished. The call waits
    /// until they are open: at most one second for a server and five for a file.
    ///
    /// - Parameters:
    ///   - clock: the clock of the published media.
    ///   - isCamera: whether it is what the client captures. It is written only as long as no other interface of the
    ///     process sends, publishes, or is in a meeting: chosen, because `PSSTUDIO_OUT` records what an app sends.
    /// - Returns: `nil` without outputs for it.
    package func publish(
        _ form: @autoclosure () -> ClientPublication.Form, clock: any StudioClock, isCamera: Bool = false
    ) -> ClientPublication? {
        outputs.isEmpty ? nil : outputs.publish(form(), clock: clock, isCamera: isCamera)
    }

    /// A source that the scenario publishes.
    package struct PublishedSource: Hashable, Sendable {
        /// The path of the step's file, found beside the scenario; `coded:` for the coded card, `nil` for the test pattern.
        package let path: String?
        /// Whether a file loops.
        package let loops: Bool
    }

    /// From now on, sources that the scenario publishes are cameras of the client's machine.
    package func publishesCameras() { scenario?.feeds.areCameras = true }

    /// The first source that the scenario publishes for a participant; `nil` for none.
    package func firstSource(of name: String) -> PublishedSource? { scenario?.firstSource(of: name) }

    /// Finishes all outputs and traces, and waits for them. For the end of the process.
    package func finish() {
        outputs.finish()
        contents.exchange(nil)?.finish()
        traces?.finish()
    }
}
