import Glibc

/// Reads a file of limited size.
enum ScenarioFile {
    /// The content of a file, or one byte more than the limit.
    ///
    /// - Throws: a ``ScenarioError`` when it cannot be read.
    static func bytes(of path: String) throws(ScenarioError) -> [UInt8] {
        // Not blocking, because the open of a FIFO without a writer would wait forever.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ScenarioError(path, line: 0, "not a regular file; expected the path of a YAML file")
        }
        var bytes = [UInt8](repeating: 0, count: min(max(0, Int(status.st_size)), ScenarioText.largestFile) + 1)
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { bytes in
                read(descriptor, bytes.baseAddress.map { $0 + filled }, bytes.count - filled)
            }
            if count < 0, errno != EINTR { throw failure(path) }
            if count == 0 { break }
            filled += max(0, count)
        }
        return Array(bytes.prefix(filled))
    }

    private static func failure(_ path: String) -> ScenarioError {
        ScenarioError(path, line: 0, "cannot read the scenario: \(String(cString: strerror(errno)))")
    }
}
