import SessionProtocol
package import StudioCore

/// A checked value with its line.
package struct Checked: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        case text(String)
        case flag(Bool)
        case integer(Int)
        case number(Double)
        case duration(MediaTime)
        case frames(Int)
        case rate(Rate)
        case seed(UInt64)
        case space(DiskReserve)
        case mapping([String: Checked])
        case list([Checked])

        package subscript(_ key: String) -> Checked? {
            if case .mapping(let fields) = self { fields[key] } else { nil }
        }
    }

    let line: Int
    package let value: Value

    package subscript(_ key: String) -> Checked? { value[key] }

    /// A value of an enumeration.
    func word<Word: RawRepresentable<String>>() -> Word? { text.flatMap { Word(rawValue: $0) } }

    var text: String? { if case .text(let text) = value { text } else { nil } }
    var flag: Bool? { if case .flag(let flag) = value { flag } else { nil } }
    var integer: Int? { if case .integer(let integer) = value { integer } else { nil } }
    package var duration: MediaTime? { if case .duration(let time) = value { time } else { nil } }
    var items: [Checked] { if case .list(let items) = value { items } else { [] } }
    var fields: [String: Checked] { if case .mapping(let fields) = value { fields } else { [:] } }
}

extension Checked {
    /// The value in the JSON form of commands.
    var json: JSON {
        switch value {
        case .text(let text): .text(text)
        case .flag(let flag): .flag(flag)
        case .integer(let integer), .frames(let integer): .number(integer)
        case .number(let number): .decimal(number)
        case .duration(let time): .decimal(time.seconds)
        case .rate, .seed, .space: preconditionFailure("no command has such a value")
        case .mapping(let fields): .object(fields.map { ($0.key, $0.value.json) })
        case .list(let items): .list(items.map(\.json))
        }
    }
}
