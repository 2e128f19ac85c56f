import SessionProtocol

/// The query of a request: names with their values. Only texts have escapes.
struct RequestQuery: Hashable, Sendable {
    private var values: [String: String] = [:]
    /// Names that are there more than once.
    private var repeated: Set<String> = []

    /// - Parameter target: the path with its query.
    init(_ target: String) {
        guard let mark = target.firstIndex(of: "?") else { return }
        for pair in target[target.index(after: mark)...].split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if values.updateValue(parts.count == 2 ? String(parts[1]) : "", forKey: name) != nil {
                repeated.insert(name)
            }
        }
    }

    /// - Throws: a ``Problem`` for a value that is not accepted.
    func value<Value>(of parameter: QueryParameter<Value>) throws(Problem) -> Value {
        guard let text = values[parameter.name] else { return parameter.fallback }
        guard !repeated.contains(parameter.name) else {
            throw Problem(.invalid, "\(parameter.name) is there more than once; send it once")
        }
        guard let value = parameter.parse(text) else {
            throw Problem(.invalid, "\(parameter.name) is not accepted; expected \(parameter.expected)")
        }
        return value
    }
}

/// A parameter of a query: how it is parsed and how it is described.
struct QueryParameter<Value: Sendable>: Sendable {
    let name: String
    let fallback: Value
    /// The accepted values, for an error message.
    let expected: String
    /// Its schema in the OpenAPI document.
    let schema: JSON
    /// - Returns: `nil` for a value that is not accepted.
    let parse: @Sendable (String) -> Value?

    /// The parameter in the OpenAPI document.
    var json: JSON { ["name": .text(name), "in": "query", "required": false, "schema": schema] }
}

extension QueryParameter<Double> {
    /// A number in a range.
    static func number(_ name: String, in range: ClosedRange<Double>, default fallback: Double) -> Self {
        func json(_ number: Double) -> JSON { Int(exactly: number).map { .number($0) } ?? .decimal(number) }
        return Self(
            name: name, fallback: fallback, expected: "\(range.lowerBound) to \(range.upperBound)",
            schema: [
                "type": "number", "minimum": json(range.lowerBound), "maximum": json(range.upperBound),
                "default": json(fallback),
            ],
            parse: { Double($0).flatMap { range.contains($0) ? $0 : nil } })
    }
}

extension QueryParameter<Bool> {
    /// `true` or `false`, which is the default.
    static func flag(_ name: String) -> Self {
        Self(
            name: name, fallback: false, expected: "true or false", schema: ["type": "boolean", "default": false],
            parse: { ["true": true, "false": false][$0] })
    }
}

extension QueryParameter<Int> {
    /// A whole number in a range.
    static func whole(_ name: String, in range: ClosedRange<Int>, default fallback: Int) -> Self {
        Self(
            name: name, fallback: fallback,
            expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            schema: [
                "type": "integer", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
                "default": .number(fallback),
            ],
            parse: { Int($0).flatMap { range.contains($0) ? $0 : nil } })
    }

    /// An even whole number in a range.
    static func even(_ name: String, in range: ClosedRange<Int>, default fallback: Int) -> Self {
        Self(
            name: name, fallback: fallback,
            expected: "an even number from \(range.lowerBound) to \(range.upperBound)",
            schema: [
                "type": "integer", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
                "multipleOf": 2, "default": .number(fallback),
            ],
            parse: { Int($0).flatMap { range.contains($0) && $0 % 2 == 0 ? $0 : nil } })
    }
}

extension QueryParameter<String> {
    /// A text, empty by default, with the escapes of an address: `%20`.
    ///
    /// - Parameter limit: in bytes.
    static func text(_ name: String, _ expected: String, limit: Int) -> Self {
        Self(
            name: name, fallback: "", expected: "\(expected), at most \(limit) bytes",
            schema: ["type": "string", "default": "", "maxLength": .number(limit)],
            parse: { text in
                decoded(text).flatMap { $0.utf8.count <= limit ? $0 : nil }
            })
    }

    /// - Returns: `nil` for half an escape, and for what is not UTF-8.
    private static func decoded(_ text: String) -> String? {
        var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
