import GStreamer
import PipelineFiles
import StudioCore

/// Finds the line of an error that GStreamer reports about the text as a whole.
enum PipelineErrorLine {
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

    /// The first line with which the text has the error.
    private static func lineOfSyntaxError(in file: PipelineFile) -> Int? {
        // The beginning of a bin or of a quotation has the error as well, wherever it is.
        guard file.lines.allSatisfy({ isClosed($0.text) }) else { return nil }
        var (good, bad) = (0, file.lines.count)
        while bad - good > 1 {
            let middle = (good + bad) / 2
            if hasSyntaxError(file.lines.prefix(middle)) { bad = middle } else { good = middle }
        }
        return file.lines[bad - 1].number
    }

    private static func isClosed(_ text: String) -> Bool {
        func count(_ character: Character) -> Int { text.count { $0 == character } }
        return count("(") == count(")") && count("\"").isMultiple(of: 2) && count("'").isMultiple(of: 2)
    }

    private static func hasSyntaxError(_ lines: ArraySlice<PipelineFile.Line>) -> Bool {
        var text = lines.map(\.text).joined(separator: " ")
        while text.last?.isWhitespace == true { text.removeLast() }
        // The link to the element in the next line is not an error.
        if text.last == "!" { text.removeLast() }
        do throws(GStreamerError) {
            _ = try Pipeline(text)
            return false
        } catch {
            return error.message.contains(syntaxError)
        }
    }
}
