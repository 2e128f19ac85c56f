import StudioCore

/// A setting of psstudio that a comment of a pipeline file maps to a property, or a fact that psstudio needs to know.
///
/// There is one setting in a line, `# SETTING: VALUE`:
/// ```
/// # bitrate: encoder.bitrate in kbit/s
/// # key-frames: encoder.key-int-max in frames
/// # preset: encoder.speed-preset
/// # reproducible: encoder.sliced-threads = false
/// # delay: 1600 samples
/// ```
package struct PipelineSetting: Hashable, Sendable {
    package enum Name: String, Hashable, Sendable, CaseIterable {
        /// The bitrate.
        case bitrate
        /// The distance of key frames, in addition to those that psstudio requests.
        case keyFrames = "key-frames"
        /// The preset of x264.
        case preset
        /// What makes the bits of two fast sessions equal; may occur several times.
        case reproducible
        /// What an audio encoder inserts before the first sample.
        case delay

        /// What may follow the colon.
        package var forms: [String] {
            switch self {
            case .bitrate: ["ELEMENT.PROPERTY in bit/s", "ELEMENT.PROPERTY in kbit/s"]
            case .keyFrames: ["ELEMENT.PROPERTY in frames"]
            case .preset: ["ELEMENT.PROPERTY"]
            case .reproducible: ["ELEMENT.PROPERTY = VALUE"]
            case .delay: ["NUMBER samples"]
            }
        }
    }

    package enum Unit: String, Hashable, Sendable {
        case bits = "bit/s"
        case kilobits = "kbit/s"
        case frames

        /// A value in bit/s or frames in this unit.
        package func value(of number: Int) -> Int64 {
            switch self {
            case .bits, .frames: Int64(number)
            case .kilobits: Int64(max(1, number / 1000))
            }
        }
    }

    /// The property of an element of the pipeline.
    package struct Property: Hashable, Sendable, CustomStringConvertible {
        package let element: String
        package let name: String

        package init(element: String, name: String) { (self.element, self.name) = (element, name) }

        package var description: String { "\(element).\(name)" }
    }

    package enum Action: Hashable, Sendable {
        /// The property gets the number, in this unit.
        case number(Property, Unit)
        /// The property gets the word.
        case word(Property)
        /// The property gets this value, written as in a pipeline.
        case constant(Property, String)
        case samples(Int)

        /// The property that is set, if any.
        package var property: Property? {
            switch self {
            case .number(let property, _), .word(let property), .constant(let property, _): property
            case .samples: nil
            }
        }
    }

    package let name: Name
    package let action: Action
    /// The number of its line.
    package let line: Int
}

// MARK: - Parsing

extension PipelineSetting {
    /// The settings in comments, and the comments that look like one and are none.
    static func all(in comments: [PipelineFile.Line]) -> ([PipelineSetting], [PipelineTextError]) {
        var (settings, errors): ([PipelineSetting], [PipelineTextError]) = ([], [])
        for line in comments {
            do throws(PipelineTextError) {
                guard let setting = try PipelineSetting(line) else { continue }
                let earlier = settings.first { $0.name == setting.name }
                if let earlier, setting.name != .reproducible {
                    throw PipelineTextError(
                        line: line.number,
                        "'\(setting.name.rawValue)' is mapped twice; the first time in line \(earlier.line)")
                }
                settings.append(setting)
            } catch {
                errors.append(error)
            }
        }
        return (settings, errors)
    }

    /// - Returns: `nil` for a comment that is none: it does not begin with the name of a setting and a colon, nor has the form
    ///   of a setting.
    private init?(_ line: PipelineFile.Line) throws(PipelineTextError) {
        let comment = line.text.drop { $0 == "#" }.drop(while: \.isWhitespace)
        guard let colon = comment.firstIndex(of: ":") else { return nil }
        let head = comment[..<colon]
        let words = comment[comment.index(after: colon)...].split(whereSeparator: \.isWhitespace).map(String.init)
        guard let name = Name(rawValue: String(head)) else {
            let isWord = !head.isEmpty && head.allSatisfy { $0.isASCII && ($0.isLowercase || $0 == "-") }
            guard isWord, words.first.flatMap(Property.init) != nil else { return nil }
            throw PipelineTextError(line: line.number, Self.unknown(String(head)))
        }
        guard let action = Self.action(name, words) else {
            let forms = name.forms.map { "'# \(name.rawValue): \($0)'" }.joined(separator: " or ")
            throw PipelineTextError(line: line.number, "expected \(forms)")
        }
        self.init(name: name, action: action, line: line.number)
    }

    private static func unknown(_ head: String) -> String {
        let names = Name.allCases.map(\.rawValue)
        let nearest = NearestWord.of(head, in: names).map { "did you mean '\($0)'?" }
        return
            "unknown setting '\(head.withoutControls)'; \(nearest ?? "expected one of \(names.joined(separator: ", "))")"
    }

    private static func action(_ name: Name, _ words: [String]) -> Action? {
        switch name {
        case .bitrate, .keyFrames:
            guard words.count == 3, words[1] == "in", let property = Property(words[0]),
                let unit = Unit(rawValue: words[2]),
                (unit == .frames) == (name == .keyFrames)
            else { return nil }
            return .number(property, unit)
        case .preset: return words.count == 1 ? Property(words[0]).map { .word($0) } : nil
        case .reproducible:
            guard words.count == 3, words[1] == "=", let property = Property(words[0]) else { return nil }
            return .constant(property, words[2])
        case .delay:
            guard words.count == 2, words[1] == "samples", let count = Int(words[0]), delays.contains(count) else {
                return nil
            }
            return .samples(count)
        }
    }

    /// The delays that an audio encoder may have, in samples; half a second at most.
    private static let delays = 0...24_000
}

extension PipelineSetting.Property {
    /// `encoder.bitrate`
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy(Self.isName), parts[1].first?.isLetter == true else { return nil }
        self.init(element: String(parts[0]), name: String(parts[1]))
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }
}
