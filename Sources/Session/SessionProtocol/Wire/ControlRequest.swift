import FoundationEssentials
import StudioCore
import Synchronization

/// A request of a client: one line of JSON with `id` and one of `command`, `snapshot` and `subscribe`. A client that acts for
/// others adds `folder` and `origin` to a command.
package struct ControlRequest: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Performs a command.
        case command(SessionCommand)
        /// Returns the snapshot.
        case snapshot
        /// Replaces what the client receives without a request.
        case subscribe(ControlSubscription)
    }

    /// The client's number of the request, which the answer repeats.
    package let id: Int
    package let kind: Kind
    /// The path of the folder outside of which the command uses no file; empty for no file, `nil` for no limit.
    package let folder: String?
    /// For whom the client acts; `nil` for itself.
    package let origin: CommandOrigin?

    package init(id: Int, _ kind: Kind, below folder: String? = nil, origin: CommandOrigin? = nil) {
        (self.id, self.kind, self.folder, self.origin) = (id, kind, folder, origin)
    }

    /// Why a line was rejected, with its number if it has one.
    package struct Rejection: Error, Hashable, Sendable {
        package let id: Int?
        package let error: ControlError

        package init(id: Int?, error: ControlError) {
            (self.id, self.error) = (id, error)
        }
    }

    /// Parses a line without its line feed.
    ///
    /// - Throws: a ``Rejection`` for everything that is not a request.
    package init(line: some Collection<UInt8>) throws(Rejection) {
        let form: Form
        do {
            form = try JSONDecoder().decode(Form.self, from: Data(line))
        } catch let error as ControlError {
            throw Rejection(id: nil, error: error)
        } catch {
            throw Rejection(id: nil, error: ControlError(.malformed, "the line is not JSON; send one object a line"))
        }
        // The decoder takes one of two fields with the same name.
        if let name = (try? JSON(decoding: line))?.repeatedName {
            throw Rejection(
                id: form.id, error: ControlError(.invalid, "\(name) is there more than once; send it once"))
        }
        switch form.kind {
        case .success(let kind): self.init(id: form.id, kind, below: form.folder, origin: form.origin)
        case .failure(let error): throw Rejection(id: form.id, error: error)
        }
    }
}

extension ControlRequest {
    /// Parses a command in its JSON form.
    ///
    /// - Throws: a ``ControlError`` for everything that is not one command.
    package static func command(json: some Collection<UInt8>) throws(ControlError) -> SessionCommand {
        do {
            return try JSONDecoder().decode(CommandForm.self, from: Data(json)).command
        } catch let error as ControlError {
            throw error
        } catch {
            throw CommandForm.malformed
        }
    }
}

extension ControlRequest: Encodable {
    private enum Keys: String, CodingKey {
        case id, command, folder, origin, snapshot, subscribe
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(folder, forKey: .folder)
        try container.encodeIfPresent(origin, forKey: .origin)
        switch kind {
        case .command(let command): try container.encode(command, forKey: .command)
        case .snapshot: try container.encode([String: Int](), forKey: .snapshot)
        case .subscribe(let subscription): try container.encode(subscription, forKey: .subscribe)
        }
    }
}

// MARK: - Decoding

/// A key of any name.
private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A line whose number is valid; the rest may not be.
private struct Form: Decodable {
    let id: Int
    let kind: Result<ControlRequest.Kind, ControlError>
    let folder: String?
    let origin: CommandOrigin?

    private static let kinds = ["command", "snapshot", "subscribe"]

    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: AnyKey.self) else {
            throw ControlError(.malformed, "the line is not a JSON object; send {\"id\":1,\"snapshot\":{}}")
        }
        guard let id = try? container.decode(Int.self, forKey: AnyKey(stringValue: "id")) else {
            throw ControlError(.malformed, "the request has no id; add an integer, which the answer repeats")
        }
        self.id = id
        do throws(ControlError) {
            let parts = try (
                kind: Self.kind(container), folder: Self.folder(container), origin: Self.origin(container)
            )
            (kind, folder, origin) = (.success(parts.kind), parts.folder, parts.origin)
        } catch {
            (kind, folder, origin) = (.failure(error), nil, nil)
        }
    }

    private static let originKey = AnyKey(stringValue: "origin")

    private static func origin(
        _ container: KeyedDecodingContainer<AnyKey>
    ) throws(ControlError) -> CommandOrigin? {
        guard container.contains(originKey) else { return nil }
        let origin = (try? container.decode(String.self, forKey: originKey)).flatMap { CommandOrigin(rawValue: $0) }
        guard let origin, CommandOrigin.ofClients.contains(origin) else {
            let words = CommandOrigin.ofClients.map(\.rawValue).joined(separator: ", ")
            throw ControlError(.invalid, "origin is not accepted; expected one of \(words)")
        }
        guard container.contains(AnyKey(stringValue: "command")) else {
            throw ControlError(.malformed, "origin belongs to a command")
        }
        return origin
    }

    private static let folderKey = AnyKey(stringValue: "folder")

    private static func folder(
        _ container: KeyedDecodingContainer<AnyKey>
    ) throws(ControlError) -> String? {
        guard container.contains(folderKey) else { return nil }
        let path = try? container.decode(String.self, forKey: folderKey)
        guard let path, path.isEmpty || path.hasPrefix("/"), path == "/" || !path.hasSuffix("/") else {
            throw ControlError(.invalid, "folder is not accepted; expected an absolute path without a / at its end")
        }
        guard container.contains(AnyKey(stringValue: "command")) else {
            throw ControlError(.malformed, "folder belongs to a command")
        }
        return path
    }

    private static func kind(
        _ container: KeyedDecodingContainer<AnyKey>
    ) throws(ControlError) -> ControlRequest.Kind {
        let others = ["id", folderKey.stringValue, originKey.stringValue]
        let names = container.allKeys.map(\.stringValue).filter { !others.contains($0) }
        guard names.count == 1, let name = names.first, kinds.contains(name) else {
            let shown = names.isEmpty ? "" : ": \(names.map(JSON.shownName).sorted().joined(separator: ", "))"
            throw ControlError(
                .malformed,
                "the request has \(names.count) keys beside id\(shown); expected one of \(kinds.joined(separator: ", "))"
            )
        }
        let key = AnyKey(stringValue: name)
        switch name {
        case "command":
            _ = try object(container, key)
            return .command(try value(CommandForm.self, container, key).command)
        case "subscribe":
            let form = try object(container, key)
            try check(form.allKeys, ControlSubscription.fields, of: "subscribe")
            let subscription = try value(ControlSubscription.self, container, key)
            try subscription.validate()
            return .subscribe(subscription)
        default:
            try check(try object(container, key).allKeys, [], of: "snapshot")
            return .snapshot
        }
    }

    // MARK: Values

    fileprivate static func object(
        _ container: KeyedDecodingContainer<AnyKey>, _ key: AnyKey
    ) throws(ControlError) -> KeyedDecodingContainer<AnyKey> {
        do {
            return try container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
        } catch {
            throw ControlError(.invalid, "a value is not an object; expected {} after \(shown(key))")
        }
    }

    fileprivate static func check(_ keys: [AnyKey], _ fields: [String], of name: String) throws(ControlError) {
        let unknown = keys.map(\.stringValue).filter { !fields.contains($0) }
        guard !unknown.isEmpty else { return }
        let names = unknown.map(JSON.shownName).sorted().joined(separator: ", ")
        let expected = fields.isEmpty ? "no fields" : fields.joined(separator: ", ")
        throw ControlError(
            .invalid, "\(name): unknown field\(unknown.count == 1 ? "" : "s") \(names); expected \(expected)")
    }

    private static func value<Value: Decodable>(
        _: Value.Type, _ container: KeyedDecodingContainer<AnyKey>, _ key: AnyKey
    ) throws(ControlError) -> Value {
        try accepting(key) { try container.decode(Value.self, forKey: key) }
    }

    fileprivate static func accepting<Value>(
        _ key: AnyKey, _ decode: () throws -> Value
    ) throws(ControlError) -> Value {
        do {
            return try decode()
        } catch let error as ControlError {
            throw error
        } catch let error as DecodingError {
            throw ControlError(.invalid, describe(error))
        } catch {
            throw ControlError(.invalid, "\(shown(key)): a value is not accepted; docs/session.md lists all forms")
        }
    }

    private static func describe(_ error: DecodingError) -> String {
        let hint = "docs/session.md lists all forms"
        switch error {
        case .keyNotFound(let key, let context):
            return "\(path(context)): the field \(key.stringValue) is missing; \(hint)"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            return "\(path(context)): the value is not accepted; \(hint)"
        @unknown default: return "a value is not accepted; \(hint)"
        }
    }

    private static func path(_ context: DecodingError.Context) -> String {
        let keys = context.codingPath.drop { $0.stringValue == "command" }
        return keys.isEmpty ? "command" : keys.map(shown).joined(separator: ".")
    }

    private static func shown(_ key: any CodingKey) -> String { JSON.shownName(key.stringValue) }
}

/// An object with the name of a command and its fields.
private struct CommandForm: Decodable {
    let command: SessionCommand

    static let malformed = ControlError(.malformed, "the command is not a JSON object; send {\"admit\":{}}")

    init(from decoder: any Decoder) throws {
        guard let form = try? decoder.container(keyedBy: AnyKey.self) else { throw Self.malformed }
        guard form.allKeys.count == 1, let name = form.allKeys.first else {
            throw ControlError(.malformed, "the command has \(form.allKeys.count) names; expected one")
        }
        guard let fields = CommandRow.fieldNames(of: name.stringValue) else {
            let nearest = CommandRow.nearestName(to: name.stringValue).map { "did you mean \($0)?" }
            let shown = AddressRedaction.argument(name.stringValue).withoutControls
            throw ControlError(.invalid, "unknown command '\(shown)'; \(nearest ?? "docs/session.md lists all")")
        }
        try Form.check(try Form.object(form, name).allKeys, fields, of: name.stringValue)
        command = try Form.accepting(name) { try SessionCommand(from: decoder) }
        CommandDecoding.report(command)
    }
}

/// What this process decodes. A command is decoded once where it arrives, which a test counts.
package enum CommandDecoding {
    private static let observer = Mutex<(@Sendable (SessionCommand) -> Void)?>(nil)

    /// Calls a function with each decoded command from now on; `nil` ends it.
    package static func observe(_ body: (@Sendable (SessionCommand) -> Void)?) { observer.withLock { $0 = body } }

    fileprivate static func report(_ command: SessionCommand) { observer.withLock { $0 }?(command) }
}
