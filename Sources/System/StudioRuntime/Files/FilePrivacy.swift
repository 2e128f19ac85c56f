import Glibc

/// The users who can access an open file.
package enum FilePrivacy {
    /// Whether the mode lets only its owner read, write or execute the file; false when that is not known.
    package static func isPrivate(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & 0o077 == 0
    }

    /// Whether that holds for the file at a path. Devices, and the pipes of a shell, have no content of their own.
    package static func isPrivate(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT != S_IFREG || status.st_mode & 0o077 == 0
    }
}
