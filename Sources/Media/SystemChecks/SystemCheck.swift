import GStreamer
import MediaOutputs
import PipelineFiles
public import ProgramEncoding
public import StudioCore

/// Checks which parts of psstudio work on this machine, and what the others lack.
public struct SystemCheck: Hashable, Sendable, Encodable {
    /// The group of a part.
    public enum Group: String, Hashable, Sendable, CaseIterable, Encodable {
        /// Sources of video and audio.
        case inputs
        /// Encoders.
        case encoders
        /// Outputs.
        case outputs
        /// Sources of `psstudio probe`.
        case probe
    }

    /// An installed element.
    public struct Element: Hashable, Sendable, Encodable {
        /// `x264enc`
        public let name: String
        /// The plugin that contains it.
        public let plugin: String
        /// The plugin's version.
        public let version: String
    }

    /// A missing or broken requirement.
    public struct Missing: Hashable, Sendable, Encodable {
        /// The name of an element or another requirement.
        public let name: String
        /// The Debian package that contains it; `nil` when unknown.
        @Nullable public internal(set) var package: String?
    }

    /// A feature of psstudio with its requirements.
    public struct Part: Hashable, Sendable, Encodable {
        /// The group.
        public let group: Group
        /// `mp4`
        public let name: String
        /// The installed elements.
        public let elements: [Element]
        /// The missing requirements.
        public let missing: [Missing]
        /// Whether all requirements are met.
        public let works: Bool
    }

    /// GStreamer's plugin registry file. Without it, each start takes about half a second longer.
    public struct Registry: Hashable, Sendable, Encodable {
        /// The state of the registry.
        public enum State: String, Hashable, Sendable, Encodable {
            /// It existed and was up to date.
            case warm
            /// It was missing and was created now.
            case created
            /// It was outdated and was updated now.
            case renewed
            /// It is missing or outdated, and cannot be written.
            case unwritable
            /// No plugins were found.
            case empty
        }

        /// The path of the file.
        public let path: String
        /// The state of the registry.
        public let state: State
        /// Whether the next start can use it.
        public let isReady: Bool
        /// The number of plugins.
        public let pluginCount: Int
        /// Plugins whose files exist but cannot be loaded.
        public let brokenPlugins: [String]
        /// The start time of GStreamer in milliseconds.
        public let startMilliseconds: Double

        private enum CodingKeys: String, CodingKey {
            case path, state, isReady
            case pluginCount = "plugins"
            case brokenPlugins, startMilliseconds
        }
    }

    /// A fault of GStreamer that psstudio corrects.
    public struct Correction: Hashable, Sendable, Encodable {
        /// `deep-png`
        public let name: String
        /// The elements with the fault.
        public let element: String
        /// What they do wrong, in one sentence.
        public let fault: String
        /// The versions of GStreamer in which the fault was seen.
        public let versions: [String]
        /// The versions in which it was looked for and not found.
        public let fixedVersions: [String]
        /// The address of the report to GStreamer; `nil` when none is known.
        @Nullable public internal(set) var report: String?
        /// The test that fails without the correction.
        public let test: String
        /// Whether it is on in this process.
        public let isOn: Bool
    }

    /// GStreamer's version: `1.22.0`.
    public let version: String
    /// GStreamer's plugin registry.
    public let registry: Registry
    /// All parts, in the order of the groups.
    public let parts: [Part]
    /// Installed encoders that psstudio does not use.
    public let otherEncoders: [Element]
    /// The corrections of GStreamer, of which `PSSTUDIO_CORRECTIONS` switches all on or off.
    public let corrections: [Correction]

    /// Starts GStreamer and creates one of each element that the pipelines require.
    ///
    /// - Throws: an `EncoderError` when GStreamer does not start.
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
        corrections = GStreamer.Correction.all.map { Correction($0) }
    }

    /// The parts of a group.
    public func parts(of group: Group) -> [Part] { parts.filter { $0.group == group } }

    /// The Debian packages of all missing requirements, sorted.
    public var missingPackages: [String] { Self.packages(for: parts) }

    /// The Debian packages of these parts' missing requirements, sorted.
    public static func packages(for parts: [Part]) -> [String] {
        Set(parts.flatMap(\.missing).compactMap(\.package)).sorted()
    }

    /// The missing parts of a session without `--out`: encoders and the MP4 output.
    public var missingForDefaultOutput: [Part] {
        parts.filter { !$0.works && ($0.group == .encoders || $0.group == .outputs && $0.name == "mp4") }
    }
}

extension SystemCheck {
    private enum Key: String, CodingKey {
        case gstreamer, version, registry, parts, otherEncoders, corrections, missingPackages
    }

    /// Encodes the JSON of `psstudio doctor`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var gstreamer = container.nestedContainer(keyedBy: Key.self, forKey: .gstreamer)
        try gstreamer.encode(version, forKey: .version)
        try container.encode(registry, forKey: .registry)
        try container.encode(parts, forKey: .parts)
        try container.encode(otherEncoders, forKey: .otherEncoders)
        try container.encode(corrections, forKey: .corrections)
        try container.encode(missingPackages, forKey: .missingPackages)
    }
}

extension SystemCheck.Correction {
    fileprivate init(_ correction: GStreamer.Correction) {
        self.init(
            name: correction.name, element: correction.element, fault: correction.fault, versions: correction.versions,
            fixedVersions: correction.fixedVersions, report: correction.report, test: correction.test,
            isOn: correction.isOn)
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

/// Looks up each element once.
private struct ElementFinder {
    /// `nil` for missing elements.
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
        missing += requirement.libraries.filter { !$0.isInstalled() }.map {
            SystemCheck.Missing(name: $0.name, package: $0.package)
        }
        return SystemCheck.Part(
            group: requirement.group, name: requirement.name, elements: elements, missing: missing,
            works: missing.isEmpty)
    }
}
