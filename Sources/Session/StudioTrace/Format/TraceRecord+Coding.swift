import StudioCore

extension TraceEvent {
    /// The values of the key `event`.
    package enum Name: String, Codable, CaseIterable, Sendable {
        case call, callback, state, command, video, audio, violation, drop, output, failure, note, end
    }

    /// The value of the key `event`.
    package var name: Name {
        switch self {
        case .call: .call
        case .callback: .callback
        case .state: .state
        case .command: .command
        case .video: .video
        case .audio: .audio
        case .violation: .violation
        case .drop: .drop
        case .output: .output
        case .failure: .failure
        case .note: .note
        case .end: .end
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
        try container.encode(event.name.rawValue, forKey: .event)
        switch event {
        case .call(let value): try value.encode(to: encoder)
        case .callback(let value): try value.encode(to: encoder)
        case .state(let value): try value.encode(to: encoder)
        case .command(let value): try value.encode(to: encoder)
        case .video(let value): try value.encode(to: encoder)
        case .audio(let value): try value.encode(to: encoder)
        case .violation(let value): try value.encode(to: encoder)
        case .drop(let value): try value.encode(to: encoder)
        case .output(let value): try value.encode(to: encoder)
        case .failure(let value): try value.encode(to: encoder)
        case .note(let value): try value.encode(to: encoder)
        case .end(let value): try value.encode(to: encoder)
        }
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
