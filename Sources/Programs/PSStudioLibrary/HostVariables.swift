import StudioEngine

/// The environment as the options of the host change it.
struct HostVariables: Sendable {
    private var values: [String: String] = [:]

    init(_ scenario: UnsafePointer<CChar>?, _ outputs: UnsafePointer<CChar>?, _ trace: UnsafePointer<CChar>?) {
        values["PSSTUDIO_SCENARIO"] = text(scenario)
        values["PSSTUDIO_OUT"] = text(outputs)
        values["PSSTUDIO_TRACE"] = text(trace)
    }

    subscript(name: String) -> String? {
        if let value = values[name] { return value.isEmpty ? nil : value }
        return SessionConfiguration.environmentVariable(name)
    }
}
