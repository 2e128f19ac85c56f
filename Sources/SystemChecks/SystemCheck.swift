import GStreamer
import PipelineFiles
public import ProgramEncoding

/// What of psstudio works on this machine, and what is missing for the rest.
public struct SystemCheck: Hashable, Sendable {
    /// What a part belongs to.
    public enum Group: String, Hashable, Sendable, CaseIterable {
        /// Where pictures and sound come from.
        case inputs
        /// What psstudio encodes with.
        case encoders
        /// Where media goes.
        case outputs
        /// What `psstudio probe` reads.
        case probe
    }

    /// A kind of element that is here.
    public struct Element: Hashable, Sendable {
        /// `x264enc`
        public let name: String
        /// The plugin that has it.
        public let plugin: String
        /// The plugin's version.
        public let version: String
    }

    /// Something that is not here, or is broken.
    public struct Missing: Hashable, Sendable {
        /// An element, or what else is needed.
        public let name: String
        /// The Debian package that brings it, where that is known.
        public let package: String?
    }

    /// One thing that psstudio can do where all that it needs is here.
    public struct Part: Hashable, Sendable {
        /// What it belongs to.
        public let group: Group
        /// `mp4`
        public let name: String
        /// What is here of what it needs.
        public let elements: [Element]
        /// What is not.
        public let missing: [Missing]
        /// Whether it works.
        public var works: Bool { missing.isEmpty }
    }

    /// GStreamer's list of plugins, in a file: without it each start takes about half a second longer.
    public struct Registry: Hashable, Sendable {
        /// What became of it by this look.
        public enum State: String, Hashable, Sendable {
            /// It was there and agreed with the plugins.
            case warm
            /// There was none; it has been written now.
            case created
            /// It was out of date; it has been written anew now.
            case renewed
            /// It is missing or out of date, and cannot be written.
            case unwritable
            /// There are no plugins to list.
            case empty
        }

        /// Where it is kept.
        public let path: String
        /// What became of it by this look.
        public let state: State
        /// Whether the next start finds it as it should be.
        public let isReady: Bool
        /// Plugins that it lists.
        public let pluginCount: Int
        /// Plugins whose files are there and cannot be loaded.
        public let brokenPlugins: [String]
        /// How long GStreamer took to start, in milliseconds.
        public let startMilliseconds: Double
    }

    /// GStreamer's version: `1.22.0`.
    public let version: String
    /// GStreamer's list of plugins.
    public let registry: Registry
    /// Everything that psstudio can do, in the order of the groups.
    public let parts: [Part]
    /// Encoders that are here, too, and that psstudio does not use.
    public let otherEncoders: [Element]

    /// Starts GStreamer and looks for everything that the pipelines need, making one of each element.
    ///
    /// - Throws: when GStreamer does not start.
    public init() throws(EncoderError) {
        let registry: PluginRegistry
        do {
            registry = try PluginRegistry.inspect()
        } catch {
            throw EncoderError(error)
        }
        version = GStreamerRuntime.version
        self.registry = Registry(
            path: registry.path, state: Registry.State(registry.state), isReady: registry.state.isReady,
            pluginCount: registry.pluginCount, brokenPlugins: registry.brokenPlugins,
            startMilliseconds: registry.startSeconds * 1000)
        var finder = ElementFinder()
        parts = Requirement.all.map { finder.part($0) }
        otherEncoders = Requirement.otherEncoders.compactMap { finder.find($0) }
    }

    /// The parts of a group.
    public func parts(of group: Group) -> [Part] { parts.filter { $0.group == group } }

    /// Debian packages that bring everything that is missing, sorted.
    public var missingPackages: [String] { Self.packages(for: parts) }

    /// Debian packages that bring what these parts miss, sorted.
    public static func packages(for parts: [Part]) -> [String] {
        Set(parts.flatMap(\.missing).compactMap(\.package)).sorted()
    }

    /// What a run without `--out` needs, as far as it does not work: encoders and the MP4 output.
    public var missingForDefaultOutput: [Part] {
        parts.filter { !$0.works && ($0.group == .encoders || $0.group == .outputs && $0.name == "mp4") }
    }
}

extension SystemCheck.Registry.State {
    fileprivate init(_ state: PluginRegistry.State) {
        self =
            switch state {
            case .warm: .warm
            case .created: .created
            case .renewed: .renewed
            case .unwritable: .unwritable
            case .empty: .empty
            }
    }
}

/// Looks each element up once.
private struct ElementFinder {
    /// `nil` for what is not here.
    private var known: [String: SystemCheck.Element?] = [:]

    mutating func find(_ name: String) -> SystemCheck.Element? {
        if let result = known[name] { return result }
        let factory = ElementFactory(name).flatMap { $0.canMake ? $0 : nil }
        let element = factory.map { SystemCheck.Element(name: name, plugin: $0.plugin, version: $0.version) }
        known[name] = .some(element)
        return element
    }

    mutating func part(_ requirement: Requirement) -> SystemCheck.Part {
        var elements: [SystemCheck.Element] = []
        var missing: [SystemCheck.Missing] = []
        for name in requirement.elements {
            if let element = find(name) {
                elements.append(element)
            } else {
                missing.append(SystemCheck.Missing(name: name, package: PluginPackages.package(of: name)))
            }
        }
        if requirement.needsTLS, !GStreamerRuntime.hasTLS {
            missing.append(SystemCheck.Missing(name: "TLS", package: PluginPackages.tls))
        }
        return SystemCheck.Part(
            group: requirement.group, name: requirement.name, elements: elements, missing: missing)
    }
}
