/// A JSON value. Integers and decimals differ, because the protocol distinguishes `1` from `1.0`; the keys of an object keep
/// their order.
package enum JSON: Sendable {
    case null
    case flag(Bool)
    case number(Int)
    /// An integer above `Int.max`; smaller ones are a ``number(_:)``.
    case unsigned(UInt64)
    case decimal(Double)
    case text(String)
    case list([JSON])
    case object([(String, JSON)])

    /// An integer without a sign.
    package static func integer(_ value: UInt64) -> JSON {
        Int(exactly: value).map { .number($0) } ?? .unsigned(value)
    }

    /// A text, or null.
    package static func optional(_ text: String?) -> JSON { text.map { .text($0) } ?? .null }
}

// MARK: - Reading

extension JSON {
    /// The value of a key, also when it is null; `nil` when the key is missing or this is no object. The last one counts when a
    /// key is repeated.
    package subscript(_ key: String) -> JSON? { fields?.last { $0.0 == key }?.1 }

    package var isNull: Bool { if case .null = self { true } else { false } }

    package var text: String? { if case .text(let text) = self { text } else { nil } }

    package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }

    package var items: [JSON]? { if case .list(let items) = self { items } else { nil } }

    package var fields: [(String, JSON)]? { if case .object(let fields) = self { fields } else { nil } }

    /// An integer without a sign.
    package var unsignedInteger: UInt64? {
        switch self {
        case .number(let number): UInt64(exactly: number)
        case .unsigned(let number): number
        case .null, .flag, .decimal, .text, .list, .object: nil
        }
    }

    /// Any number.
    package var double: Double? {
        switch self {
        case .number(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .decimal(let number): number
        case .null, .flag, .text, .list, .object: nil
        }
    }

    /// Sets the value of a key.
    package mutating func set(_ key: String, _ value: JSON) {
        var fields = fields ?? []
        if let index = fields.lastIndex(where: { $0.0 == key }) {
            fields[index].1 = value
        } else {
            fields.append((key, value))
        }
        self = .object(fields)
    }
}

// MARK: - Names of fields

extension JSON {
    /// A name that an object has more than once, at any depth, as messages show it; `nil` for none.
    package var repeatedName: String? {
        switch self {
        case .object(let fields):
            var names: Set<String> = []
            if let field = fields.first(where: { !names.insert($0.0).inserted }) { return Self.shownName(field.0) }
            return fields.lazy.compactMap { $0.1.repeatedName }.first
        case .list(let items): return items.lazy.compactMap(\.repeatedName).first
        case .null, .flag, .number, .unsigned, .decimal, .text: return nil
        }
    }

    /// A name in a message. Names of fields are short words; anything else may be a secret at the wrong place.
    package static func shownName(_ name: String) -> String {
        !name.isEmpty && name.utf8.count <= 32 && name.utf8.allSatisfy { (97...122).contains($0 | 32) } ? name : "?"
    }
}

// MARK: - Comparing

extension JSON: Hashable {
    /// Objects are equal when they have equal values for the same keys, in any order.
    package static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.flag(let left), .flag(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.unsigned(let left), .unsigned(let right)): left == right
        case (.decimal(let left), .decimal(let right)): left == right
        case (.text(let left), .text(let right)): left == right
        case (.list(let left), .list(let right)): left == right
        case (.object(let left), .object(let right)): dictionary(left) == dictionary(right)
        default: false
        }
    }

    private static func dictionary(_ fields: [(String, JSON)]) -> [String: JSON] {
        Dictionary(fields, uniquingKeysWith: { $1 })
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .flag(let flag): hasher.combine(flag)
        case .number(let number): hasher.combine(number)
        case .unsigned(let number): hasher.combine(number)
        case .decimal(let number): hasher.combine(number)
        case .text(let text): hasher.combine(text)
        case .list(let items): hasher.combine(items)
        case .object(let fields): hasher.combine(Self.dictionary(fields))
        }
    }
}

// MARK: - Literals

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral text: String) { self = .text(text) }
    package init(integerLiteral number: Int) { self = .number(number) }
    package init(floatLiteral number: Double) { self = .decimal(number) }
    package init(booleanLiteral flag: Bool) { self = .flag(flag) }
    package init(arrayLiteral items: JSON...) { self = .list(items) }
    package init(dictionaryLiteral fields: (String, JSON)...) { self = .object(fields) }
    package init(nilLiteral: ()) { self = .null }
}
