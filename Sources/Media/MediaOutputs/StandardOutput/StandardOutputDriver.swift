import GStreamer
import Glibc
import PipelineFiles
import StudioCore
import StudioRuntime

/// Writes a muxed stream to standard output.
struct StandardOutputDriver: OutputDriver {
    private static let containers = [Container.mkv, .ts]
    static let kind = OutputKind(
        name: "Matroska and MPEG-TS on standard output", page: "pipes",
        forms: containers.map { .init(address(of: $0)) })

    private static func address(of container: Container) -> String { "\(container.rawValue):-" }

    let address: OutputAddress
    let traits: OutputTraits
    let policy = OutputPolicy.local
    private let container: Container

    init?(_ text: String) {
        guard let container = Self.containers.first(where: { Self.address(of: $0) == text }) else { return nil }
        self.container = container
        address = OutputAddress(name: text)
        traits = OutputTraits(
            input: .encoded(container.form), usesStandardOutput: true, pipeline: container.pipeline)
    }

    func confined(to folder: RestrictedFolder) throws(AddressError) -> Self {
        throw .outsideFolder(Self.notBelowFolder)
    }

    func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)? {
        try container.connection(to: ByteWriter(sharing: STDOUT_FILENO), at: address, context)
    }

    func part(_ number: Int) -> OutputPart {
        .impossible("a reader of standard output expects one stream; write to a file or a FIFO")
    }
}
