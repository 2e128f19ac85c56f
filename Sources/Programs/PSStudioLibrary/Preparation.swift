import CPSStudio
import Logging
import StudioRuntime

/// What the first call of a process prepares.
enum Preparation {
    static let process: Void = {
        psc_prepare()
        LoggingSystem.bootstrap { _ in HostLog() }
    }()
}

/// The receiver of log lines.
struct LogReceiver: @unchecked Sendable {
    // Safety: the host promises that both may be used from any thread.
    let callback: ps_log_callback
    let user: UnsafeMutableRawPointer?

    static let current = Lock<LogReceiver?>(nil)
}

/// Passes log lines to the host. Debug lines are not passed.
private struct HostLog: LogHandler {
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        guard let receiver = LogReceiver.current.withLock({ $0 }) else { return }
        let level = event.level >= .error ? PS_LOG_ERROR : event.level >= .warning ? PS_LOG_WARNING : PS_LOG_INFO
        psc_enter_inner_callback()
        defer { psc_leave_inner_callback() }
        receiver.callback(receiver.user, Int32(level), event.message.description)
    }
}
