import EmbeddingRules
import FoundationEssentials
import Glibc
import ProductionStudio
import SessionProtocol
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

/// A command of JSON text.
func decodedCommand(_ text: UnsafePointer<CChar>?) throws(CallFailure) -> SessionCommand {
    let text = String(cString: try required(text, "command"))
    do {
        return try JSONDecoder().decode(SessionCommand.self, from: Data(text.utf8))
    } catch {
        throw CallFailure(
            .embeddingInvalidJSON, "command is not a command: '\(text.prefix(120))'",
            hint: "docs/session.md lists all commands, for example {\"stop\":{}}")
    }
}

/// Performs a command that concerns no output.
///
/// - Parameter subject: what it acts on, which has no outputs that can be changed.
func performed(
    _ command: SessionCommand, on subject: String,
    _ perform: (SessionCommand) throws(SessionCommandError) -> SessionReply
) throws(CallFailure) -> SessionReply {
    guard !command.concernsOutputs else {
        throw CallFailure(
            .embeddingCommandRejected, "\(subject) has no outputs that can be changed",
            hint: "set the option outputs, or use a ps_session")
    }
    do throws(SessionCommandError) {
        return try perform(command)
    } catch {
        throw CallFailure(error)
    }
}

/// Calls `body` with texts as C strings, which are valid inside it.
func withCStrings(
    _ texts: [String], before: [UnsafePointer<CChar>] = [], _ body: ([UnsafePointer<CChar>]) -> Void
) {
    guard let text = texts.first else { return body(before) }
    text.withCString { withCStrings(Array(texts.dropFirst()), before: before + [$0], body) }
}
