import PipelineFiles
import ProgramEncoding
import StudioCore
import StudioRuntime

/// Writes a playlist and its segments into a folder, from which a web server serves them.
struct HLSOutputDriver: OutputDriver {
    static let kind = OutputKind(name: "HLS", page: "hls", forms: [.init("FOLDER/NAME.m3u8", part: "hls")])

    let address: OutputAddress
    let traits: OutputTraits
    let policy = OutputPolicy.local
    private let path: String
    /// The folder outside of which nothing is written; `nil` for no limit.
    private let folder: RestrictedFolder?

    init?(_ text: String) {
        guard AddressRedaction(text) == nil,
            let name = text.split(separator: "/", omittingEmptySubsequences: false).last,
            name.lowercased().hasSuffix(".m3u8")
        else { return nil }
        self.init(path: text)
    }

    private init(path: String, below folder: RestrictedFolder? = nil) {
        (self.path, self.folder) = (path, folder)
        address = OutputAddress(name: path)
        traits = OutputTraits(input: .encoded(.transportStream), path: path, pipeline: PipelineFiles.outputTS)
    }

    func confined(to folder: RestrictedFolder) throws(AddressError) -> Self {
        Self(path: try folder.outputPath(path), below: folder)
    }

    func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)? {
        let target = SegmentRule.targetSeconds(frameRate: context.media.frameRate)
        let folder = try HLSFolder(
            path, playlist: MediaPlaylist(window: context.options.hlsWindow, targetSeconds: target),
            rule: SegmentRule(frameRate: context.media.frameRate), overwrites: context.options.mayOverwrite(path),
            files: context.files, below: self.folder)
        return try MuxedConnection(sendingTo: folder, at: address, context)
    }

    /// A playlist that has ended stays as it is: players do not load it again.
    func part(_ number: Int) -> OutputPart {
        .file(Self(path: NumberedPath.of(path, number), below: folder))
    }
}
