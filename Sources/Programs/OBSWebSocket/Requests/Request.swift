import SessionProtocol
import StudioCore

/// A request with the checks of its fields, in the words of OBS.
struct Request: Hashable, Sendable {
    let type: String
    /// `nil` for a request without data.
    private let data: JSON?
    /// How the batch of the request is performed; `nil` outside of a batch.
    let execution: ClientBatch.Execution?

    init(_ type: String, _ data: JSON? = nil, execution: ClientBatch.Execution? = nil) {
        (self.type, self.data, self.execution) = (type, data, execution)
    }

    /// Whether the data, if there is any, is an object.
    var hasValidData: Bool { data == nil || data?.fields != nil }

    /// The request without other fields than these.
    func keeping(_ names: [String]) -> Request {
        let kept = data?.fields.map { JSON.object($0.filter { names.contains($0.0) }) }
        return Request(type, kept ?? data, execution: execution)
    }

    /// The value of a field that is present and not null.
    func optional(_ name: String) -> JSON? {
        guard let value = data?[name], !value.isNull else { return nil }
        return value
    }

    private func required(_ name: String) throws(RequestFailure) -> JSON {
        guard data != nil else {
            throw RequestFailure(.missingRequestData, "Your request data is missing or invalid (non-object)")
        }
        guard let value = optional(name) else {
            throw RequestFailure(.missingRequestField, "Your request is missing the `\(name)` field.")
        }
        return value
    }

    // MARK: Types

    /// A value of any type but null.
    func value(_ name: String) throws(RequestFailure) -> JSON { try required(name) }

    func text(_ name: String) throws(RequestFailure) -> String { try text(name, try required(name)) }

    func optionalText(_ name: String) throws(RequestFailure) -> String? {
        guard let value = optional(name) else { return nil }
        return try text(name, value)
    }

    private func text(_ name: String, _ value: JSON) throws(RequestFailure) -> String {
        guard let text = value.text else {
            throw RequestFailure(.invalidRequestFieldType, "The field value of `\(name)` must be a string.")
        }
        guard !text.isEmpty else {
            throw RequestFailure(.requestFieldEmpty, "The field value of `\(name)` must not be empty.")
        }
        return text
    }

    func flag(_ name: String) throws(RequestFailure) -> Bool {
        guard let flag = try required(name).flag else {
            throw RequestFailure(.invalidRequestFieldType, "The field value of `\(name)` must be boolean.")
        }
        return flag
    }

    func optionalFlag(_ name: String) throws(RequestFailure) -> Bool? {
        optional(name) == nil ? nil : try flag(name)
    }

    func number(_ name: String, _ range: ClosedRange<Double>) throws(RequestFailure) -> Double {
        guard let number = try required(name).double, !number.isNaN else {
            throw RequestFailure(.invalidRequestFieldType, "The field value of `\(name)` must be a number.")
        }
        guard number >= range.lowerBound else {
            throw RequestFailure(
                .requestFieldOutOfRange,
                "The field value of `\(name)` is below the minimum of `\(Self.bound(range.lowerBound))`")
        }
        guard number <= range.upperBound else {
            throw RequestFailure(
                .requestFieldOutOfRange,
                "The field value of `\(name)` is above the maximum of `\(Self.bound(range.upperBound))`")
        }
        return number
    }

    /// OBS writes six decimals.
    private static func bound(_ value: Double) -> String { NumberText.number(value, decimals: 3) + "000" }

    func optionalNumber(_ name: String, _ range: ClosedRange<Double>) throws(RequestFailure) -> Double? {
        optional(name) == nil ? nil : try number(name, range)
    }

    func object(_ name: String, isEmptyAllowed: Bool = false) throws(RequestFailure) -> JSON {
        let value = try required(name)
        guard let fields = value.fields else {
            throw RequestFailure(.invalidRequestFieldType, "The field value of `\(name)` must be an object.")
        }
        guard isEmptyAllowed || !fields.isEmpty else {
            throw RequestFailure(.requestFieldEmpty, "The field value of `\(name)` must not be empty.")
        }
        return value
    }

    // MARK: Sources

    /// The name or the identifier of a source. Like OBS, it takes a field of another type for a missing one.
    enum Source: Hashable, Sendable {
        case name(String)
        case uuid(String)

        var failure: RequestFailure {
            switch self {
            case .name(let name):
                RequestFailure(
                    .resourceNotFound, "No source was found by the name of `\(name)` within the canvas `Main`.")
            case .uuid(let uuid):
                RequestFailure(.resourceNotFound, "No source was found by the UUID of `\(uuid)`.")
            }
        }
    }

    /// - Parameter prefix: `scene`, `input` or `source`.
    func source(_ prefix: String) throws(RequestFailure) -> Source {
        if let uuid = data?["\(prefix)Uuid"]?.text, !uuid.isEmpty { return .uuid(uuid) }
        guard let name = data?["\(prefix)Name"]?.text, !name.isEmpty else {
            throw RequestFailure(
                .missingRequestField,
                "Your request must contain at least one of the following fields: `\(prefix)Name` with optional "
                    + "`canvasUuid` or `\(prefix)Uuid`.")
        }
        if let canvas = data?["canvasUuid"]?.text, !canvas.isEmpty {
            throw RequestFailure(.resourceNotFound, "No canvas was found by the UUID of `\(canvas)`.")
        }
        return .name(name)
    }
}
