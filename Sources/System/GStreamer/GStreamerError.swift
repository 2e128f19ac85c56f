import CGStreamer
import StudioCore

/// An error of GStreamer. Decisions use its domain and code; the texts are for people.
package struct GStreamerError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Domain: Hashable, Sendable {
        case core, library, resource, stream, parse
        /// Not from GStreamer: no file descriptor is left for a pipeline.
        case descriptorLimit
        case other(String)
    }

    package let domain: Domain
    package let code: Int32
    /// The name of the element that reported it.
    package let source: String
    package let message: String
    package var missingElements: [String] = []
    /// Whether an element produces a format that its successor, or GStreamer, does not have.
    package var isOfFormat = false
    /// Whether an element passes its data to a pad that is not linked.
    package var isOfLink = false

    package init(_ domain: Domain, code: Int32 = 0, source: String, message: String) {
        self.domain = domain
        self.code = code
        self.source = source
        // Servers and files write parts of it.
        self.message = message.withoutControls
    }

    /// Takes ownership of a `GError`.
    init(taking error: UnsafeMutablePointer<GError>?, source: String) {
        guard let error else {
            self.init(.other(""), source: source, message: "failed without a message")
            return
        }
        defer { g_error_free(error) }
        self.init(
            Self.domain(error.pointee.domain), code: error.pointee.code, source: source,
            message: error.pointee.message.map { String(cString: $0) } ?? "")
    }

    private static func domain(_ quark: GQuark) -> Domain {
        switch quark {
        case gst_core_error_quark(): .core
        case gst_library_error_quark(): .library
        case gst_resource_error_quark(): .resource
        case gst_stream_error_quark(): .stream
        case gst_parse_error_quark(): .parse
        default: .other(g_quark_to_string(quark).map { String(cString: $0) } ?? "")
        }
    }

    /// Whether GStreamer does not recognise the media type.
    package var isOfUnknownMedia: Bool {
        let codes = [GST_STREAM_ERROR_TYPE_NOT_FOUND, GST_STREAM_ERROR_WRONG_TYPE]
        return domain == .stream && codes.contains { Int32($0.rawValue) == code }
    }

    /// Whether a decoder is missing.
    package var isOfMissingDecoder: Bool {
        (domain == .stream && code == Int32(GST_STREAM_ERROR_CODEC_NOT_FOUND.rawValue))
            || (domain == .core && code == Int32(GST_CORE_ERROR_MISSING_PLUGIN.rawValue))
    }

    package var description: String {
        if !missingElements.isEmpty {
            let packages = Set(missingElements.compactMap(PluginPackages.package(of:))).sorted()
            let installation = packages.isEmpty ? "" : "; apt-get install \(packages.joined(separator: " "))"
            return "missing GStreamer elements: \(missingElements.joined(separator: ", "))\(installation)"
        }
        return "\(source): \(message)"
    }
}
