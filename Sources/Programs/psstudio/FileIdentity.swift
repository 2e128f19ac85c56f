import Glibc
import StudioRuntime

/// Identifies the file of a path: equal for `a.mp4`, `./a.mp4` and a link to it.
enum FileIdentity: Hashable {
    case file(FileID)
    /// A file that does not exist.
    case location(FileLocation)
    /// A pipe or a device, which may be used several times; or a path in a folder that does not exist.
    case path(String)

    init(_ path: String) {
        if let file = FileID(regularFile: path) {
            self = .file(file)
        } else if access(path, F_OK) != 0, let location = FileLocation(path) {
            self = .location(location)
        } else {
            self = .path(path)
        }
    }
}
