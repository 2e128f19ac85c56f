package import Foundation

/// The display names of tests, read from their source files.
package enum TestNames {
    /// The names of the tests in the Swift files of a folder and its subfolders.
    ///
    /// - Throws: an error for a file that cannot be read.
    package static func names(inFolder folder: URL) throws -> [Substring] {
        guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else { return [] }
        var names: [Substring] = []
        for case let file as URL in files where file.pathExtension == "swift" {
            names += self.names(in: try String(contentsOf: file, encoding: .utf8))
        }
        return names
    }

    /// The names of the tests in the text of a source file.
    package static func names(in text: String) -> [Substring] {
        var names: [Substring] = []
        var rest = text[...]
        while let attribute = rest.range(of: "@Test(") {
            rest = rest[attribute.upperBound...]
            let start = rest.drop { $0.isWhitespace }
            // A name of several lines has three quotation marks.
            let quote = start.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
            guard start.hasPrefix(quote) else { continue }
            let name = start.dropFirst(quote.count)
            names.append(name[..<(name.range(of: quote)?.lowerBound ?? name.endIndex)])
        }
        return names
    }
}
