import EmbeddingRules
import FoundationEssentials
import Glibc
import ProductionStudio
import StudioCore

/// A copy of a text that the host frees.
func copied(_ text: String) throws(CallFailure) -> UnsafeMutablePointer<CChar> {
    guard let copy = strdup(text) else {
        throw CallFailure(.sendOutOfMemory, "out of memory for a text", hint: "free texts that are not used")
    }
    return copy
}

/// A value as JSON with sorted keys.
func encoded(_ value: some Encodable) throws(CallFailure) -> String {
    do {
        return String(decoding: try JSONLineEncoder().bytes(value), as: UTF8.self)
    } catch {
        throw CallFailure(.embeddingInvalidJSON, "cannot encode: \(error)")
    }
}

/// A value of JSON text.
func decoded<Value: Decodable>(_ type: Value.Type, _ text: String, _ name: String) throws(CallFailure) -> Value {
    do {
        return try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch {
        throw CallFailure(
            .embeddingInvalidJSON, "\(name) is not a command: '\(text.prefix(120))'",
            hint: "docs/session.md lists all commands, for example {\"stop\":{}}")
    }
}
