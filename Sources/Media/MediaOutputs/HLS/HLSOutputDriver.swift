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

    init?(_ text: String) {
        guard AddressRedaction(text) == nil,
            let name = text.split(separator: "/", omittingEmptySubsequences: false).last,
            name.lowercased().hasSuffix(".m3u8")
        else { return nil }
        path = text
        address = OutputAddress(name: text)
        traits = OutputTraits(input: .encoded(.transportStream), path: text, pipeline: PipelineFiles.outputTS)
    }

    func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)? {
        let target = SegmentRule.targetSeconds(frameRate: context.media.frameRate)
        let folder = try HLSFolder(
            path, playlist: MediaPlaylist(window: context.options.hlsWindow, targetSeconds: target),
            rule: SegmentRule(frameRate: context.media.frameRate), overwrites: context.options.mayOverwrite(path))
        return try MuxedConnection(sendingTo: folder, at: address, context)
    }

    /// A playlist that has ended stays as it is: players do not load it again.
    func part(_ number: Int) -> OutputPart {
        Self(NumberedPath.of(path, number)).map { .file($0) } ?? .sameAddress
    }
}
