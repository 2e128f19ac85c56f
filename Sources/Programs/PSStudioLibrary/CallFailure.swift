import CPSStudio
import EmbeddingRules
import MediaOutputs
import SessionProtocol
import StudioCore
import StudioEngine

/// Why a call of the C interface fails: its result, its rule, and one line.
struct CallFailure: Error {
    let result: ps_result
    let rule: String
    let message: String

    init(_ error: StudioError) {
        result = error.code.result
        rule = error.rule.id.rawValue
        message = error.description
    }

    /// A failure of the C interface itself.
    init(_ rule: Rule, _ message: String, hint: String = "") {
        self.init(StudioError(rule, message, hint: hint))
    }

    init(_ failure: SessionFailure) {
        let named = StudioError.Code(rawValue: failure.code).result
        let category =
            switch failure.category {
            case .usage: PS_USAGE
            case .contract: PS_WRONG_USAGE
            case .refused: PS_REFUSED
            case .source: PS_SOURCE_FAILED
            case .output: PS_OUTPUT_FAILED
            case .internal: PS_INTERNAL
            }
        // A rejected call keeps its own code.
        result = failure.rule != nil && named != PS_FAILED ? named : ps_result(category)
        rule = failure.rule ?? ""
        message = failure.message
    }

    init(_ error: SessionCommandError) {
        self.init(.embeddingCommandRejected, "\(error)")
    }
}

extension StudioError.Code {
    /// The numbers of the header by their names.
    private static let results: [StudioError.Code: ps_result] = {
        let named = (0...ps_result(PS_INTERNAL)).map { number in
            (StudioError.Code(rawValue: String(cString: ps_result_name(number))), number)
        }
        return Dictionary(uniqueKeysWithValues: named.filter { $0.0.rawValue != "Unknown" })
    }()

    /// The number of the header; `PS_FAILED` for a code that it does not have.
    var result: ps_result { Self.results[self] ?? ps_result(PS_FAILED) }
}

/// Runs a call of the C interface: its failure becomes the latest one of the thread.
func answer(_ body: () throws(CallFailure) -> Void) -> ps_result {
    let permission = psc_check_call()
    guard permission == PS_OK else { return permission }
    Preparation.process
    psc_enter_call()
    defer { psc_leave_call() }
    do throws(CallFailure) {
        try body()
        return ps_result(PS_OK)
    } catch {
        return error.report()
    }
}

/// Runs a call that creates an object, and stores its handle: NULL when it fails.
func answer<Object: AnyObject & Sendable>(
    creating handle: UnsafeMutablePointer<OpaquePointer?>?, _ name: String,
    _ make: () throws(CallFailure) -> Object
) -> ps_result {
    handle?.pointee = nil
    return answer { () throws(CallFailure) in
        let handle = try required(handle, name)
        handle.pointee = HandleTable.shared.insert(try make())
    }
}

/// Runs a call whose result the host may get as JSON: NULL when it fails.
func answer<Value: Encodable>(
    copying json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ body: () throws(CallFailure) -> Value
) -> ps_result {
    json?.pointee = nil
    return answer { () throws(CallFailure) in
        let value = try body()
        if let json { json.pointee = try copied(encoded(value)) }
    }
}

/// Runs a query of the C interface, which returns 0 when it fails.
func query(_ body: () throws(CallFailure) -> Bool) -> Int32 {
    var value = false
    let result = answer { () throws(CallFailure) in value = try body() }
    return result == PS_OK && value ? 1 : 0
}

extension CallFailure {
    func report() -> ps_result { psc_fail(result, rule, message.withoutControls) }
}

/// Converts the errors of the emulated interface.
func checked<Result: ~Copyable>(_ body: () throws(StudioError) -> Result) throws(CallFailure) -> Result {
    do throws(StudioError) {
        return try body()
    } catch {
        throw CallFailure(error)
    }
}

// MARK: Arguments

/// The pointer, if it is not null.
func required<Pointer>(_ pointer: Pointer?, _ name: String) throws(CallFailure) -> Pointer {
    guard let pointer else { throw CallFailure(.embeddingNullPointer, "\(name) is NULL", hint: "pass an address") }
    return pointer
}

/// The object of a handle.
func open<Object: AnyObject>(
    _ handle: OpaquePointer?, _ type: Object.Type, _ name: String
) throws(CallFailure) -> Object {
    let handle = try required(handle, name)
    guard let object = HandleTable.shared.object(handle, as: type) else { throw closed(name) }
    return object
}

/// Removes the object of a handle.
func close<Object: AnyObject>(
    _ handle: OpaquePointer?, _ type: Object.Type, _ name: String
) throws(CallFailure) -> Object {
    let handle = try required(handle, name)
    guard let object = HandleTable.shared.remove(handle, as: type) else { throw closed(name) }
    return object
}

private func closed(_ name: String) -> CallFailure {
    CallFailure(
        .embeddingClosedHandle, "the handle '\(name)' was closed, or is of another kind",
        hint: "use a handle only until it is closed or released")
}

/// Rejects a call that waits inside a callback.
func requireOutsideCallback(_ function: StaticString) throws(CallFailure) {
    guard ps_is_inside_callback() == 0 else {
        throw CallFailure(
            .embeddingInsideCallback, "\(function) was called inside a callback",
            hint: "return from the callback, then call it on a thread of the program")
    }
}

/// The struct behind a pointer.
///
/// - Throws: a ``CallFailure`` for NULL, and for a struct whose size is not that of a known version.
func structure<Value>(_ pointer: UnsafePointer<Value>?, _ name: String) throws(CallFailure) -> Value {
    let pointer = try required(pointer, name)
    // Its first field. The others may be missing.
    let (size, expected) = (UnsafeRawPointer(pointer).load(as: Int.self), MemoryLayout<Value>.size)
    guard size == expected else {
        throw CallFailure(
            .embeddingWrongSize, "the size of \(Value.self) is \(size), expected \(expected)",
            hint: "set the field size to sizeof(\(Value.self))")
    }
    return pointer.pointee
}

/// The text of a C string; `nil` for NULL.
func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
