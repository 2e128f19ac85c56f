import GStreamer
import Glibc
import StudioCore
import StudioRuntime

/// Writes accepted frames to standard output as y4m, without encoding and without audio.
struct Y4MOutputDriver: OutputDriver {
    static let kind = OutputKind(
        name: "y4m on standard output", page: "pipes", forms: [.init("-", part: "y4m")],
        note: "- writes y4m to standard output.")

    let address = OutputAddress(name: "-")
    let traits = OutputTraits(input: .raw, carriesAudio: false, usesStandardOutput: true)
    let policy = OutputPolicy.local
    private let descriptor: Int32
    private let stream = Y4MStreamState()

    init?(_ text: String) {
        guard text == "-" else { return nil }
        self.init(descriptor: STDOUT_FILENO)
    }

    /// - Parameter descriptor: the descriptor to write to; it stays open.
    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    func confined(to folder: RestrictedFolder) throws(AddressError) -> Self {
        throw .outsideFolder(Self.notBelowFolder)
    }

    func connect(_ context: ConnectionContext) -> (any OutputConnection)? {
        Y4MConnection(ByteWriter(sharing: descriptor), stream, context)
    }

    /// The stream goes on with its next frame, without another header.
    func part(_ number: Int) -> OutputPart {
        stream.isInterrupted ? .impossible("the stream has ended within a frame") : .sameAddress
    }
}
