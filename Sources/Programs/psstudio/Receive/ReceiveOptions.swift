import ArgumentParser
import MediaReceiving
import StudioCore
import StudioScenario

/// A remote participant: `Ada` with a test pattern, `Ada=clip.mp4`, `Ada=coded:`.
struct ParticipantArgument: ExpressibleByArgument, Hashable {
    let name: String
    let source: String?

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first.map(String.init), Self.isValid(name), parts.count == 1 || parts[1] != "" else {
            return nil
        }
        self.name = name
        source = parts.count == 2 ? String(parts[1]) : nil
    }

    /// The name becomes a part of file names.
    static func isValid(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && !name.contains("/") && name.utf8.count <= 64
            && !name.contains { $0.isNewline }
    }
}

extension Scenario {
    /// The names of the participants who may be received, in the order of their joining.
    var names: [String] {
        let joining = steps.compactMap { step -> String? in
            if case .addParticipant(let name, _, _, _)? = step.command(for: nil) { name } else { nil }
        }
        return (participants.map(\.name) + joining).reduce(into: []) { names, name in
            if !names.contains(name) { names.append(name) }
        }
    }

    /// The names of the participants who share a screen.
    var sharing: [String] {
        let names = names
        return steps.compactMap { step -> String? in
            guard step.media?.isShare == true, case .named(let name)? = step.user else { return nil }
            return names.contains(name) ? name : nil
        }
    }
}

/// The height of received frames.
enum ReceivedHeight: String, ExpressibleByArgument, CaseIterable {
    case native, p90 = "90", p180 = "180", p360 = "360", p720 = "720", p1080 = "1080"

    var size: VideoRequest.Size {
        switch self {
        case .native: .native
        case .p90: .fit(height: 90)
        case .p180: .fit(height: 180)
        case .p360: .fit(height: 360)
        case .p720: .fit(height: 720)
        case .p1080: .fit(height: 1080)
        }
    }
}

/// Which frames a slow subscriber gets.
enum PolicyArgument: String, ExpressibleByArgument, CaseIterable {
    case newest, late, queue
}
