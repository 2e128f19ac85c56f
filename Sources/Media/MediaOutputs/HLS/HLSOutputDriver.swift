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
    /// The playlist that a part leaves. Those that continue it share it.
    private let left = LeftPlaylist()
    /// Whether it goes on in the playlist that a former part has left.
    private var continues = false

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
        traits = OutputTraits(
            input: .encoded(.transportStream), path: path, removesOldFiles: true, pipeline: PipelineFiles.outputTS)
    }

    func confined(to folder: RestrictedFolder) throws(AddressError) -> Self {
        Self(path: try folder.outputPath(path), below: folder)
    }

    func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)? {
        let target = SegmentRule.targetSeconds(frameRate: context.media.frameRate)
        let folder = try HLSFolder(
            path, playlist: MediaPlaylist(window: context.options.hlsWindow, targetSeconds: target),
            rule: SegmentRule(frameRate: context.media.frameRate), leavingIn: left,
            continuing: continues ? left.version : nil, overwrites: context.options.mayOverwrite(path),
            files: context.files, below: self.folder)
        return try MuxedConnection(sendingTo: folder, at: address, context)
    }

    /// A playlist that has ended stays as it is, unless a command continues it: players do not load it again.
    func part(_ number: Int) -> OutputPart {
        .file(Self(path: NumberedPath.of(path, number), below: folder))
    }

    func continuation() -> (any OutputDriver)? {
        var next = self
        next.continues = true
        return next
    }
}
