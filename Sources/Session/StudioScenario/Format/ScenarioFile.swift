import StudioRuntime

/// Reads a file of limited size.
enum ScenarioFile {
    /// The content of a file, or one byte more than the limit.
    ///
    /// - Parameter folder: the folder outside of which nothing is read; `nil` for no limit.
    /// - Throws: a ``ScenarioError`` when it cannot be read.
    static func bytes(
        of path: String, _ kind: ScenarioText.Kind = .scenario, below folder: RestrictedFolder? = nil
    ) throws(ScenarioError) -> [UInt8] {
        guard let folder else { return try anyBytes(of: path, kind) }
        do throws(RestrictedFolder.Refusal) {
            return try FileContent.regularFile(path, below: folder, limit: ScenarioText.largestFile)
        } catch {
            throw ScenarioError(path, line: 0, "cannot read the \(kind.noun): \(error)")
        }
    }

    private static func anyBytes(of path: String, _ kind: ScenarioText.Kind) throws(ScenarioError) -> [UInt8] {
        do throws(FileContent.Failure) {
            return try FileContent.regularFile(path, limit: ScenarioText.largestFile)
        } catch {
            switch error {
            case .notRegular:
                throw ScenarioError(path, line: 0, "not a regular file; expected the path of a YAML file")
            case .system(let error): throw ScenarioError(path, line: 0, "cannot read the \(kind.noun): \(error)")
            }
        }
    }
}
