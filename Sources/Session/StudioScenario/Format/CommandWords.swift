import SessionProtocol
package import StudioCore

/// A command as words of a command line: its name in kebab case, and the values of its fields in the order of
/// ``usage``, or with their names: `set-role coHost --user 16778240`.
package struct CommandWords: Hashable, Sendable {
    /// Why words are not a command, in one line.
    package struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// The name, the fields and the text of each command, for help.
    package static let reference: [(name: String, usage: String, text: String)] = StepFormat.commands.map { form in
        (kebab(form.name), usage(form), form.field.text)
    }

    private let command: String
    /// The participant: an ID, or a name that ``command(user:)`` replaces; `nil` for none.
    package let user: String?
    private let values: [String: Checked]

    /// - Parameters:
    ///   - name: the name in kebab case.
    ///   - words: the values without a name.
    ///   - named: the values with the names of their fields in kebab case.
    ///   - others: what else the name may be meant to be.
    package init(
        _ name: String, _ words: [String], named: [(name: String, value: String)] = [], or others: [String] = []
    ) throws(ParseError) {
        guard let form = StepFormat.commands.first(where: { Self.kebab($0.name) == name }) else {
            let nearest = NearestWord.of(name, in: others + Self.reference.map(\.name)).map { "did you mean \($0)?" }
            let shown = ScenarioReader.printable(AddressRedaction.command(name))
            throw ParseError(
                description: "unknown command '\(shown)'; \(nearest ?? "psstudio control --help lists all")")
        }
        let usage = "usage: \(Self.kebab(form.name)) \(Self.usage(form))"
        let fields = Self.fields(form)
        guard words.count <= fields.count else {
            throw ParseError(description: "\(name): \(words.count) values; \(usage)")
        }
        var texts: [(field: Field, text: String)] = Array(zip(fields, words)).map { ($0, $1) }
        for (key, value) in named {
            guard let field = fields.first(where: { $0.names.map(Self.kebab).contains(key) }) else {
                throw ParseError(description: "\(name): unknown option --\(ScenarioReader.printable(key)); \(usage)")
            }
            texts.append((field, value))
        }
        let lines = texts.map { "\(Self.quoted($0.field.name)): \(Self.node($0.text, $0.field.shape))" }
        let checked: Checked
        do throws(ScenarioError) {
            let root = try ScenarioText(Array("{\(lines.joined(separator: ", "))}".utf8), file: name).root()
            checked = try ScenarioReader(file: name).check(root, as: form.field.shape, at: "")
        } catch {
            throw ParseError(description: "\(name): \(error.message); \(usage)")
        }
        (command, values) = (form.command, form.values(checked))
        user = (checked["user"] ?? checked["parent"])?.text
    }

    /// The command.
    ///
    /// - Parameter id: the ID of the participant, if it has one.
    package func command(user id: UserID?) -> SessionCommand? { SessionCommand(command, values, user: id) }

    // MARK: Forms

    /// `addOutput` as `add-output`.
    private static func kebab(_ name: String) -> String {
        name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
    }

    /// The fields in the order of their values: those that are required come first.
    private static func fields(_ form: StepFormat.Form) -> [Field] {
        guard case .mapping(let fields) = form.field.shape else { return [] }
        return fields.filter(\.isRequired) + fields.filter { !$0.isRequired }
    }

    private static func usage(_ form: StepFormat.Form) -> String {
        fields(form).map { $0.isRequired ? kebab($0.name).uppercased() : "[\(kebab($0.name))]" }.joined(separator: " ")
    }

    /// A value in YAML. A mapping is written as JSON, or as the word of a choice without fields: `mute`.
    private static func node(_ text: String, _ shape: Shape) -> String {
        switch shape {
        case .choice where text.allSatisfy(\.isLetter): "{\(quoted(text)): {}}"
        case .mapping, .choice, .dictionary, .list, .texts, .step: text.contains("{") ? text : quoted(text)
        case .delivery where text.hasPrefix("{"): text
        default: quoted(text)
        }
    }

    private static func quoted(_ text: String) -> String { JSON.text(text).written() }
}
