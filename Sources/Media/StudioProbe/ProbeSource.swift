import Containers
import Glibc
import GStreamer
import PipelineFiles
import StudioCore
import StudioRuntime

/// The source of a probe: a file, standard input, or an address.
public struct ProbeSource: Hashable, Sendable, CustomStringConvertible {
    /// Why a text is not a source.
    public enum ParseError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The text is empty.
        case empty
        /// The scheme is not supported; redacted.
        case unknown(String)
        /// A password may contain an unescaped slash or at-sign; redacted.
        case ambiguous(String)
        /// The port is 0 or above 65535; redacted.
        case port(String)
        /// The address has no host, or no application and stream; redacted.
        case incomplete(String)

        /// One line with the accepted sources.
        public var description: String {
            switch self {
            case .empty: "the source is empty"
            case .unknown(let text):
                "'\(text)': unsupported source; use a file, -, rtmp://, rtmps://, srt://, udp://, http:// or https://"
            case .ambiguous(let text): "\(AddressError.ambiguous(text))"
            case .port(let text): "\(AddressError.port(text))"
            case .incomplete(let text): "\(AddressError.incomplete(text, form: "rtmp://HOST[:PORT]/APP/KEY"))"
            }
        }
    }

    enum Kind: Hashable, Sendable {
        case file, standardInput, rtmp, srt, udp, http
    }

    let kind: Kind
    /// The original text including secrets. Used only for the element that opens it.
    private let address: String

    /// Whether the file is a pipe or a device, which may block a reader indefinitely.
    private var isPipe: Bool {
        var status = stat()
        guard kind == .file, stat(address, &status) == 0 else { return false }
        return [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT)
    }

    private var isPlaylist: Bool { kind == .file && address.lowercased().hasSuffix(".m3u8") }

    /// Parses a path, `-`, `rtmp://…`, `rtmps://…`, `srt://…`, `udp://…`, `http://…` or `https://…`.
    public init(_ text: String) throws(ParseError) {
        address = text
        let scheme = text.contains("://") ? text.prefix { $0 != ":" }.lowercased() : nil
        switch (text, scheme) {
        case ("", _): throw .empty
        case ("-", _): kind = .standardInput
        case (_, nil): kind = .file
        case (_, "rtmp"), (_, "rtmps"): kind = .rtmp
        case (_, "srt"): kind = .srt
        case (_, "udp"): kind = .udp
        case (_, "http"), (_, "https"): kind = .http
        default: throw .unknown(AddressRedaction.redacted(address: text))
        }
        let redaction = AddressRedaction(text)
        if kind == .rtmp, redaction?.isAmbiguous == true {
            throw .ambiguous(AddressRedaction.redacted(address: text))
        }
        if let server = redaction?.serverWithInvalidPort { throw .port(server) }
        if kind == .rtmp, RTMPAddress(text) == nil { throw .incomplete(AddressRedaction.redacted(address: text)) }
    }

    /// The path or the address, with user info, query, and everything behind the first path segment masked.
    public var description: String {
        switch kind {
        // A file that does not exist may be a mistyped address.
        case .file: access(address, F_OK) == 0 ? address : AddressRedaction.cautious(address)
        case .standardInput: "standard input"
        case .rtmp, .srt, .udp, .http: AddressRedaction.redacted(address: address)
        }
    }

    /// The path of the file; `nil` for other sources.
    public var path: String? { kind == .file ? address : nil }

    /// Whether media arrives at its own pace, so that arrival times are meaningful.
    var isLive: Bool {
        switch kind {
        case .file, .http: false
        case .standardInput, .rtmp, .srt, .udp: true
        }
    }

    /// Whether the source is complete, from beginning to end.
    var isStored: Bool {
        switch kind {
        case .file, .standardInput, .http: true
        case .rtmp, .srt, .udp: false
        }
    }

    /// Whether the source signals its end.
    var hasEnd: Bool { kind != .udp }

    /// Removes the address and its secrets from a text of another origin.
    func scrub(_ text: String) -> String {
        switch kind {
        case .file: return text.replacing(address, with: description)
        case .standardInput: return text
        case .rtmp, .srt, .udp, .http:
            let shown = text.replacing(address, with: description)
            return AddressRedaction.redacted(line: AddressRedaction.scrub(shown, of: address))
        }
    }

    /// The pipeline that opens the source, configured.
    func makePipeline() throws(GStreamerError) -> Pipeline {
        let file =
            switch kind {
            case .file where isPipe: PipelineFiles.probeStandardInput
            case .file: isPlaylist ? PipelineFiles.probePlaylist : PipelineFiles.probeFile
            case .standardInput: PipelineFiles.probeStandardInput
            case .rtmp: PipelineFiles.probeRTMP
            case .srt: PipelineFiles.probeSRT
            case .udp: PipelineFiles.probeUDP
            case .http: PipelineFiles.probeHTTP
            }
        let pipeline = try Pipeline(file.text, named: file.name)
        let source = try pipeline.element("source")
        switch kind {
        case .file where isPipe: if let y4m { source.nameStream(y4m, beginningWith: Y4MHead.magic) }
        case .file:
            try source.set("location", to: .text(address))
            if !isPlaylist {
                source.replaceBytes(FileCorrections(of: address, correcting: Correction.isOn).all)
                try nameFormat(to: pipeline)
            }
        case .http: try source.set("location", to: .text(address))
        case .rtmp:
            if let address = RTMPAddress(address) { try source.set(address) }
        case .srt, .udp:
            try source.set("uri", to: .text(address))
            // tsdemux would shift time stamps by packet arrival, separately for audio and video.
            try pipeline.element("streams").removeArrivalTimes()
        case .standardInput:
            try source.set("fd", to: 0)
            if let y4m { source.nameStream(y4m, beginningWith: Y4MHead.magic) }
        }
        return pipeline
    }

    /// The file whose header may be read; `nil` for pipes and other sources.
    var movie: String? { kind == .file && !isPipe ? address : nil }

    /// Names a format that GStreamer may guess wrongly: 1.26 takes y4m for MPEG audio when its frames look like it.
    private func nameFormat(to pipeline: Pipeline) throws(GStreamerError) {
        guard let bytes = FileBytes(address), bytes.read(0, Y4MHead.magic.count) == Y4MHead.magic, let y4m
        else { return }
        try pipeline.element("streams").set("sink-caps", to: .caps(y4m))
    }

    private var y4m: Caps? { Caps("application/x-yuv4mpeg,y4mversion=(int)2") }

    /// The duration in seconds that the header of an MP4 or MOV file declares; its demuxer gets a corrected header.
    var movieDuration: Double? {
        guard let movie, let duration = MovieHeader(of: movie)?.duration else { return nil }
        return duration > 0 ? duration : nil
    }

    /// Opens a file that is a pipe, for a pipeline that is about to play; `nil` for other sources.
    func openPipe(for pipeline: Pipeline) throws(GStreamerError) -> InputPipe? {
        guard isPipe else { return nil }
        guard let pipe = InputPipe(address) else {
            throw GStreamerError(
                .resource, source: "source", message: "cannot open it: \(String(cString: strerror(errno)))")
        }
        try pipeline.element("source").set("fd", to: .integer(Int64(pipe.descriptor)))
        return pipe
    }
}

/// A pipe that is open for reading, even without a writer.
final class InputPipe: Sendable {
    let descriptor: Int32

    /// - Returns: `nil` when it cannot be opened; the reason is in `errno`.
    init?(_ path: String) {
        // A blocking open would wait for a writer.
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
