import GStreamer
import Glibc
import StudioCore
import StudioRuntime

/// Writes accepted frames to standard output as y4m, without encoding and without audio.
struct Y4MOutputDriver: OutputDriver {
    static let addressForms = ["-"]

    let address: OutputAddress
    let traits: OutputTraits
    let policy = OutputPolicy.local
    private let descriptor: Int32

    init?(_ text: String) {
        guard Self.addressForms.contains(text) else { return nil }
        self.init(descriptor: STDOUT_FILENO)
    }

    /// - Parameter descriptor: the descriptor to write to; it stays open.
    init(descriptor: Int32) {
        self.descriptor = descriptor
        address = OutputAddress(name: "-")
        var traits = OutputTraits(.raw)
        traits.carriesAudio = false
        traits.usesStandardOutput = true
        self.traits = traits
    }

    func connect(_ context: ConnectionContext) -> (any OutputConnection)? {
        Y4MConnection(ByteWriter(sharing: descriptor), context)
    }
}
