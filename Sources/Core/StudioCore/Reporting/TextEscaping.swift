extension StringProtocol {
    /// For text and attributes of XML and HTML. Controls and characters that XML does not permit
    /// are replaced.
    package var xmlEscaped: String {
        unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case let scalar where scalar.isControl || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
                result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// The text in one line, without characters that control a terminal or reverse the order of others; each is replaced
    /// by U+FFFD.
    ///
    /// Every text from outside that people read passes through it: names, values, messages of servers and of media.
    package var withoutControls: String {
        // Almost every text needs no copy.
        guard unicodeScalars.contains(where: \.isControl) else { return String(self) }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 }))
    }

    /// The text in one line, without loss: a line feed is shown as `\n`, a carriage return as `\r`, a tab as `\t`.
    package var inOneLine: String {
        guard unicodeScalars.contains(where: { ["\n", "\r", "\t"].contains($0) }) else { return String(self) }
        return unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// As ``withoutControls``, for a text of several lines, which may contain tabs.
    package var linesWithoutControls: String {
        guard unicodeScalars.contains(where: \.isControl) else { return String(self) }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.isControl && $0 != "\n" && $0 != "\t" ? "\u{FFFD}" : $0 }))
    }

    /// As ``withoutControls``, for JSON and without loss: there, such characters occur only in strings, where escapes are
    /// equivalent.
    package var jsonWithoutControls: String {
        guard unicodeScalars.contains(where: { $0.isControl && $0 != "\n" }) else { return String(self) }
        return unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.isControl, scalar != "\n" {
                result += "\\u" + NumberText.hexadecimal(scalar.value, digits: 4)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether it controls a terminal, ends a line, or changes the order in which others are shown.
    package var isControl: Bool {
        if (0x20..<0x7F).contains(value) { return false }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return properties.isBidiControl
        }
    }
}
