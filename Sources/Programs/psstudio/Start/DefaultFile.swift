import ArgumentParser
import Glibc

/// The file of a session without outputs: `psstudio-<date>-<time>.mp4`, with a number if the file exists.
enum DefaultFile {
    /// More sessions than anyone starts in a second.
    private static let attempts = 1000

    /// Creates an empty file, so that no other session uses its name.
    static func create() throws(ValidationError) -> String {
        let stem = "psstudio-" + timeOfDay()
        for attempt in 1...attempts {
            let path = attempt == 1 ? "\(stem).mp4" : "\(stem)-\(attempt).mp4"
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 {
                close(descriptor)
                return path
            }
            // The output reports the error, and the others continue.
            if errno != EEXIST { return path }
        }
        throw ValidationError(
            "'\(stem).mp4' and \(attempts - 1) numbered files exist; choose a file with --out")
    }

    /// `20260131-235959`, in local time.
    private static func timeOfDay() -> String {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y%m%d-%H%M%S", &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
