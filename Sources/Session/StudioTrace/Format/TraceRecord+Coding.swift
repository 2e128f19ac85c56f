import StudioCore

extension TraceEvent {
    /// The values of the key `event`.
    package enum Name: String, Codable, CaseIterable, Sendable {
        case call, callback, state, command, video, audio, violation, drop, output, failure, note, end
    }

    /// The value of the key `event`.
    package var name: Name { coded.name }

    /// The value of the key `event`, and the keys beside it.
    fileprivate var coded: (name: Name, fields: any Encodable) {
        switch self {
        case .call(let value): (.call, value)
        case .callback(let value): (.callback, value)
        case .state(let value): (.state, value)
        case .command(let value): (.command, value)
        case .video(let value): (.video, value)
        case .audio(let value): (.audio, value)
        case .violation(let value): (.violation, value)
        case .drop(let value): (.drop, value)
        case .output(let value): (.output, value)
        case .failure(let value): (.failure, value)
        case .note(let value): (.note, value)
        case .end(let value): (.end, value)
        }
    }
}

// Flat objects, so that `jq 'select(.event == "video") | .hash'` works.
extension TraceRecord: Codable {
    private enum Key: String, CodingKey {
        case time, event
    }

    /// Decodes a line.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        time = try container.decode(MediaTime.self, forKey: .time)
        let text = try container.decode(String.self, forKey: .event)
        guard let name = TraceEvent.Name(rawValue: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .event, in: container,
                debugDescription: "'\(text)' is not an event; expected "
                    + TraceEvent.Name.allCases.map(\.rawValue).joined(separator: ", "))
        }
        event = try Self.event(name, decoder)
    }

    private static func event(_ name: TraceEvent.Name, _ decoder: any Decoder) throws -> TraceEvent {
        switch name {
        case .call: .call(try TraceCall(from: decoder))
        case .callback: .callback(try TraceCallback(from: decoder))
        case .state: .state(try TraceState(from: decoder))
        case .command: .command(try TraceCommand(from: decoder))
        case .video: .video(try TraceFrame(from: decoder))
        case .audio: .audio(try TraceBlock(from: decoder))
        case .violation: .violation(try TraceViolation(from: decoder))
        case .drop: .drop(try TraceDrop(from: decoder))
        case .output: .output(try TraceOutput(from: decoder))
        case .failure: .failure(try TraceFailure(from: decoder))
        case .note: .note(try TraceNote(from: decoder))
        case .end: .end(try TraceEnd(from: decoder))
        }
    }

    /// Encodes a line.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(time, forKey: .time)
        let (name, fields) = event.coded
        try container.encode(name.rawValue, forKey: .event)
        try fields.encode(to: encoder)
    }
}

// Synthesised coding of records calls these for `arguments` and `details`. An empty object is absent, so that records stay
// short.
extension KeyedDecodingContainer {
    func decode(_ type: [String: TraceValue].Type, forKey key: Key) throws -> [String: TraceValue] {
        try decodeIfPresent(type, forKey: key) ?? [:]
    }
}

extension KeyedEncodingContainer {
    mutating func encode(_ value: [String: TraceValue], forKey key: Key) throws {
        try encodeIfPresent(value.isEmpty ? nil : value, forKey: key)
    }
}
