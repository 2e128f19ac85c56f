import MediaInputs
import MediaOutputs
import ProductionStudio
import SessionProtocol
import StudioCore

/// The JSON Schema of commands, events and the snapshot: `docs/session.schema.json`. The Python package is generated from it.
///
/// Commands come from their table. Events and the snapshot have no table; the properties of one example of each are read.
package enum SessionSchema {
    /// The schema as JSON, two spaces of indentation, keys in a fixed order.
    package static var json: String {
        JSON.object([
            ("$schema", "https://json-schema.org/draft/2020-12/schema"),
            ("$id", "https://psstudio.dev/session.schema.json"),
            ("title", "Commands, events and the snapshot of a session"),
            (
                "x-versions",
                [
                    "commands": .number(SessionCommand.version), "events": .number(SessionEvent.version),
                    "snapshot": .number(SessionSnapshot.currentSchema),
                ]
            ),
            (
                "$defs",
                [
                    "commands": CommandSchema.commands, "events": .object(SessionReference.events.map(event)),
                    "snapshot": .object(form(snapshot)),
                ]
            ),
        ]).written() + "\n"
    }

    /// The schema of the snapshot alone.
    package static var snapshotSchema: JSON { .object(form(snapshot)) }

    /// A snapshot in which no list is empty and no value is missing.
    private static var snapshot: SessionSnapshot {
        var output = SessionOutput(1, OutputAddress(name: "show.mp4"), OutputStatus(.connecting))
        (output.attempt, output.cause, output.message, output.roundTripTime) = (1, "", "", 0.5)
        (output.packetsSent, output.packetsLost, output.packetsRetransmitted) = (0, 0, 0)
        (output.secondsToAttempt, output.diskFreeBytes, output.diskSecondsLeft) = (0.5, 0, 0.5)
        var snapshot = SessionSnapshot()
        snapshot.stopReason = .endOfStream
        snapshot.error = .init(rule: "", message: "")
        snapshot.drops = ["late": 1]
        snapshot.program = .init(width: 1920, height: 1080, frameRate: 30, hasAudio: true, hasSlate: true)
        snapshot.waitingFor = [.init(media: "", name: "", seconds: 1)]
        (snapshot.isInBreakoutRoom, snapshot.isShareLocked, snapshot.isRecordingPermitted) = (false, false, false)
        snapshot.violations = [.init(rule: "", code: "", count: 1, message: "")]
        snapshot.outputs = [output]
        return snapshot
    }

    private static func event(_ row: (example: SessionEvent.Kind, text: String)) -> (String, JSON) {
        let (name, fields) = parts(of: row.example)
        return (name, .object([("description", .text(row.text))] + object(fields)))
    }

    // MARK: Forms

    /// The name of a case and its values.
    private static func parts(of value: Any) -> (name: String, fields: [(String, Any)]) {
        guard let payload = Mirror(reflecting: value).children.first, let name = payload.label else {
            return ("\(value)", [])
        }
        let inner = Mirror(reflecting: payload.value)
        // A single value without a label of its own is the value of the label in the payload.
        guard inner.displayStyle == .tuple else { return (name, [("", payload.value)]) }
        return (name, inner.children.map { ($0.label ?? "", $0.value) })
    }

    private static func object(_ fields: [(String, Any)]) -> [(String, JSON)] {
        var parts: [(String, JSON)] = [
            ("type", "object"), ("properties", .object(fields.map { ($0.0, .object(form($0.1))) })),
            ("additionalProperties", false),
        ]
        let required = fields.filter { !isOptional($0.1) }
        if !required.isEmpty { parts.append(("required", .list(required.map { .text($0.0) }))) }
        return parts
    }

    /// Whether the coded form leaves the value out when there is none.
    private static func isOptional(_ value: Any) -> Bool { Mirror(reflecting: value).displayStyle == .optional }

    private static func form(_ value: Any) -> [(String, JSON)] {
        switch value {
        case is MediaTime: [("type", "number"), ("x-unit", "s")]
        case is UserID: CommandSchema.participant
        case is SessionCommand: [("$ref", "#/$defs/commands"), ("type", "object")]
        case is TrackFormat: trackFormat
        case is Bool: [("type", "boolean")]
        case is any FixedWidthInteger: [("type", "integer")]
        case is any BinaryFloatingPoint: [("type", "number")]
        case is String, is StopReason, is OutputPhase: [("type", "string")]
        case let words as any SchemaForm: words.form
        case let values as [Any]: [("type", "array")] + (values.first.map { [("items", .object(form($0)))] } ?? [])
        case let counts as [String: Int]:
            [("type", "object"), ("additionalProperties", .object(form(counts.values.first ?? 0)))]
        case let value as any NullableForm: form(value.inner ?? value.zero ?? "") + [("x-nullable", true)]
        // That of an output that ended has no time of a retry.
        case is SessionEvent.OutputChange: members(of: SessionEvent.OutputChange.example, names: ["phase": "state"])
        default: members(of: value)
        }
    }

    /// - Parameter names: the coded names of properties whose names differ from them.
    private static func members(of value: Any, names: [String: String] = [:]) -> [(String, JSON)] {
        object(
            Mirror(reflecting: value).children.map { child in
                let label = String((child.label ?? "").drop { $0 == "_" })
                return (names[label] ?? label, child.value)
            })
    }

    private static var trackFormat: [(String, JSON)] {
        let formats: [TrackFormat] = [
            .video(width: 640, height: 360, range: .limited, rotation: .none), .audio(sampleRate: 48000, channels: 2),
        ]
        let properties = formats.map { format in
            let (name, fields) = parts(of: format)
            return (name, JSON.object(object(fields)))
        }
        return [
            ("type", "object"), ("properties", .object(properties)), ("additionalProperties", false),
            ("minProperties", 1), ("maxProperties", 1),
        ]
    }
}

/// The schema's form of a type whose values are words or numbers.
private protocol SchemaForm {
    var form: [(String, JSON)] { get }
}

extension SchemaForm where Self: CaseIterable & RawRepresentable {
    fileprivate var form: [(String, JSON)] {
        let values: [JSON] = Self.allCases.map { value in
            (value.rawValue as? Int).map { .number($0) } ?? .text("\(value.rawValue)")
        }
        return [("enum", .list(values))]
    }
}

extension SessionState: SchemaForm {}
extension CommandOrigin: SchemaForm {}
extension SessionFailure.Category: SchemaForm {}
extension SessionEvent.DropReason: SchemaForm {}
extension SlateReason: SchemaForm {}
extension SessionServerState: SchemaForm {}
extension MeetingStatus: SchemaForm {}
extension EndReason: SchemaForm {}
extension MeetingRole: SchemaForm {}
extension TrackKind: SchemaForm {}
extension TrackState: SchemaForm {}
extension VideoRange: SchemaForm {}
extension FrameRotation: SchemaForm {}

extension AuthenticationResult: SchemaForm {
    fileprivate var form: [(String, JSON)] { [("type", "string")] }
}

/// The value in the schema's form of one that may be missing.
private protocol NullableForm {
    var inner: Any? { get }
    /// A value of a number that may be missing; `nil` for a text.
    var zero: Any? { get }
}

extension Nullable: NullableForm {
    fileprivate var inner: Any? { wrappedValue.map { $0 as Any } }
    fileprivate var zero: Any? { (Value.self as? any Numeric.Type).map { $0.zero as Any } }
}
