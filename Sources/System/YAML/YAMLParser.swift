import CYAML

extension YAMLNode {
    /// The deepest nesting of collections. Chosen: far beyond any file for people, and far below the size of a stack.
    package static let deepest = 100

    /// Parses a text with one document.
    ///
    /// - Returns: the root; `nil` for a text without a document.
    package init?(_ text: String) throws(YAMLError) {
        let parser = try YAMLParser(text)
        guard let root = try parser.root() else { return nil }
        self = root
    }
}

/// Builds nodes from the events of libyaml.
private final class YAMLParser {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    init(_ text: String) throws(YAMLError) {
        // libyaml takes a byte order mark for a character, which shifts the first line.
        let mark = "\u{FEFF}"
        let content = text.utf8.dropFirst(text.utf8.starts(with: mark.utf8) ? mark.utf8.count : 0)
        // libyaml stores pointers to its parser and to the text.
        parser = .allocate(capacity: 1)
        bytes = .allocate(capacity: content.count)
        _ = bytes.initialize(from: content)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            bytes.deallocate()
            throw YAMLError(cause: .syntax("out of memory"), line: 1)
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        bytes.deallocate()
    }

    func root() throws(YAMLError) -> YAMLNode? {
        var root: YAMLNode?
        while true {
            let event = try next()
            switch event.kind {
            case .streamEnd: return root
            case .streamStart, .documentEnd: break
            case .documentStart:
                guard root == nil else { throw YAMLError(cause: .severalDocuments, line: event.line) }
                root = try node(from: try next(), depth: 0)
            case .node, .collectionEnd: throw YAMLError(cause: .syntax("unexpected content"), line: event.line)
            }
        }
    }

    private func node(from event: Event, depth: Int) throws(YAMLError) -> YAMLNode {
        guard case .node(let start) = event.kind else {
            throw YAMLError(cause: .syntax("unexpected end of a document"), line: event.line)
        }
        switch start {
        case .scalar(let scalar): return YAMLNode(value: .scalar(scalar), line: event.line)
        case .sequence: return YAMLNode(value: .sequence(try nodes(depth, event.line)), line: event.line)
        case .mapping:
            let nodes = try nodes(depth, event.line)
            // libyaml delivers an empty scalar for a missing value.
            let pairs = stride(from: 0, to: nodes.count - 1, by: 2).map {
                YAMLNode.Pair(key: nodes[$0], value: nodes[$0 + 1])
            }
            try Self.checkKeys(of: pairs)
            return YAMLNode(value: .mapping(pairs), line: event.line)
        }
    }

    /// The nodes up to the end of a collection.
    private func nodes(_ depth: Int, _ line: Int) throws(YAMLError) -> [YAMLNode] {
        guard depth < YAMLNode.deepest else { throw YAMLError(cause: .tooDeep, line: line) }
        var nodes: [YAMLNode] = []
        while true {
            let event = try next()
            if case .collectionEnd = event.kind { return nodes }
            nodes.append(try node(from: event, depth: depth + 1))
        }
    }

    private static func checkKeys(of pairs: [YAMLNode.Pair]) throws(YAMLError) {
        var lines: [String: Int] = [:]
        for pair in pairs {
            guard let name = pair.key.scalar?.text else { continue }
            if let line = lines.updateValue(pair.key.line, forKey: name) {
                throw YAMLError(cause: .repeatedKey(name), line: line)
            }
        }
    }

    // MARK: Events

    private struct Event {
        enum Start { case scalar(YAMLNode.Scalar), sequence, mapping }
        enum Kind { case streamStart, streamEnd, documentStart, documentEnd, collectionEnd, node(Start) }

        let kind: Kind
        let line: Int
    }

    private func next() throws(YAMLError) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
        defer { yaml_event_delete(&event) }
        let line = event.start_mark.line + 1
        let kind: Event.Kind
        switch event.type {
        case YAML_STREAM_START_EVENT: kind = .streamStart
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: kind = .collectionEnd
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            guard scalar.anchor == nil else { throw YAMLError(cause: .anchor, line: line) }
            let text = String(
                decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            kind = .node(.scalar(.init(text: text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)))
        case YAML_SEQUENCE_START_EVENT:
            guard event.data.sequence_start.anchor == nil else { throw YAMLError(cause: .anchor, line: line) }
            kind = .node(.sequence)
        case YAML_MAPPING_START_EVENT:
            guard event.data.mapping_start.anchor == nil else { throw YAMLError(cause: .anchor, line: line) }
            kind = .node(.mapping)
        case YAML_ALIAS_EVENT: throw YAMLError(cause: .anchor, line: line)
        default: kind = .streamEnd
        }
        return Event(kind: kind, line: line)
    }

    private var failure: YAMLError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
        // libyaml has a limit of its own, and names a function that changes it.
        if problem.hasPrefix("Maximum nesting level") { return YAMLError(cause: .tooDeep, line: problemLine) }
        // The end of the file is not the place of a quotation mark that is missing.
        let context = parser.pointee.context.map { String(cString: $0) } ?? ""
        if problem == "found unexpected end of stream", context.contains("quoted scalar") {
            return YAMLError(cause: .syntax("the quoted text has no end"), line: parser.pointee.context_mark.line + 1)
        }
        return YAMLError(cause: .syntax(problem), line: problemLine)
    }

    private var problemLine: Int {
        // The reader of the bytes knows an offset only.
        guard parser.pointee.error == YAML_READER_ERROR else { return parser.pointee.problem_mark.line + 1 }
        let (feed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        let before = bytes.prefix(parser.pointee.problem_offset)
        // Both together end one line.
        let pairs = zip(before, before.dropFirst()).count { $0 == carriageReturn && $1 == feed }
        return before.count { $0 == feed || $0 == carriageReturn } - pairs + 1
    }
}
