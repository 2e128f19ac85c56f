import MediaOutputs
import PipelineFiles
import ProgramEncoding

/// The elements that a part of psstudio requires, parsed from its pipeline text, and the libraries.
struct Requirement: Sendable {
    let group: SystemCheck.Group
    let name: String
    let elements: [String]
    var libraries: [RequiredLibrary] = []

    /// All parts, in the order of the groups.
    static let all: [Requirement] =
        inputs + of("encode-", in: .encoders) + of("preview-", in: .encoders) + outputs + probe

    /// Other H.264 encoders, besides the one in the pipeline.
    static let otherEncoders = [
        "openh264enc", "vah264enc", "vah264lpenc", "vaapih264enc", "nvh264enc", "qsvh264enc", "v4l2h264enc",
    ]

    /// Generated and raw media need no plugins; WAV streams and media files do.
    private static let inputs =
        ["pattern", "coded", "y4m", "raw", "pcm"].map {
            Requirement(group: .inputs, name: $0, elements: [])
        } + of("source-", in: .inputs)

    /// The kinds of outputs, as their drivers declare them, with the muxers that they share.
    private static let outputs = OutputRegistry.standard.samples.compactMap { form, driver in
        let traits = driver.traits
        let shared = traits.input.form?.muxer?.elements ?? []
        let elements = shared + traits.elements.filter { !shared.contains($0) }
        return form.part.map {
            Requirement(group: .outputs, name: $0, elements: elements, libraries: traits.libraries)
        }
    }

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

    /// One requirement per pipeline with this name prefix, so that new pipelines are included.
    private static func of(_ prefix: String, in group: SystemCheck.Group) -> [Requirement] {
        PipelineFiles.all.filter { $0.name.hasPrefix(prefix) }.map {
            Requirement(group: group, name: String($0.name.dropFirst(prefix.count)), elements: $0.elements)
        }
    }
}
