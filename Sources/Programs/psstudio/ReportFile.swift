import ArgumentParser
import StudioRuntime

/// The file of a report.
struct ReportFile {
    let path: String
    let overwrites: Bool

    /// Checked before anything else happens, so that a long command does not end without its report.
    ///
    /// - Throws: a `ValidationError` for an existing file. FIFOs and devices have no content to lose.
    func check() throws(ValidationError) {
        if !overwrites, FileID.isRegularFile(path) {
            throw ValidationError(WritableFile.OpenError.exists.message(path))
        }
    }

    /// Writes the report.
    ///
    /// - Returns: the error in one line, or `nil`.
    func write(_ text: String) -> String? {
        do throws(WritableFile.OpenError) {
            let writer = try WritableFile(path, overwrites: overwrites).writer
            var error = Array(text.utf8).withUnsafeBytes { writer.write($0) }
            let ending = writer.finish()
            if error == 0 { error = ending }
            return error == 0 ? nil : "cannot write '\(path)': \(SystemError(error))"
        } catch {
            return error.message(path)
        }
    }
}
