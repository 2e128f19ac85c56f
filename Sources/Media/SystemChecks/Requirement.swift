import GStreamer
import PipelineFiles
import SRT

/// The elements that a part of psstudio requires, parsed from its pipeline text.
struct Requirement: Hashable, Sendable {
    let group: SystemCheck.Group
    let name: String
    let elements: [String]
    var needsTLS = false
    var needsSRT = false

    /// All parts, in the order of the groups.
    static let all: [Requirement] = inputs + of("encode-", in: .encoders) + outputs + probe

    /// Other H.264 encoders, besides the one in the pipeline.
    static let otherEncoders = [
        "openh264enc", "vah264enc", "vah264lpenc", "vaapih264enc", "nvh264enc", "qsvh264enc", "v4l2h264enc",
    ]

    /// Generated and raw media need no plugins; WAV streams and media files do.
    private static let inputs =
        ["pattern", "coded", "y4m", "raw", "pcm"].map {
            Requirement(group: .inputs, name: $0, elements: [])
        } + of("source-", in: .inputs)

    private static let outputs: [Requirement] = {
        let rtmps = PipelineFiles.file("output-rtmp").map {
            Requirement(group: .outputs, name: "rtmps", elements: $0.elements, needsTLS: true)
        }
        // These outputs write the shared transport stream.
        let streams = ["hls", "udp", "srt"].map {
            Requirement(group: .outputs, name: $0, elements: transportElements, needsSRT: $0 == "srt")
        }
        // These outputs take accepted media unchanged.
        let raw = ["y4m", "null"].map { Requirement(group: .outputs, name: $0, elements: []) }
        let files = of("output-", in: .outputs).map {
            $0.name == "ts" ? Requirement(group: .outputs, name: "ts", elements: transportElements) : $0
        }
        return files + [rtmps].compactMap(\.self) + streams + raw
    }()

    /// The elements of the muxer that all transport streams share.
    private static let transportElements = PipelineFiles.muxTS.elements

    /// The elements that `parsebin` and `decodebin` choose for psstudio's own media; they are not named in a text.
    private static let probe =
        of("probe-", in: .probe) + [
            Requirement(group: .probe, name: "mp4", elements: ["qtdemux"]),
            Requirement(group: .probe, name: "mkv", elements: ["matroskademux"]),
            Requirement(group: .probe, name: "flv", elements: ["flvdemux"]),
            Requirement(group: .probe, name: "ts", elements: ["tsdemux"]),
            Requirement(group: .probe, name: "h264", elements: ["h264parse", "avdec_h264"]),
            Requirement(group: .probe, name: "aac", elements: ["aacparse", "avdec_aac"]),
        ]

    /// The missing libraries, given the installed ones.
    func missingLibraries(hasTLS: Bool, hasSRT: Bool) -> [SystemCheck.Missing] {
        var missing: [SystemCheck.Missing] = []
        if needsTLS, !hasTLS { missing.append(.init(name: "TLS", package: PluginPackages.tls)) }
        if needsSRT, !hasSRT { missing.append(.init(name: "libsrt", package: SRTLibrary.debianPackage)) }
        return missing
    }

    /// One requirement per pipeline with this name prefix, so that new pipelines are included.
    private static func of(_ prefix: String, in group: SystemCheck.Group) -> [Requirement] {
        PipelineFiles.all.filter { $0.name.hasPrefix(prefix) }.map {
            Requirement(group: group, name: String($0.name.dropFirst(prefix.count)), elements: $0.elements)
        }
    }
}
