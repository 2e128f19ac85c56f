// The entry through which the client reaches the meeting of this studio.
extension StudioController {
    /// The entry; `nil` when the client does not use one.
    package var entry: StudioEntry? { locked.withLock { $0.entry } }

    func setEntry(_ entry: StudioEntry) {
        locked.withLock { $0.entry = entry }
    }

    /// The responses to init, authentication and joining that a test prepared for the entry; `nil` for none.
    package var entryResponses: EntryResponses? {
        get { locked.withLock { $0.entryResponses } }
        set { locked.withLock { $0.entryResponses = newValue } }
    }

    /// Adds an observer of the results of authentications while this meeting is the entry's. It is called on the callback
    /// queue, after the client.
    package func onAuthentication(_ body: @escaping @Sendable () -> Void) {
        locked.withLock { $0.authenticationObservers.append(body) }
    }

    func report(_ step: EntryStep) {
        for observer in observers { observer.studioEntryAdvanced(step) }
    }

    func reportAuthentication() {
        for observer in locked.withLock({ $0.authenticationObservers }) { observer() }
    }
}
