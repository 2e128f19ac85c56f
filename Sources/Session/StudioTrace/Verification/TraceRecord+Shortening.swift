import StudioCore

// A line of a trace has up to a mebibyte; a page shows the beginning of its texts.
extension TraceRecord {
    /// The record with texts, lists and objects of a length for people.
    var shortened: TraceRecord { TraceRecord(event.shortened, at: time) }
}

extension TraceEvent {
    fileprivate var shortened: TraceEvent {
        switch self {
        case .call(var call):
            call.name = call.name.shortened
            call.arguments = call.arguments.shortened
            call.result = call.result?.shortened()
            return .call(call)
        case .callback(var callback):
            callback.name = callback.name.shortened
            callback.arguments = callback.arguments.shortened
            return .callback(callback)
        case .state(var state):
            (state.part, state.state, state.details) = (
                state.part.shortened, state.state.shortened, state.details.shortened
            )
            return .state(state)
        case .command(var command):
            (command.name, command.arguments) = (command.name.shortened, command.arguments.shortened)
            return .command(command)
        case .violation(var violation):
            (violation.rule, violation.code, violation.message) = (
                violation.rule.shortened, violation.code.shortened, violation.message.shortened
            )
            return .violation(violation)
        case .drop(var drop):
            drop.reason = drop.reason.shortened
            return .drop(drop)
        case .output(var output):
            (output.address, output.state) = (output.address?.shortened, output.state.shortened)
            (output.cause, output.message) = (output.cause?.shortened, output.message?.shortened)
            return .output(output)
        case .failure(var failure):
            (failure.category, failure.code) = (failure.category.shortened, failure.code.shortened)
            (failure.rule, failure.message) = (failure.rule?.shortened, failure.message.shortened)
            return .failure(failure)
        case .note(let note): return .note(TraceNote(message: note.message.shortened))
        case .video, .audio, .end: return self
        }
    }
}

extension String {
    /// The longest text in characters; the longest diagnosis has less than half of it.
    private static let longest = 1000

    fileprivate var shortened: String {
        // Most texts are short, and counting bytes is fast.
        guard utf8.count > Self.longest, count > Self.longest else { return self }
        return prefix(Self.longest) + "…"
    }
}

extension [String: TraceValue] {
    fileprivate var shortened: Self {
        TraceValue.object(self).shortened().members ?? self
    }
}

extension TraceValue {
    /// More members than any event has.
    private static let maximumMembers = 32
    private static let deepest = 4

    fileprivate var members: [String: TraceValue]? { if case .object(let members) = self { members } else { nil } }

    fileprivate func shortened(depth: Int = 0) -> TraceValue {
        switch self {
        case .null, .flag, .integer, .number: return self
        case .text(let text): return .text(text.shortened)
        case .list, .object:
            guard depth < Self.deepest else { return .text("…") }
        }
        switch self {
        case .list(let values): return .list(values.prefix(Self.maximumMembers).map { $0.shortened(depth: depth + 1) })
        case .object(let members):
            let kept = members.sorted { $0.key < $1.key }.prefix(Self.maximumMembers)
            let pairs = kept.map { ($0.key.shortened, $0.value.shortened(depth: depth + 1)) }
            return .object(Dictionary(pairs) { first, _ in first })
        case .null, .flag, .integer, .number, .text: return self
        }
    }
}
