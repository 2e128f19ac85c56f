import CGStreamer
import Glibc
import StudioCore
import StudioRuntime

/// GStreamer's plugin registry, a file that makes loading all plugins at each start unnecessary.
package struct PluginRegistry: Hashable, Sendable {
    /// The state of the file when GStreamer started.
    package enum State: Hashable, Sendable {
        /// It existed and was up to date.
        case warm
        /// It was missing; this start created it.
        case created
        /// It was outdated; this start updated it.
        case renewed
        /// It is missing, unreadable, or older than a plugin, and could not be written: every start loads all plugins.
        case unwritable
        /// No plugin was found.
        case empty

        /// Whether the next start can use the file.
        package var isReady: Bool { self != .unwritable && self != .empty }
    }

    package let path: String
    package let state: State
    /// The number of known plugins, without those that could not be loaded.
    package let pluginCount: Int
    /// The names of plugins whose files exist but cannot be loaded, for example because a library is missing.
    package let brokenPlugins: [String]
    /// The start time of GStreamer, in seconds.
    package let startSeconds: Double

    /// Starts GStreamer and determines the state of its registry.
    ///
    /// - Parameter environment: looks up an environment variable.
    /// - Throws: a ``GStreamerError`` when GStreamer does not start.
    package static func inspect(
        environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
    ) throws(GStreamerError) -> PluginRegistry {
        let path = path(environment: environment)
        let before = Identity(path)
        let clock = SystemClock()
        let began = clock.now
        try GStreamerRuntime.start()
        let seconds = (clock.now - began).seconds
        let after = Identity(path)
        let plugins = plugins()
        let state: State =
            if before != after, after != nil {
                before == nil ? .created : .renewed
            } else if let after, access(path, R_OK) == 0, !plugins.contains(where: { after.isOlder(than: $0.file) }) {
                .warm
            } else {
                plugins.allSatisfy { $0.file == nil } ? .empty : .unwritable
            }
        return PluginRegistry(
            path: path, state: state, pluginCount: plugins.count { !$0.isBroken },
            brokenPlugins: plugins.filter(\.isBroken).map(\.name).sorted(), startSeconds: seconds)
    }

    /// The path of the registry, determined like in GStreamer.
    package static func path(environment: (String) -> String?) -> String {
        if let path = environment("GST_REGISTRY_1_0") ?? environment("GST_REGISTRY") { return path }
        return String(cString: g_get_user_cache_dir()) + "/gstreamer-1.0/registry.\(processor).bin"
    }

    /// The CPU name in GStreamer's build.
    private static var processor: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "" }
        return withUnsafeBytes(of: name.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Identifies a file version: GStreamer writes a new file and renames it.
    private struct Identity: Equatable {
        private let node: UInt
        private let size: Int
        private let seconds: Int
        private let nanoseconds: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (node, size) = (UInt(status.st_ino), Int(status.st_size))
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        }

        /// Whether a plugin was modified later.
        func isOlder(than plugin: String?) -> Bool {
            guard let other = plugin.flatMap({ Identity($0) }) else { return false }
            return (other.seconds, other.nanoseconds) > (seconds, nanoseconds)
        }
    }

    private struct Plugin {
        let name: String
        /// Whether its file exists and could not be loaded.
        let isBroken: Bool
        /// `nil` for a part of the library itself.
        let file: String?
    }

    private static func plugins() -> [Plugin] {
        let list = gst_registry_get_plugin_list(gst_registry_get())
        defer { gst_plugin_list_free(list) }
        var result: [Plugin] = []
        var next = list
        while let item = next {
            let plugin = OpaquePointer(item.pointee.data)
            let name = gst_plugin_get_name(plugin).map { String(cString: $0) } ?? ""
            let file = gst_plugin_get_filename(plugin).map { String(cString: $0) }
            let isBroken = psgst_plugin_has_flag(plugin, GST_PLUGIN_FLAG_BLACKLISTED) != 0
            result.append(Plugin(name: name, isBroken: isBroken, file: file))
            next = item.pointee.next
        }
        return result
    }
}

extension GStreamerRuntime {
    /// GStreamer's version as the loaded library has it: `1.22.0`.
    package static var version: String {
        var (major, minor, micro, nano): (guint, guint, guint, guint) = (0, 0, 0, 0)
        gst_version(&major, &minor, &micro, &nano)
        return "\(major).\(minor).\(micro)" + (nano == 0 ? "" : ".\(nano)")
    }
}
