/// What follows the end of a source.
public enum SourceEnd: String, Hashable, Sendable, Codable, CaseIterable {
    /// The end of the session.
    case stop
    /// The last frame, with silence.
    case hold
    /// The slate, with silence.
    case slate
}

/// Decides what is on air: the source or a slate, which source is next, and what follows the end of a source. It performs
/// nothing.
///
/// Changes are numbered by the caller. The last one that was requested wins; each one is answered exactly once: on air,
/// failed, superseded or too late.
package struct ProgramSource: Hashable, Sendable {
    /// The number of a change.
    package typealias Change = Int

    package enum Action: Hashable, Sendable {
        /// Open the source of this change beside the program.
        case open(Change)
        /// Put the opened source of this change on air at the next cut, and report it then.
        case cut(Change)
        /// Answer that a later change replaces this one, and release its source.
        case supersede(Change)
        /// Answer that the source of this change cannot be opened.
        case fail(Change)
        /// Answer that the program has ended, and release the source of this change.
        case reject(Change)
        /// Answer that this change is on air.
        case answer(Change)
        /// Put the slate on air at the next cut.
        case showSlate(SlateReason)
        /// Put the source on air at the next cut, instead of the slate.
        case endSlate
        /// Hold until the source that is being opened is on air or has failed.
        case wait
        /// End the program.
        case finish
    }

    /// The change in progress.
    package enum Next: Hashable, Sendable {
        /// Leaves on `opened`, `openingFailed`, `request` and `end`.
        case opening(Change)
        /// Leaves on `cut`, `request` and `end`.
        case ready(Change)
    }

    /// The state of the source that was put on air last.
    package enum Delivery: Hashable, Sendable {
        /// Leaves on `stalled` and `ended`.
        case delivering
        /// Delivers nothing, for this reason. Leaves on `delivered` and `ended`.
        case stalled(SlateReason)
        /// Leaves when another source is on air.
        case over(SlateReason)
    }

    /// What follows the end of a source.
    package let atEnd: SourceEnd
    package private(set) var delivery = Delivery.delivering
    /// Why a slate is on air, or will be at the next cut; `nil` for the source.
    package private(set) var slate: SlateReason?
    package private(set) var next: Next?
    /// The change whose cut is being made. No request replaces it, and the end does not reject it.
    package private(set) var cutting: Change?
    /// Whether the program has ended.
    package private(set) var isOver = false

    package init(atEnd: SourceEnd = .stop) {
        self.atEnd = atEnd
    }

    // MARK: Changes

    /// Another source is requested.
    package mutating func request(_ change: Change) -> [Action] {
        guard !isOver else { return [.reject(change)] }
        let earlier = supersede()
        next = .opening(change)
        return earlier + [.open(change)]
    }

    private mutating func supersede() -> [Action] {
        defer { next = nil }
        switch next {
        case .opening(let change)?, .ready(let change)?: return [.supersede(change)]
        case nil: return []
        }
    }

    /// The source of a change was opened, and its first units were read.
    package mutating func opened(_ change: Change) -> [Action] {
        // A change that was superseded or rejected was answered then.
        guard next == .opening(change) else { return [] }
        next = .ready(change)
        return [.cut(change)]
    }

    /// The source of a change cannot be opened; the source on air stays.
    package mutating func openingFailed(_ change: Change) -> [Action] {
        guard next == .opening(change) else { return [] }
        next = nil
        guard case .over(let reason) = delivery else { return [.fail(change)] }
        return [.fail(change)] + follow(reason)
    }

    /// The cut to the source of a change begins. It ends a slate; one that is requested meanwhile stays.
    ///
    /// - Returns: `nil` for a change that was superseded or rejected meanwhile.
    package mutating func cut(_ change: Change) -> [Action]? {
        guard next == .ready(change), cutting == nil else { return nil }
        (next, cutting, delivery) = (nil, change, .delivering)
        return slate.take() == nil ? [] : [.endSlate]
    }

    /// The cut to the source of a change was made.
    package mutating func isOnAir(_ change: Change) -> [Action] {
        guard cutting == change else { return [] }
        cutting = nil
        return [.answer(change)]
    }

    // MARK: The source on air

    /// The source delivers nothing.
    package mutating func stalled(_ reason: SlateReason) -> [Action] {
        guard !isOver else { return [] }
        if case .over = delivery { return [] }
        delivery = .stalled(reason)
        return slate == nil ? show(reason) : []
    }

    /// The stalled source delivers again.
    package mutating func delivered() -> [Action] {
        guard !isOver, case .stalled = delivery else { return [] }
        delivery = .delivering
        // A slate that was requested stays.
        guard slate != nil, slate != .command else { return [] }
        slate = nil
        return [.endSlate]
    }

    /// The source has ended, or has failed after its last unit.
    package mutating func ended(_ reason: SlateReason) -> [Action] {
        guard !isOver else { return [] }
        if case .over = delivery { return [] }
        delivery = .over(reason)
        // A source that was requested before the end follows it.
        if next != nil { return slate == nil ? [.wait] : [] }
        return follow(reason)
    }

    private mutating func follow(_ reason: SlateReason) -> [Action] {
        guard atEnd != .stop else { return end() }
        return slate == nil ? show(reason) : []
    }

    private mutating func show(_ reason: SlateReason) -> [Action] {
        slate = reason
        return [.showSlate(reason)]
    }

    // MARK: Commands

    /// The slate is requested; `nil` when it is on air by request already, or the program has ended.
    package mutating func showSlate() -> [Action]? {
        guard !isOver, slate != .command else { return nil }
        // One that is on air stays until it is ended by request.
        if slate != nil {
            slate = .command
            return []
        }
        return show(.command)
    }

    /// The end of a requested slate; `nil` when none is on air by request.
    package mutating func endSlate() -> [Action]? {
        guard !isOver, slate == .command else { return nil }
        switch delivery {
        case .delivering:
            slate = nil
            return [.endSlate]
        case .stalled(let reason):
            slate = reason
            return []
        case .over(let reason):
            // Without it, the source that is being opened would follow the last frame.
            slate = next == nil && atEnd == .stop ? nil : reason
            return slate == nil ? [.endSlate] + end() : []
        }
    }

    // MARK: The end

    /// The program ends: its duration was reached, or it was stopped.
    package mutating func end() -> [Action] {
        guard !isOver else { return [] }
        isOver = true
        defer { next = nil }
        switch next {
        case .opening(let change)?, .ready(let change)?: return [.reject(change), .finish]
        case nil: return [.finish]
        }
    }
}
