package import Foundation

/// The folder of this package, whose sources, documents and examples some tests read.
package enum PackageFolder {
    private static let url: URL = {
        var folder = URL(fileURLWithPath: #filePath)
        repeat {
            folder.deleteLastPathComponent()
        } while folder.path != "/"
            && !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
        return folder
    }()

    /// A file or a folder.
    ///
    /// - Parameter path: relative to the package, such as `docs/session.md`.
    package static func url(_ path: String) -> URL { url.appendingPathComponent(path) }

    /// The contents of a text file.
    package static func text(_ path: String) throws -> String { try String(contentsOf: url(path), encoding: .utf8) }
}
