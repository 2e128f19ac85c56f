import GStreamer
import PipelineFiles
import StudioCore
import StudioRuntime

/// A container format that is written by a muxer of GStreamer.
enum Container: String, Sendable, CaseIterable {
    /// MP4 in fragments, playable while it is written; duration and index come at a proper end.
    case mp4
    /// Matroska.
    case mkv
    /// Flash Video: what RTMP carries, as a file.
    case flv

    var pipeline: PipelineFile {
        switch self {
        case .mp4: PipelineFiles.outputMP4
        case .mkv: PipelineFiles.outputMKV
        case .flv: PipelineFiles.outputFLV
        }
    }
}

/// Writes a media file, or a FIFO with the name of one.
struct FileOutputDriver: OutputDriver {
    static let addressForms = Container.allCases.map { "FILE.\($0.rawValue)" }

    let address: OutputAddress
    let traits: OutputTraits
    let policy = OutputPolicy.local
    private let path: String
    private let container: Container

    init?(_ text: String) {
        guard AddressRedaction(text) == nil, let dot = text.lastIndex(of: "."),
            text[dot...].firstIndex(of: "/") == nil,
            let container = Container(rawValue: text[text.index(after: dot)...].lowercased())
        else { return nil }
        self.container = container
        path = text
        address = OutputAddress(name: text)
        var traits = OutputTraits(.encoded)
        traits.path = text
        self.traits = traits
    }

    /// A session in real time does not wait for a program that has yet to open the FIFO. One that is faster would be over
    /// before that program came.
    func startPatience(isFast: Bool) -> Double { !isFast && OutputFile.isFIFO(path) ? 1 : 5 }

    func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)? {
        let overwrites = context.options.mayOverwrite(path)
        guard let writer = try OutputFile.open(path, overwrites: overwrites) else { return nil }
        return try MuxedConnection(container.pipeline, to: address, context) { element throws(GStreamerError) in
            try ByteWriterSink(element, writer: writer, delivery: context.delivery)
        }
    }

    func removeEmpty() { OutputFile.removeIfEmpty(path) }
}
