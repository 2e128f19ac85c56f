import MediaOutputs

extension OutputPlan {
    /// The forms of addresses that the other cases have, by their names in the report of `psstudio doctor`.
    private static let planned = Set(
        Container.allCases.map(\.rawValue) + ["hls", "rtmp", "rtmps", "srt", "udp", "y4m", "null"])

    /// Outputs for each form in the registry that no other case has.
    static let others = OutputRegistry.standard.samples.compactMap { form, _ in
        form.part.flatMap { planned.contains($0) ? nil : OutputPlan.other(form.sample) }
    }

    /// The driver of an output without a case of its own.
    private var driver: (any OutputDriver)? {
        guard case .other(let address) = self else { return nil }
        return try? OutputRegistry.standard.driver(for: address)
    }

    /// The path of an output without a case of its own; `nil` if it writes no file.
    var otherPath: String? { driver?.traits.path }

    /// Whether it takes frames in front of the encoder.
    var isRaw: Bool {
        switch self {
        case .null, .standardOutput(.y4m, _, _): true
        default: driver?.traits.input == .raw
        }
    }
}
