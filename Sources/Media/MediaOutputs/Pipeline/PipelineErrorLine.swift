import GStreamer
import PipelineFiles
import StudioCore

/// Finds the line of an error that GStreamer reports about the text as a whole.
enum PipelineErrorLine {
    /// Texts that are parsed to find a syntax error.
    private static let attempts = 100

    /// - Returns: `nil` when the line is not certain.
    static func of(_ error: GStreamerError, in file: PipelineFile) -> Int? {
        if let missing = error.missingElements.first { return lineOfWord(in: file) { $0 == missing } }
        if error.message.contains(syntaxError) { return lineOfSyntaxError(in: file) }
        // no property "x" in element "y"; could not set property "x" in element "y" to "z"
        let quoted = error.message.split(separator: "\"", omittingEmptySubsequences: false)
        if quoted.count > 1, let line = lineOfWord(in: file, where: { $0.hasPrefix("\(quoted[1])=") }) { return line }
        // could not link x264enc0 to fakesink0
        let words = error.message.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let end = words.firstIndex(of: "to"), end + 1 < words.count else { return nil }
        return ofElement(named: String(words[end + 1].filter { $0 != "," }), in: file)
    }

    /// The line of the element with this name, which GStreamer makes of its type and a number if the text has none.
    static func ofElement(named name: String, in file: PipelineFile) -> Int? {
        if let line = lineOfWord(in: file, where: { $0 == "name=\(name)" }) { return line }
        let type = String(name.reversed().drop(while: \.isNumber).reversed())
        return type == name ? nil : lineOfWord(in: file) { $0 == type }
    }

    /// The line with such a word, if it is the only one.
    private static func lineOfWord(in file: PipelineFile, where isWanted: (Substring) -> Bool) -> Int? {
        let lines = file.lines.filter { $0.text.split(whereSeparator: \.isWhitespace).contains(where: isWanted) }
        return lines.count == 1 ? lines[0].number : nil
    }

    private static let syntaxError = "syntax error"

    /// The first line with which the text has the error, whatever follows.
    private static func lineOfSyntaxError(in file: PipelineFile) -> Int? {
        var first: Int?
        for count in stride(from: file.lines.count, to: max(0, file.lines.count - attempts), by: -1) {
            guard hasSyntaxError(file.lines.prefix(count)) else { return first }
            first = file.lines[count - 1].number
        }
        return file.lines.count <= attempts ? first : nil
    }

    private static func hasSyntaxError(_ lines: ArraySlice<PipelineFile.Line>) -> Bool {
        // The link to the element in the next line is no error.
        var text = lines.map(\.text).joined(separator: " ")
        while text.last == "!" || text.last?.isWhitespace == true { text.removeLast() }
        do throws(GStreamerError) {
            _ = try Pipeline(text)
            return false
        } catch {
            return error.message.contains(syntaxError)
        }
    }
}
