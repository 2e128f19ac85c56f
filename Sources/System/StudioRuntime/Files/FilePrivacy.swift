import Glibc

/// Who can use an open file.
package enum FilePrivacy {
    /// Whether the mode lets nobody but its owner read, write or execute the file; false when that is not known.
    package static func isPrivate(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & 0o077 == 0
    }
}
