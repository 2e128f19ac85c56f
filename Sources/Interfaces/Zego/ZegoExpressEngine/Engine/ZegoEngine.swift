import FacadeEnvironment
import FacadeSupport
import ProductionStudio
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime
import ZegoCustomRendering

/// The engine of the process: the last one, also after it was destroyed.
final class ZegoEngine: Sendable {
    typealias Emulation = ZegoExpressEngine.Emulation

    static let shared = ZegoEngine()

    let process: ProcessEngine<EmulatedRoom, Emulation.Options, ZegoExpressEngine>
    let errors = RecentLog<Emulation.DebugError>()

    private init() {
        process = ProcessEngine(Emulation.Options(), in: .process) { [errors] engine, _ in
            engine?.native.destroy()
            errors.reset()
        }
    }

    /// The engine of the process. Before the first creation, one that accepts no call.
    var engine: ZegoExpressEngine { process.engine { makeEngine(nil, isDestroyed: true) } }

    func create(_ profile: ZegoEngineProfile, _ handler: (any ZegoEventHandler)?) -> ZegoExpressEngine {
        if let existing = process.engine, !existing.native.machine.isDestroyed {
            process.violations.warn(
                StudioError(
                    .renderingSecondEngine, "the engine exists already, and keeps its event handler",
                    hint: "call destroy before createEngine"))
            return existing
        }
        let engine = process.engine(where: { !$0.native.machine.isDestroyed }) {
            makeEngine(handler, isDestroyed: false)
        }
        if process.options.isStrict, let error = profile.violation {
            report(error, of: "createEngine(with:eventHandler:)", engine)
        }
        return engine
    }

    private func makeEngine(_ handler: (any ZegoEventHandler)?, isDestroyed: Bool) -> ZegoExpressEngine {
        let (service, options) = (process.service, process.options)
        var native = CustomRenderingEngine.Options()
        native.stopsWithEvent = options.stopsWithEvent
        native.rows = service == nil ? .process : options.rows
        native.strideAlignment = options.strideAlignment
        native.isGuarded = options.guardsRawPlanes
        native.occupancy = .seconds(options.callbackSeconds)
        native.isDestroyed = isDestroyed
        let device = service?.meeting ?? Meeting()
        return ZegoExpressEngine(
            handler, on: device, service: service ?? ProcessService(device.clock, .process, process.violations), native)
    }

    /// Reports a rejected call: to the log, and to the client's event handler.
    func report(_ error: StudioError, of function: String, _ engine: ZegoExpressEngine) {
        process.violations.report(error)
        let debug = Emulation.DebugError(errorCode: error.code.number, funcName: function, info: "\(error)")
        errors.append(debug)
        // Also after the end, so that a client learns why nothing happens.
        engine.native.callbackQueue.enqueue { [events = engine.events] in
            events.client?.onDebugError(debug.errorCode, funcName: debug.funcName, info: debug.info)
        }
    }
}

extension ZegoEngineProfile {
    /// What strict mode reports.
    fileprivate var violation: StudioError? {
        if appID == 0 { return StudioError(.renderingAppID, "the app ID is 0", hint: "set appID") }
        guard !appSign.isEmpty else { return nil }
        if appSign.utf8.count != 64 {
            return StudioError(
                .renderingAppSignLength, "the app sign has \(appSign.utf8.count) bytes, expected 64",
                hint: "copy it from the vendor's console")
        }
        guard appSign.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return StudioError(
                .renderingAppSignCharacters, "the app sign has other characters than hexadecimal digits",
                hint: "copy it from the vendor's console")
        }
        return nil
    }
}
