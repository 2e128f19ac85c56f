import GStreamer
import PipelineFiles
import ProgramEncoding
import StudioCore
import StudioRuntime

/// A container format written by a GStreamer muxer.
enum Container: String, Sendable, CaseIterable {
    /// MP4: fragmented while it is written, so that it is always playable, and ordinary after a proper end.
    case mp4
    /// MP4, named as Apple's programs name it.
    case m4v
    /// A QuickTime movie, written like MP4.
    case mov
    /// Matroska.
    case mkv
    /// Flash Video, the container of RTMP, as a file.
    case flv
    /// MPEG transport stream.
    case ts

    /// Muxes the media into the bytes of `writer`.
    ///
    /// - Parameter finalization: the last step after a proper end.
    func connection(
        to writer: ByteWriter, at address: OutputAddress, _ context: ConnectionContext,
        finalization: (any Finalization)? = nil
    ) throws(OutputFailure) -> MuxedConnection {
        let connection = try MuxedConnection(pipeline, to: address, context, finalization: finalization) {
            element throws(GStreamerError) -> any MuxerSink in
            switch self {
            case .mkv:
                try ByteWriterSink(
                    element, writer: writer,
                    through: Correction.matroskaMuxer.isOn
                        ? CorrectedMatroska(writer, title: context.media.title) : writer,
                    delivery: context.delivery)
            case .flv: try ByteWriterSink.flv(element, writer: writer, context)
            case .mp4, .m4v, .mov: try ByteWriterSink.movie(element, writer: writer, context)
            case .ts: try TransportStreamSink(element, TransportFile(writer), delivery: context.delivery)
            }
        }
        do throws(GStreamerError) {
            if takesTitle, let title = context.media.title { try connection.pipeline.element("mux").setTitle(title) }
            guard movieType != nil else { return connection }
            let timescale = PropertyValue.integer(Int64(VideoTimescale.of(context.media.frameRate)))
            try connection.pipeline.element("mux").set("trak-timescale", ofPad: "video_0", to: timescale)
        } catch {
            throw OutputFailure(error, at: address)
        }
        return connection
    }

    /// The type of an MP4 file or a QuickTime movie; `nil` for other containers.
    var movieType: MovieType? {
        switch self {
        case .mp4: .mp4
        case .m4v: .m4v
        case .mov: .quickTime
        case .mkv, .flv, .ts: nil
        }
    }

    /// Whether the muxer of its pipeline writes the title. FLV gets it with its other metadata; TS has none.
    private var takesTitle: Bool { movieType != nil || self == .mkv }

    /// The form of the media that the container takes.
    var form: UnitForm { self == .ts ? .transportStream : .accessUnits }

    var pipeline: PipelineFile {
        switch self {
        case .mp4, .m4v: PipelineFiles.outputMP4
        case .mov: PipelineFiles.outputMOV
        case .mkv: PipelineFiles.outputMKV
        case .flv: PipelineFiles.outputFLV
        case .ts: PipelineFiles.outputTS
        }
    }
}

extension ByteWriterSink {
    fileprivate static func movie(
        _ element: Element, writer: ByteWriter, _ context: ConnectionContext
    ) throws(GStreamerError) -> ByteWriterSink {
        let fragments = CorrectedFragments(writer)
        return try ByteWriterSink(
            element, writer: writer, through: Correction.fragmentStart.isOn ? fragments : writer,
            delivery: context.delivery,
            onBegin: { fragments.begin($0, at: $1) })
    }
}

/// Writes a media file, or a FIFO named like one.
struct FileOutputDriver: OutputDriver {
    static let kind = OutputKind(
        name: "files", page: "files",
        forms: Container.allCases.map { .init("FILE.\($0.rawValue)", part: $0.rawValue) },
        note: "A file may be a FIFO.")

    let address: OutputAddress
    let traits: OutputTraits
    let policy = OutputPolicy.local
    private let path: String
    private let container: Container
    /// Whether it is a later part, which is always a new file.
    private var isPart = false
    /// The folder outside of which nothing is written; `nil` for no limit.
    private let folder: RestrictedFolder?

    init?(_ text: String) {
        guard AddressRedaction(text) == nil, let dot = text.lastIndex(of: "."),
            text[dot...].firstIndex(of: "/") == nil,
            let container = Container(rawValue: text[text.index(after: dot)...].lowercased())
        else { return nil }
        self.init(text, container)
    }

    private init(_ path: String, _ container: Container, below folder: RestrictedFolder? = nil) {
        (self.path, self.container, self.folder) = (path, container, folder)
        address = OutputAddress(name: path)
        traits = OutputTraits(
            input: .encoded(container.form), path: path, isSplittable: true, pipeline: container.pipeline)
    }

    func confined(to folder: RestrictedFolder) throws(AddressError) -> Self {
        Self(try folder.outputPath(path), container, below: folder)
    }

    /// A real-time session does not wait for a program that has yet to open the FIFO. A faster one would end before
    /// that program starts.
    func startTimeout(isFast: Bool) -> Double { !isFast && OutputFile.isFIFO(path) ? 1 : 5 }

    func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)? {
        let overwrites = !isPart && context.options.mayOverwrite(path)
        guard let file = try OutputFile.open(path, overwrites: overwrites, of: context.files, below: folder) else {
            return nil
        }
        let type = context.options.mp4Form == .ordinary && file.claim != nil ? container.movieType : nil
        // The file is in use until it is rewritten.
        let writer = ByteWriter(
            owning: file.descriptor, claim: type == nil ? file.claim : nil, mustKeepName: file.claim != nil)
        let finalization = type.map {
            MP4Finalization(
                file, of: writer, as: $0, title: context.media.title, chapters: context.chapters,
                reserve: context.options.reserve)
        }
        return try container.connection(to: writer, at: address, context, finalization: finalization)
    }

    func chapterObstacle(_ options: OutputOptions) -> String? {
        switch container {
        case .mp4, .m4v:
            if OutputFile.isSpecial(path) { return "it is not a regular file" }
            return options.mp4Form == .ordinary ? nil : "it stays fragmented; --mp4-form ordinary has chapters"
        case .mov, .mkv, .flv, .ts: return "only MP4 files have them"
        }
    }

    func removeEmpty() { OutputFile.removeIfEmpty(path, below: folder) }

    /// A FIFO or a device is opened again.
    func part(_ number: Int) -> OutputPart {
        if OutputFile.isSpecial(path) { return .sameAddress }
        var next = Self(NumberedPath.of(path, number), container, below: folder)
        next.isPart = true
        return .file(next)
    }
}
