/// A value of a YAML text, with its line.
package struct YAMLNode: Hashable, Sendable {
    /// A text and its spelling.
    package struct Scalar: Hashable, Sendable {
        package let text: String
        /// Whether it has no quotes and is not a block.
        package let isPlain: Bool

        /// Whether it is an empty value, or a plain `null` or `~`.
        package var isNull: Bool { isPlain && ["", "~", "null", "Null", "NULL"].contains(text) }
    }

    /// A key and its value.
    package struct Pair: Hashable, Sendable {
        package let key: YAMLNode
        package let value: YAMLNode
    }

    package enum Value: Hashable, Sendable {
        case scalar(Scalar)
        case sequence([YAMLNode])
        /// Pairs in the order of the text. Keys that are scalars are unique.
        case mapping([Pair])
    }

    package let value: Value
    /// The line of its first character, from 1.
    package let line: Int

    /// The scalar; `nil` for a collection.
    package var scalar: Scalar? { if case .scalar(let scalar) = value { scalar } else { nil } }
}

/// Why a text is not accepted, with the line, from 1.
package struct YAMLError: Error, Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// libyaml's description.
        case syntax(String)
        /// Collections are nested more than ``YAMLNode/deepest`` levels.
        case tooDeep
        /// A key that occurs more than once in a mapping.
        case repeatedKey(String)
        /// An anchor or an alias: a few nested aliases can expand to a structure of any size.
        case anchor
        case severalDocuments
    }

    package let cause: Cause
    package let line: Int
}
