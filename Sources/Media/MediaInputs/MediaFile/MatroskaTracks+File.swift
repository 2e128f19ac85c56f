import StudioCore
import StudioRuntime

extension MatroskaTracks {
    /// The number of the track to send of a file; `nil` when it is the first one, and for other formats.
    static func preferred(_ type: Int, at location: String) -> Int? {
        guard FileKind(of: location) == .matroska, let bytes = FileBytes(location) else { return nil }
        return MatroskaTracks(bytes.read).preferred(type)
    }
}
